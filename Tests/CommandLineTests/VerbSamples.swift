import AVFoundation
import Foundation
import TestSupport
import PoseSimulator
import TestSupport

@testable import osprey
@testable import Reports

/// A small command of every verb, with all that it needs in one folder.
struct VerbSamples {
    let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("osprey-verbs-\(UUID().uuidString)")
        for (label, red) in [("red", 220), ("dark", 40)] {
            let place = folder.appendingPathComponent("data/\(label)")
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            for index in 0..<4 {
                let shade = UInt8(red + 5 * index)
                try EvaluationModels.write(shade, 30, UInt8(10 * index), side: 32, to: place.appendingPathComponent("\(index).ppm"))
            }
        }
        try PoseSimulator.write(
            to: folder.appendingPathComponent("poses"), count: 2, frames: 24, seed: 1, motions: ["idle", "jumping jacks"])
        try HandPoses.write(to: folder.appendingPathComponent("hands"), count: 2, frames: 12)
        let rows = (0..<20).map { "\($0),\($0 % 3)" }
        try Data((["x,y"] + rows).joined(separator: "\n").utf8).write(to: folder.appendingPathComponent("t.csv"))
        try Data(SensorSimulator.csv(["resting", "running"], count: 1, rows: 20, seed: 1).utf8)
            .write(to: folder.appendingPathComponent("sensors.csv"))
        try SoundSimulator.write(to: folder.appendingPathComponent("sounds"), ["noise", "tones"], count: 2, seconds: 0.5, seed: 1)
        try Data("y,kind\ngood day,a\nbad night,b\n".utf8).write(to: folder.appendingPathComponent("texts.csv"))
        try writeVideo(to: folder.appendingPathComponent("v.mov"))
        try EvaluationModels.meanColor.write(to: folder.appendingPathComponent("m.mlmodel"))
        try EvaluationModels.detector(labels: ["cup"], boxes: [[0.5, 0.5, 0.5, 0.5]], confidences: [[0.9]])
            .write(to: folder.appendingPathComponent("d.mlmodel"))
    }

    /// Three frames.
    private func writeVideo(to url: URL) throws {
        let writer = try AVAssetWriter(outputURL: url, fileType: .mov)
        let input = AVAssetWriterInput(mediaType: .video, outputSettings: [AVVideoCodecKey: AVVideoCodecType.jpeg])
        let adaptor = AVAssetWriterInputPixelBufferAdaptor(assetWriterInput: input)
        writer.add(input)
        writer.startWriting()
        for number in 0..<3 {
            var buffer: CVPixelBuffer?
            CVPixelBufferCreate(nil, 32, 32, kCVPixelFormatType_32BGRA, nil, &buffer)
            if let buffer { _ = adaptor.append(buffer, withPresentationTime: CMTime(value: Int64(number), timescale: 30)) }
        }
        try writer.complete()
    }

    func remove() { try? FileManager.default.removeItem(at: folder) }

    /// Words by verb, each with `--json` where the verb has it.
    static let commands: [String: [String]] = {
        let training = ["--json", "--iterations", "2", "--output", "t.mlmodel"]
        return [
            "classify": ["data", "missing.jpg", "--model", "m.mlmodel", "--json"],
            "detect": ["objects", "data", "missing.jpg", "--model", "d.mlmodel", "--json"],
            "train image-classifier": ["data", "--split", "0.25", "--report", "page.html"] + training,
            "train object-detector": [
                Repository.file("Examples/BreakfastFinder/testing").path, "--grid", "4x4", "--batch", "2", "--split", "0.9",
            ] + training,
            "train action-classifier": ["poses", "--window", "10", "--split", "0"] + training,
            "train hand-action-classifier": ["hands", "--window", "10", "--split", "0"] + training,
            "train hand-pose-classifier": ["hands", "--split", "0"] + training,
            "train tabular": [
                "t.csv", "--target", "y", "--kind", "decision-tree", "--report", "page.html", "--output", "t.mlmodel", "--json",
            ],
            "train activity": [
                "sensors.csv", "--features", "x,y,z", "--label", "activity", "--recording", "recording", "--window", "5", "--split", "0",
                "--report", "page.html",
            ] + training,
            "train sound": ["sounds", "--split", "0.25", "--report", "page.html"] + training,
            "train text": [
                "texts.csv", "--text", "y", "--label", "kind", "--report", "page.html", "--output", "t.mlmodel", "--json",
            ],
            "train style": [
                "data/red/0.ppm", "data", "--density", "64", "--lite", "--preview", "data/dark/0.ppm", "--session", "style",
            ] + training,
            "evaluate": ["m.mlmodel", "data", "--json", "--report", "page.html"],
            "register": ["data/red/0.ppm", "data/red/1.ppm", "--json"],
            "motion": ["data/red", "--json"],
            "live": ["v.mov", "--model", "m.mlmodel", "--json"],
            "track": ["data/red", "--box", "0.2,0.2,0.5,0.5", "--rectangle", "0.1,0.1,0.6,0.6", "--json"],
            "trajectories": ["data/red", "--json"],
            "featureprint": ["data/red", "missing.jpg", "--json"],
            "similar": ["data", "--distance", "100", "--cache", "kept", "--report", "page.html", "--json"],
            "studio": ["--folder", "studio", "--port", "0", "--no-open", "--seconds", "0.1", "--json"],
            "model info": ["m.mlmodel", "missing.mlmodel", "--json"],
            "model labels": ["m.mlmodel", "--json"],
            "model predict": ["m.mlmodel", "--input", "image=data/red/0.ppm", "--json"],
            "model serve": [],
            "model bench": ["m.mlmodel", "--runs", "2", "--profile", "--json"],
            "model compile": ["m.mlmodel", "--output", "compiled", "--json"],
            "model generate": ["m.mlmodel", "--output", "generated", "--json"],
            "model get": ["--json"],
        ]
    }()

    /// Runs the command of a verb.
    func run(_ verb: String, output: Any? = nil) throws -> Program.Result {
        let words = verb.split(separator: " ").map(String.init) + (Self.commands[verb] ?? [])
        return try Program.run(words, input: #"{"id": 1, "op": "fly"}"# + "\n", output: output, in: folder)
    }
}
