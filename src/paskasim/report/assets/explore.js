"use strict";
(() => {
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const make = (tag, props = {}, ...inner) => {
    const made = Object.assign(document.createElement(tag), props);
    made.append(...inner);
    return made;
  };

  // Pictures: one of each kind in sight, the one that fits the choice best; the others stay folded below it.
  const FIELDS = ["players", "lineup", "rules"];
  const galleries = all(".gallery").map((gallery) => {
    const figures = all("figure", gallery);
    const home = figures[0];
    figures.sort((a, b) => a.dataset.at - b.dataset.at);
    const [sight, rest] = [gallery.querySelector(".sight"), gallery.querySelector(".rest .grid")];
    return { figures, home, sight, rest, note: make("p", { className: "facts" }, "There is no picture for this choice.") };
  });
  const form = document.querySelector(".choose");
  if (form) {
    const selects = all("select", form);
    const show = () => {
      const wanted = selects.filter((select) => select.value);
      for (const { figures, home, sight, rest, note } of galleries) {
        const fits = figures.filter((figure) =>
          wanted.every(({ name, value }) => [undefined, value].includes(figure.dataset[name])));
        const alike = (figure) => FIELDS.filter((field) => figure.dataset[field] === home.dataset[field]).length;
        const best = wanted.length ? fits.sort((a, b) => alike(b) - alike(a))[0] : home;
        for (const figure of figures) if (rest && figure !== best) rest.append(figure);
        note.remove();
        if (best) sight.append(best);
        else sight.append(note);
      }
      form.querySelector("output").textContent = wanted.length
        ? `Pictures: ${wanted.map((select) => select.selectedOptions[0].text).join(", ")}`
        : "Pictures: the table of each headline";
    };
    form.hidden = false;
    form.addEventListener("change", show);
    form.addEventListener("submit", (event) => event.preventDefault());
    show();
  }

  // Tables: sorted by a click on a heading, filtered by words; the rows that the page leaves out come from the CSV.
  const grouped = (value, places) =>
    Math.abs(value).toFixed(places).replace(/\B(?=(\d{3})+(?!\d))(?<!\..*)/g, ",");
  const number = (value, places, plus = "") => {
    const shown = grouped(value, places);
    return Number(shown.replace(/,/g, "")) === 0 ? shown : (value < 0 ? "\u2212" : plus) + shown;
  };
  const share = (value) => {
    if (value > 0 && 100 * value < 0.005) return "<\u00a00.01";
    if (value < 1 && 100 * (1 - value) < 0.005) return ">\u00a099.99";
    return number(100 * value, 2);
  };
  const SHOW = {
    c: (value) => number(value, Number.isInteger(value) ? 0 : 2),
    s: share,
    p: (value) => number(100 * value, 2, "+"),
    h: (value) => (value < 0.001 ? "< 0.001" : value.toFixed(3)),
    u: (value) => number(value, Number.isInteger(value) ? 0 : 1),
    m: (value) => number(value, Math.abs(value) >= 1 ? 1 : 2),
    n: (value) => number(value, Math.abs(value) >= 10 ? 1 : 4),
  };
  const cell = (text, kind) => {
    if (text === "") return "\u2013";
    if (kind === "t" || Number.isNaN(Number(text))) return text.replace(/^'(?=[=+\-@])/, "");
    return SHOW[kind](Number(text));
  };
  const csv = (text) => {
    const rows = [[""]];
    for (const [, inside, plain, end] of text.matchAll(/"((?:[^"]|"")*)"|([^",\n]+)|([,\n])/g)) {
      const row = rows.at(-1);
      if (end === ",") row.push("");
      else if (end) rows.push([""]);
      else row[row.length - 1] += inside === undefined ? plain : inside.replace(/""/g, '"');
    }
    return rows.slice(1, -1);
  };
  const value = (text) => {
    const bare = text.replace(/\u2212/g, "-").replace(/[^\d.-]/g, "");
    const found = /\d/.test(bare) ? Number(bare) : NaN;
    return /^</.test(text) ? found - 1e-9 : /^>/.test(text) ? found + 1e-9 : found;
  };
  const before = (a, b, numeric) => {
    if (!numeric) return a.localeCompare(b, "en", { numeric: true });
    const [x, y] = [value(a), value(b)];
    return Number.isNaN(x) || Number.isNaN(y) ? Number.isNaN(x) - Number.isNaN(y) : x - y;
  };

  const explore = (table) => {
    const box = table.closest(".inside");
    const body = table.tBodies[0];
    const kinds = table.dataset.kinds;
    const heads = all("thead th", table);
    const more = box.querySelector(".more");
    const output = make("output", { className: "facts" });
    const filter = make("input", { type: "search" });
    const complete = () => {
      if (!more || !more.isConnected) return;
      const rows = csv(decodeURIComponent(box.querySelector("a[download]").href.replace(/^[^,]*,/, "")));
      body.append(...rows.slice(body.rows.length).map((row) => make("tr", {}, ...row.map((text, i) =>
        make(i ? "td" : "th", i ? {} : { scope: "row" }, cell(text, kinds[i]))))));
      more.remove();
    };
    const narrow = () => {
      complete();
      const words = filter.value.toLowerCase().split(/\s+/);
      let kept = 0;
      for (const row of body.rows) {
        const text = row.textContent.toLowerCase();
        row.hidden = !words.every((word) => text.includes(word));
        kept += !row.hidden;
      }
      output.textContent = `${kept} of ${body.rows.length} rows`;
    };
    const sort = (at) => {
      complete();
      const down = heads[at].getAttribute("aria-sort") === "ascending";
      const keyed = [...body.rows].map((row) => [row.cells[at].textContent, row]);
      const numeric = kinds[at] !== "t";
      const known = ([text]) => !numeric || !Number.isNaN(value(text));
      keyed.sort((a, b) => known(b) - known(a) || (down ? -1 : 1) * before(a[0], b[0], numeric));
      body.append(...keyed.map(([, row]) => row));
      heads.forEach((head, i) => {
        if (i === at) head.setAttribute("aria-sort", down ? "descending" : "ascending");
        else head.removeAttribute("aria-sort");
      });
    };
    heads.forEach((head, i) => {
      const button = make("button", { type: "button" }, ...head.childNodes);
      button.addEventListener("click", () => sort(i));
      head.append(button);
    });
    if (more) {
      const button = make("button", { type: "button" }, "Show them");
      button.addEventListener("click", () => {
        complete();
        filter.focus();
      });
      more.append(" ", button);
    }
    filter.addEventListener("input", narrow);
    if (body.rows.length > 5 || more) box.querySelector(".tools").append(make("label", {}, "Filter rows ", filter), output);
  };
  const once = (fold) => {
    for (const table of all("table[data-kinds]", fold)) {
      if (table.dataset.ready) continue;
      table.dataset.ready = "yes";
      explore(table);
    }
  };
  for (const fold of all("details.table")) {
    if (fold.open) once(fold);
    fold.addEventListener("toggle", () => once(fold));
  }

  // A link to what lies in a fold opens the fold; on paper all folds are open.
  const reach = () => {
    const id = decodeURIComponent(location.hash.slice(1));
    const target = id && document.getElementById(id);
    for (let fold = target; fold; fold = fold.parentElement) if (fold.tagName === "DETAILS") fold.open = true;
    if (target && target.closest("details")) target.scrollIntoView();
  };
  addEventListener("hashchange", reach);
  reach();
  let opened = [];
  addEventListener("beforeprint", () => {
    opened = all("details:not([open])");
    for (const fold of opened) fold.open = true;
  });
  addEventListener("afterprint", () => {
    for (const fold of opened) fold.open = false;
  });
})();
