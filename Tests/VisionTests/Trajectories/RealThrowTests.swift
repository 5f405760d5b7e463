import CoreMedia
import Foundation
import Locks
import TestSupport
import Testing
import Vision

@Suite("Trajectories of real throws", .enabled(if: SharedData.has("throws"), "needs ../shared/data/throws"))
struct RealThrowTests {
    /// The points of a trajectory, and the time of the frame in which it was found.
    private struct Found {
        let id: UUID
        let time: Double
        var points: [VNPoint]
    }

    /// The trajectories of a film, with all their points.
    private func trajectories(_ name: String) throws -> [Found] {
        let found = Locked<[Found]>([])
        let request = VNDetectTrajectoriesRequest(frameAnalysisSpacing: .zero, trajectoryLength: 5) { request, _ in
            for trajectory in request.results as? [VNTrajectoryObservation] ?? [] {
                found.withLock { found in
                    let points = trajectory.detectedPoints
                    if let index = found.firstIndex(where: { $0.id == trajectory.uuid }) {
                        let known = found[index].points.last.flatMap { points.lastIndex(of: $0) }
                        found[index].points += points[(known.map { $0 + 1 } ?? 0)...]
                    } else {
                        found.append(Found(id: trajectory.uuid, time: trajectory.timeRange.end.seconds, points: points))
                    }
                }
            }
        }
        let processor = VNVideoProcessor(url: SharedData.url("throws/\(name).mp4"))
        try processor.addRequest(request, processingOptions: .init())
        try processor.analyze(CMTimeRange(start: .zero, duration: .positiveInfinity))
        return found.withLock { $0 }
    }

    @Test("An arc before a picture is found as a whole, before its end")
    func arc() throws {
        let found = try trajectories("tennis_arc")
        let only = try #require(found.first)
        #expect(found.count == 1 && only.time * 30 < 14.5 && only.points.count >= 19)
        // From the hand over the top, which is at the fourteenth frame, to the lower right.
        let across = only.points.map(\.x), heights = only.points.map(\.y)
        #expect(abs(across[0] - 0.10) < 0.02 && across[across.count - 1] > 0.48)
        let top = try #require(heights.max())
        #expect(abs(top - 0.787) < 0.01)
    }

    @Test("Two balls whose flights overlap in time are two trajectories", arguments: ["ninja3", "ninja5"])
    func twoBalls(_ name: String) throws {
        let found = try trajectories(name)
        #expect(found.count == 2 && found.allSatisfy { $0.points.count > 55 })
    }
}
