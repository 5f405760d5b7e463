// Train, for a table: its columns, what is predicted and from what.

import { $, make, percent } from "./common.js";
import { histogram } from "./chart.js";

const shownCards = 24;
let table = null;
let chosen = new Set();
let shownCount = shownCards;

$("table-target").addEventListener("change", targetChanged);
$("table-as").addEventListener("change", () => { cards(); changed(); });
$("table-trainer").addEventListener("change", changed);
$("table-drop").addEventListener("change", changed);
$("table-advised").addEventListener("click", () => choose(advised()));
$("table-none").addEventListener("click", () => choose([]));
$("table-more").addEventListener("click", () => {
  const first = shownCount;
  shownCount = table.columns.length;
  cards();
  $("table-cards").children[first]?.querySelector("input")?.focus();
});

/** Shows a table's columns and asks what is to be learnt; hides that where there is no table. `wanted` is the target at first. */
export function show(shown, wanted = null) {
  table = shown;
  $("table-form").hidden = !table;
  $("table-problems").hidden = !table;
  $("train-iterations-row").hidden = false;
  $("train-iterations-name").textContent = "Iterations";
  $("train-iterations").placeholder = "automatic";
  if (!table) return;
  shownCount = shownCards;
  $("table-target").replaceChildren(...table.columns.map((column, index) => make("option", { value: String(index) }, brief(column.name) || "(no name)")));
  $("table-target").value = String(Math.max(0, table.columns.findIndex((column) => column.name === (wanted ?? table.target))));
  targetChanged();
}

/** The part above the form: the size of the table, and its first rows. */
export function rows({ rows: count, columns, first }) {
  const head = columns.slice(0, first[0]?.length ?? 0);
  const cells = (texts, tag) => make("tr", {}, ...texts.map((text) => make(tag, tag === "th" ? { scope: "col" } : {}, text)));
  return [
    make("p", {}, `${count} ${count === 1 ? "row" : "rows"}, ${columns.length} ${columns.length === 1 ? "column" : "columns"}`),
    first.length ? make("details", {}, make("summary", {}, "The first rows"), make("div", { className: "scroll", tabIndex: 0, role: "region", "aria-label": "The first rows" },
      make("table", { className: "rows" }, make("thead", {}, cells(head.map((column) => brief(column.name)), "th")), make("tbody", {}, ...first.map((texts) => cells(texts, "td")))))) : "",
  ];
}

/** The choices of the user; `null` where there is no table. */
export function settings() {
  if (!table) return null;
  const number = (element) => (element.value === "" || element.closest("[hidden]") ? null : Number(element.value));
  return {
    target: target().name, features: table.columns.filter((column) => chosen.has(column)).map((column) => column.name),
    trainer: $("table-trainer").value, isClass: isClass(), leavesOutMissing: $("table-drop").checked && target().missing > 0,
    depth: number($("table-depth")), stepSize: number($("table-step")),
  };
}

export const isReady = () => Boolean(table) && !problems().some((one) => one.isFatal);

// MARK: The choice

const brief = (text) => (text.length > 80 ? `${text.slice(0, 80)}…` : text);
const target = () => table.columns[Number($("table-target").value)];
const isClass = () => $("table-as").value === "class";
const isFatal = (doubts) => doubts.some((one) => one.isFatal);
const canBe = (column, asClass) => !isFatal(asClass ? column.asClass : column.asNumber);
const advised = () => table.columns.filter((column) => column.isAdvised && column !== target() && !naming(column).length);
/** The doubts about a column that names the class which is predicted. */
const naming = (column) => (isClass() && column.names.find((one) => one.target === target().name)?.doubts) || [];
const asFeature = (column) => [...column.asFeature, ...naming(column)];

function problems() {
  const column = target();
  const list = [...table.doubts, ...(isClass() ? column.asClass : column.asNumber)];
  if (!$("table-drop").checked) list.push(...column.withMissing);
  for (const one of chosen) list.push(...naming(one));
  if (!chosen.size) list.push({ text: "Choose a column to learn from.", isFatal: true });
  return list;
}

function targetChanged() {
  const column = target();
  const [numbers, classes] = [canBe(column, false), canBe(column, true)];
  $("table-as-row").hidden = !(numbers && classes);
  // As the command line does: numbers are numbers where nothing else is said.
  $("table-as").value = numbers || column.type !== "text" && !classes ? "number" : "class";
  $("table-drop-row").hidden = !column.missing;
  $("table-drop").checked = true;
  $("table-drop-text").textContent = `Leave out the ${column.missing} ${column.missing === 1 ? "row" : "rows"} without a value of '${brief(column.name)}'`;
  chosen = new Set(advised());
  cards();
  changed();
}

function choose(columns) {
  chosen = new Set(columns);
  cards();
  changed();
}

function changed() {
  const trainers = table.trainers.filter((one) => (isClass() ? one.classes : one.numbers));
  const old = $("table-trainer").value;
  $("table-trainer").replaceChildren(...trainers.map((one) => make("option", { value: one.name }, one.title)));
  if (trainers.some((one) => one.name === old)) $("table-trainer").value = old;
  const trainer = trainers.find((one) => one.name === $("table-trainer").value);
  const field = (row, input, value) => { $(row).hidden = value === null; $(input).placeholder = value ?? ""; if (value === null) $(input).value = ""; };
  field("train-iterations-row", "train-iterations", trainer.iterations);
  field("table-depth-row", "table-depth", trainer.depth);
  field("table-step-row", "table-step", trainer.stepSize);
  $("train-iterations-name").textContent = trainer.counts;
  $("table-count").textContent = `${chosen.size} of ${table.columns.length - 1} chosen`;
  const list = problems();
  $("table-problems").replaceChildren(...list.map((one) => make("li", { className: one.isFatal ? "fatal" : "" }, one.text)));
  $("table-problems").hidden = !list.length;
  $("train-start").disabled = isFatal(list);
}

// MARK: The columns

function cards() {
  const shown = table.columns.slice(0, shownCount);
  $("table-cards").replaceChildren(...shown.map(card));
  $("table-more").hidden = table.columns.length <= shownCount;
  $("table-more").textContent = `Show all ${table.columns.length} columns`;
}

function card(column) {
  const isTarget = column === target();
  const box = make("input", { type: "checkbox", checked: chosen.has(column), disabled: isTarget || isFatal(column.asFeature) });
  box.addEventListener("change", () => { if (box.checked) chosen.add(column); else chosen.delete(column); changed(); });
  const share = column.missing / Math.max(1, table.rows);
  const facts = [column.type, column.missing ? `${percent(share)} missing` : "none missing"];
  if (column.different) facts.push(`${column.hasMore ? "more than " : ""}${column.different} different`);
  return make("li", { className: isTarget ? "card target" : "card" },
    make("label", {}, box, make("b", {}, brief(column.name) || "(no name)"), isTarget ? make("span", { className: "kind" }, "is predicted") : null),
    make("p", { className: "facts" }, facts.join(", ")),
    column.bins ? histogram(brief(column.name), column) : frequent(column),
    isTarget || !asFeature(column).length ? null : make("ul", { className: "problems" }, ...asFeature(column).map((one) => make("li", {}, one.text))));
}

/** The most frequent values, with bars. */
function frequent({ values, different, hasMore }) {
  if (!values.length) return null;
  const most = values[0].count;
  const rest = different - values.length;
  return make("table", { className: "values" }, make("tbody", {}, ...values.map(({ value, count }) => {
    const bar = make("span", { className: "bar" });
    bar.style.width = `${(100 * count) / most}%`;
    return make("tr", {}, make("th", { scope: "row" }, value || "(empty)"), make("td", { className: "line", "aria-hidden": "true" }, bar), make("td", { className: "number" }, String(count)));
  }), rest > 0 ? make("tr", {}, make("td", { colSpan: 3, className: "hint" }, `and ${hasMore ? "more than " : ""}${rest} more`)) : null));
}
