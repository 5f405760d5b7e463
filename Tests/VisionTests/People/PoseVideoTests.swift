import CoreML
import CreateML
import Foundation
import TestSupport
import Testing
import VisionRuntime

@Suite("Poses of videos for Create ML")
struct PoseVideoTests {
    /// The network sees the same person in every picture.
    private static func models(_ name: String) throws -> ModelFolder {
        let outputs = PoseModels.bodyMaps([(PoseModels.standing(atX: 30), 0.9)], side: 128, stride: 8)
        return try ModelFolder([name: PoseModels.specification(width: 128, height: 128, outputs: outputs)])
    }

    private static func write(_ url: URL, frames: Int) throws {
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try SceneVideos.write(url, places: Array(repeating: .zero, count: frames))
    }

    @Test("Each labelled video becomes a session with the person's joints, at the frame rate that is wanted")
    func keypoints() throws {
        let folder = try TemporaryFolder()
        try Self.write(folder.file("wave/a.mov"), frames: 30)
        try Self.write(folder.file("jump/b.mov"), frames: 15)
        let source = MLActionClassifier.DataSource.labeledDirectories(at: folder.url)
        let table = try ModelStore.$current.withValue(Self.models("bodyPose").store) {
            try source.keypointsWithAnnotations(targetFrameRate: 10)
        }
        #expect(table.size.rows == 15)
        let labels = try #require(table["label", String.self])
        #expect((0..<15).filter { labels[$0] == "wave" }.count == 10)
        let keypoints: MLUntypedColumn = table["keypoints"]
        for row in 0..<15 {
            let array = try #require(keypoints[row].multiArrayValue)
            // The nose comes first: at (60, 14) from the top left.
            #expect(abs(array[0] - 60.0 / 128) < 2e-3)
            #expect(abs(array[18] - (1 - 14.0 / 128)) < 2e-3 && array[36] > 0.5)
        }
    }

    @Test("Only the named part of a video counts")
    func times() throws {
        let folder = try TemporaryFolder()
        try Self.write(folder.file("a.mov"), frames: 45)
        let table = try MLDataTable(dictionary: [
            "file": [folder.file("a.mov").path], "what": ["wave"], "from": [0.5], "to": [1.0],
        ])
        let source = MLActionClassifier.DataSource.labeledVideoData(
            table: table, videoColumn: "file", labelColumn: "what", startTimeColumn: "from", endTimeColumn: "to")
        let rows = try ModelStore.$current.withValue(Self.models("bodyPose").store) {
            try source.keypointsWithAnnotations(targetFrameRate: 30).size.rows
        }
        #expect(rows == 15)
    }

    @Test("Without the model that finds poses the error names it; a video without frames is no session")
    func errors() throws {
        let folder = try TemporaryFolder()
        try Self.write(folder.file("wave/a.mov"), frames: 3)
        let source = MLActionClassifier.DataSource.labeledDirectories(at: folder.url)
        let error = try #require(throws: MLCreateError.self) {
            try ModelStore.$current.withValue(Self.models("other").store) { try source.keypointsWithAnnotations() }
        }
        #expect("\(error)".contains("bodyPose"))
        try Data("no video".utf8).write(to: folder.file("wave/b.mov"))
        let table = try ModelStore.$current.withValue(Self.models("bodyPose").store) {
            try source.keypointsWithAnnotations(targetFrameRate: 30)
        }
        #expect(table.size.rows == 3)
    }
}
