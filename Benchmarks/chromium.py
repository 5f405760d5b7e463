"""Chromium without a window: it draws pages of HTML, and says where their lines of text are. For text_pages.py. Needs opencv-python-headless."""
import base64
import itertools
import json
import os
import subprocess

import cv2
import numpy as np

# Each character's box, joined to lines: those of a block on the same base line. A line is as high as the letters b and p of its font together.
LINES = r"""
(() => {
  const canvas = document.createElement("canvas").getContext("2d"), range = document.createRange(), lines = [];
  const seen = element => {
    let box = [0, 0, innerWidth, innerHeight];
    for (; element != document.body; element = element.parentElement)
      if (getComputedStyle(element).overflowX != "visible") {
        const r = element.getBoundingClientRect();
        box = [Math.max(box[0], r.left), Math.max(box[1], r.top), Math.min(box[2], r.right), Math.min(box[3], r.bottom)];
      }
    return box;
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node, line = null; node = walker.nextNode();) {
    const style = getComputedStyle(node.parentElement), size = parseFloat(style.fontSize);
    let block = node.parentElement, space = false, at = 0;
    while (getComputedStyle(block).display == "inline") block = block.parentElement;
    canvas.font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    const font = canvas.measureText("bp");
    for (const character of node.data) {
      range.setStart(node, at);
      range.setEnd(node, at += character.length);
      if (/\s/.test(character)) { space = true; continue; }
      const box = [...range.getClientRects()].pop();
      if (!box || !box.width) continue;
      const base = box.top + font.fontBoundingBoxAscent;
      const top = base - font.actualBoundingBoxAscent, bottom = base + font.actualBoundingBoxDescent;
      if (!line || line.block != block || Math.abs(base - line.base) > size / 3 || box.left < line.box[2] - size / 3
          || box.left > line.box[2] + 3 * size)
        lines.push(line = {block, base, box: [box.left, top, box.right, bottom], text: ""});
      line.box = [line.box[0], Math.min(line.box[1], top), Math.max(line.box[2], box.right), Math.max(line.box[3], bottom)];
      line.text += (space ? " " : "") + character;
      space = false;
    }
    if (line && space) line.text += " ";
  }
  return lines.map(({block, box, text}) => ({box, text: text.trim().replace(/\s+/g, " "), seen: seen(block)}));
})()
"""


class Chromium:
    """A process of Chromium, which is told through a pipe what to draw."""

    def __init__(self):
        (commands, self.output), (self.input, answers) = os.pipe(), os.pipe()
        program = "exec chromium --headless --no-sandbox --disable-gpu --hide-scrollbars --remote-debugging-pipe about:blank 3<&%d 4>&%d 2>/dev/null"
        self.process = subprocess.Popen(["bash", "-c", program % (commands, answers)], pass_fds=(commands, answers))
        os.close(commands)
        os.close(answers)
        self.rest, self.numbers, self.session = b"", itertools.count(1), {}
        target = next(target for target in self.call("Target.getTargets")["targetInfos"] if target["type"] == "page")
        self.session = {"sessionId": self.call("Target.attachToTarget", targetId=target["targetId"], flatten=True)["sessionId"]}
        self.frame = self.call("Page.getFrameTree")["frameTree"]["frame"]["id"]

    def call(self, method, **parameters):
        """The answer to a command of Chromium's DevTools protocol. Events in between are left out."""
        number = next(self.numbers)
        command = json.dumps({"id": number, "method": method, "params": parameters} | self.session).encode() + b"\0"
        while command:
            command = command[os.write(self.output, command):]
        while True:
            while b"\0" not in self.rest:
                data = os.read(self.input, 1 << 20)
                if not data:
                    raise SystemExit("Chromium has ended.")
                self.rest += data
            answer, self.rest = self.rest.split(b"\0", 1)
            answer = json.loads(answer)
            if answer.get("id") == number:
                return answer["result"]

    def draw(self, page, width, height, scale):
        """The picture of a page, and its lines of text as text.py wants them. Lines that cannot be seen are left out."""
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale, mobile=False)
        self.call("Page.setDocumentContent", frameId=self.frame, html=page)
        found = self.call("Runtime.evaluate", expression=LINES, returnByValue=True)["result"]["value"]
        data = base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"])
        lines = []
        for line in found:
            box, seen = line["box"], line["seen"]
            shown = [max(box[0], seen[0]), max(box[1], seen[1]), min(box[2], seen[2]), min(box[3], seen[3])]
            if shown[2] - shown[0] < 1 or shown[3] - shown[1] < 1:
                continue
            left, top, right, bottom = (v * scale for v in shown)
            cut = max(abs(a - b) for a, b in zip(shown, box)) > 1
            quad = [[left, top], [right, top], [right, bottom], [left, bottom]]
            lines.append({"quad": quad} | ({"ignore": True} if cut else {"text": line["text"]}))
        return cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR), lines

    def close(self):
        self.process.terminate()
        self.process.wait()
