// The pages, one shown at a time.

import { $, ask, attempt, limits } from "./common.js";
import * as look from "./look.js";
import * as similar from "./similar.js";
import * as train from "./train.js";
import * as models from "./models.js";
import * as apps from "./apps.js";

const pages = { look, similar, train, models, apps };
let shown = "look";

export function open(name) {
  if (!(name in pages)) name = "look";
  if (name !== shown && pages[shown].left) pages[shown].left();
  shown = name;
  for (const other of Object.keys(pages)) {
    const tab = $(`tab-${other}`);
    tab.setAttribute("aria-selected", other === name);
    tab.tabIndex = other === name ? 0 : -1;
    $(other).hidden = other !== name;
  }
  history.replaceState(null, "", `#${name}`);
  if (pages[name].entered) pages[name].entered();
}

const names = Object.keys(pages);
for (const name of names) {
  const tab = $(`tab-${name}`);
  tab.addEventListener("click", () => open(name));
  tab.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const next = names[(names.indexOf(name) + step + names.length) % names.length];
    open(next);
    $(`tab-${next}`).focus();
  });
}

// A file dropped beside its place does not replace the page.
for (const kind of ["dragover", "drop"]) window.addEventListener(kind, (event) => event.preventDefault());

const state = await attempt(() => ask("GET", "/api/state"));
if (state) {
  limits.largestUpload = state.largestUpload;
  for (const page of Object.values(pages)) page.begin(state, open);
  open(location.hash.slice(1) || "look");
  document.body.dataset.ready = "1";
}
