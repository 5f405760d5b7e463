// Look: what is in photos, videos and before the camera.

import { $, ask, attempt, fillModels, make, milliseconds, percent, sampleFile, showPreview } from "./common.js";
import { Stage } from "./camera.js";
import { asCSV, asJSON, resultsOf, save, savePictures } from "./results.js";

let stage;
let current = null;
let photoRun = 0;
let shownFile = null;
let photos = [];
const shownFindings = 40;

export function begin(state) {
  const groups = new Map();
  for (const kind of state.looks) {
    const box = make("input", { type: "checkbox", name: "kind", value: kind.name, checked: kind.name === "classify" });
    box.addEventListener("change", changed);
    if (!groups.has(kind.group)) groups.set(kind.group, make("div", { className: "choices", role: "group", "aria-label": kind.group }, make("span", { className: "group" }, kind.group)));
    groups.get(kind.group).append(make("label", { title: kind.summary }, box, kind.title));
  }
  $("look-kinds").append(...groups.values());
  $("look-threshold").addEventListener("input", () => { $("look-threshold-value").textContent = percent(Number($("look-threshold").value)); });
  $("look-threshold").addEventListener("change", changed);
  $("look-model").addEventListener("change", changed);
  $("look-save-json").addEventListener("click", () => saveAll(asJSON, "findings.json", "application/json"));
  $("look-save-csv").addEventListener("click", () => saveAll(asCSV, "findings.csv", "text/csv"));
  $("look-save-pictures").addEventListener("click", () => withAll((told) => savePictures(photos, query(), told)));
  $("look-copy").addEventListener("click", () => navigator.clipboard && navigator.clipboard.writeText($("look-code").textContent));
  stage = new Stage($("look-stage"), { path: "/ws/look", settings, answered: (answer) => show(answer), photos: showPhotos, pointing, begun: () => { $("look-make").hidden = true; current = shownFile = null; photoRun++; busy(true); } });
  window.studioLook = stage;
  for (const button of $("look-make").querySelectorAll("button")) button.addEventListener("click", () => makePicture(button.value));
  const samples = state.samples.flatMap(({ photos }) => photos);
  $("look-samples").hidden = !samples.length;
  $("look-sample").addEventListener("click", () => attempt(async () => { stage.stop(); showPhotos(await Promise.all(samples.map(sampleFile))); }));
  changed();
}

export async function entered() { await attempt(() => fillModels($("look-model"))); }

export function left() { stage.stop(); }

/** Says that an answer is on its way. The answer of another picture goes, that of the same one is dimmed. */
function busy(isOther) {
  if (isOther) {
    $("look-found").replaceChildren();
    $("look-figures").replaceChildren();
    $("look-json").textContent = "";
  }
  $("look-found").setAttribute("aria-busy", "true");
  $("look-working").hidden = false;
}

function idle() {
  $("look-found").removeAttribute("aria-busy");
  $("look-working").hidden = true;
}

/** Tries a model on the camera. */
export async function tryModel(id) {
  for (const box of document.querySelectorAll("#look-kinds input")) box.checked = box.value === "model";
  await fillModels($("look-model"));
  $("look-model").value = id;
  changed();
  await stage.openCamera();
}

function settings() {
  return {
    kinds: [...document.querySelectorAll("#look-kinds input:checked")].map((box) => box.value),
    model: $("look-model").value, threshold: Number($("look-threshold").value),
  };
}

function query() {
  const { kinds, model, threshold } = settings();
  return new URLSearchParams({ kinds: kinds.join(","), model, threshold });
}

async function changed() {
  const chosen = settings();
  $("look-model-row").hidden = !chosen.kinds.includes("model");
  stage.configure();
  const answer = await attempt(() => ask("GET", `/api/code?${query()}`));
  if (answer) $("look-code").textContent = answer.code;
  if (current) await look(current);
}

/** Saves the results of all photos. */
function saveAll(form, name, type) {
  return withAll(async (told) => save(form(await resultsOf(photos, query(), told)), name, type));
}

/** Does something with all photos, that tells how far it is. */
async function withAll(work) {
  const buttons = [...$("look-save").querySelectorAll("button")];
  for (const button of buttons) button.disabled = true;
  await work((text) => { $("look-save-state").textContent = text; });
  for (const button of buttons) button.disabled = false;
}

/** Saves the picture that the server makes of the photo that is shown. */
async function makePicture(kind) {
  const file = shownFile;
  const buttons = [...$("look-make").querySelectorAll("button")];
  for (const button of buttons) button.disabled = true;
  $("look-make-state").textContent = "working…";
  try {
    const response = await fetch(`/api/picture?kind=${kind}`, { method: "POST", body: file });
    if (!response.ok) throw new Error((await response.json()).error);
    save(await response.blob(), `${file.name.replace(/\.[^.]+$/, "")}-${kind}.png`, "image/png");
    $("look-make-state").textContent = "saved";
  } catch (error) {
    $("look-make-state").textContent = error.message;
  }
  for (const button of buttons) button.disabled = false;
}

function showPhotos(files) {
  photos = files;
  $("look-save").hidden = false;
  const buttons = files.map((file) => {
    const address = URL.createObjectURL(file);
    const image = make("img", { src: address, alt: file.name });
    image.addEventListener("error", () => showPreview(image, file), { once: true });
    const button = make("button", { title: file.name }, image);
    button.addEventListener("click", () => {
      for (const other of buttons) other.setAttribute("aria-pressed", other === button);
      look(file);
    });
    return button;
  });
  $("look-strip").replaceChildren(...buttons.map((button) => make("li", {}, button)));
  $("look-strip").hidden = files.length < 2;
  buttons[0].click();
}

/** Looks at a photo; an answer that comes after another photo was chosen is not shown. */
async function look(file) {
  const run = ++photoRun;
  $("look-make").hidden = false;
  $("look-make-state").textContent = "";
  busy(shownFile !== file);
  if (current !== file || stage.picture.hidden) { current = shownFile = file; await stage.showPhoto(file); }
  if (run !== photoRun) return;
  if (!settings().kinds.length) return show({ looks: [] });
  const begun = performance.now();
  const answer = await attempt(() => ask("POST", `/api/look?${query()}`, file));
  if (run !== photoRun || current !== file) return;
  if (!answer) return show({ looks: [] });
  stage.overlay(answer.looks.flatMap((one) => one.findings || []), answer.width, answer.height);
  show({ ...answer, photo: performance.now() - begun });
}

/** A line of the list; the finding is shown in the picture while the line is pointed at. */
function row(finding, kind) {
  const line = make("li", { tabIndex: finding.box ? 0 : -1 }, finding.title || kind, " ", make("span", { className: "kind" }, kind));
  line.finding = finding;
  for (const event of ["pointerenter", "focus"]) line.addEventListener(event, () => stage.point(finding));
  for (const event of ["pointerleave", "blur"]) line.addEventListener(event, () => stage.point(null));
  return line;
}

/** Marks the line of the finding that is pointed at. */
function pointing(finding) {
  for (const line of $("look-found").children) {
    const isPointed = Boolean(finding) && line.finding === finding;
    line.classList.toggle("pointed", isPointed);
    if (isPointed && line !== document.activeElement) line.scrollIntoView({ block: "nearest" });
  }
}

function show(answer) {
  if (answer.code !== undefined) { $("look-code").textContent = answer.code; return; }
  if (answer.frame !== undefined) current = null;
  idle();
  const looks = answer.looks || [];
  const items = looks.flatMap((look) => look.error
    ? [make("li", { className: "error" }, `${look.kind}: ${look.error}`)]
    : (look.findings || []).slice(0, shownFindings).map((finding) => row(finding, look.kind)));
  if (answer.error) items.unshift(make("li", { className: "error" }, answer.error));
  $("look-found").replaceChildren(...items);
  $("look-json").textContent = JSON.stringify(Object.fromEntries(looks.map((look) => [look.kind, look.error ? { error: look.error } : look.json])), null, 1);
  const figures = looks.filter((look) => look.milliseconds !== undefined).map((look) => [look.kind, milliseconds(look.milliseconds)]);
  const camera = answer.frame === undefined ? null : stage.figures();
  if (camera) figures.push(["frame to overlay", milliseconds(camera.latency)], ["frames a second", camera.rate.toFixed(1)]);
  if (answer.width) figures.push(["size", `${answer.width} × ${answer.height}`]);
  $("look-figures").replaceChildren(...figures.map(([name, value]) => make("span", {}, `${name} `, make("b", {}, value))));
}
