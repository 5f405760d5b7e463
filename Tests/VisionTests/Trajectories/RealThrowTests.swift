import CoreMedia
import Foundation
import Locks
import TestSupport
import Testing
import Vision

@Suite("Trajectories of real throws", .enabled(if: SharedData.has("throws"), "needs ../shared/data/throws"))
struct RealThrowTests {
    /// Each trajectory as it was last, and in how many frames any had been found before it.
    private func trajectories(_ name: String) throws -> [(last: VNTrajectoryObservation, found: Double)] {
        let found = Locked<[(last: VNTrajectoryObservation, found: Double)]>([])
        let request = VNDetectTrajectoriesRequest(frameAnalysisSpacing: .zero, trajectoryLength: 5) { request, _ in
            for trajectory in request.results as? [VNTrajectoryObservation] ?? [] {
                found.withLock { found in
                    if let index = found.firstIndex(where: { $0.last.uuid == trajectory.uuid }) {
                        found[index].last = trajectory
                    } else {
                        found.append((trajectory, trajectory.timeRange.end.seconds))
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
        #expect(found.count == 1 && only.found * 30 < 14.5 && only.last.detectedPoints.count >= 19)
        // From the hand over the top, which is at the fourteenth frame, to the lower right.
        let across = only.last.detectedPoints.map(\.x), heights = only.last.detectedPoints.map(\.y)
        #expect(abs(across[0] - 0.10) < 0.02 && across[across.count - 1] > 0.48)
        let top = try #require(heights.max())
        #expect(abs(top - 0.787) < 0.01)
    }

    @Test("Two balls whose flights overlap in time are two trajectories", arguments: ["ninja3", "ninja5"])
    func twoBalls(_ name: String) throws {
        let found = try trajectories(name)
        #expect(found.count == 2 && found.allSatisfy { $0.last.detectedPoints.count > 55 })
    }
}
