import CoreMLRuntime
import Foundation
import PoseSimulator
import TestSupport
import Testing

@testable import CreateML

/// Files of keypoints, and what becomes of their frames.
@Suite struct PoseFileTests {
    private let temporary: TemporaryFolder
    private var folder: URL { temporary.url }

    init() throws {
        temporary = try TemporaryFolder()
    }

    private func read(_ text: String, _ name: String = "s.json", rate: Double = 30) throws -> PoseSequence {
        let url = folder.appendingPathComponent(name)
        try Data(text.utf8).write(to: url)
        return try PoseSequence(contentsOf: url, label: "a", frameRate: rate, .body)
    }

    private func reason(_ text: String, _ name: String = "s.json") -> String {
        do {
            _ = try read(text, name)
            return "it was read"
        } catch { return error.localizedDescription }
    }

    /// A frame whose joints are all at (x, 0.5).
    private func frame(_ x: Float) -> [Float] {
        [Float](repeating: x, count: 18) + .init(repeating: 0.5, count: 18) + .init(repeating: 1, count: 18)
    }

    private func csv(_ rows: [[Float]], times: [Double]? = nil) -> String {
        let names = ["confidence", "x", "y"].flatMap { row in PoseSkeleton.body.joints.map { "\($0)_\(row)" } }
        let lines = rows.enumerated().map { index, row in
            (times.map { ["\($0[index])"] } ?? []) + (row[36...] + row[..<36]).map { "\($0)" }
        }
        return ([(times == nil ? [] : ["time"]) + names] + lines).map { $0.joined(separator: ",") }.joined(separator: "\n")
    }

    // MARK: Files

    @Test("JSON and CSV say the same")
    func JSONAndCSVSayTheSame() throws {
        var simulator = PoseSimulator(seed: 4)
        let frames = simulator.sequence("squats", frames: 8)
        let json = try read(PoseSimulator.json(frames, rate: 30))
        let named = try read(csv(frames), "s.csv")
        let plain = try read(frames.map { $0.map { "\($0)" }.joined(separator: ",") }.joined(separator: "\n"), "p.csv")
        #expect(named.frames == frames && plain.frames == frames)
        #expect(zip(json.frames.joined(), frames.joined()).allSatisfy { abs($0 - $1) < 1e-4 })
    }

    @Test("Other frame rates are resampled")
    func otherFrameRatesAreResampled() throws {
        let moving = (0..<61).map { frame(Float($0) / 100) }
        let slow = try read(PoseSimulator.json(moving, rate: 60))
        #expect(slow.frames.count == 31)
        for (index, frame) in slow.frames.enumerated() { #expect(abs(frame[0] - Float(index) / 50) < 1e-4) }
        let fast = try read(PoseSimulator.json(Array(moving.prefix(11)), rate: 10))
        #expect(fast.frames.count == 31)
        for (index, frame) in fast.frames.enumerated() { #expect(abs(frame[3] - Float(index) / 300) < 1e-4) }
        #expect(try read(PoseSimulator.json(moving, rate: 30)).frames.count == 61)
        let timed = try read(csv(moving, times: (0..<61).map { 7 + Double($0) / 60 }), "t.csv")
        #expect(timed.frames.count == 31 && abs(timed.frames[10][0] - 0.2) < 1e-4)
    }

    @Test("Joints that one neighbour lacks are taken from the nearer")
    func jointsThatOneNeighbourLacksAreTakenFromTheNearer() throws {
        var (a, b) = (frame(0), frame(1))
        (b[4], b[22], b[40]) = (0, 0, 0)
        a[41] = 0
        #expect(PoseSequence.blended(a, b, 0.25, .body)[0] == 0.25)
        #expect(PoseSequence.blended(a, b, 0.25, .body)[4] == 0 && PoseSequence.blended(a, b, 0.25, .body)[40] == 1)
        #expect(PoseSequence.blended(a, b, 0.75, .body)[40] == 0 && PoseSequence.blended(a, b, 0.75, .body)[5] == 1)
    }

    @Test("Numbers that are no place are errors or missing joints")
    func numbersThatAreNoPlaceAreErrorsOrMissingJoints() throws {
        var broken = frame(0.5)
        broken[2] = .nan
        broken[3] = .infinity
        let numbers = try PoseSequence.frame(broken.map(Double.init), .body)
        #expect(numbers[2] == 0 && numbers[20] == 0 && numbers[38] == 0 && numbers[39] == 0 && numbers[4] == 0.5)
        broken[2] = 1e30
        #expect(throws: MLCreateError.self) { try PoseSequence.frame(broken.map(Double.init), .body) }
        #expect(throws: MLCreateError.self) { try PoseSequence.frame([1, 2, 3], .body) }
        #expect(try PoseSequence.frame([Double](repeating: -1, count: 54), .body).allSatisfy { $0 == 0 })
    }

    @Test("Broken files are named with the reason")
    func brokenFilesAreNamedWithTheReason() throws {
        let sound = PoseSimulator.json([frame(0.5), frame(0.6)], rate: 30)
        #expect(reason(sound) == "it was read")
        #expect(reason("").contains("s.json") && reason("").contains("empty"))
        #expect(reason("{\"frames\": []}").contains("no frames"))
        #expect(reason("{}").contains("'frames'") && reason("7").contains("'frames'"))
        #expect(reason("[[[1],[2],[3]]]").contains("frame 0") && reason("[[[1],[2],[3]]]").contains("18 joints"))
        #expect(reason("[[1, 2]]").contains("three lists"))
        #expect(reason(sound.replacingOccurrences(of: "30.0", with: "0")).contains("frameRate"))
        #expect(reason(sound.replacingOccurrences(of: "30.0", with: "\"fast\"")).contains("frameRate"))
        #expect(reason(sound.replacingOccurrences(of: "30.0", with: "1e-9")).contains("lasts"))
        #expect(reason(sound.replacingOccurrences(of: "0.6", with: "1e999")).contains("JSON") || reason(sound).isEmpty == false)
        #expect(reason("nose_x,nose_y\n1,2\n", "s.csv").contains("neck_x"))
        #expect(reason("1,2,3\n", "s.csv").contains("54"))
        #expect(reason(csv([frame(1)]) + "\n1,2\n", "s.csv").contains("line 3"))
        #expect(reason(csv([frame(1)]).replacingOccurrences(of: "0.5", with: "x"), "s.csv").contains("'x'"))
        #expect(reason(csv([frame(1), frame(1)], times: [2, 1]), "s.csv").contains("rise"))
        #expect(reason(csv([frame(1), frame(1)], times: [0, 1e300]), "s.csv").contains("lasts"))
        for count in stride(from: 0, to: sound.utf8.count - 2, by: 7) {
            #expect(reason(String(decoding: Data(sound.utf8.prefix(count)), as: UTF8.self)) != "it was read")
        }
    }

    // MARK: Windows and changes

    @Test("Sequences are cut into windows")
    func sequencesAreCutIntoWindows() {
        #expect(PoseWindows.consecutive(0, size: 4) == [])
        #expect(PoseWindows.consecutive(3, size: 4) == [0..<3])
        #expect(PoseWindows.consecutive(8, size: 4) == [0..<4, 4..<8])
        #expect(PoseWindows.consecutive(9, size: 4) == [0..<4, 4..<8])
        #expect(PoseWindows.consecutive(10, size: 4) == [0..<4, 4..<8, 6..<10])
        #expect(PoseWindows.overlapping(9, size: 4) == [0..<4, 2..<6, 4..<8, 5..<9])
        #expect(PoseWindows.overlapping(2, size: 1) == [0..<1, 1..<2])
        let values = PoseWindows.values([frame(0.25)][...], size: 2, .body)
        #expect(values.count == 108 && values[0] == 0.25 && values[54...].allSatisfy { $0 == 0 })
    }

    @Test("Mirror images swap sides")
    func mirrorImagesSwapSides() throws {
        var simulator = PoseSimulator(seed: 9)
        let frame = simulator.sequence("waving left", frames: 1)[0]
        let mirrored = PoseAugmentation.mirrored(frame, .body)
        let (left, right) = (7, 4)
        if frame[36 + left] > 0 {
            #expect(
                mirrored[right] == 1 - frame[left] && mirrored[18 + right] == frame[18 + left] && mirrored[36 + right] == frame[36 + left])
        }
        #expect(zip(PoseAugmentation.mirrored(mirrored, .body), frame).allSatisfy { abs($0 - $1) < 1e-6 })
        #expect(PoseSkeleton.hand.mirrored == Array(0..<21) && PoseSkeleton.hand.count == 21)
        #expect(PoseSkeleton.body.joints[PoseSkeleton.body.mirrored[16]] == "leftEar")
    }

    @Test("Augmentation keeps missing joints missing")
    func augmentationKeepsMissingJointsMissing() {
        var simulator = PoseSimulator(seed: 5)
        let frames = simulator.sequence("walking", frames: 30)
        var generator = SplitMix64(seed: 3)
        let all: PoseAugmentation = [.flip, .rotate, .translate, .scale, .interpolateFrames, .dropFrames]
        for _ in 0..<8 {
            for frame in all.apply(to: frames[...], .body, &generator) {
                for joint in 0..<18 where frame[36 + joint] == 0 { #expect(frame[joint] == 0 && frame[18 + joint] == 0) }
            }
        }
    }
}
