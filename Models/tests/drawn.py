"""Draws the pictures of the tests: scenes, faces, people and animals, with the marks, joints and masks that belong to them."""

import cv2
import numpy as np

SKIN, HAIR = (215, 170, 145), (60, 40, 30)
FACE_SHARE = 0.28  # of the side of a face's picture: the unit that the face is drawn in
FACE_AXES = (1.05, 0.75)  # half of its height and of its width, in that unit


def write(path, image):
    """Writes a picture in RGB or gray, and the folder that it is in."""
    path.parent.mkdir(parents=True, exist_ok=True)
    pixels = image if image.ndim == 2 else image[:, :, ::-1]
    if not cv2.imwrite(str(path), np.ascontiguousarray(pixels)):
        raise OSError(f"{path} cannot be written")
    return path


def finished(image, generator):
    """The picture with a camera's blur and noise."""
    image = cv2.GaussianBlur(image, (0, 0), 0.8)
    return np.clip(image + generator.normal(0, 4, image.shape), 0, 255).astype(np.uint8)


def scene(seed, width=160, height=120):
    """A place with a sky, a ground and some things of one colour."""
    generator = np.random.default_rng(seed)
    sky, ground = generator.uniform(60, 240, (2, 3))
    rows = np.linspace(0, 1, height)[:, None, None]
    image = np.broadcast_to(np.where(rows < generator.uniform(0.4, 0.7), sky * (1 - 0.3 * rows), ground), (height, width, 3))
    image = np.ascontiguousarray(image, np.uint8)
    for _ in range(4):
        colour = tuple(int(value) for value in generator.integers(0, 256, 3))
        x, y, size = (int(value) for value in generator.uniform(0.1, 0.9, 3) * (width, height, min(width, height) / 3))
        if generator.random() < 0.5:
            cv2.rectangle(image, (x - size, y - size), (x + size, y + size), colour, -1)
        else:
            cv2.circle(image, (x, y), size, colour, -1, cv2.LINE_AA)
    return finished(image, generator)


def face(seed, side=256):
    """A face that looks at the camera, in the middle of a square picture, and its 68 marks."""
    generator = np.random.default_rng(seed)
    half = side * FACE_SHARE
    middle = np.array([side / 2, side / 2])
    eyes, mouth, gap, width = generator.normal((-0.12, 0.55, 0.32, 0.27), 0.012)
    y, x = ((axis - centre) / half for axis, centre in zip(np.mgrid[:side, :side].astype(np.float32), middle[::-1]))

    def inside(across, down, a, b):
        return ((x - across) / a) ** 2 + ((y - down) / b) ** 2

    image = np.empty((side, side, 3), np.float32)
    image[:] = generator.uniform(140, 200, 3)
    image[inside(0, -0.25, 0.95, 1.15) < 1] = HAIR
    image[(abs(x) < 0.4) & (y > 0)] = (190, 145, 120)
    image[inside(0, 2.6, 1.9, 1.3) < 1] = generator.uniform(30, 120, 3)
    depth = inside(0, 0, 0.75, 1.05)
    image[depth < 1] = (np.array(SKIN) * np.clip(1.08 - 0.25 * depth - 0.12 * x, 0.6, 1.15)[..., None])[depth < 1]
    image -= 35 * np.exp(-(((x - 0.08) / 0.06) ** 2 + ((y - 0.15) / 0.2) ** 2) / 2)[..., None]
    for s in (-1, 1):
        image -= 45 * np.exp(-((x - s * gap) ** 2 + (y - eyes) ** 2) / (2 * 0.17 ** 2))[..., None]
        image[inside(s * gap, eyes, 0.15, 0.065) < 1] = 245
        image[inside(s * gap, eyes, 0.062, 0.062) < 1] = HAIR
        image[inside(s * gap - 0.02, eyes - 0.02, 0.018, 0.018) < 1] = 255
        image[(abs(inside(s * gap, eyes - 0.13, 0.2, 0.07) - 1) < 0.5) & (y < eyes - 0.13)] = HAIR
        image[inside(s * 0.07, 0.3, 0.05, 0.03) < 1] = (120, 70, 60)
    image[inside(0, mouth, width, 0.09) < 1] = (180, 80, 80)
    image[(abs(y - mouth) < 0.015) & (abs(x) < width * 0.93)] = (110, 40, 40)

    def ring(across, down, a, b, angles):
        angles = np.radians(angles)
        return np.column_stack([across + a * np.cos(angles), down + b * np.sin(angles)])

    marks = [ring(0, 0, 0.75, 1.05, np.linspace(190, -10, 17)),
             *(ring(s * gap, eyes - 0.13, 0.2, 0.07, np.linspace(190, 350, 5)) for s in (-1, 1)),
             np.column_stack([np.zeros(4), np.linspace(eyes, 0.22, 4)]), np.column_stack([np.linspace(-0.12, 0.12, 5), np.full(5, 0.32)]),
             *(ring(s * gap, eyes, 0.15, 0.065, (180, 240, 300, 0, 60, 120)) for s in (-1, 1)),
             ring(0, mouth, width, 0.09, np.linspace(180, 510, 12)), ring(0, mouth, 0.8 * width, 0.03, np.linspace(180, 495, 8))]
    return finished(np.clip(image, 0, 255), generator), np.concatenate(marks) * half + middle


def crowd(seeds, side=128):
    """Faces beside each other, and their boxes: left, top, right and bottom."""
    image = np.concatenate([face(seed, side)[0] for seed in seeds], 1)
    long, short = (axis * side * FACE_SHARE for axis in FACE_AXES)
    middles = [(side * (n + 0.5), side / 2) for n in range(len(seeds))]
    return image, [(x - short, y - long, x + short, y + long) for x, y in middles]


def limb(image, start, end, first, last, colour):
    """A round rod that becomes thinner or thicker."""
    for share in np.linspace(0, 1, 24):
        x, y = (1 - share) * np.asarray(start) + share * np.asarray(end)
        cv2.circle(image, (int(8 * x), int(8 * y)), int(8 * ((1 - share) * first + share * last)), (*colour, 255), -1, cv2.LINE_AA, 3)


def person(seed, width=240, height=360):
    """A person who stands upright and looks at the camera: picture, mask, and the 17 joints in COCO's order."""
    generator = np.random.default_rng(seed)
    tall, top = 0.82 * height, 0.09 * height
    shirt, trousers = (tuple(int(v) for v in generator.uniform(low, low + 90, 3)) for low in (40, 25))

    def at(x, y):
        return np.array([width / 2 + x * tall, top + y * tall])

    sway = generator.normal(0, 0.015, 2)
    shoulders, elbows, wrists = ([at(s * x, y) for s in (1, -1)] for x, y in ((0.115, 0.185), (0.165, 0.34), (0.17 + sway[0], 0.48)))
    hips, knees, ankles = ([at(s * x, y) for s in (1, -1)] for x, y in ((0.07, 0.5), (0.085 + sway[1], 0.73), (0.09, 0.95)))
    body = np.zeros((height, width, 4), np.uint8)
    for s in (0, 1):
        limb(body, hips[s], knees[s], 0.06 * tall, 0.045 * tall, trousers)
        limb(body, knees[s], ankles[s], 0.045 * tall, 0.03 * tall, trousers)
        limb(body, ankles[s], ankles[s] + (0.03 * tall * (1 - 2 * s), 0.025 * tall), 0.025 * tall, 0.02 * tall, (30, 25, 25))
    limb(body, at(0, 0.17), at(0, 0.09), 0.035 * tall, 0.035 * tall, (190, 145, 120))
    trunk = np.array([at(s * x, y) for s, x, y in ((-1, 0.13, 0.17), (1, 0.13, 0.17), (1, 0.1, 0.35), (1, 0.115, 0.53), (-1, 0.115, 0.53),
                                                   (-1, 0.1, 0.35))])
    cv2.fillPoly(body, [trunk.astype(np.int32)], (*shirt, 255), cv2.LINE_AA)
    for s in (0, 1):
        limb(body, shoulders[s], elbows[s], 0.042 * tall, 0.036 * tall, tuple(int(0.9 * v) for v in shirt))
        limb(body, elbows[s], wrists[s], 0.03 * tall, 0.022 * tall, SKIN)
        limb(body, wrists[s], wrists[s] + (0, 0.04 * tall), 0.022 * tall, 0.018 * tall, SKIN)
    side = int(0.32 * tall)
    pixels, marks = face(seed, side)
    head = at(0, 0.075)
    y, x = (np.mgrid[:side, :side] - side / 2) / (FACE_SHARE * side)
    left, upper = (int(v - side / 2) for v in head)
    cut = max(-upper, 0)
    part = body[upper + cut:upper + side, left:left + side]
    is_head = ((x / 0.95) ** 2 + ((y + 0.1) / 1.25) ** 2 < 1)[cut:]
    part[is_head] = np.dstack([pixels, np.full((side, side), 255, np.uint8)])[cut:][is_head]
    share = body[:, :, 3:] / 255
    image = share * body[:, :, :3] + (1 - share) * cv2.GaussianBlur(scene(seed, width, height), (0, 0), 6)
    eyes = [marks[42:48].mean(0), marks[36:42].mean(0)]
    joints = [marks[30], *eyes, marks[15], marks[1]]
    joints = [joint + (left, upper) for joint in joints]
    for pair in (shoulders, elbows, wrists, hips, knees, ankles):
        joints += pair
    return finished(image, generator), body[:, :, 3] > 127, np.array(joints)


def hand(seed, width=240, height=200):
    """A right hand that shows its palm before a scene, its fingers up, and its 21 joints."""
    generator = np.random.default_rng(seed)
    unit = min(width, height) / 4.4
    wrist = np.array([width / 2, height / 2 + 1.4 * unit])
    colour = tuple(int(v) for v in np.array(SKIN) * generator.uniform(0.7, 1.05))
    joints = [wrist]
    body = np.zeros((height, width, 4), np.uint8)
    limb(body, wrist + (0, unit), wrist, 0.35 * unit, 0.35 * unit, colour)
    # Of the thumb and of four fingers: where they begin, their direction and the length of their parts.
    for angle, start, parts in ((0.95, (0.35, -0.3), 0.42), (0.22, (0.42, -1.3), 0.38), (0.05, (0.12, -1.4), 0.42), (-0.12, (-0.17, -1.32), 0.38),
                                (-0.32, (-0.43, -1.15), 0.3)):
        angle += generator.normal(0, 0.04)
        places = [wrist + unit * (np.array(start) + number * parts * np.array([np.sin(angle), -np.cos(angle)])) for number in range(4)]
        limb(body, wrist, places[0], 0.34 * unit, 0.3 * unit, colour)
        for one, other in zip(places, places[1:]):
            limb(body, one, other, 0.17 * unit, 0.15 * unit, colour)
        joints += places
    share = body[:, :, 3:] / 255
    image = share * body[:, :, :3] + (1 - share) * scene(seed, width, height)
    return finished(image, generator), np.array(joints)


def animal(seed, width=160, height=120):
    """A four-legged animal before a scene, and its mask."""
    generator = np.random.default_rng(seed)
    body = np.zeros((height, width, 4), np.uint8)
    colour = tuple(int(v) for v in generator.uniform(20, 110, 3))
    unit = min(width, height) / 10
    x, y = width / 2 - unit, height / 2 + unit / 2
    for step in (-2.2, -1.2, 1.2, 2.2):
        limb(body, (x + step * unit, y), (x + step * unit, y + 3 * unit), 0.5 * unit, 0.4 * unit, colour)
    cv2.ellipse(body, (int(x), int(y)), (int(3 * unit), int(1.5 * unit)), 0, 0, 360, (*colour, 255), -1, cv2.LINE_AA)
    limb(body, (x + 2.2 * unit, y), (x + 3.6 * unit, y - 1.8 * unit), unit, unit, colour)
    for ear in (3.1, 4.1):
        limb(body, (x + ear * unit, y - 2.4 * unit), (x + ear * unit, y - 3.2 * unit), 0.4 * unit, 0.1 * unit, colour)
    share = body[:, :, 3:] / 255
    image = share * body[:, :, :3] + (1 - share) * (128 + scene(seed, width, height) / 2.5)
    return finished(np.clip(image, 0, 255), generator), body[:, :, 3] > 127


def voc(path, boxes, size, label="face"):
    """Writes boxes (left, top, right and bottom) of a picture of a width and a height as Pascal VOC does."""
    def element(name, *inner):
        return f"<{name}>{''.join(map(str, inner))}</{name}>"
    sides = ("xmin", "ymin", "xmax", "ymax")
    objects = [element("object", element("name", label), element("bndbox", *(element(s, round(v)) for s, v in zip(sides, box))))
               for box in boxes]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(element("annotation", element("size", element("width", size[0]), element("height", size[1])), *objects))


def outline(mask):
    """The outline of a mask's largest part, as COCO writes it."""
    contours, _ = cv2.findContours(mask.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    return max(contours, key=cv2.contourArea).ravel().tolist()


def box_of(mask):
    """Left, top, width and height of a mask."""
    return list(cv2.boundingRect(mask.astype(np.uint8)))
