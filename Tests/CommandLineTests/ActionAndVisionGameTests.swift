import AVFoundation
import Foundation
import TestSupport
import Testing
import Vision

@testable import BeanBagGame

/// The program of `Examples/ActionAndVision` plays the game that the project renders, of which everything is known.
@Suite("Action & Vision: the rendered game", .serialized)
struct ActionAndVisionGameTests {
    private struct Truth: Decodable {
        struct Board: Decodable { let corners: [[Double]] }
        struct Pan: Decodable { let restsFromFrame: Int }
        struct Throw: Decodable {
            let kind: String
            let averageSpeed: Double
            let releaseAngle: Double
            let landing: String
            let points: Int
        }
        let frameRate: Double
        let width: Double
        let height: Double
        let pixelsPerMetre: Double
        let board: Board
        let pan: Pan
        let throwsOfGame: [Throw]
        let score: Int
        let averageSpeed: Double
        let averageReleaseAngle: Double

        enum CodingKeys: String, CodingKey {
            case frameRate, width, height, pixelsPerMetre, board, pan, score, averageSpeed, averageReleaseAngle
            case throwsOfGame = "throws"
        }
    }

    private struct Event: Decodable {
        let event: String
        let time: Double
        let corners: [[Double]]?
        let pixelsPerMetre: Double?
        let type: String?
        let speed: Double?
        let angle: Double?
        let landing: String?
        let score: Int?
        let averageSpeed: Double?
        let averageAngle: Double?
    }

    private let folder = Repository.file("Examples/ActionAndVision")
    private var boards: String { folder.appendingPathComponent("Boards.mlmodel").path }

    private func play(_ words: [String]) throws -> (status: Int32, output: String) {
        try ClientPackage.run(BuiltProgram.path("ActionAndVision"), words)
    }

    /// Trains the classifier of throws as the example's script does.
    private func train(in scratch: TemporaryFolder) throws -> URL {
        let classifier = scratch.file("Throws.mlmodel")
        let result = try ClientPackage.run(
            folder.appendingPathComponent("train.sh").path, [Program.path, "throws", classifier.path])
        try #require(result.status == 0, "\(result.output)")
        return classifier
    }

    @Test("The board, eight throws with their kinds, speeds, angles and landings, and the score are as they were rendered")
    func game() throws {
        let scratch = try TemporaryFolder()
        let classifier = try train(in: scratch)
        let game = folder.appendingPathComponent("game.mp4").path
        let result = try play([game, "--boards", boards, "--throws", classifier.path, "--json"])
        try #require(result.status == 0, "\(result.output)")
        let truth = try JSONDecoder().decode(Truth.self, from: Data(contentsOf: folder.appendingPathComponent("game.json")))
        let events = try result.output.split(separator: "\n").map { try JSONDecoder().decode(Event.self, from: Data($0.utf8)) }

        let board = try #require(events.first { $0.event == "board" })
        // Not before the camera rests.
        #expect(board.time >= Double(truth.pan.restsFromFrame) / truth.frameRate)
        #expect(abs(try #require(board.pixelsPerMetre) / truth.pixelsPerMetre - 1) < 0.02)
        for corner in truth.board.corners {
            let distances = try #require(board.corners).map {
                hypot($0[0] * truth.width - corner[0], (1 - $0[1]) * truth.height - corner[1])
            }
            #expect(try #require(distances.min()) < 4)
        }

        let found = events.filter { $0.event == "throw" }
        try #require(found.count == truth.throwsOfGame.count)
        for (found, truth) in zip(found, truth.throwsOfGame) {
            #expect(abs(try #require(found.speed) / truth.averageSpeed - 1) < 0.05)
            #expect(found.landing == truth.landing)
            #expect(abs(try #require(found.angle) - truth.releaseAngle) < 5)
        }
        #expect(zip(found, truth.throwsOfGame).count { $0.type == $1.kind } >= 7)
        let summary = try #require(events.last)
        #expect(summary.event == "summary" && summary.score == truth.score)
        #expect(abs(try #require(summary.averageSpeed) / truth.averageSpeed - 1) < 0.05)
        #expect(abs(try #require(summary.averageAngle) - truth.averageReleaseAngle) < 5)
    }

    @Test("A video without a board, a damaged one, and models of other kinds end in a line that says so")
    func failures() throws {
        let scratch = try TemporaryFolder()
        let classifier = try train(in: scratch).path
        let damaged = scratch.file("damaged.mp4")
        try Data(contentsOf: folder.appendingPathComponent("game.mp4")).prefix(20_000).write(to: damaged)
        let toys = Repository.file("Examples/ObjectTracker/toys.mp4").path
        for (words, reason) in [
            ([toys, "--boards", boards, "--throws", classifier], "no board was found"),
            ([toys, "--boards", boards, "--throws", boards], "no action classifier"),
            ([toys, "--boards", "missing.mlmodel", "--throws", classifier], "missing.mlmodel"),
            ([damaged.path, "--boards", boards, "--throws", classifier], "damaged.mp4"),
            (["missing.mp4", "--boards", boards, "--throws", classifier], "missing.mp4"),
            ([toys, "--boards", boards, "--throws", classifier, "--output", "/missing/out.mp4"], "/missing/out.mp4"),
        ] {
            let result = try play(words)
            #expect(result.status == 1 && result.output.contains(reason), "\(words): \(result.output)")
        }
    }

    @Test(
        "A published action classifier answers on the poses of a real person",
        .enabled(if: SharedData.has("models/PlayerActionClassifier.mlmodel") && SharedData.has("tracking/otb_jogging")))
    func realPoses() throws {
        let compiled = try MLModel.compileModel(at: SharedData.url("models/PlayerActionClassifier.mlmodel"))
        defer { try? FileManager.default.removeItem(at: compiled) }
        let classifier = try ThrowClassifier(model: MLModel(contentsOf: compiled))
        var history = PoseHistory()
        let request = VNDetectHumanBodyPoseRequest()
        for (index, frame) in SharedData.files(in: "tracking/otb_jogging/img").prefix(90).enumerated() {
            try VNImageRequestHandler(url: frame).perform([request])
            if let pose = request.results?.first { history.append(PlayerPose(pose), at: Double(index) / 30) }
        }
        let poses = history.window(around: 1.5)
        try #require(poses.count == PoseHistory.windowLength)
        let answer = try classifier.classify(poses)
        #expect(answer.confidence > 0.25 && answer.confidence <= 1)
    }
}
