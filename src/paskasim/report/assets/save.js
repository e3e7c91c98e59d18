"use strict";
// Saves figures as files that stand by themselves: what the style sheet says of them becomes attributes, in the
// colours of the light scheme on white, as `figures/standing.py` does it.
(() => {
  const SPACE = "http://www.w3.org/2000/svg";
  const [PAD, LINE, LETTERS, HEAD, SCALE] = [12, 18, 43, 14, 2];
  const light = document.styleSheets[0].cssRules[0].style;
  const colour = (name) => (name === "paper" ? "#ffffff" : light.getPropertyValue(`--${name}`).trim());
  const set = (element, values) => {
    for (const name in values) element.setAttribute(name, values[name]);
    return element;
  };
  const draw = (tag, values, text = "") => {
    const made = set(document.createElementNS(SPACE, tag), values);
    made.textContent = text;
    return made;
  };
  const lines = (title) => {
    const found = [];
    let room = 0;
    for (const word of title.match(new RegExp(`[^ ]{1,${LETTERS}}`, "gu")) || []) {
      const letters = [...word].length;
      if (letters < room) {
        found.push(`${found.pop()} ${word}`);
        room -= letters + 1;
      } else {
        found.push(word);
        room = LETTERS - letters;
      }
    }
    return found;
  };
  const paint = (element) => {
    const names = [...element.classList];
    const named = (mark, other) => {
      const found = names.find((name) => name.startsWith(mark));
      return found ? colour(found.slice(2)) : other;
    };
    const ink = named("k-", colour("ink"));
    const tag = element.tagName;
    element.removeAttribute("class");
    if (tag === "text") {
      const looks = { s: ["font-size", 11], b: ["font-weight", 700], c: ["text-anchor", "middle"], e: ["text-anchor", "end"] };
      set(element, { fill: ink });
      for (const name of names) if (looks[name]) element.setAttribute(...looks[name]);
    } else if (names.includes("m")) set(element, { fill: named("f-", ink), stroke: ink, "stroke-width": 1.8 });
    else if (tag === "path") set(element, { fill: "none", stroke: ink, "stroke-linecap": "round" });
    else if (tag === "rect" && !element.hasAttribute("fill")) set(element, { fill: ink });
  };
  const standing = (svg) => {
    const made = svg.cloneNode(true);
    const { width, height } = svg.viewBox.baseVal;
    const title = lines(made.querySelector("title").textContent);
    const above = PAD + LINE * title.length + 4;
    const size = { width: width + 2 * PAD, height: +(above + height + PAD).toFixed(1) };
    set(made, { ...size, viewBox: `${-PAD} ${-above} ${size.width} ${size.height}` });
    set(made, { "font-family": "Arial, 'Liberation Sans', Helvetica, sans-serif", "font-size": 12, "stroke-linejoin": "round" });
    for (const element of made.querySelectorAll("*")) paint(element);
    made.querySelector("desc").after(
      draw("rect", { x: -PAD, y: -above, ...size, fill: "#ffffff" }),
      ...title.map((line, i) => draw("text", {
        x: 0, y: PAD + HEAD + LINE * i - above, fill: colour("ink"), "font-size": HEAD, "font-weight": 700 }, line)));
    return { ...size, text: `${new XMLSerializer().serializeToString(made)}\n` };
  };

  const make = (tag, values, ...inner) => {
    const made = set(document.createElement(tag), values);
    made.append(...inner);
    return made;
  };
  const { slug } = document.querySelector("main").dataset;
  const give = (href, figure, ending) =>
    make("a", { href, download: `${slug ? `${slug}-` : ""}${figure.dataset.name}.${ending}` }).click();
  const address = (text) => `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  const FORMS = {
    SVG: (figure, { text }) => give(address(text), figure, "svg"),
    PNG: (figure, { text, width, height }) => {
      const image = new Image();
      image.onload = () => {
        const sheet = set(document.createElement("canvas"), { width: width * SCALE, height: Math.ceil(height * SCALE) });
        sheet.getContext("2d").drawImage(image, 0, 0, width * SCALE, height * SCALE);
        give(sheet.toDataURL("image/png"), figure, "png");
      };
      image.src = address(text);
    },
  };
  for (const figure of document.querySelectorAll("figure[data-name]")) {
    const svg = figure.querySelector("svg");
    const label = `Save picture: ${svg.querySelector("title").textContent}`;
    const choice = make("span", { hidden: "", role: "group", "aria-label": label });
    const button = make("button", { type: "button", "aria-expanded": false, "aria-label": label }, "Save picture");
    button.onclick = () => {
      if (!choice.firstChild)
        for (const form in FORMS) {
          const one = make("button", { type: "button" }, `Save as ${form}`);
          one.onclick = () => FORMS[form](figure, standing(svg));
          choice.append(one);
        }
      choice.hidden = !choice.hidden;
      button.setAttribute("aria-expanded", !choice.hidden);
    };
    figure.append(make("p", { class: "save" }, button, choice));
  }
})();
