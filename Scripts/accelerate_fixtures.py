#!/usr/bin/env python3
"""Writes small test cases for functions of Accelerate, with expected results from NumPy, SciPy and Pillow.

  python3 Scripts/accelerate_fixtures.py Tests/AccelerateTests/Fixtures/vectors.json

Needs NumPy, SciPy and Pillow. Operands are exact in float32. Each case has the function's name without the `D` for doubles, its operands and its
result, computed in float64. A single number is a vector of one element.
"""
import json
import sys

import numpy as np
from PIL import Image
from scipy import special

random = np.random.default_rng(7)
COUNT = 37
cases = []


def vector(low=-3.0, high=3.0, count=COUNT):
    # Multiples of 1/256 are exact in float32, and short in a file.
    return np.round(random.uniform(low, high, count) * 256) / 256


def case(name, operands, result):
    listed = [np.atleast_1d(x).tolist() for x in operands]
    result = np.atleast_1d(np.asarray(result, float))
    assert np.isfinite(result).all(), name
    cases.append({"name": name, "operands": listed, "result": result.tolist()})


def number():
    return vector(0.5, 2.5, 1)


def elementwise():
    a, b, c, d = vector(), vector(), vector(), vector()
    b = np.where(np.abs(b) < 0.1, 0.5, b)
    s, t = number(), number()
    for name, operands, result in [
        ("vDSP_vadd", (a, b), a + b), ("vDSP_vsub", (b, a), a - b), ("vDSP_vmul", (a, b), a * b), ("vDSP_vdiv", (b, a), a / b),
        ("vDSP_vsadd", (a, s), a + s), ("vDSP_vsmul", (a, s), a * s), ("vDSP_vsdiv", (a, s), a / s), ("vDSP_svdiv", (s, b), s / b),
        ("vDSP_vneg", (a,), -a), ("vDSP_vabs", (a,), abs(a)), ("vDSP_vnabs", (a,), -abs(a)), ("vDSP_vsq", (a,), a * a),
        ("vDSP_vssq", (a,), a * abs(a)), ("vDSP_vfrac", (a,), a - np.trunc(a)), ("vDSP_vdist", (a, b), np.hypot(a, b)),
        ("vDSP_vpythg", (a, b, c, d), np.hypot(a - c, b - d)),
        ("vDSP_vma", (a, b, c), a * b + c), ("vDSP_vmsa", (a, b, s), a * b + s), ("vDSP_vmsb", (a, b, c), a * b - c),
        ("vDSP_vsma", (a, s, c), a * s + c), ("vDSP_vsmsa", (a, s, t), a * s + t), ("vDSP_vsmsb", (a, s, c), a * s - c),
        ("vDSP_vam", (a, b, c), (a + b) * c), ("vDSP_vasm", (a, b, s), (a + b) * s), ("vDSP_vsbm", (a, b, c), (a - b) * c),
        ("vDSP_vsbsm", (a, b, s), (a - b) * s), ("vDSP_vmma", (a, b, c, d), a * b + c * d), ("vDSP_vmmsb", (a, b, c, d), a * b - c * d),
        ("vDSP_vsmsma", (a, s, c, t), a * s + c * t), ("vDSP_vaam", (a, b, c, d), (a + b) * (c + d)),
        ("vDSP_vasbm", (a, b, c, d), (a + b) * (c - d)), ("vDSP_vsbsbm", (a, b, c, d), (a - b) * (c - d)),
        ("vDSP_vintb", (a, b, s), a + s * (b - a)),
        ("vDSP_vclip", (a, -t, s), np.clip(a, -t, s)), ("vDSP_viclip", (a, -t, s), np.where((a <= -t) | (a >= s), a, np.where(a < 0, -t, s))),
        ("vDSP_vthr", (a, s), np.maximum(a, s)), ("vDSP_vthres", (a, s), np.where(a >= s, a, 0)),
        ("vDSP_vthrsc", (a, s, t), np.where(a >= s, t, -t)), ("vDSP_vlim", (a, s, t), np.where(a >= s, t, -t)),
        ("vDSP_vmax", (a, b), np.maximum(a, b)), ("vDSP_vmin", (a, b), np.minimum(a, b)),
        ("vDSP_vmaxmg", (a, b), np.maximum(abs(a), abs(b))), ("vDSP_vminmg", (a, b), np.minimum(abs(a), abs(b))),
        ("vDSP_vtmerg", (a, b), a + (b - a) * np.arange(COUNT) / (COUNT - 1)),
        ("vDSP_vrsum", (a, s), s * (np.cumsum(a) - a[0])),
        ("vDSP_vtrapz", (a, s), s * np.concatenate([[0], np.cumsum((a[1:] + a[:-1]) / 2)])),
        ("vDSP_vpoly3", (vector(count=4), b), None),
    ]:
        if name == "vDSP_vpoly3":
            result = np.polyval(*operands)
        case(name, operands, result)


def sums():
    a, b = vector(), vector()
    for name, operands, result in [
        ("vDSP_sve", (a,), a.sum()), ("vDSP_svesq", (a,), (a * a).sum()), ("vDSP_svemg", (a,), abs(a).sum()), ("vDSP_svs", (a,), (a * abs(a)).sum()),
        ("vDSP_meanv", (a,), a.mean()), ("vDSP_meamgv", (a,), abs(a).mean()), ("vDSP_measqv", (a,), (a * a).mean()),
        ("vDSP_mvessq", (a,), (a * abs(a)).mean()), ("vDSP_rmsqv", (a,), np.sqrt((a * a).mean())), ("vDSP_dotpr", (a, b), a @ b),
        ("vDSP_distancesq", (a, b), ((a - b) ** 2).sum()), ("vDSP_maxv", (a,), a.max()), ("vDSP_minv", (a,), a.min()),
        ("vDSP_maxmgv", (a,), abs(a).max()), ("vDSP_minmgv", (a,), abs(a).min()),
    ]:
        case(name, operands, result)
    for name, x, pick in [("maxvi", a, np.argmax), ("minvi", a, np.argmin), ("maxmgvi", abs(a), np.argmax), ("minmgvi", abs(a), np.argmin)]:
        case("vDSP_" + name, (a,), [x[pick(x)], pick(x)])


def functions():
    a, positive, unit, large = vector(), vector(0.05, 9), vector(-0.95, 0.95), vector(1.05, 9)
    whole = np.float32(np.round(random.uniform(-4, 4, COUNT) * 4) / 4).astype(float)
    for name, x, result in [
        ("exp", a, np.exp(a)), ("exp2", a, np.exp2(a)), ("expm1", unit / 8, None), ("log", positive, np.log(positive)), ("log1p", unit / 8, None),
        ("log2", positive, np.log2(positive)), ("log10", positive, np.log10(positive)), ("logb", positive, np.floor(np.log2(positive))),
        ("sin", a, np.sin(a)), ("cos", a, np.cos(a)), ("tan", unit, np.tan(unit)), ("sinpi", whole, special.sindg(180 * whole)),
        ("cospi", whole, special.cosdg(180 * whole)), ("tanpi", unit / 4, np.tan(np.pi * unit / 4)),
        ("asin", unit, np.arcsin(unit)), ("acos", unit, np.arccos(unit)), ("atan", a, np.arctan(a)), ("sinh", a, np.sinh(a)), ("cosh", a, np.cosh(a)),
        ("tanh", a, np.tanh(a)), ("asinh", a, np.arcsinh(a)), ("acosh", large, np.arccosh(large)), ("atanh", unit, np.arctanh(unit)),
        ("cbrt", a, np.cbrt(a)), ("sqrt", positive, np.sqrt(positive)), ("rsqrt", positive, 1 / np.sqrt(positive)), ("rec", positive, 1 / positive),
        ("fabs", a, abs(a)), ("floor", a, np.floor(a)), ("ceil", a, np.ceil(a)), ("int", a, np.trunc(a)), ("nint", whole, np.rint(whole)),
    ]:
        if result is None:
            x = np.float32(x).astype(float)
            result = getattr(np, name)(x)
        case("vv" + name, (x,), result)
    y, x = vector(), vector()
    for name, operands, result in [
        ("pow", (y, positive), positive ** y), ("div", (y, positive), y / positive), ("atan2", (y, x), np.arctan2(y, x)),
        ("fmod", (y, positive), np.fmod(y, positive)), ("remainder", (y, positive), y - positive * np.rint(y / positive)),
        ("copysign", (y, x), np.copysign(y, x)),
    ]:
        case("vv" + name, operands, result)


def signals():
    signal, kernel = vector(count=50), vector(count=7)
    case("vDSP_conv", (signal, kernel), np.correlate(signal, kernel, "valid"))
    case("vDSP_conv_reversed", (signal, kernel), np.convolve(signal, kernel, "valid"))
    case("vDSP_desamp3", (signal, kernel), np.correlate(signal, kernel, "valid")[::3])
    case("vDSP_vswsum", (signal,), np.convolve(signal, np.ones(5), "valid"))
    case("vDSP_vswmax", (signal,), [signal[i:i + 5].max() for i in range(46)])
    for flag, name, window in [(0, "hann", lambda n: 0.5 - 0.5 * np.cos(n)), (2, "hann", lambda n: np.sqrt(2 / 3) * (1 - np.cos(n))),
                               (0, "hamm", lambda n: 0.54 - 0.46 * np.cos(n)),
                               (0, "blkman", lambda n: 0.42 - 0.5 * np.cos(n) + 0.08 * np.cos(2 * n))]:
        case(f"vDSP_{name}_window{flag}", (), window(2 * np.pi * np.arange(11) / 11))
    for count in (1, 2, 4, 8, 12, 15, 16, 20, 30, 64):
        z = vector(count=count) + 1j * vector(count=count)
        f, b = np.fft.fft(z), np.fft.ifft(z) * count
        case(f"fft{count}", (z.real, z.imag), np.concatenate([f.real, f.imag, b.real, b.imag]))
    for count in (2, 4, 8, 12, 16, 24, 60, 64):
        x = vector(count=count)
        f = 2 * np.fft.rfft(x)
        packed = np.concatenate([f[:-1].real, [f[-1].real], f[1:-1].imag])
        case(f"rfft{count}", (x[::2], x[1::2]), packed)


def matrices():
    a, b = vector(count=6 * 5).reshape(6, 5), vector(count=5 * 4).reshape(5, 4)
    case("vDSP_mmul", (a.ravel(), b.ravel()), (a @ b).ravel())
    a, b = vector(count=40 * 30).reshape(40, 30), vector(count=30 * 20).reshape(30, 20)
    case("vDSP_mmul_large", (a.ravel(), b.ravel()), (a @ b).ravel())
    square, right = vector(count=25).reshape(5, 5) + 4 * np.eye(5), vector(count=10).reshape(5, 2)
    square = np.float32(square).astype(float)
    # LAPACK's matrices are stored column by column.
    case("gesv", (square.T.ravel(), right.T.ravel()), np.linalg.solve(square, right).T.ravel())
    tall = vector(count=24).reshape(6, 4)
    case("gesvd", (tall.T.ravel(),), np.linalg.svd(tall)[1])
    target = vector(count=6)
    case("gels", (tall.T.ravel(), target), np.linalg.lstsq(tall, target, rcond=None)[0])
    symmetric = np.float32(square + square.T).astype(float)
    case("syev", (symmetric.ravel(),), np.linalg.eigvalsh(symmetric))
    positive = np.float32(square @ square.T).astype(float)
    positive = (positive + positive.T) / 2
    case("potrf", (positive.ravel(),), np.linalg.cholesky(positive).T.ravel())
    case("getri", (square.T.ravel(),), np.linalg.inv(square).T.ravel())
    case("geev", (square.T.ravel(),), np.sort(np.linalg.eigvals(square).real))


def images():
    image = vector(0, 1, 24 * 20).reshape(20, 24)
    for name, size in (("down", (10, 8)), ("up", (50, 33))):
        scaled = Image.fromarray(np.float32(image)).resize(size, Image.Resampling.LANCZOS)
        case(f"lanczos_{name}", (image.ravel(),), np.asarray(scaled, float).ravel())


for part in (elementwise, sums, functions, signals, matrices, images):
    part()
with open(sys.argv[1], "w") as file:
    file.write('{"cases": [\n' + ",\n".join(json.dumps(c) for c in cases) + "\n]}\n")
