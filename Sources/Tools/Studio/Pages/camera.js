// A stage: a picture, a video or the camera, with what was found drawn over it. Frames go to the server one at a time; the newest wins.

import { attempt, choose, make, notice, showPreview, takesDrops } from "./common.js";
import { draw, findingAt } from "./overlay.js";
import { Player } from "./player.js";

const frameWidth = 640;

export class Stage {
  /** `path` is the WebSocket's; `photos` gets chosen photos where they are wanted; `answered` gets each answer; `pointing` gets the
   * finding that is pointed at; `begun` is told when a video or the camera begins; where `everyFrame` says so, no frame of a video file is left
   * out. */
  constructor(element, { path, settings, answered, photos = null, marks = null, pointing = null, begun = () => {}, everyFrame = () => false }) {
    Object.assign(this, { element, path, settings, answered, photos, marks, pointing, begun, everyFrame });
    this.statistics = [];
    this.canvas = make("canvas", { className: "overlay" });
    this.canvas.addEventListener("redraw", () => this.last && draw(this.canvas, ...this.last, this.pointed));
    this.frame = make("div", { className: "frame" });
    this.picture = make("div", { className: "picture", hidden: true }, this.frame);
    this.invite = make("div", { className: "invite" }, make("p", {}, make("b", {}, photos ? "Drop photos or a video here" : "Drop a video here"), make("br"), "or use the camera"));
    const tools = make("div", { className: "tools" });
    if (photos) tools.append(make("button", { onclick: async () => this.take(await choose({ multiple: true, accept: "image/*,video/*,.heic,.heif,.avif,.tif,.tiff" })) }, "Choose files"));
    else tools.append(make("button", { onclick: async () => this.take(await choose({ accept: "video/*" })) }, "Choose a video"));
    this.cameraButton = make("button", { onclick: () => (this.stream ? this.stop() : this.openCamera()) }, "Camera");
    this.stopButton = make("button", { onclick: () => this.stop(), hidden: true }, "Stop");
    this.cameraChoice = make("select", { hidden: true, "aria-label": "Which camera", onchange: () => this.openCamera(this.cameraChoice.value) });
    tools.append(this.cameraButton, this.cameraChoice, this.stopButton);
    this.player = new Player(() => ({ time: this.shownTime, length: Number.isFinite(this.frameLength) ? this.frameLength : 1 / 30 }));
    element.append(this.invite, this.picture, this.player.element, tools);
    takesDrops(element, (files) => this.take(files));
    if (marks) this.followMarks();
    else this.followPointer();
  }

  take(files) {
    if (!files.length) return;
    const video = files.find(({ file }) => file.type.startsWith("video/"));
    if (video) this.openVideo(video.file);
    else if (this.photos) { this.stop(); this.photos(files.map(({ file }) => file)); }
    else notice("This takes a video.");
  }

  /** Shows a photo; what is in it is drawn when it is known. */
  async showPhoto(file) {
    const address = URL.createObjectURL(file);
    const image = make("img", { alt: file.name, src: address });
    this.show(image);
    await image.decode().catch(() => showPreview(image, file));
    URL.revokeObjectURL(address);
    return image;
  }

  show(element) {
    this.last = null;
    this.invite.hidden = true;
    this.picture.hidden = false;
    this.canvas.width = this.canvas.height = 1;
    this.frame.replaceChildren(element, this.canvas);
  }

  overlay(findings, width, height) {
    this.last = [findings, width, height];
    this.pointed = null;
    draw(this.canvas, findings, width, height);
  }

  /** Shows which finding is pointed at, in the picture or in a list of them; `null` for none. */
  point(finding) {
    if (!this.last || finding === this.pointed) return;
    this.pointed = finding;
    draw(this.canvas, ...this.last, finding);
    if (this.pointing) this.pointing(finding);
  }

  /** Points at what is under the pointer. */
  followPointer() {
    this.canvas.addEventListener("pointermove", (event) => {
      const bounds = this.canvas.getBoundingClientRect();
      if (this.last) this.point(findingAt(this.last[0], (event.clientX - bounds.left) / bounds.width, 1 - (event.clientY - bounds.top) / bounds.height));
    });
    this.canvas.addEventListener("pointerleave", () => this.point(null));
  }

  /** Opens a camera; the browser's own choice where none is said. */
  async openCamera(device = "") {
    if (!navigator.mediaDevices) return notice("The browser lets pages use the camera only on this machine (127.0.0.1) or over HTTPS.");
    await attempt(async () => {
      this.stop();
      let stream;
      try {
        stream = await navigator.mediaDevices.getUserMedia({ video: { width: { ideal: 640 }, height: { ideal: 480 }, frameRate: { ideal: 30 }, ...(device ? { deviceId: { exact: device } } : {}) } });
      } catch (error) {
        throw new Error(`The camera cannot be used: ${error.message}`);
      }
      this.stream = stream;
      const video = make("video", { muted: true, playsInline: true, autoplay: true, srcObject: stream });
      this.begin(video);
      await video.play();
      await this.offerCameras(stream);
    });
  }

  /** Lets the user choose where there is more than one camera. */
  async offerCameras(stream) {
    const cameras = (await navigator.mediaDevices.enumerateDevices()).filter((device) => device.kind === "videoinput");
    if (this.stream !== stream) return;
    this.cameraChoice.replaceChildren(...cameras.map((camera, index) => make("option", { value: camera.deviceId }, camera.label || `Camera ${index + 1}`)));
    this.cameraChoice.value = stream.getVideoTracks()[0]?.getSettings().deviceId ?? "";
    this.cameraChoice.hidden = cameras.length < 2;
  }

  openVideo(file) {
    this.stop();
    this.address = URL.createObjectURL(file);
    const video = make("video", { muted: true, playsInline: true, loop: true, controls: false, src: this.address });
    video.addEventListener("error", () => { this.stop(); notice(`The browser cannot play ${file.name}.`); });
    // A browser that doesn't tell of the frame it has gone back to plays on.
    video.addEventListener("seeked", () => {
      const { due } = this;
      setTimeout(() => { if (this.video === video && due !== null && this.due === due) this.goOn(); }, 3000);
    });
    this.begin(video);
    video.play().catch(() => {});
  }

  begin(video) {
    this.video = video;
    this.show(video);
    this.player.follow(this.address ? video : null);
    this.player.offer(!this.everyFrame());
    this.begun();
    this.cameraButton.textContent = this.stream ? "Stop the camera" : "Camera";
    this.stopButton.hidden = Boolean(this.stream);
    this.number = 0;
    this.inFlight = false;
    this.fresh = null;
    this.sentTime = NaN;
    this.shownTime = NaN;
    this.frameLength = Infinity;
    this.step = Infinity;
    this.due = null;
    this.soughtFrom = NaN;
    this.statistics = [];
    this.sent = new Map();
    this.grabber = make("canvas");
    this.socket = new WebSocket(`ws://${location.host}${this.path}`);
    this.socket.binaryType = "arraybuffer";
    this.socket.onopen = () => { this.configure(); this.isOpen = true; this.pump(); };
    // An answer for the picture before may still arrive.
    this.socket.onmessage = (event) => { if (this.video === video) this.receive(JSON.parse(event.data)); };
    this.socket.onclose = () => { if (this.video === video) { this.stop(); notice("Studio has closed the connection."); } };
    const next = () => (video.requestVideoFrameCallback ? video.requestVideoFrameCallback(tick) : requestAnimationFrame(tick));
    const tick = (now, metadata) => {
      if (this.video !== video) return;
      // Without what a browser knows of the frame its time is that of the clock, or the file's.
      this.fresh = metadata ? metadata.mediaTime : this.stream ? now / 1000 : video.currentTime;
      // A file whose frames are all wanted waits at the next one.
      this.noteFrame(metadata);
      if (this.inFlight && this.address && this.everyFrame()) video.pause();
      this.pump();
      next();
    };
    next();
  }

  /** Remembers the time of the frame that is shown, and the shortest time between two. */
  noteFrame(metadata) {
    const gap = metadata ? metadata.mediaTime - this.shownTime : NaN;
    if (gap > 0.001) this.frameLength = Math.min(this.frameLength, gap);
    this.shownTime = metadata ? metadata.mediaTime : NaN;
  }

  /** Begins a video file anew. */
  rewind() {
    if (this.address) this.video.currentTime = 0;
  }

  configure() {
    this.player.offer(!this.everyFrame());
    if (this.socket && this.socket.readyState === 1) this.socket.send(JSON.stringify(this.settings()));
  }

  /** Sends the newest frame, if no other is on its way. */
  pump() {
    const video = this.video;
    if (!this.isOpen || this.inFlight || this.fresh === null || !video || !video.videoWidth) return;
    const time = this.fresh;
    this.fresh = null;
    if (this.address && !this.follows(time)) return;
    this.inFlight = true;
    this.sentTime = time;
    const scale = Math.min(1, frameWidth / Math.max(video.videoWidth, video.videoHeight));
    this.grabber.width = Math.round(video.videoWidth * scale);
    this.grabber.height = Math.round(video.videoHeight * scale);
    const number = ++this.number;
    const begun = performance.now();
    this.grabber.getContext("2d").drawImage(video, 0, 0, this.grabber.width, this.grabber.height);
    if (this.address && video.paused) this.goOn();
    this.grabber.toBlob(async (blob) => {
      if (this.video !== video || !blob) { this.inFlight = false; return; }
      const message = new Uint8Array(12 + blob.size);
      const head = new DataView(message.buffer);
      head.setUint32(0, number, true);
      head.setFloat64(4, time, true);
      message.set(new Uint8Array(await blob.arrayBuffer()), 12);
      if (this.video !== video || this.socket.readyState !== 1) { this.inFlight = false; return; }
      this.sent.set(number, { begun, sent: performance.now() });
      this.socket.send(message);
    }, "image/jpeg", 0.85);
  }

  /**
   * Whether a frame of a video file may be sent. Where each is wanted and one before it was left out, or the picture has moved on since the
   * browser told of it, the file stops and goes back to the one that is due, once for each.
   */
  follows(time) {
    const { video, due } = this;
    const gap = time - this.sentTime;
    if (due !== null) {
      // The browser may still tell of frames from before the way back.
      if (video.seeking || time > due) return false;
      this.due = null;
      if (gap <= 0) {
        // The file has no frame there.
        this.goOn();
        return false;
      }
    } else if (this.everyFrame() && this.soughtFrom !== this.sentTime && (gap > 1.5 * this.step || video.currentTime - time > this.step)) {
      this.soughtFrom = this.sentTime;
      this.due = this.sentTime + 1.5 * this.step;
      video.pause();
      video.currentTime = this.due;
      return false;
    }
    if (gap > 0) this.step = Math.min(this.step, gap);
    video.playbackRate = this.everyFrame() ? this.pace() : 1;
    return true;
  }

  /** Plays a video file on. */
  goOn() {
    this.due = null;
    if (!this.player.isHeld) this.video.play().catch(() => {});
  }

  /** How fast a video file is played whose frames are all wanted: a frame lasts longer than nine of ten answers take. */
  pace() {
    const times = this.statistics.slice(-30).map((entry) => entry.whole).sort((a, b) => a - b);
    if (!times.length || this.step === Infinity) return 1 / 16;
    return Math.min(1, Math.max(1 / 16, (1000 * this.step) / (1.2 * times[Math.floor(times.length * 0.9)])));
  }

  receive(answer) {
    if (answer.frame !== undefined) {
      this.inFlight = false;
      const times = this.sent.get(answer.frame);
      this.sent.clear();
      const size = [answer.width || this.grabber.width, answer.height || this.grabber.height];
      const findings = answer.findings || (answer.looks || []).flatMap((look) => look.findings || []);
      if (!answer.error) this.overlay([...findings, ...(this.marks ? this.marks.shown() : [])], ...size);
      if (times) {
        const now = performance.now();
        this.statistics.push({ now, latency: now - times.sent, whole: now - times.begun, server: answer.milliseconds });
        if (this.statistics.length > 300) this.statistics.shift();
      }
    }
    this.answered(answer);
    this.pump();
  }

  /** The median latency from a frame that is sent to its overlay, and the frames of the last second. */
  figures() {
    const recent = this.statistics.slice(-60);
    if (!recent.length) return null;
    const median = (key) => recent.map((entry) => entry[key]).sort((a, b) => a - b)[recent.length >> 1];
    const last = recent[recent.length - 1].now;
    const rate = recent.length > 1 ? (1000 * (recent.length - 1)) / (last - recent[0].now) : 0;
    return { latency: median("latency"), whole: median("whole"), server: median("server"), rate };
  }

  stop() {
    const { socket, stream, address } = this;
    Object.assign(this, { video: null, socket: null, stream: null, address: null, isOpen: false });
    if (socket) { socket.onclose = null; socket.close(); }
    if (stream) for (const track of stream.getTracks()) track.stop();
    if (address) URL.revokeObjectURL(address);
    this.cameraButton.textContent = "Camera";
    this.stopButton.hidden = true;
    this.cameraChoice.hidden = true;
    this.player.follow(null);
    this.player.offer(false);
    this.picture.hidden = true;
    this.invite.hidden = false;
  }

  /** Boxes that are drawn with the pointer. */
  followMarks() {
    let start = null;
    const place = (event) => {
      const bounds = this.canvas.getBoundingClientRect();
      return [(event.clientX - bounds.left) / bounds.width, 1 - (event.clientY - bounds.top) / bounds.height].map((value) => Math.max(0, Math.min(1, value)));
    };
    const box = (end) => [Math.min(start[0], end[0]), Math.min(start[1], end[1]), Math.abs(start[0] - end[0]), Math.abs(start[1] - end[1])];
    this.canvas.addEventListener("pointerdown", (event) => { if (this.marks.wanted()) { start = place(event); this.canvas.setPointerCapture(event.pointerId); } });
    this.canvas.addEventListener("pointermove", (event) => { if (start) this.marks.drawing(box(place(event))); });
    this.canvas.addEventListener("pointerup", (event) => {
      if (!start) return;
      const found = box(place(event));
      start = null;
      this.marks.drawing(null);
      if (found[2] > 0.01 && found[3] > 0.01) this.marks.drawn(found);
    });
  }
}
