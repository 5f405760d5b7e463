// A form with a field for each column that a model learnt from. The answer for the row comes while it is typed.

import { ask, make, percent } from "./common.js";
import { short } from "./chart.js";

const pause = 150;

/** The form of a finished training, filled with a typical row. */
export async function rowForm(id) {
  const { target, fields } = await ask("GET", `/api/jobs/${id}/row`);
  const inputs = fields.map((field, index) => [field.name, input(field, index)]);
  const answer = make("div", { className: "answer", id: "row-answer", role: "status" });
  const code = make("pre", { tabIndex: 0, id: "row-code" });
  const copy = make("button", { type: "button", className: "small", onclick: () => navigator.clipboard && navigator.clipboard.writeText(code.textContent) }, "Copy");
  const form = make("form", { className: "try", id: "row-form", "aria-label": "Try a row" },
    make("h3", {}, "Try a row"), make("p", { className: "hint" }, "It begins with a typical one. An empty field is a missing value."),
    make("div", { className: "fields" }, ...inputs.map(([name, element], index) => make("div", { className: "field" }, make("label", { htmlFor: element.id }, name), element, list(fields[index], element)))),
    make("h3", {}, target), answer, make("details", {}, make("summary", {}, "The same in Swift"), code, copy));
  let [run, timer] = [0, null];
  const typed = async () => {
    const own = ++run;
    answer.classList.add("old");
    answer.setAttribute("aria-busy", "true");
    let parts;
    try {
      const result = await ask("POST", `/api/jobs/${id}/row`, { values: Object.fromEntries(inputs.map(([name, element]) => [name, element.value])) });
      if (own !== run) return;
      code.textContent = result.code;
      parts = shown(result);
    } catch (error) {
      if (own !== run) return;
      parts = [make("p", { className: "error" }, error.message)];
    }
    answer.replaceChildren(...parts);
    answer.classList.remove("old");
    answer.removeAttribute("aria-busy");
  };
  form.addEventListener("input", () => { answer.classList.add("old"); clearTimeout(timer); timer = setTimeout(typed, pause); });
  form.addEventListener("submit", (event) => { event.preventDefault(); clearTimeout(timer); typed(); });
  await typed();
  return form;
}

const isNumber = ({ type }) => type === "number" || type === "whole number" || type === "empty";

/** A field is one of text, because a browser hides from the page what is no number. */
function input(field, index) {
  const element = make("input", { type: "text", id: `row-field-${index}`, value: field.value, autocomplete: "off", spellcheck: false });
  if (isNumber(field)) element.inputMode = "decimal";
  if (field.low !== null) element.title = `from ${short(field.low)} to ${short(field.high)} in the table`;
  return element;
}

/** The values that the column has, to choose from. */
function list(field, element) {
  if (!field.values.length) return null;
  element.setAttribute("list", `${element.id}-values`);
  return make("datalist", { id: `${element.id}-values` }, ...field.values.map((value) => make("option", { value })));
}

function shown({ answer, probabilities, others }) {
  const bars = probabilities.map(({ label, probability }) => {
    const bar = make("span", { className: "bar" });
    bar.style.width = `${100 * probability}%`;
    return make("tr", {}, make("th", { scope: "row" }, label), make("td", { className: "line", "aria-hidden": "true" }, bar), make("td", { className: "number" }, percent(probability)));
  });
  return [make("p", { className: "value" }, answer || "(empty)"),
    bars.length ? make("table", { className: "values" }, make("tbody", {}, ...bars)) : "", others ? make("p", { className: "hint" }, `and ${others} more classes`) : ""];
}
