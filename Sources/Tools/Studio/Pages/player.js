// The controls of a video file: pause, single frames, and a place to go to.

import { make } from "./common.js";

const clock = (seconds) => `${Math.floor(seconds / 60)}:${(seconds % 60).toFixed(1).padStart(4, "0")}`;

export class Player {
  /** `frame` gives the time of the frame that is shown and how long a frame lasts, in seconds. */
  constructor(frame) {
    this.frame = frame;
    this.video = null;
    /** Whether the user stopped the video. */
    this.isHeld = false;
    this.playButton = make("button", { onclick: () => (this.isHeld ? this.goOn() : this.hold()) }, "Pause");
    this.place = make("input", { type: "range", min: 0, max: 1, step: "any", value: 0, "aria-label": "Place in the video" });
    this.place.addEventListener("input", () => this.go(Number(this.place.value)));
    this.time = make("span", { className: "time" });
    this.element = make("div", { className: "player", hidden: true, role: "group", "aria-label": "Video" }, this.playButton,
      make("button", { onclick: () => this.step(-1), "aria-label": "One frame back", title: "One frame back" }, "‹"),
      make("button", { onclick: () => this.step(1), "aria-label": "One frame on", title: "One frame on" }, "›"), this.place, this.time);
  }

  /** Controls another video; `null` for none. */
  follow(video) {
    this.video = video;
    this.isHeld = false;
    if (video) for (const event of ["loadedmetadata", "timeupdate", "seeked"]) video.addEventListener(event, () => { if (this.video === video) this.show(); });
    this.show();
  }

  /** Shows the controls, or hides them and lets the video run. */
  offer(isOffered) {
    this.element.hidden = !isOffered || !this.video;
    if (!isOffered && this.isHeld) this.goOn();
  }

  show() {
    this.playButton.textContent = this.isHeld ? "Play" : "Pause";
    const { currentTime = 0, duration = 0 } = this.video || {};
    if (!Number.isFinite(duration)) return;
    this.place.max = duration || 1;
    this.place.value = currentTime;
    this.place.setAttribute("aria-valuetext", `${clock(currentTime)} of ${clock(duration)}`);
    this.time.textContent = `${clock(currentTime)} / ${clock(duration)}`;
  }

  hold() {
    this.isHeld = true;
    this.video.pause();
    this.show();
  }

  goOn() {
    this.isHeld = false;
    this.video.play().catch(() => {});
    this.show();
  }

  go(seconds) { this.video.currentTime = Math.max(0, Math.min(seconds, this.video.duration || 0)); }

  /** Goes to the middle of the next frame, or of the one before. */
  step(direction) {
    this.hold();
    const { time, length } = this.frame();
    this.go((Number.isFinite(time) ? time : this.video.currentTime) + (direction + 0.5) * length);
  }
}
