// Train: from labelled data to a model.

import { $, ask, attempt, choose, make, notice, takesDrops, upload } from "./common.js";
import { tryModel } from "./look.js";

let openPage;
let data = null;
let shown = null;
let timer = null;

export function begin(state, open) {
  openPage = open;
  takesDrops($("train-drop"), take);
  $("train-folder").addEventListener("click", async () => take(await choose({ folder: true })));
  $("train-zip").addEventListener("click", async () => take(await choose({ accept: ".zip" })));
  $("train-drop").addEventListener("keydown", (event) => { if (event.key === "Enter" && event.target === $("train-drop")) $("train-folder").click(); });
  $("train-kind").addEventListener("change", () => inspect($("train-kind").value));
  $("train-form").addEventListener("submit", (event) => { event.preventDefault(); start(); });
}

export function entered() { refresh(); timer = setInterval(refresh, 700); }

export function left() { clearInterval(timer); }

// MARK: Data

async function take(files) {
  if (!files.length) return;
  await attempt(async () => {
    if (data) ask("DELETE", `/api/uploads/${data.id}`).catch(() => {});
    data = null;
    $("train-data").hidden = true;
    const id = await upload(files, $("train-upload"));
    data = { id };
    $("train-name").value = files[0].path.split("/")[0].replace(/\.zip$/i, "").slice(0, 60);
    await summarize("");
  });
}

const inspect = (kind) => attempt(() => summarize(kind));

async function summarize(chosen) {
  const summary = await ask("GET", `/api/uploads/${data.id}/data?kind=${chosen}`);
  $("train-data").hidden = false;
  const rows = summary.labels.map(({ label, count }) => make("tr", {}, make("td", {}, label), make("td", { className: "number" }, String(count))));
  $("train-summary").replaceChildren(
    make("p", {}, `${summary.count} examples, ${summary.labels.length} ${summary.labels.length === 1 ? "label" : "labels"}`),
    make("div", { className: "scroll" }, make("table", {}, make("tbody", {}, ...rows))),
    make("div", { className: "samples" }, ...summary.samples.map(({ label, picture }) => make("figure", {}, make("img", { src: picture, alt: label }), make("figcaption", {}, label)))),
    summary.problems.length ? make("ul", { className: "problems" }, ...summary.problems.map((problem) => make("li", {}, problem))) : make("p", { className: "hint" }, "Nothing is wrong with it."));
  $("train-kind").replaceChildren(...summary.kinds.map((one) => make("option", { value: one.name, title: one.data }, one.title)));
  if (summary.kind) $("train-kind").value = summary.kind;
  const kind = summary.kinds.find((one) => one.name === summary.kind);
  const names = kind?.changes || [];
  $("train-windows").hidden = !kind?.window;
  for (const [id, name] of [["train-window", "window"], ["train-rate", "frameRate"]]) {
    $(id).value = "";
    $(id).placeholder = kind?.[name] ?? "";
  }
  $("train-changes").hidden = !names.length;
  $("train-augment").replaceChildren(...names.map((name) => make("label", {}, make("input", { type: "checkbox", value: name }), name)));
  $("train-start").disabled = !summary.kind || !summary.labels.length;
}

async function start() {
  const number = (element) => (element.value === "" ? null : Number(element.value));
  await attempt(async () => {
    const job = await ask("POST", "/api/jobs", {
      upload: data.id, kind: $("train-kind").value, name: $("train-name").value,
      settings: {
        iterations: number($("train-iterations")), split: number($("train-split")),
        window: number($("train-window")), frameRate: number($("train-rate")),
        augment: [...document.querySelectorAll("#train-augment input:checked")].map((box) => box.value),
      },
    });
    data = null;
    $("train-data").hidden = true;
    show(job.id);
    await refresh();
  });
}

// MARK: Trainings

let isRefreshing = false;

async function refresh() {
  if (isRefreshing) return;
  isRefreshing = true;
  try {
    const jobs = await ask("GET", "/api/jobs");
    const text = JSON.stringify(jobs) + shown?.id;
    if ($("train-jobs").dataset.text !== text) {
      $("train-jobs").dataset.text = text;
      $("train-jobs").replaceChildren(...jobs.reverse().map((job) => make("li", {},
        make("button", { onclick: () => show(job.id), "aria-pressed": String(shown?.id === job.id) }, job.name, make("small", {}, `${job.kind}, ${job.state}`)))));
    }
    if (shown) await update();
  } catch (error) {
    notice(error.message);
  } finally {
    isRefreshing = false;
  }
}

function show(id) {
  shown = { id, points: [], state: null };
  const parts = shown.parts = {
    title: make("h2"), state: make("p", { className: "state" }), progress: make("progress", { max: 1, "aria-label": "Training" }),
    charts: make("div", { className: "pictures" }), notes: make("div"), buttons: make("div", { className: "buttons" }), result: make("div"),
  };
  $("train-job").replaceChildren(make("article", { className: "job" }, ...Object.values(parts)));
  $("train-job").hidden = false;
  update().catch((error) => notice(error.message));
}

async function update() {
  const job = shown;
  const details = await ask("GET", `/api/jobs/${job.id}?from=${job.points.length}`);
  if (shown !== job) return;
  // The server thins long curves out, and a training that goes on tells them anew.
  if (details.pointCount < job.points.length + details.points.length) { job.points = []; return; }
  job.points.push(...details.points);
  const { parts } = job;
  parts.title.textContent = details.name;
  const work = details.phase === "extractingFeatures" ? "looking at the pictures" : "training";
  const count = details.total ? `${details.done} of ${details.total}` : "";
  parts.state.textContent = details.state === "running" ? `${work}: ${count} (${Math.round(details.seconds)} s)`
    : details.state === "failed" ? `failed: ${details.reason}` : `${details.state}${details.seconds > 0 ? ` after ${Math.round(details.seconds)} s` : ""}`;
  parts.progress.hidden = details.state !== "running";
  if (details.total) parts.progress.value = details.done / details.total;
  if (details.points.length || !parts.charts.childElementCount) charts(parts.charts, job.points);
  if (job.state !== details.state) {
    job.state = details.state;
    buttons(job, details);
  }
  const notes = JSON.stringify([details.warnings, details.kept]);
  if (job.notes !== notes) {
    job.notes = notes;
    parts.notes.replaceChildren(details.kept ? make("p", { className: "hint" }, details.kept) : "",
      details.warnings.length ? make("ul", { className: "problems" }, ...details.warnings.map((warning) => make("li", {}, warning))) : "");
  }
}

function buttons(job, details) {
  const act = (text, work, primary) => make("button", { className: primary ? "primary" : "", onclick: () => attempt(work).then(refresh) }, text);
  const path = `/api/jobs/${job.id}`;
  const list = [];
  if (["running", "waiting"].includes(details.state)) list.push(act("Stop", () => ask("POST", `${path}/stop`)));
  if (["stopped", "failed"].includes(details.state)) list.push(act("Resume", () => ask("POST", `${path}/resume`), true));
  if (details.state === "finished") {
    list.push(make("a", { className: "button", href: `${path}/model`, download: "", id: "train-export" }, "Export .mlmodel"),
      make("a", { className: "button", href: `${path}/class`, download: "" }, "Swift class"),
      act("Try it on the camera", async () => { openPage("look"); await tryModel(job.id); }),
      act("Look into it", async () => { openPage("models"); (await import("./models.js")).show(job.id); }));
  }
  if (!["running", "waiting"].includes(details.state)) list.push(act("Remove", async () => {
    if (!confirm(`Remove the training '${details.name}' and its model?`)) return;
    await ask("DELETE", path);
    shown = null;
    $("train-job").hidden = true;
  }));
  job.parts.buttons.replaceChildren(...list);
  job.parts.result.replaceChildren(details.state === "finished" ? make("iframe", { src: `${path}/report`, title: "Evaluation", id: "train-report" }) : "");
}

// MARK: Curves

const curves = [
  { title: "Loss", names: { loss: "training", validationLoss: "validation" } },
  { title: "Right", names: { accuracy: "training", validationAccuracy: "validation" } },
];
const colors = ["var(--accent)", "#d97706"];

function charts(place, points) {
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
  const x = (value) => 44 + (345 * (value - 1)) / (last - 1);
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
    add("line", { x1: 44, x2: 389, y1: y(most * part), y2: y(most * part), stroke: "currentColor", opacity: 0.2 });
    add("text", { x: 38, y: y(most * part) + 4, "text-anchor": "end", "font-size": 11, fill: "currentColor" }, (most * part).toPrecision(2));
  }
  add("text", { x: 389, y: 167, "text-anchor": "end", "font-size": 11, fill: "currentColor" }, `iteration ${last}`);
  lines.forEach((line, index) => {
    if (line.points.length === 1) add("circle", { cx: x(line.points[0][0]), cy: y(line.points[0][1]), r: 3, fill: colors[index] });
    add("polyline", { points: line.points.map(([a, b]) => `${x(a).toFixed(1)},${y(b).toFixed(1)}`).join(" "), fill: "none", stroke: colors[index], "stroke-width": 2 });
  });
  const legend = lines.map((line, index) => { const mark = make("i"); mark.style.background = colors[index]; return make("span", {}, mark, line.name); });
  return make("figure", { className: "chart" }, make("figcaption", {}, make("b", {}, title), " ", make("span", { className: "legend" }, ...legend)), svg);
}
