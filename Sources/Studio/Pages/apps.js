// Apps: the documents' apps, live on the camera or a video.

import { $, attempt, fillModels, make, milliseconds } from "./common.js";
import { Stage } from "./camera.js";

let stage;
let kinds;
let boxes = [];
let sketch = null;

export function begin(state) {
  kinds = state.apps;
  for (const kind of kinds) {
    const button = make("input", { type: "radio", name: "app", value: kind.name, checked: kind === kinds[0] });
    button.addEventListener("change", changed);
    $("apps-kinds").append(make("label", {}, button, make("span", {}, kind.name, make("small", {}, kind.summary))));
  }
  $("apps-model").addEventListener("change", restart);
  stage = new Stage($("apps-stage"), {
    path: "/ws/app", settings, answered,
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

export async function entered() { await attempt(() => fillModels($("apps-model"), "the default scene model")); }

export function left() { stage.stop(); }

const kind = () => kinds.find((one) => one.name === document.querySelector("#apps-kinds input:checked").value);
const marks = () => (sketch ? [{ box: sketch, title: "", isSketch: true }] : []);

function settings() { return { app: kind().name, model: $("apps-model").value, boxes }; }

function changed() {
  boxes = [];
  const { model, takesBoxes } = kind();
  $("apps-model-row").hidden = model === "none";
  $("apps-hint").textContent = takesBoxes ? "Draw a box around each thing in the picture." : model === "detector" ? "Choose a detector that you have trained, or dropped in Models." : "";
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
