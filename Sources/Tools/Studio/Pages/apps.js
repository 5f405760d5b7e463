// Apps: the documents' apps, live on the camera or a video.

import { $, attempt, fillModels, make, milliseconds, sampleFile } from "./common.js";
import { Stage } from "./camera.js";

let stage;
let kinds;
let samples = [];
let boxes = [];
let sketch = null;

export function begin(state) {
  kinds = state.apps;
  samples = state.samples;
  $("apps-sample").addEventListener("click", () => attempt(playSample));
  for (const kind of kinds) {
    const button = make("input", { type: "radio", name: "app", value: kind.name, checked: kind === kinds[0] });
    button.addEventListener("change", () => { changed(); entered(); });
    $("apps-kinds").append(make("label", {}, button, make("span", {}, kind.name, make("small", {}, kind.summary))));
  }
  stage = new Stage($("apps-stage"), {
    path: "/ws/app", settings, answered, begun: () => { $("apps-state").textContent = "looking…"; }, everyFrame: () => kind().takesEveryFrame,
    marks: {
      wanted: () => kind().takesBoxes,
      drawing: (box) => { sketch = box; if (stage.last) stage.overlay([...stage.last[0].filter((one) => !one.isSketch), ...marks()], stage.last[1], stage.last[2]); },
      drawn: (box) => { boxes.push(box); restart(); },
      shown: marks,
    },
  });
  window.studioApps = stage;
  changed();
}

export const entered = () => attempt(() => fillModels(...choices()));

export function left() { stage.stop(); }

const kind = () => kinds.find((one) => one.name === document.querySelector("#apps-kinds input:checked").value);
const marks = () => (sketch ? [{ box: sketch, title: "", isSketch: true }] : []);

const choices = () => [...document.querySelectorAll("#apps-models select")];

function settings() { return { app: kind().name, models: Object.fromEntries(choices().map((select) => [select.name, select.value])), boxes }; }

function changed() {
  boxes = [];
  const { models, hint } = kind();
  const rows = models.map(({ name, title, none, role }) => make("label", { className: "row" }, title, make("select", { name, onchange: again, "data-none": none, "data-roles": role })));
  $("apps-models").replaceChildren(...rows);
  $("apps-hint").textContent = hint;
  $("apps-sample").hidden = !sample();
  again();
}

const sample = () => samples.find((one) => one.name === kind().name && one.clip);

/** Plays the app's own clip, with its own models. */
async function playSample() {
  const { clip, models, boxes: marked } = sample();
  await fillModels(...choices());
  for (const select of choices()) if (models[select.name]) select.value = models[select.name];
  boxes = marked.map((box) => [...box]);
  $("apps-events").replaceChildren();
  stage.openVideo(await sampleFile(clip));
}

/** Begins an app anew, and a video file with it. */
function again() {
  stage?.rewind();
  restart();
}

function restart() {
  $("apps-events").replaceChildren();
  $("apps-state").textContent = "";
  stage?.configure();
}

function answered(answer) {
  if (answer.error) { $("apps-state").textContent = answer.error; return; }
  if (answer.frame === undefined) return;
  $("apps-state").textContent = answer.state;
  for (const event of answer.events) {
    $("apps-events").prepend(make("li", {}, `${answer.time.toFixed(1)} s  ${event}`));
    if ($("apps-events").childElementCount > 200) $("apps-events").lastChild.remove();
  }
  const figures = stage.figures();
  if (figures) $("apps-figures").replaceChildren(
    make("span", {}, "frame to overlay ", make("b", {}, milliseconds(figures.latency))), make("span", {}, "frames a second ", make("b", {}, figures.rate.toFixed(1))));
}
