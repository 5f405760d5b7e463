// Pictures of numbers.

import { make } from "./common.js";

const curves = [
  { title: "Loss", names: { loss: "training", validationLoss: "validation" } },
  { title: "Right", names: { accuracy: "training", validationAccuracy: "validation" } },
  { title: "Error", names: { rootMeanSquaredError: "training", validationRootMeanSquaredError: "validation" } },
];
const colors = ["var(--accent)", "var(--second)"];

/** Shows the curves of a training's points. */
export function charts(place, points) {
  place.replaceChildren(...curves.flatMap(({ title, names }) => {
    const lines = Object.entries(names).map(([key, name]) => ({ name, points: points.filter((point) => Number.isFinite(point[key])).map((point) => [point.iteration, point[key]]) }))
      .filter((line) => line.points.length);
    return lines.length ? [chart(title, lines)] : [];
  }));
}

function chart(title, lines) {
  const all = lines.flatMap((line) => line.points);
  const last = Math.max(2, ...all.map(([x]) => x));
  const most = Math.max(...all.map(([, y]) => y), 1e-9);
  const x = (value) => 52 + (337 * (value - 1)) / (last - 1);
  const y = (value) => 150 - (140 * value) / most;
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 400 172");
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", `${title} by iteration`);
  const add = (tag, attributes, text) => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    if (text !== undefined) element.textContent = text;
    svg.append(element);
  };
  for (const part of [0, 0.5, 1]) {
    add("line", { x1: 52, x2: 389, y1: y(most * part), y2: y(most * part), stroke: "currentColor", opacity: 0.2 });
    add("text", { x: 47, y: y(most * part) + 4, "text-anchor": "end", "font-size": 11, fill: "currentColor" }, tick(most * part));
  }
  add("text", { x: 389, y: 167, "text-anchor": "end", "font-size": 11, fill: "currentColor" }, `iteration ${last}`);
  lines.forEach((line, index) => {
    if (line.points.length === 1) add("circle", { cx: x(line.points[0][0]), cy: y(line.points[0][1]), r: 3, fill: colors[index] });
    add("polyline", { points: line.points.map(([a, b]) => `${x(a).toFixed(1)},${y(b).toFixed(1)}`).join(" "), fill: "none", stroke: colors[index], "stroke-width": 2 });
  });
  const legend = lines.map((line, index) => { const mark = make("i"); mark.style.background = colors[index]; return make("span", {}, mark, line.name); });
  return make("figure", { className: "chart" }, make("figcaption", {}, make("b", {}, title), " ", make("span", { className: "legend" }, ...legend)), svg);
}

/** A number of seven characters at most. */
export const tick = (value) => (value !== 0 && (value >= 1e6 || value < 1e-3) ? value.toExponential(1) : String(Number(value.toPrecision(3))));

/** A number with four digits or so. */
export const short = (value) => (Math.abs(value) >= 1e15 || (value !== 0 && Math.abs(value) < 1e-4) ? value.toExponential(3) : String(Number(value.toPrecision(Math.abs(value) >= 1e4 ? 7 : 4))));

/** Bars for the counts of numbers from `low` to `high`. */
export function histogram(name, { low, high, median, bins }) {
  const most = Math.max(...bins, 1);
  const width = 240 / bins.length;
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 240 52");
  svg.setAttribute("preserveAspectRatio", "none");
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", `${name}: from ${short(low)} to ${short(high)}, median ${short(median)}`);
  bins.forEach((count, index) => {
    const height = count ? Math.max(1, (50 * count) / most) : 0;
    const bar = document.createElementNS("http://www.w3.org/2000/svg", "rect");
    for (const [key, value] of Object.entries({ x: index * width + 0.5, y: 51 - height, width: Math.max(0.5, width - 1), height, fill: "var(--accent)" })) bar.setAttribute(key, value);
    svg.append(bar);
  });
  return make("div", { className: "histogram" }, svg,
    make("div", { className: "ends" }, make("span", {}, short(low)), make("span", {}, `median ${short(median)}`), make("span", {}, short(high))));
}
