import CoreGraphics
import Foundation
import TestSupport
import Testing

@testable import VisionRuntime

/// Poses of several people in a network's maps, beside a decoding that was written with NumPy (`Fixtures/make_pose_fixture.py`).
@Suite("Decoding poses")
struct PoseDecoderTests {
    private struct Case: Decodable {
        struct Pose: Decodable {
            let confidence: Double
            let places: [[Double]]
            let likelihoods: [Double]
        }

        let seed: UInt32
        let rows: Int
        let columns: Int
        let stride: Int
        let poses: [Pose]
    }

    /// Maps of made-up numbers, as the script makes them.
    private func maps(_ example: Case) -> PoseMaps {
        var state = example.seed
        func map(_ channels: Int, _ number: (Float) -> Float) -> CellMap {
            let values = (0..<channels * example.rows * example.columns).map { _ in
                state = (state &* 1_103_515_245 &+ 12345) & 0x7FFF_FFFF
                return number(Float(state >> 16 & 255))
            }
            return CellMap(channels: channels, rows: example.rows, columns: example.columns, values: values)
        }
        let scores = map(17) { $0 / 256 }
        let offsets = map(34) { ($0 - 128) / 8 }
        let forward = map(32) { ($0 - 128) / 2 }
        let backward = map(32) { ($0 - 128) / 2 }
        let size = CGSize(width: example.columns * example.stride, height: example.rows * example.stride)
        return PoseMaps(scores: scores, offsets: offsets, forward: forward, backward: backward, inputSize: size)
    }

    @Test("The same poses as NumPy's in the same order, to a hundredth of a pixel")
    func reference() throws {
        let file = Fixtures.url("poses.json")
        for example in try JSONDecoder().decode([Case].self, from: Data(contentsOf: file)) {
            let maps = maps(example)
            // The script joins poses within 20 pixels.
            let poses = PoseDecoder(suppressionRadius: 20 / maps.inputSide).poses(in: maps)
            #expect(poses.count == example.poses.count && poses.count > 5)
            for (pose, truth) in zip(poses, example.poses) {
                #expect(abs(Double(pose.confidence) - truth.confidence) < 1e-4)
                for (place, expected) in zip(pose.places, truth.places) {
                    #expect(hypot(Double(place.x) - expected[0], Double(place.y) - expected[1]) < 0.01)
                }
                for (score, expected) in zip(pose.scores, truth.likelihoods) { #expect(abs(Double(score) - expected) < 1e-6) }
            }
        }
    }

    @Test(
        "The stride follows from the sizes of input and map",
        arguments: [(513, 33, 16), (257, 17, 16), (353, 45, 8), (256, 32, 8), (8, 1, 8)])
    func stride(_ side: Int, _ cells: Int, _ stride: Int) {
        #expect(CellMap.stride(side: side, cells: cells) == Float(stride))
    }

    @Test("Displacements that lead far away, and maps of one cell, still give poses")
    func extremes() {
        let one = PoseMaps(
            scores: CellMap(channels: 17, rows: 1, columns: 1, values: [Float](repeating: 0.9, count: 17)),
            offsets: CellMap(channels: 34, rows: 1, columns: 1, values: [Float](repeating: 1e30, count: 34)),
            forward: CellMap(channels: 32, rows: 1, columns: 1, values: [Float](repeating: 1e30, count: 32)),
            backward: CellMap(channels: 32, rows: 1, columns: 1, values: [Float](repeating: -1e30, count: 32)),
            inputSize: CGSize(width: 16, height: 16))
        #expect(PoseDecoder().poses(in: one).count <= 17)
    }

    @Test("Maps that are likely everywhere give the maximum number of poses")
    func crowd() {
        let cells = 24 * 24
        let crowd = PoseMaps(
            scores: CellMap(channels: 17, rows: 24, columns: 24, values: [Float](repeating: 1, count: 17 * cells)),
            offsets: CellMap(channels: 34, rows: 24, columns: 24, values: [Float](repeating: 0, count: 34 * cells)),
            forward: CellMap(channels: 32, rows: 24, columns: 24, values: [Float](repeating: 0, count: 32 * cells)),
            backward: CellMap(channels: 32, rows: 24, columns: 24, values: [Float](repeating: 0, count: 32 * cells)),
            inputSize: CGSize(width: 768, height: 768))
        #expect(PoseDecoder().poses(in: crowd).count == PoseDecoder().maximumCount)
    }
}
