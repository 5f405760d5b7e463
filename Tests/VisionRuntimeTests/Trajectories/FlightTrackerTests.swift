import CoreMedia
import Foundation
import TestSupport
import Testing

@testable import VisionRuntime

@Suite("Flights among moving blobs")
struct FlightTrackerTests {
    /// Where a thrown thing is after some frames, in pixels.
    private func place(_ frame: Int) -> SIMD2<Double> {
        SIMD2(60 + 14 * Double(frame), 400 - 30 * Double(frame) + 0.7 * Double(frame * frame))
    }

    private func blob(_ center: SIMD2<Double>, radius: Double = 12, isFragment: Bool = false) -> SeenBlob {
        SeenBlob(center: center, radius: radius, isCut: false, isFragment: isFragment, area: 3 * radius * radius)
    }

    /// The flights that are followed through the blobs of each frame.
    private func flights(_ frames: [[SeenBlob]]) -> [[Flight]] {
        var tracker = FlightTracker()
        return frames.enumerated().map { number, blobs in
            tracker.add(blobs, at: CMTime(value: CMTimeValue(number), timescale: 60), unit: 1, greatestStep: 128)
        }
    }

    @Test("A flight whose places are off by a twentieth of the object's size is found with its fifth point")
    func jitter() throws {
        // As a camera that leaves its frames' times a little uneven tells them.
        let off = [0.56, -0.36, 0.24, -0.6, 0.44, 0.16, -0.48, 0.36, -0.12, 0.4]
        let seen = flights((0..<20).map { [blob(place($0) + SIMD2(off[$0 % 10], off[($0 + 3) % 10] * 1.3))] })
        let first = try #require(seen.firstIndex { !$0.isEmpty })
        #expect(first <= 5)
        #expect(Set(seen.joined().map(\.id)).count == 1 && seen.last?.first?.points.count ?? 0 >= 19)
    }

    @Test("An object that the scene splits into two pieces goes on as one")
    func pieces() throws {
        let seen = flights(
            (0..<20).map { number in
                let center = place(number)
                guard [8, 9, 13].contains(number) else { return [blob(center)] }
                return [blob(center + SIMD2(6, 1), radius: 6), blob(center - SIMD2(6, 1), radius: 6)]
            })
        let flight = try #require(seen.last?.first)
        #expect(seen.last?.count == 1 && flight.points.map(\.frame) == Array(flight.first.frame..<20))
        #expect(flight.points.allSatisfy { ($0.center - place($0.frame)).length < 1 })
    }

    @Test("Pieces by the side of something far larger make no flight, but a flight may begin there")
    func fragments() {
        let none = flights((0..<20).map { [blob(place($0), isFragment: true)] })
        #expect(none.joined().isEmpty)
        let seen = flights((0..<12).map { [blob(place($0), isFragment: $0 < 3)] })
        #expect(seen.last?.first?.first.frame ?? 9 <= 1)
    }

    @Test("A flight that a lens bends stays one flight")
    func bend() throws {
        let middle = SIMD2(320.0, 240)
        let seen = flights(
            (0..<90).map { number in
                let time = Double(number)
                let center = SIMD2(60 + 5.6 * time, 470 - 10 * time + 0.11 * time * time)
                let away = (center - middle) / 320
                return [blob(middle + (center - middle) * (1 - 0.06 * (away * away).sum()), radius: 8)]
            })
        #expect(Set(seen.joined().map(\.id)).count == 1 && seen.last?.first?.points.count ?? 0 >= 85)
    }

    @Test("Blobs at random places make hardly any flights")
    func accidents() {
        var random = SplitMix64(seed: 8)
        let seen = flights(
            (0..<500).map { _ in
                (0..<12).map { _ in
                    blob(
                        SIMD2(Double.random(in: 0...640, using: &random), Double.random(in: 0...480, using: &random)),
                        radius: Double.random(in: 1...6, using: &random))
                }
            })
        #expect(Set(seen.joined().map(\.id)).count <= 1)
    }
}
