// Draws findings over a picture. Places are normalised, with their origin at the lower left.

const colors = ["#0d80d9", "#d96608", "#26a04a", "#cc2659", "#8052d9", "#a87c00"];
const maps = new Map();

/** The findings, over a canvas of the picture's own size. */
export function draw(canvas, findings, width, height) {
  if (canvas.width !== width || canvas.height !== height) { canvas.width = width; canvas.height = height; }
  const context = canvas.getContext("2d");
  context.clearRect(0, 0, width, height);
  const unit = Math.max(width, height) / 640;
  const placed = [];
  let line = 0;
  findings.forEach((finding, index) => {
    const color = colors[index % colors.length];
    context.strokeStyle = color;
    context.fillStyle = color;
    context.lineWidth = 2.5 * unit;
    context.lineJoin = "round";
    if (finding.map) drawMap(context, finding.map, width, height, canvas);
    const place = ([x, y]) => [x * width, (1 - y) * height];
    if (finding.tilt !== undefined) {
      const rise = (Math.tan(finding.tilt) / 2) * width / height;
      strokePath(context, [[0, 0.5 - rise], [1, 0.5 + rise]].map(place), false);
    } else if (finding.dots) {
      for (const part of finding.lines || []) strokePath(context, part.map(place), false);
      for (const dot of finding.dots.map(place)) { context.beginPath(); context.arc(dot[0], dot[1], 3.5 * unit, 0, 7); context.fill(); }
    } else if (finding.outlines) {
      context.lineWidth = (finding.title ? 2.5 : 1.3) * unit;
      for (const outline of finding.outlines) strokePath(context, outline.map(place), true);
    } else if (finding.lines) {
      for (const part of finding.lines) strokePath(context, part.map(place), false);
    } else if (finding.box) {
      const [x, y, w, h] = finding.box;
      context.strokeRect(x * width, (1 - y - h) * height, w * width, h * height);
    }
    if (!finding.title) return;
    if (finding.box) title(context, finding.title, finding.box[0] * width, (1 - finding.box[1] - finding.box[3]) * height, unit, color, width, height, placed);
    else label(context, finding.title, line++, unit);
  });
}

function strokePath(context, points, closed) {
  context.beginPath();
  points.forEach(([x, y], index) => (index ? context.lineTo(x, y) : context.moveTo(x, y)));
  if (closed) context.closePath();
  context.stroke();
}

function drawMap(context, source, width, height, canvas) {
  let image = maps.get(source);
  if (!image) {
    image = new Image();
    image.src = source;
    if (maps.size > 20) maps.clear();
    maps.set(source, image);
    image.decode().then(() => canvas.dispatchEvent(new Event("redraw"))).catch(() => {});
  }
  if (image.complete) context.drawImage(image, 0, 0, width, height);
}

function title(context, text, x, y, unit, color, width, height, placed) {
  const size = 14 * unit;
  context.font = `${size}px system-ui, sans-serif`;
  const box = { w: context.measureText(text).width + 8 * unit, h: size * 1.4 };
  box.x = Math.max(0, Math.min(x, width - box.w));
  box.y = Math.max(0, Math.min(y - box.h, height - box.h));
  for (let step = 0; step < 30 && placed.some((other) => Math.abs(other.y - box.y) < box.h && other.x < box.x + box.w && box.x < other.x + other.w); step++) box.y += box.h;
  placed.push(box);
  context.fillStyle = color;
  context.fillRect(box.x, box.y, box.w, box.h);
  context.fillStyle = "#fff";
  context.fillText(text, box.x + 4 * unit, box.y + size * 1.05);
}

/** A label of the whole picture, from its upper left corner down. */
function label(context, text, line, unit) {
  const size = 16 * unit;
  context.font = `${size}px system-ui, sans-serif`;
  const y = (8 + line * 26) * unit;
  context.fillStyle = "rgba(0, 0, 0, 0.65)";
  context.fillRect(8 * unit, y, context.measureText(text).width + 12 * unit, 23 * unit);
  context.fillStyle = "#fff";
  context.fillText(text, 14 * unit, y + 17 * unit);
}
