// Train: from labelled data to a model.

import { $, ask, attempt, choose, make, notice, takesDrops, upload } from "./common.js";
import { charts } from "./chart.js";
import { tryModel } from "./look.js";
import * as editor from "./editor.js";
import { rowForm } from "./row.js";
import * as tables from "./table.js";

const tableFiles = ".csv,.tsv,.json,.jsonl,.ndjson";
let openPage;
let data = null;
let shown = null;
let timer = null;

export function begin(state, open) {
  openPage = open;
  takesDrops($("train-drop"), take);
  $("train-table").addEventListener("click", async () => take(await choose({ accept: tableFiles })));
  $("train-folder").addEventListener("click", async () => take(await choose({ folder: true })));
  $("train-zip").addEventListener("click", async () => take(await choose({ accept: ".zip" })));
  editor.begin();
  $("train-record").addEventListener("click", () => attempt(recordNew));
  const samples = state.samples.filter((sample) => sample.title);
  $("train-samples").append(...samples.map((sample) => make("button", { type: "button", className: "small", value: sample.name, onclick: () => attempt(() => trySample(sample)) }, sample.title)));
  $("train-samples").hidden = !samples.length;
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
    $("train-name").value = files[0].path.split("/")[0].replace(/\.(zip|csv|tsv|json|jsonl|ndjson)$/i, "").slice(0, 60);
    await summarize("");
  });
}

/** Takes a set that comes with the package. */
async function trySample({ name }) {
  await replace(await ask("POST", `/api/samples/${name}/data`), name);
  await summarize("");
}

/** Begins a set of photos with the camera. */
async function recordNew() {
  // The data that is shown stays where there is no camera.
  await editor.openCamera();
  try {
    await replace(await ask("POST", "/api/uploads"), "Camera");
  } catch (error) {
    editor.stopCamera();
    throw error;
  }
  await editor.recordNew(data.id, () => summarize("photos"));
}

/** Takes another upload in place of the one that is shown. */
async function replace(upload, name) {
  if (data) ask("DELETE", `/api/uploads/${data.id}`).catch(() => {});
  $("train-data").hidden = true;
  data = upload;
  $("train-name").value = name;
}

const inspect = (kind) => attempt(() => summarize(kind));

/** Begins with the data of a training anew. */
async function again({ id, name, kind, target }) {
  const upload = await ask("POST", `/api/jobs/${id}/again`);
  if (data) ask("DELETE", `/api/uploads/${data.id}`).catch(() => {});
  data = upload;
  $("train-name").value = name;
  await summarize(kind, target);
  $("train-data").scrollIntoView();
  $("train-start").focus({ preventScroll: true });
}

async function summarize(chosen, target = null) {
  $("train-working").hidden = false;
  const summary = await ask("GET", `/api/uploads/${data.id}/data?kind=${chosen}`).finally(() => { $("train-working").hidden = true; });
  $("train-data").hidden = false;
  tables.show(summary.table, target);
  const rows = summary.labels.map(({ label, count }) => make("tr", {}, make("td", {}, label), make("td", { className: "number" }, String(count))));
  if (summary.table) $("train-summary").replaceChildren(...tables.rows(summary.table));
  else $("train-summary").replaceChildren(
    make("p", {}, `${summary.count} examples, ${summary.labels.length} ${summary.labels.length === 1 ? "label" : "labels"}`),
    make("div", { className: "scroll" }, make("table", {}, make("tbody", {}, ...rows))),
    make("div", { className: "samples" }, ...summary.samples.map(({ label, picture }) => make("figure", {}, make("img", { src: picture, alt: label }), make("figcaption", {}, label)))),
    summary.problems.length ? make("ul", { className: "problems" }, ...summary.problems.map((problem) => make("li", {}, problem))) : make("p", { className: "hint" }, "Nothing is wrong with it."));
  $("train-kind").replaceChildren(...summary.kinds.map((one) => make("option", { value: one.name, title: one.data }, one.title)));
  if (summary.kind) $("train-kind").value = summary.kind;
  $("train-kind-row").hidden = Boolean(summary.table);
  editor.show(data.id, summary.kind, () => summarize(summary.kind));
  const kind = summary.kinds.find((one) => one.name === summary.kind);
  const names = kind?.changes || [];
  $("train-windows").hidden = !kind?.window;
  for (const [id, name] of [["train-window", "window"], ["train-rate", "frameRate"]]) {
    $(id).value = "";
    $(id).placeholder = kind?.[name] ?? "";
  }
  $("train-changes").hidden = !names.length;
  $("train-augment").replaceChildren(...names.map((name) => make("label", {}, make("input", { type: "checkbox", value: name }), name)));
  $("train-start").disabled = summary.table ? !tables.isReady() : !summary.kind || !summary.labels.length;
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
        table: tables.settings(),
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
let isAway = false;
const seconds = (value) => `${value < 10 ? value.toFixed(1) : Math.round(value)} s`;

async function refresh() {
  if (isRefreshing) return;
  isRefreshing = true;
  try {
    const jobs = await ask("GET", "/api/jobs");
    const text = JSON.stringify(jobs) + shown?.id;
    if ($("train-jobs").dataset.text !== text) {
      $("train-jobs").dataset.text = text;
      $("train-jobs").replaceChildren(...jobs.reverse().map((job) => make("li", {},
        make("button", { onclick: () => show(job.id), "aria-pressed": String(shown?.id === job.id) }, job.name, make("small", {}, `${job.target === null ? job.kind : `predicts ${job.target}`}, ${job.state}`)))));
    }
    if (shown) await update();
    if (isAway) notice("");
    isAway = false;
  } catch (error) {
    isAway = true;
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
  const work = { extractingFeatures: "looking at the pictures", evaluating: "trying kinds of models" }[details.phase] || "training";
  const count = details.total ? `${details.done} of ${details.total}` : "";
  parts.state.textContent = details.state === "running" ? `${work}: ${count} (${seconds(details.seconds)})`
    : details.state === "failed" ? `failed: ${details.reason}` : `${details.state}${details.seconds > 0 ? ` after ${seconds(details.seconds)}` : ""}`;
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

/** Measures a model on other data: a table, or a folder or a zip of pictures. */
async function test(job, wanted) {
  const files = await choose(wanted);
  if (!files.length) return;
  const path = `/api/jobs/${job.id}/test`;
  const id = await upload(files, $("train-upload"));
  await ask("POST", path, { upload: id });
  document.getElementById("train-test")?.remove();
  const page = make("iframe", { src: `${path}?of=${id}`, title: `Evaluation on ${files[0].path.split("/")[0]}`, id: "train-test" });
  job.parts.result.prepend(page);
  page.scrollIntoView();
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
      details.kind === "table" ? null : act("Try it on the camera", async () => { openPage("look"); await tryModel(job.id); }),
      details.kind === "table" ? act("Test on another table", () => test(job, { accept: tableFiles })) : null,
      ...(["photos", "boxes"].includes(details.kind) ? [act("Test on another folder", () => test(job, { folder: true })), act("Test on a zip", () => test(job, { accept: ".zip" }))] : []),
      act("Look into it", async () => { openPage("models"); (await import("./models.js")).show(job.id); }));
  }
  if (!["running", "waiting"].includes(details.state)) list.push(act("Change and train again", () => again(details)), act("Remove", async () => {
    if (!confirm(`Remove the training '${details.name}' and its model?`)) return;
    await ask("DELETE", path);
    shown = null;
    $("train-job").hidden = true;
  }));
  job.parts.buttons.replaceChildren(...list.filter(Boolean));
  const isFinished = details.state === "finished";
  job.parts.result.replaceChildren(isFinished ? make("iframe", { src: `${path}/report`, title: "Evaluation", id: "train-report" }) : "");
  if (isFinished && details.kind === "table") {
    attempt(() => rowForm(job.id)).then((form) => { if (form && shown === job) job.parts.result.prepend(form); });
  }
}
