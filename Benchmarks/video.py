#!/usr/bin/env python3
"""How fast videos are decoded beside `ffmpeg -f null`, how fast flights are looked for in their frames, and how long it takes to bring a frame
onto the one before, beside OpenCV's `phaseCorrelate`.

    Benchmarks/video.py FRAMERATES VIDEO...

FRAMERATES is the program of that name (`swift build -c release --package-path Benchmarks --product FrameRates`). Both decode with as many
threads as there are cores. Each figure is the median of several rounds, in which the programs take turns. Decoding is timed as whole processes,
the rest on frames that are decoded already. Needs numpy and opencv-python-headless.
"""
import argparse
import statistics
import subprocess
import time

import cv2
import numpy as np

ROUNDS = 5


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("videos", nargs="+")
    options = parser.parse_args()
    print("| video | frames | ffmpeg, frames/s | osprey, frames/s | ratio | looked at, ratio | flights, frames/s | registration, ms | phaseCorrelate, ms | ratio |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |")
    for video in options.videos:
        times, rates = {"ffmpeg": [], "osprey": [], "look": []}, {"trajectories": [], "registration": []}
        pairs, peers = gray_pairs(video), []
        for _ in range(ROUNDS):
            seconds, _ = timed(["ffmpeg", "-v", "error", "-i", video, "-map", "0:v:0", "-f", "null", "-"])
            times["ffmpeg"].append(seconds)
            seconds, text = timed([options.program, "decode", video])
            times["osprey"].append(seconds)
            frames = int(text.split()[0])
            times["look"].append(timed([options.program, "look", video])[0])
            for mode, values in rates.items():
                values.append(float(timed([options.program, mode, video])[1].split()[1]))
            peers.append(correlated(pairs))
        peer, ours, looked = (frames / statistics.median(values) for values in times.values())
        flights, registration = (statistics.median(values) for values in rates.values())
        correlation = statistics.median(peers)
        print(
            f"| {video.split('/')[-1]} | {frames} | {peer:.0f} | {ours:.0f} | {ours / peer:.2f} | {looked / peer:.2f} | {flights:.0f} "
            f"| {1e3 / registration:.2f} | {correlation:.2f} | {1e3 / registration / correlation:.2f} |")


def timed(command):
    start = time.perf_counter()
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return time.perf_counter() - start, text


def gray_pairs(video, count=8):
    """Neighbouring frames as `phaseCorrelate` wants them."""
    capture, frames = cv2.VideoCapture(video), []
    while len(frames) <= count:
        is_read, frame = capture.read()
        if not is_read:
            break
        frames.append(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY).astype(np.float32))
    return list(zip(frames, frames[1:]))


def correlated(pairs):
    """Milliseconds a pair."""
    window = cv2.createHanningWindow(pairs[0][0].shape[::-1], cv2.CV_32F)
    start = time.perf_counter()
    for before, after in pairs:
        cv2.phaseCorrelate(before, after, window)
    return 1e3 * (time.perf_counter() - start) / len(pairs)


if __name__ == "__main__":
    main()
