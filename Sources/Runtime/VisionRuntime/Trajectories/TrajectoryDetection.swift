import CKernels
import CoreGraphics
import CoreMedia
import Foundation

/// Finds objects that fly on parabolas in front of a still scene. The frames must have times.
package struct TrajectoryDetection: SequenceAnalysis {
    private let regionOfInterest: CGRect
    private let spacing: FrameSpacing
    package var settings: TrajectorySettings

    private var previous: (size: CGSize, time: CMTime)?
    private var scene: ObservedScene?
    private var tracker = FlightTracker()
    /// For each trajectory, the number of the frame in which it was last found.
    private var reported: [UUID: Int] = [:]
    /// The number of times that a plane is halved to save time.
    private var savings = 0

    private static let greatestSavings = 2
    /// The number of frames after which a trajectory is forgotten. The tracker gives flights up sooner.
    private static let greatestSilence = 64
    /// The greatest distance between the two newest blobs of a new trajectory, as a fraction of the frame's longer side. Trajectories that are
    /// already being tracked have no such limit.
    private static let greatestStep = 0.2

    /// - Parameters:
    ///   - regionOfInterest: the part of every frame to analyze, normalised, origin at the lower left.
    ///   - spacing: the least time between two analyzed frames. Frames within this time have no findings.
    package init(regionOfInterest: CGRect, spacing: CMTime, settings: TrajectorySettings) {
        self.regionOfInterest = regionOfInterest
        self.spacing = FrameSpacing(spacing)
        self.settings = settings
    }

    package func demands(of frame: FrameInfo) throws -> [FrameDemand] {
        spacing.isDue(frame.timeRange.start, after: previous?.time) ? [.whole(frame, isGray: true)] : []
    }

    package mutating func advance(_ context: AnalysisContext) throws -> [TrajectoryFinding] {
        let frame = context.frame
        let time = frame.info.timeRange.start
        try check(frame.info)
        guard spacing.isDue(time, after: previous?.time) else { return [] }
        let clock = ContinuousClock(), begun = clock.now
        let part = frame.info.wholePixels(in: regionOfInterest)
        guard min(part.width, part.height) >= CGFloat(ObservedScene.shortestSide) else {
            throw VisionFailure(
                .invalidImage, "trajectories are not to be seen in \(Int(part.width)) × \(Int(part.height)) pixels of a frame")
        }
        let plane = try workingPlane(frame.gray(part))
        let unit = Double(part.width) / Double(plane.width), side = Double(max(frame.info.width, frame.info.height))
        let corner = SIMD2(Double(part.minX), Double(part.minY))
        let blobs = try differences(plane).map { blob -> SeenBlob in
            let place = SIMD2(Double(blob.x), Double(blob.y))
            return SeenBlob(
                center: corner + place * unit, radius: Double(blob.radius) * unit, isCut: blob.is_cut != 0,
                isFragment: blob.is_fragment != 0, area: Double(blob.area))
        }
        let seen = tracker.add(
            blobs.filter { settings.radii.contains($0.radius / side) }, at: time, unit: unit, greatestStep: Self.greatestStep * side)
        previous = (frame.info.size, time)
        save(clock.now - begun)
        let region = frame.info.pixels(in: regionOfInterest)
        return seen.filter { $0.points.count >= settings.length }.compactMap { flight in
            TrajectoryFinding(flight, pointCount: max(settings.length, newPoints(of: flight)), unit: unit, region: region, longerSide: side)
        }
    }

    /// The number of points that no earlier finding of the trajectory had.
    private mutating func newPoints(of flight: Flight) -> Int {
        let newest = flight.last.frame
        defer {
            reported[flight.id] = newest
            reported = reported.filter { newest - $0.value <= Self.greatestSilence }
        }
        guard let former = reported[flight.id] else { return flight.points.count }
        return flight.points.count { $0.frame > former }
    }

    /// Ends the sequence after a frame that does not fit it, such as a frame of another size. The next frame begins a new sequence.
    package func begunAnew(after failure: VisionFailure) -> TrajectoryDetection? {
        guard [.invalidArgument, .invalidImage, .timeStampNotFound].contains(failure.kind) else { return nil }
        return TrajectoryDetection(regionOfInterest: regionOfInterest, spacing: spacing.time, settings: settings)
    }

    private func check(_ frame: FrameInfo) throws {
        guard frame.isTimed else {
            throw VisionFailure(.timeStampNotFound, "trajectories need frames with times: sample buffers with a presentation time stamp")
        }
        guard let previous else { return }
        guard frame.timeRange.start > previous.time else {
            throw VisionFailure(
                .invalidArgument,
                "the frame at \(frame.timeRange.start.seconds) s does not follow the one at \(previous.time.seconds) s")
        }
        guard frame.size == previous.size else {
            throw VisionFailure(
                .invalidArgument,
                "the frame has \(frame.width) × \(frame.height) pixels, those before \(Int(previous.size.width)) × \(Int(previous.size.height))"
            )
        }
    }

    /// The plane at the size at which it is analyzed.
    private func workingPlane(_ plane: GrayPlane) throws -> GrayPlane {
        var plane = plane
        while max(plane.width, plane.height) > ObservedScene.longestSide >> savings,
            min(plane.width, plane.height) >= 2 * ObservedScene.shortestSide
        {
            plane = try plane.halved()
        }
        return plane
    }

    private mutating func differences(_ plane: GrayPlane) throws -> [TrajectoryBlob] {
        guard scene?.shows(plane) == true else {
            scene = ObservedScene(plane)
            return []
        }
        return try scene?.blobs(in: plane) ?? []
    }

    /// Chooses the size for the next frame. The plane is reduced further if this frame took too long, and less if there is time to spare.
    private mutating func save(_ duration: Duration) {
        guard settings.targetTime.isNumeric else { return }
        let target = Duration.seconds(settings.targetTime.seconds)
        if duration > target {
            savings = min(savings + 1, Self.greatestSavings)
        } else if duration * 6 < target {
            savings = max(savings - 1, 0)
        }
    }
}
