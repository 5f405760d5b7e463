// Says how many frames a second of a video are decoded, or analyzed.
//
//   FrameRates decode VIDEO          frames are decoded, nothing else
//   FrameRates look VIDEO            and the pixels of each are asked for
//   FrameRates trajectories VIDEO    a VNDetectTrajectoriesRequest sees up to 300 frames that are decoded already
//   FrameRates registration VIDEO    each of as many frames is brought onto the one before by a VNTranslationalImageRegistrationRequest
//
// Prints the number of frames and how many a second.

import AVFoundation
import Foundation
import Vision

guard CommandLine.arguments.count == 3, ["decode", "look", "trajectories", "registration"].contains(CommandLine.arguments[1]) else {
    FileHandle.standardError.write(Data("usage: FrameRates decode|look|trajectories|registration VIDEO\n".utf8))
    exit(2)
}
let mode = CommandLine.arguments[1]
let asset = AVURLAsset(url: URL(fileURLWithPath: CommandLine.arguments[2]))
let reader = try AVAssetReader(asset: asset)
guard let track = asset.tracks(withMediaType: .video).first else { fatalError("there is no video in \(asset.url.path)") }
let output = AVAssetReaderTrackOutput(track: track, outputSettings: [:])
reader.add(output)
guard reader.startReading() else { throw reader.error ?? CocoaError(.fileReadUnknown) }

let clock = ContinuousClock()
var frames = 0
var kept: [CMSampleBuffer] = []
var time = try clock.measure {
    while kept.count < 300, let sample = output.copyNextSampleBuffer() {
        switch mode {
        case "decode": break
        case "look": _ = sample.imageBuffer.map { CVPixelBufferGetBaseAddressOfPlane($0, 0) }
        default: kept.append(sample)
        }
        frames += 1
    }
    if let error = reader.error { throw error }
}
if !kept.isEmpty {
    let handler = VNSequenceRequestHandler()
    let flights = VNDetectTrajectoriesRequest(frameAnalysisSpacing: .zero, trajectoryLength: 6)
    time = try clock.measure {
        for (previous, sample) in zip(kept, kept.dropFirst()) {
            let request = mode == "registration" ? VNTranslationalImageRegistrationRequest(targetedCMSampleBuffer: previous) : flights
            try handler.perform([request], on: sample)
        }
    }
    frames = max(kept.count - 1, 0)
}
print(frames, Double(frames) / (Double(time.components.attoseconds) / 1e18 + Double(time.components.seconds)))
