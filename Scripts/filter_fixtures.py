#!/usr/bin/env python3
"""Computes Core Image's filters with NumPy, SciPy, OpenCV and Pillow, and writes the results as expected values of the tests:
Tests/CoreImageTests/Fixtures/filters.json.

Needs numpy, scipy, opencv-python-headless and pillow. Pictures are premultiplied RGBA of linear light, top row first; positions in parameters have
their origin at the lower left, as in Core Image.
"""
import base64
import json
import math
from pathlib import Path

import cv2
import numpy as np
from PIL import Image
from scipy import ndimage

OUTPUT = Path(__file__).resolve().parent.parent / "Tests/CoreImageTests/Fixtures/filters.json"
WIDTH, HEIGHT = 24, 18
LUMINANCE = np.array([0.2125, 0.7154, 0.0721])


def decode(v):
    return np.sign(v) * np.where(abs(v) <= 0.04045, abs(v) / 12.92, ((abs(v) + 0.055) / 1.055) ** 2.4)


def encode(v):
    return np.sign(v) * np.where(abs(v) <= 0.0031308, abs(v) * 12.92, 1.055 * abs(v) ** (1 / 2.4) - 0.055)


def straight(p):
    a = p[..., 3:]
    return np.concatenate([np.where(a > 0, p[..., :3] / np.where(a > 0, a, 1), p[..., :3]), a], -1)


def premultiplied(p):
    return np.concatenate([p[..., :3] * p[..., 3:], p[..., 3:]], -1)


def from_bytes(b):
    s = straight(b / 255.0)
    return premultiplied(np.concatenate([decode(s[..., :3]), s[..., 3:]], -1))


def to_bytes(p):
    s = straight(p)
    e = np.concatenate([encode(s[..., :3]), s[..., 3:]], -1)
    # The colour of a fully transparent pixel is not changed.
    e = np.where(p[..., 3:] > 0, premultiplied(e), e)
    return np.floor(np.clip(e, 0, 1) * 255 + 0.5).astype(np.uint8)


def stored(function):
    """Applies a function to colours as stored in sRGB, without premultiplied alpha."""
    def apply(p):
        s = straight(p)
        out = function(np.concatenate([encode(s[..., :3]), s[..., 3:]], -1))
        return premultiplied(np.concatenate([decode(out[..., :3]), out[..., 3:]], -1))
    return apply


def colors(function):
    """Applies a function to linear red, green and blue, without premultiplied alpha."""
    def apply(p):
        s = straight(p)
        return premultiplied(np.concatenate([function(s[..., :3]), s[..., 3:]], -1))
    return apply


def padded(p, r, ry=None):
    ry = r if ry is None else ry
    return np.pad(p, ((ry, ry), (r, r), (0, 0)))


def luminance(c):
    return (c[..., :3] @ LUMINANCE)[..., None]


rng = np.random.default_rng(20)
yy, xx = np.mgrid[0:HEIGHT, 0:WIDTH]
base = np.stack([127 + 120 * np.sin(xx / 3.1 + yy / 5), 127 + 120 * np.cos(xx / 4.3 - yy / 3), 40 + 8 * xx, np.full(xx.shape, 255)], -1)
base[4:9, 5:14, :3] = [250, 20, 30]
base[10:15, 12:20, :3] = rng.integers(0, 256, (5, 8, 3))
IMAGE = np.clip(base, 0, 255).astype(np.uint8)
alpha = np.clip(40 + 10 * xx + 3 * yy, 0, 255)
alpha[:4, :6] = 0
other = np.stack([8 * yy + 60, 255 - 9 * xx, 127 + 100 * np.sin(xx * yy / 9.0), alpha], -1)
other[..., :3] = np.round(np.clip(other[..., :3], 0, 255) * other[..., 3:] / 255)
OTHER = np.clip(other, 0, 255).astype(np.uint8)
gray = np.clip(11 * xx + rng.integers(-20, 20, xx.shape), 0, 255)
MASK = np.stack([gray, gray, gray, np.full(xx.shape, 255)], -1).astype(np.uint8)
image, background, mask = from_bytes(IMAGE), from_bytes(OTHER), from_bytes(MASK)

cases = []


def case(name, result, rect=None, image="image", **parameters):
    height, width = result.shape[:2]
    rect = rect or [0, 0, width, height]
    assert rect[2:] == [width, height], (name, rect, result.shape)
    cases.append({
        "filter": name, "image": image, "parameters": parameters, "rect": rect,
        "expected": base64.b64encode(to_bytes(result).tobytes()).decode()})


# MARK: colours
for source, pixels in (("image", image), ("background", background)):
    def controls(c, saturation=1.6, brightness=0.1, contrast=0.8):
        y = luminance(c)
        return ((y + (c - y) * saturation + brightness) - 0.5) * contrast + 0.5
    case("CIColorControls", colors(controls)(pixels), image=source, inputSaturation=1.6, inputBrightness=0.1, inputContrast=0.8)
    case("CIExposureAdjust", colors(lambda c: c * 2 ** -1.3)(pixels), image=source, inputEV=-1.3)
    case("CIGammaAdjust", colors(lambda c: c ** 0.6)(pixels), image=source, inputPower=0.6)
    case("CIColorInvert", colors(lambda c: 1 - c)(pixels), image=source)
    sepia = np.array([[0.393, 0.769, 0.189], [0.349, 0.686, 0.168], [0.272, 0.534, 0.131]])
    case("CISepiaTone", stored(lambda s: np.concatenate(
        [s[..., :3] + 0.7 * (np.clip(s[..., :3] @ sepia.T, 0, 1) - s[..., :3]), s[..., 3:]], -1))(pixels), image=source, inputIntensity=0.7)
    tint = decode(np.array([0.2, 0.6, 0.9]))
    case("CIColorMonochrome", colors(lambda c: c + 0.8 * (luminance(c) * tint - c))(pixels), image=source,
         inputColor={"color": [0.2, 0.6, 0.9, 1]}, inputIntensity=0.8)
case("CIColorClamp", colors(lambda c: np.clip(c, [0.1, 0.2, 0], [0.5, 0.9, 0.4]))(image),
     inputMinComponents=[0.1, 0.2, 0, 0], inputMaxComponents=[0.5, 0.9, 0.4, 1])
rows = np.array([[0.5, 0.3, 0.1, 0.05], [0.1, 0.8, 0, 0], [0.2, 0.2, 0.3, 0.1], [0.1, 0, 0, 0.8]])
bias = np.array([0.02, 0, 0.05, 0.1])
case("CIColorMatrix", premultiplied(straight(background) @ rows.T + bias), image="background", inputRVector=rows[0].tolist(),
     inputGVector=rows[1].tolist(), inputBVector=rows[2].tolist(), inputAVector=rows[3].tolist(), inputBiasVector=bias.tolist())
case("CIColorPolynomial", colors(lambda c: np.stack(
    [0.1 + 0.5 * c[..., 0] ** 2, c[..., 1] ** 3, 0.2 + 0.7 * c[..., 2]], -1))(image), inputRedCoefficients=[0.1, 0, 0.5, 0],
    inputGreenCoefficients=[0, 0, 0, 1], inputBlueCoefficients=[0.2, 0.7, 0, 0])
cos, sin = math.cos(0.9), math.sin(0.9)
hue = np.array([[0.213, 0.715, 0.072]] * 3) + cos * np.array(
    [[0.787, -0.715, -0.072], [-0.213, 0.285, -0.072], [-0.213, -0.715, 0.928]]) + sin * np.array(
    [[-0.213, -0.715, 0.928], [0.143, 0.140, -0.283], [-0.787, 0.715, 0.072]])
case("CIHueAdjust", colors(lambda c: c @ hue.T)(image), inputAngle=0.9)
case("CIColorPosterize", colors(lambda c: np.floor(np.clip(c, 0, 1) * 3 + 0.5) / 3)(image), inputLevels=4)
case("CIColorThreshold", colors(lambda c: (c >= 0.3).astype(float))(image), inputThreshold=0.3)
case("CIMaximumComponent", colors(lambda c: np.repeat(c.max(-1, keepdims=True), 3, -1))(background), image="background")
case("CIMinimumComponent", colors(lambda c: np.repeat(c.min(-1, keepdims=True), 3, -1))(background), image="background")
case("CIMaskToAlpha", np.repeat(luminance(mask), 4, -1), image="mask")
case("CIWhitePointAdjust", colors(lambda c: c * decode(np.array([0.9, 0.5, 0.7])))(image), inputColor={"color": [0.9, 0.5, 0.7, 1]})
dark, light = decode(np.array([0.3, 0.0, 0.1])), decode(np.array([1, 0.9, 0.4]))
case("CIFalseColor", colors(lambda c: dark + (light - dark) * np.clip(luminance(c), 0, 1))(image), inputColor0={"color": [0.3, 0, 0.1, 1]},
     inputColor1={"color": [1, 0.9, 0.4, 1]})
case("CIVibrance", stored(lambda s: np.concatenate([luminance(s) + (s[..., :3] - luminance(s)) * (
    1 + 0.6 * (1 - np.clip(s[..., :3].max(-1) - s[..., :3].min(-1), 0, 1)))[..., None], s[..., 3:]], -1))(image), inputAmount=0.6)
difference = abs(image - background)
difference[..., 3] = np.maximum(image[..., 3], background[..., 3])
case("CIColorAbsoluteDifference", difference, inputImage2="background")
case("CILinearToSRGBToneCurve", colors(encode)(image))
case("CISRGBToneCurveToLinear", colors(decode)(image))
level = np.floor(luminance(image)[..., 0] * 255 + 0.5).astype(np.uint8)
otsu, _ = cv2.threshold(level, 0, 255, cv2.THRESH_OTSU)
case("CIColorThresholdOtsu", colors(lambda c: np.repeat((luminance(c) > (otsu + 0.5) / 255), 3, -1).astype(float))(image))
from scipy.interpolate import CubicSpline  # noqa: E402
points = [[0, 0.05], [0.2, 0.1], [0.5, 0.6], [0.8, 0.85], [1, 0.95]]
spline = CubicSpline(*zip(*points), bc_type="natural")
case("CIToneCurve", stored(lambda s: np.concatenate([spline(s[..., :3]), s[..., 3:]], -1))(image),
     **{f"inputPoint{i}": p for i, p in enumerate(points)})

# MARK: compositing
s, b = background, image[::-1, ::-1].copy()
b[..., :] *= np.clip(yy / 15, 0, 1)[..., None]
BACK = to_bytes(b)
b = from_bytes(BACK)
sa, ba = s[..., 3:], b[..., 3:]
for name, result in {
        "CISourceOverCompositing": s + b * (1 - sa), "CISourceInCompositing": s * ba, "CISourceOutCompositing": s * (1 - ba),
        "CISourceAtopCompositing": s * ba + b * (1 - sa), "CIAdditionCompositing": s + b, "CIMultiplyCompositing": s * b,
        "CIMaximumCompositing": np.maximum(s, b), "CIMinimumCompositing": np.minimum(s, b)}.items():
    case(name, result, image="background", inputBackgroundImage="back")


def hard_light(t, u):
    return np.where(t <= 0.5, 2 * t * u, 1 - 2 * (1 - t) * (1 - u))


def dodge(t, u):
    return np.where(u <= 0, 0, np.where(t >= 1, 1, np.minimum(1, u / np.where(t >= 1, 1, 1 - t))))


def burn(t, u):
    return np.where(u >= 1, 1, np.where(t <= 0, 0, 1 - np.minimum(1, (1 - u) / np.where(t <= 0, 1, t))))


def soft_light(t, u):
    d = np.where(u <= 0.25, ((16 * u - 12) * u + 4) * u, np.sqrt(np.maximum(u, 0)))
    return np.where(t <= 0.5, u - (1 - 2 * t) * u * (1 - u), u + (2 * t - 1) * (d - u))


def lum(c):
    return (c @ np.array([0.3, 0.59, 0.11]))[..., None]


def clip_color(c):
    y, low, high = lum(c), c.min(-1, keepdims=True), c.max(-1, keepdims=True)
    c = np.where(low < 0, y + (c - y) * y / np.where(y - low == 0, 1, y - low), c)
    return np.where(high > 1, y + (c - y) * (1 - y) / np.where(high - y == 0, 1, high - y), c)


def set_lum(c, y):
    return clip_color(c + (y - lum(c)))


def sat(c):
    return c.max(-1, keepdims=True) - c.min(-1, keepdims=True)


def set_sat(c, value):
    low, span = c.min(-1, keepdims=True), sat(c)
    return np.where(span > 0, (c - low) * value / np.where(span > 0, span, 1), 0)


modes = {
    "Multiply": lambda t, u: t * u, "Screen": lambda t, u: t + u - t * u, "Overlay": lambda t, u: hard_light(u, t), "Darken": np.minimum,
    "Lighten": np.maximum, "ColorDodge": dodge, "ColorBurn": burn, "HardLight": hard_light, "SoftLight": soft_light,
    "Difference": lambda t, u: abs(t - u), "Exclusion": lambda t, u: t + u - 2 * t * u, "LinearBurn": lambda t, u: np.maximum(t + u - 1, 0),
    "LinearDodge": lambda t, u: np.minimum(t + u, 1), "LinearLight": lambda t, u: np.clip(u + 2 * t - 1, 0, 1),
    "VividLight": lambda t, u: np.where(t <= 0.5, burn(2 * t, u), dodge(2 * t - 1, u)),
    "PinLight": lambda t, u: np.where(t <= 0.5, np.minimum(2 * t, u), np.maximum(2 * t - 1, u)),
    "Subtract": lambda t, u: np.maximum(u - t, 0), "Divide": lambda t, u: np.where(t <= 0, 1, np.minimum(1, u / np.where(t <= 0, 1, t))),
    "Hue": lambda t, u: set_lum(set_sat(t, sat(u)), lum(u)), "Saturation": lambda t, u: set_lum(set_sat(u, sat(t)), lum(u)),
    "Color": lambda t, u: set_lum(t, lum(u)), "Luminosity": lambda t, u: set_lum(u, lum(t))}
for name, blend in modes.items():
    both = blend(straight(s)[..., :3], straight(b)[..., :3])
    color = s[..., :3] * (1 - ba) + b[..., :3] * (1 - sa) + sa * ba * both
    case(f"CI{name}BlendMode", np.concatenate([color, sa + ba - sa * ba], -1), image="background", inputBackgroundImage="back")
for name, weight in {"": luminance(mask), "Red": mask[..., :1], "Blue": mask[..., 2:3], "Alpha": background[..., 3:]}.items():
    case(f"CIBlendWith{name}Mask", b + (image - b) * weight, inputBackgroundImage="back",
         inputMaskImage="background" if name == "Alpha" else "mask")
case("CIMix", b + (image - b) * 0.3, inputBackgroundImage="back", inputAmount=0.3)
case("CIDissolveTransition", image + (b - image) * 0.3, inputTargetImage="back", inputTime=0.3)

# MARK: neighbourhoods
for sigma in (1.2, 3.0, 9.0):
    reach = math.ceil(3 * sigma)
    case("CIGaussianBlur", ndimage.gaussian_filter(padded(background, reach), (sigma, sigma, 0), mode="constant", truncate=6),
         [-reach, -reach, WIDTH + 2 * reach, HEIGHT + 2 * reach], image="background", inputRadius=sigma)
for radius in (1, 3):
    case("CIBoxBlur", cv2.blur(padded(image, radius), (2 * radius + 1,) * 2, borderType=cv2.BORDER_CONSTANT),
         [-radius, -radius, WIDTH + 2 * radius, HEIGHT + 2 * radius], inputRadius=radius)


def disc(radius):
    reach = int(radius)
    y, x = np.mgrid[-reach:reach + 1, -reach:reach + 1]
    return (x * x + y * y <= radius * radius + 1e-9)


kernel = disc(4).astype(float)
case("CIDiscBlur", cv2.filter2D(padded(background, 4), -1, kernel / kernel.sum(), borderType=cv2.BORDER_CONSTANT),
     [-4, -4, WIDTH + 8, HEIGHT + 8], image="background", inputRadius=4)
outer, inner = disc(5), np.pad(disc(4), 1)
kernel = np.where(outer & ~inner, 1.75, outer.astype(float))
bokeh = cv2.filter2D(padded(background, 8), -1, kernel / kernel.sum(), borderType=cv2.BORDER_CONSTANT)
case("CIBokehBlur", ndimage.gaussian_filter(bokeh, (1, 1, 0), mode="constant", truncate=6), [-8, -8, WIDTH + 16, HEIGHT + 16],
     image="background", inputRadius=5, inputRingAmount=0.75, inputRingSize=0.2, inputSoftness=2)
case("CIMotionBlur", ndimage.uniform_filter1d(padded(image, 5, 0), 11, axis=1, mode="constant"), [-5, 0, WIDTH + 10, HEIGHT], inputRadius=5)
case("CIMotionBlur", ndimage.uniform_filter1d(padded(image, 0, 3), 7, axis=0, mode="constant"), [0, -3, WIDTH, HEIGHT + 6], inputRadius=3,
     inputAngle=math.pi / 2)
case("CIMedianFilter", ndimage.median_filter(background, (3, 3, 1), mode="constant"), image="background")
mean = cv2.blur(image, (3, 3), borderType=cv2.BORDER_CONSTANT)
detail = image - mean
noisy = np.where(abs(luminance(detail)) < 0.05, mean, image + 0.5 * detail)
noisy[..., 3] = 1
case("CINoiseReduction", noisy, inputNoiseLevel=0.05, inputSharpness=0.5)
blurred = ndimage.gaussian_filter(image, (1.69, 1.69, 0), mode="nearest", truncate=6)
sharp = image + 0.9 * np.concatenate([np.repeat(luminance(image - blurred), 3, -1), np.zeros_like(image[..., :1])], -1)
case("CISharpenLuminance", sharp, inputSharpness=0.9)
blurred = ndimage.gaussian_filter(image, (2.5, 2.5, 0), mode="nearest", truncate=6)
case("CIUnsharpMask", image + 0.8 * (image - blurred), inputIntensity=0.8)
for size in (3, 5, 7):
    # There are no negative weights, because they could make alpha nearly 0, and the quotient of colour and alpha arbitrary.
    weights = rng.uniform(0, 0.5, (size, size))
    weights /= weights.sum()
    r = size // 2
    result = ndimage.correlate(padded(background, r), weights[..., None], mode="constant")
    case(f"CIConvolution{size}X{size}", np.clip(result, 0, 1), [-r, -r, WIDTH + 2 * r, HEIGHT + 2 * r], image="background",
         inputWeights=weights.ravel().tolist())
    weights = rng.uniform(-0.3, 0.5, (size, size))
    weights /= weights.sum()
    result = np.clip(ndimage.correlate(image, weights[..., None], mode="constant") + 0.1, 0, 1)
    result[..., 3] = 1
    case(f"CIConvolutionRGB{size}X{size}", result, inputWeights=weights.ravel().tolist(), inputBias=0.1)
weights = rng.uniform(0, 0.3, 9)
case("CIConvolution9Horizontal", np.clip(ndimage.correlate1d(padded(image, 4, 0), weights, axis=1, mode="constant"), 0, 1),
     [-4, 0, WIDTH + 8, HEIGHT], inputWeights=weights.tolist())
case("CIConvolution9Vertical", np.clip(ndimage.correlate1d(padded(image, 0, 4), weights, axis=0, mode="constant"), 0, 1),
     [0, -4, WIDTH, HEIGHT + 8], inputWeights=weights.tolist())
gx = cv2.Sobel(image, -1, 1, 0, borderType=cv2.BORDER_CONSTANT)
gy = cv2.Sobel(image, -1, 0, 1, borderType=cv2.BORDER_CONSTANT)
edges = 0.4 * np.sqrt(gx ** 2 + gy ** 2)
edges[..., 3] = 1
case("CIEdges", edges, inputIntensity=0.4)
for radius in (1, 3.5):
    r = int(radius)
    high = ndimage.grey_dilation(padded(background, r), footprint=disc(radius)[..., None], mode="constant")
    low = ndimage.grey_erosion(padded(background, r), footprint=disc(radius)[..., None], mode="constant")
    case("CIMorphologyMaximum", high, [-r, -r, WIDTH + 2 * r, HEIGHT + 2 * r], image="background", inputRadius=radius)
    case("CIMorphologyMinimum", low[r:-r, r:-r], image="background", inputRadius=radius)
inner = (ndimage.grey_dilation(image, footprint=disc(2)[..., None], mode="constant")
         - ndimage.grey_erosion(image, footprint=disc(2)[..., None], mode="constant"))
inner[..., 3] = 1
case("CIMorphologyGradient", inner, inputRadius=2)
case("CIMorphologyRectangleMaximum", cv2.dilate(padded(background, 3, 1), np.ones((3, 7)), borderType=cv2.BORDER_CONSTANT, borderValue=0),
     [-3, -1, WIDTH + 6, HEIGHT + 2], image="background", inputWidth=7, inputHeight=3)
case("CIMorphologyRectangleMinimum", cv2.erode(padded(background, 3), np.ones((5, 3)), borderType=cv2.BORDER_CONSTANT, borderValue=0)[3:-3, 3:-3],
     image="background", inputWidth=3, inputHeight=5)


# MARK: geometry
def flipped(points, height):
    """Converts points with the origin at the lower left to OpenCV's coordinates, in which pixel centres are whole numbers."""
    return np.float32([[x - 0.5, height - y - 0.5] for x, y in points])


corners = [[3, 15], [21, 16.5], [20, 2], [5, 4]]
names = ["inputTopLeft", "inputTopRight", "inputBottomRight", "inputBottomLeft"]


def side(i, j):
    return math.dist(corners[i], corners[j])


width, height = round(max(side(0, 1), side(3, 2))), round(max(side(0, 3), side(1, 2)))
matrix = cv2.getPerspectiveTransform(
    flipped(corners, HEIGHT), flipped([[0, height], [width, height], [width, 0], [0, 0]], height))


def warp(pixels, matrix, size):
    """Warps a picture without rounding positions. OpenCV rounds them to a 32nd of a pixel."""
    y, x = np.mgrid[0:size[1], 0:size[0]]
    places = np.linalg.inv(np.vstack([matrix, [0, 0, 1]]) if len(matrix) == 2 else matrix) @ np.stack(
        [x.ravel(), y.ravel(), np.ones(x.size)])
    rows, columns = places[1] / places[2], places[0] / places[2]
    return np.stack([ndimage.map_coordinates(pixels[..., c], [rows, columns], order=1, mode="grid-constant")
                     for c in range(4)], -1).reshape(size[1], size[0], 4)


case("CIPerspectiveCorrection", warp(image, matrix, (width, height)), **dict(zip(names, corners)))
quad = [[2, 20], [27, 17], [22, 1], [-1, 3]]
matrix = cv2.getPerspectiveTransform(
    flipped([[0, HEIGHT], [WIDTH, HEIGHT], [WIDTH, 0], [0, 0]], HEIGHT), flipped([[x + 1, y - 1] for x, y in quad], 19))
case("CIPerspectiveTransform", warp(background, matrix, (28, 19)), [-1, 1, 28, 19], image="background", **dict(zip(names, quad)))
for name, filter, scale, extra in (("CILanczosScaleTransform", Image.LANCZOS, 0.5, {}), ("CILanczosScaleTransform", Image.LANCZOS, 2, {}),
                                   ("CIBicubicScaleTransform", Image.BICUBIC, 0.5, {"inputB": 0, "inputC": 0.5}),
                                   ("CIBicubicScaleTransform", Image.BICUBIC, 1.5, {"inputB": 0, "inputC": 0.5})):
    size = (int(WIDTH * scale), int(HEIGHT * scale))
    channels = [np.asarray(Image.fromarray(image[..., c].astype(np.float32)).resize(size, filter)) for c in range(4)]
    case(name, np.stack(channels, -1), inputScale=scale, **extra)
tiled = np.tile(image, (3, 3, 1))
case("CIAffineTile", tiled[10:40, 10:50], [10 - WIDTH, 2 * HEIGHT - 40, 40, 30])
case("CICrop", image[3:11, 4:19], [4, HEIGHT - 11, 15, 8], inputRectangle=[4, HEIGHT - 11, 15, 8])
clamped = np.pad(image, ((4, 4), (5, 5), (0, 0)), mode="edge")
case("CIAffineClamp", clamped, [-5, -4, WIDTH + 10, HEIGHT + 8])

# MARK: generators
px, py = xx + 0.5, HEIGHT - yy - 0.5


def between(amount, first, second):
    first, second = np.array(first, float), np.array(second, float)
    first, second = [premultiplied(np.concatenate([decode(c[:3]), c[3:]])) for c in (first, second)]
    return first + (second - first) * amount[..., None]


first, second = [0.9, 0.3, 0.1, 1], [0.1, 0.2, 0.8, 0.4]
two = {"inputColor0": {"color": first}, "inputColor1": {"color": second}}
t = np.clip(((px - 2) * 20 + (py - 1) * 12) / (20 ** 2 + 12 ** 2), 0, 1)
case("CILinearGradient", between(t, first, second), image="", inputPoint0=[2, 1], inputPoint1=[22, 13], **two)
case("CISmoothLinearGradient", between(t * t * (3 - 2 * t), first, second), image="", inputPoint0=[2, 1], inputPoint1=[22, 13], **two)
distance = np.hypot(px - 11, py - 8)
case("CIRadialGradient", between(np.clip((distance - 3) / 6, 0, 1), first, second), image="", inputCenter=[11, 8], inputRadius0=3,
     inputRadius1=9, **two)
case("CIGaussianGradient", between(1 - np.exp(-4.5 * (distance / 12) ** 2), first, second), image="", inputCenter=[11, 8], inputRadius=12, **two)
parity = (np.floor((px - 3) / 5) + np.floor((py - 2) / 5)) % 2
case("CICheckerboardGenerator", between(parity, first, second), image="", inputCenter=[3, 2], inputWidth=5, **two)
case("CIStripesGenerator", between(np.floor((px - 3) / 5) % 2, first, second), image="", inputCenter=[3, 2], inputWidth=5, **two)
case("CIConstantColorGenerator", between(np.ones((HEIGHT, WIDTH)), second, second), image="", inputColor={"color": second})

# MARK: reductions
whole = [0, 0, WIDTH, HEIGHT]
part, area = background[5:12, 6:20], [6, HEIGHT - 12, 14, 7]
case("CIAreaAverage", part.mean((0, 1))[None, None], image="background", inputExtent=area)
case("CIAreaMaximum", part.max((0, 1))[None, None], image="background", inputExtent=area)
case("CIAreaMinimum", part.min((0, 1))[None, None], image="background", inputExtent=area)
case("CIAreaMinMax", np.stack([part.min((0, 1)), part.max((0, 1))])[None], image="background", inputExtent=area)
case("CIColumnAverage", image.mean(0)[None], inputExtent=whole)
case("CIRowAverage", image.mean(1)[:, None], inputExtent=whole)
histogram = np.stack([np.histogram(np.clip(image[..., c], 0, 1 - 1e-9), 10, (0, 1))[0] / (WIDTH * HEIGHT) for c in range(4)], -1)
case("CIAreaHistogram", histogram[None], inputExtent=whole, inputCount=10)

pictures = {"image": IMAGE, "background": OTHER, "mask": MASK, "back": BACK}
OUTPUT.parent.mkdir(exist_ok=True)
text = ",\n".join(json.dumps(c) for c in cases)
OUTPUT.write_text(
    '{"width": %d, "height": %d, "pictures": %s,\n"cases": [\n%s\n]}\n' % (
        WIDTH, HEIGHT, json.dumps({k: base64.b64encode(v.tobytes()).decode() for k, v in pictures.items()}), text))
print(len(cases), "cases,", OUTPUT.stat().st_size, "bytes")
