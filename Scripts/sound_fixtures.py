#!/usr/bin/env python3
"""Computes the spectrogram of VGGish with NumPy, and writes it as the expected values of a test: Tests/CoreMLTests/Fixtures/sound/spectrogram.json.

The formulas are those of the public code of VGGish and of the comment on SoundAnalysisPreprocessing in the model format. Needs numpy. The test makes
the same samples: a chirp and noise from a linear congruential generator.
"""
import json
from pathlib import Path

import numpy as np

OUTPUT = Path(__file__).resolve().parent.parent / "Tests/CoreMLTests/Fixtures/sound/spectrogram.json"
RATE, COUNT, FRAME, HOP, LENGTH = 16_000, 15_600, 400, 160, 512
BANDS, LOW, HIGH, OFFSET = 64, 125.0, 7_500.0, 0.01


def samples():
    time = np.arange(COUNT) / RATE
    chirp = 0.5 * np.sin(2 * np.pi * (200 * time + 1_500 * time * time))
    noise, state = np.empty(COUNT), 1
    for index in range(COUNT):
        state = (state * 1_103_515_245 + 12_345) % 2**31
        noise[index] = state / 2**31 - 0.5
    return (chirp + 0.1 * noise * time).astype(np.float32)


def mel(frequency):
    return 1127 * np.log(1 + frequency / 700)


def filters():
    edges = np.linspace(mel(LOW), mel(HIGH), BANDS + 2)
    bins = mel(np.linspace(0, RATE / 2, LENGTH // 2 + 1))
    weights = np.empty((LENGTH // 2 + 1, BANDS))
    for band in range(BANDS):
        rising = (bins - edges[band]) / (edges[band + 1] - edges[band])
        falling = (edges[band + 2] - bins) / (edges[band + 2] - edges[band + 1])
        weights[:, band] = np.maximum(0, np.minimum(rising, falling))
    weights[0] = 0
    return weights


def spectrogram(x):
    frames = np.stack([x[start : start + FRAME] for start in range(0, COUNT - FRAME + 1, HOP)])
    window = 0.5 - 0.5 * np.cos(2 * np.pi * np.arange(FRAME) / FRAME)
    magnitudes = np.abs(np.fft.rfft(frames * window, LENGTH))
    return np.log(magnitudes @ filters() + OFFSET)


def main():
    values = spectrogram(samples())
    assert values.shape == (96, 64)
    # Every seventh value is enough to tell a wrong frame, band or filter.
    OUTPUT.parent.mkdir(parents=True, exist_ok=True)
    kept = values.reshape(-1)[::7]
    OUTPUT.write_text(json.dumps({"step": 7, "values": [round(float(value), 5) for value in kept]}) + "\n")


if __name__ == "__main__":
    main()
