import CoreMLSpecification
import Foundation
import TestSupport
import Testing

@testable import osprey

/// `osprey detect` of people and hands, as a process, with a network that sees the same in every picture.
@Suite struct DetectPeopleTests {
    /// A network for hands whose joints lie on the diagonal of its input of 64 × 64 pixels: joint n is likeliest in cell n of a map of 32 × 32.
    private func write(to url: URL, channels: Int = 21) throws {
        let cells = 32
        var heat = [Float](repeating: 0, count: channels * cells * cells)
        for joint in 0..<channels { heat[(joint * cells + joint % 21 + 2) * cells + joint % 21 + 4] = 0.9 }
        try EvaluationModels.constants([("heatmap", [channels, cells, cells], heat)], side: 64).write(to: url)
    }

    private func picture(in folder: TemporaryFolder) throws -> URL {
        let url = folder.file("picture.ppm")
        try EvaluationModels.write(90, 120, 150, side: 64, to: url)
        return url
    }

    @Test("Hands come with their joints by name and are drawn")
    func hands() throws {
        let folder = try TemporaryFolder()
        let (model, picture, copy) = (folder.file("hand.mlmodel"), try picture(in: folder), folder.file("found.png"))
        try write(to: model)
        let row = try Program.run("detect", "hands", picture.path, "--model", model.path, "--json", "--annotate", copy.path).object()
        let hand = try #require((row["hands"] as? [[String: Any]])?.first)
        let joints = try #require(hand["joints"] as? [String: [Double]])
        #expect(joints.count == 21 && abs((hand["confidence"] as? Double ?? 0) - 0.9) < 1e-3 && hand["chirality"] == nil)
        // The cell's middle, from the lower left.
        let thumb = try #require(joints["thumb_tip"])
        #expect(abs(thumb[0] - 8.5 / 32) < 1e-6 && abs(thumb[1] - (1 - 6.5 / 32)) < 1e-6 && abs(thumb[2] - 0.9) < 1e-3)
        #expect(joints["index_mcp"] != nil && joints["wrist"] != nil)
        #expect(FileManager.default.fileExists(atPath: copy.path))
        try write(to: model, channels: 42)
        let both = try Program.run("detect", "hands", picture.path, "--model", model.path)
        #expect(both.output.contains("left hand 90.0 %") && both.output.contains("right hand 90.0 %"))
    }

    @Test("One model is for one kind, and a network of another kind is an error that says what is wrong")
    func unsuitableModels() throws {
        let folder = try TemporaryFolder()
        let (model, picture) = (folder.file("hand.mlmodel"), try picture(in: folder))
        try write(to: model)
        let two = try Program.run("detect", "pose,hands", picture.path, "--model", model.path)
        #expect(two.status == 2 && two.errors.contains("pose and hands"))
        let pose = try Program.run("detect", "pose", picture.path, "--model", model.path)
        #expect(pose.status == 1 && pose.errors.contains("offsets"))
    }

    @Test("The default models find no hands in an empty picture")
    func noHands() throws {
        let folder = try TemporaryFolder()
        let row = try Program.run("detect", "hands", try picture(in: folder).path, "--json").object()
        #expect((row["hands"] as? [Any])?.isEmpty == true, "\(row)")
    }

    @Test(
        "A face's line tells how it is turned, and the quality of its picture",
        .enabled(if: SharedData.has("faces/masks/mask129.jpg"), "needs ../shared/data/faces"))
    func turnedFaces() throws {
        let run = try Program.run("detect", "faces", SharedData.url("faces/masks/mask129.jpg").path)
        let line = /face \d+\.\d %  at \(0\.\d+, 0\.\d+\), 0\.\d+ × 0\.\d+, roll -?\d+°, yaw -?\d+°, pitch -?\d+°, quality 0\.\d\d\n/
        #expect(run.status == 0 && run.output.contains(line), "\(run.output)")
    }
}
