"use strict";
// Goes through the turns of example games. Every step is written as what differs from the one before.
(() => {
  const FACES = { T: "10", "*": "Jo" };
  const STEPS = { ArrowLeft: -1, ArrowRight: 1, Home: -1e9, End: 1e9 };
  const make = (tag, name, ...inner) => {
    const made = document.createElement(tag);
    made.className = name;
    made.append(...inner);
    return made;
  };
  const row = (letters, what, stuck = "", fresh = 0) => {
    const cards = [...letters].map((letter, i) => {
      const card = make("span", "card", letter === "#" ? "" : FACES[letter] || letter);
      const kinds = { back: "#", court: "JQK", stuck };
      for (const kind in kinds) if (kinds[kind].includes(letter)) card.classList.add(kind);
      if (i >= letters.length - fresh) card.classList.add("new");
      return card;
    });
    const made = make("div", "spread", ...cards);
    made.setAttribute("role", "img");
    const said = what === "blind cards" ? letters.length : cards.map((card) => card.textContent).join(" ");
    made.setAttribute("aria-label", `${what}: ${said}`);
    return made;
  };

  for (const box of document.querySelectorAll(".played")) {
    const find = (selector) => box.querySelector(selector);
    const all = (selector, root = box) => [...root.querySelectorAll(selector)];
    const game = box.closest("details"), lines = all(".turns > li", game);
    let state = { p: "", s: 0 };
    const states = box.dataset.steps.split(";").map((words) => {
      state = { ...state, a: -1, laid: 0 };
      for (const word of words.split(" ")) {
        const [key, value] = word.split(":");
        if (key === "+") {
          state.p += value;
          state.laid = value.length;
        } else state[key] = value;
      }
      return state;
    });
    const end = states.length - 1;
    const slider = find("input"), now = find(".now"), buttons = all("button"), seats = all(".seats > li");
    const names = seats.map((seat) => seat.firstElementChild.firstChild.data);
    let index = +slider.value;

    const put = (place, name, fate, ...rows) =>
      place.replaceChildren(make("p", "who", name, make("span", "fate", fate)), ...rows);
    const draw = () => {
      state = states[index];
      const stuck = (index === end && box.dataset.stuck) || "";
      put(find(".pile"), "Pile ", state.p.length || "empty",
        ...(state.p ? [row(state.p.slice(-10), "top of the pile", "", state.laid)] : []));
      put(find(".stock"), "Stock ", +state.s || "empty",
        ...(+state.s ? [make("div", "spread", make("span", "card back"))] : []));
      seats.forEach((seat, i) => {
        const place = +state[`o${i}`], due = +state.n === i && index < end;
        const out = place === seats.length ? "loses" : place && `out, place ${place}`;
        const zones = [
          [state[`h${i}`], "hand"],
          [state[`u${i}`], "up row"],
          ["#".repeat(state[`d${i}`] || 0), "blind cards"],
        ];
        seat.className = `${due ? "due" : ""} ${+state.a === i ? "played-now" : ""}`;
        put(seat, names[i], out || (due ? "plays next" : ""),
          ...zones.filter(([held]) => held).map(([held, what]) => row(held, what, stuck)));
      });
      const { value, textContent } = lines[index];
      const head = !index ? "The deal." : value > 0 ? `Turn ${value} of ${box.dataset.turns}.` : "…";
      now.replaceChildren(make("b", "", head), ` ${textContent}`);
      slider.value = index;
      slider.setAttribute("aria-valuetext", `${head} ${textContent}`);
      for (const button of buttons)
        button.setAttribute("aria-disabled", index === (STEPS[button.name] < 0 ? 0 : end));
    };
    const go = (wanted, live) => {
      index = Math.max(0, Math.min(end, wanted));
      now.setAttribute("aria-live", live);
      draw();
    };

    for (const button of buttons) button.onclick = () => go(index + STEPS[button.name], "polite");
    // The slider speaks for itself.
    slider.oninput = () => go(+slider.value, "off");
    game.onkeydown = (event) => {
      const step = STEPS[event.key];
      if (!step || event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, .scroll")) return;
      event.preventDefault();
      go(index + step, "polite");
    };
    find(".controls").hidden = false;
    draw();
  }
})();
