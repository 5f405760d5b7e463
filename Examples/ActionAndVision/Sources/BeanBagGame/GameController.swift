import Foundation
import Vision

/// Finds the player, and then measures throws. Trajectories and poses are detected in each frame at the same time.
final class GameController: @unchecked Sendable {
    private let gameManager: GameManager
    private let throwClassifier: ThrowClassifier
    private let detectPlayerRequest = VNDetectHumanBodyPoseRequest()
    private let detectTrajectoryRequest = VNDetectTrajectoriesRequest(frameAnalysisSpacing: .zero, trajectoryLength: 6)
    /// The queue on which trajectories are detected.
    private let trajectoryQueue = DispatchQueue(label: "ActionAndVision.trajectories")

    /// The player's pose in the latest frame.
    private(set) var playerPose: PlayerPose?
    /// The player's box, normalised, with the origin at the lower left.
    private(set) var playerBoundingBox: CGRect?
    private var poseHistory = PoseHistory()
    private var throwTracker: ThrowTracker?
    /// All detected points of the trajectories, in pixels. An observation has only the latest.
    private var paths: [UUID: [CGPoint]] = [:]
    /// The number of consecutive frames in which the same person was found. It is counted until a person is accepted as the player.
    private var framesWithPlayer = 0
    /// The time of the latest frame, in seconds.
    private var frameTime: Double?

    /// The detected points of the current throw, in pixels.
    var trajectory: [CGPoint] { throwTracker?.path ?? [] }

    init(gameManager: GameManager, throwClassifier: ThrowClassifier) {
        self.gameManager = gameManager
        self.throwClassifier = throwClassifier
    }

    /// Processes the next frame.
    func process(_ buffer: CMSampleBuffer) throws {
        guard let image = buffer.imageBuffer else { return }
        let size = CGSize(width: CVPixelBufferGetWidth(image), height: CVPixelBufferGetHeight(image))
        let time = CMSampleBufferGetPresentationTimeStamp(buffer).seconds
        let frameDuration = frameTime.map { time - $0 }
        frameTime = time
        if gameManager.state == .throwCompleted { gameManager.enter(.trackingThrows) }
        guard throwTracker != nil else {
            try detectPlayer(in: buffer, size)
            return
        }
        let trajectories = Outcome()
        let group = DispatchGroup()
        trajectoryQueue.async(group: group) { [self] in
            trajectories.result = Result { try VNImageRequestHandler(cmSampleBuffer: buffer).perform([detectTrajectoryRequest]) }
        }
        let poses = Result { try detectPose(in: buffer, size) }
        group.wait()
        try poses.get()
        try trajectories.result.get()
        try processTrajectoryObservations(detectTrajectoryRequest.results ?? [], size, frameDuration)
    }

    /// Completes the throw that was in progress when the video ended.
    func finish(frameSize: CGSize) throws {
        if let completed = throwTracker?.finish() { try updatePlayerStats(with: completed, frameSize) }
    }

    /// Searches for the player: a person whose box stays at the same place for some frames.
    private func detectPlayer(in buffer: CMSampleBuffer, _ size: CGSize) throws {
        try detectPose(in: buffer, size)
        guard let playerBoundingBox, let board = gameManager.board else {
            framesWithPlayer = 0
            return
        }
        framesWithPlayer += 1
        guard framesWithPlayer >= 5 else { return }
        gameManager.enter(.detectedPlayer)
        let tracker = ThrowTracker(
            board: board, player: playerBoundingBox.scaled(to: size), frame: CGRect(origin: .zero, size: size))
        let radius = board.pixelsPerMetre * Board.bagWidth / 2 / Double(max(size.width, size.height))
        detectTrajectoryRequest.objectMinimumNormalizedRadius = Float(radius / 3)
        detectTrajectoryRequest.objectMaximumNormalizedRadius = Float(radius * 3)
        detectTrajectoryRequest.regionOfInterest = tracker.region.normalized(to: size)
        throwTracker = tracker
        gameManager.enter(.trackingThrows)
    }

    private func detectPose(in buffer: CMSampleBuffer, _ size: CGSize) throws {
        let region = playerRegion(in: size)
        detectPlayerRequest.regionOfInterest = region
        try VNImageRequestHandler(cmSampleBuffer: buffer).perform([detectPlayerRequest])
        let pose = humanPose(among: (detectPlayerRequest.results ?? []).map { PlayerPose($0, region: region) })
        playerPose = pose
        if let box = pose?.boundingBox {
            playerBoundingBox = box
        } else if throwTracker == nil {
            playerBoundingBox = nil
        }
        if let pose { poseHistory.append(pose, at: CMSampleBufferGetPresentationTimeStamp(buffer).seconds) }
    }

    /// The region in which the player is searched for in the next frame. The network gives the best results when the person fills its input.
    private func playerRegion(in size: CGSize) -> CGRect {
        let whole = CGRect(x: 0, y: 0, width: 1, height: 1)
        guard let tracker = throwTracker else { return whole }
        let side = tracker.player.height * 1.8
        return CGRect(
            x: tracker.player.midX - side / 2, y: tracker.player.midY - side / 2, width: side, height: side
        ).normalized(to: size).intersection(whole)
    }

    /// The pose that is used for the player: at first the tallest confident person, later the person nearest to the player's last position.
    private func humanPose(among poses: [PlayerPose]) -> PlayerPose? {
        let certain = poses.filter { $0.confidence >= 0.3 && $0.boundingBox != nil }
        guard let former = playerBoundingBox else { return certain.max { height(of: $0) < height(of: $1) } }
        return certain.filter { pose in pose.boundingBox.map { $0.intersects(former) } ?? false }
            .min { distance($0, former) < distance($1, former) }
    }

    private func height(of pose: PlayerPose) -> CGFloat { pose.boundingBox?.height ?? 0 }

    private func distance(_ pose: PlayerPose, _ box: CGRect) -> CGFloat {
        pose.boundingBox.map { abs($0.midX - box.midX) + abs($0.midY - box.midY) } ?? .infinity
    }

    private func processTrajectoryObservations(_ observations: [VNTrajectoryObservation], _ size: CGSize, _ frameDuration: Double?) throws {
        let region = detectTrajectoryRequest.regionOfInterest
        let flights = observations.map { observation in
            let latest = observation.detectedPoints.map {
                VNImagePointForNormalizedPointUsingRegionOfInterest($0.location, Int(size.width), Int(size.height), region)
            }
            let former = paths[observation.uuid] ?? []
            let known = former.last.flatMap { latest.lastIndex(of: $0) }
            let points = former + latest[(known.map { $0 + 1 } ?? 0)...]
            paths[observation.uuid] = points
            let range = observation.timeRange
            return Flight(
                id: observation.uuid, points: points, start: range.start.seconds, end: range.end.seconds, frameDuration: frameDuration)
        }
        guard let completed = throwTracker?.update(with: flights) else { return }
        let seen = Set(observations.map(\.uuid))
        paths = paths.filter { seen.contains($0.key) }
        try updatePlayerStats(with: completed, size)
    }

    private func updatePlayerStats(with completed: ThrowTracker.Throw, _ size: CGSize) throws {
        guard let board = gameManager.board, let tracker = throwTracker else { return }
        let flight = completed.flight
        let throwType = try throwClassifier.classify(poseHistory.window(around: flight.start))
        gameManager.playerStats.add(
            ThrowMetrics(
                type: throwType.type, confidence: throwType.confidence, releaseSpeed: flight.speed(on: board),
                releaseAngle: flight.release(on: board).flatMap {
                    poseHistory.releaseAngle(at: $0.time, from: $0.place, direction: tracker.direction, frameSize: size)
                },
                landing: board.landing(at: completed.lastPoint, next: completed.nextPoint),
                path: completed.path))
        gameManager.enter(.throwCompleted)
        if gameManager.playerStats.throwResults.count == GameManager.throwCount { gameManager.enter(.showingSummary) }
    }
}

/// The result of work on another queue. It is read only after the work is done.
private final class Outcome: @unchecked Sendable {
    var result: Result<Void, any Error> = .success(())
}

extension Flight {
    /// The length of the flight's parabola in metres, divided by its duration in seconds.
    func speed(on board: Board) -> Double {
        guard let first = points.first, let last = points.last, end > start else { return 0 }
        let pixels =
            Parabola(through: points)?.length(from: Double(first.x), to: Double(last.x))
            ?? Double(hypot(last.x - first.x, last.y - first.y))
        return abs(pixels) / board.pixelsPerMetre / (end - start)
    }

    /// The time in seconds and the place in pixels at which the bag left the hand. Both are computed from the flight. The tracker first sees the
    /// bag after a flight of the bag's own width.
    func release(on board: Board) -> (time: Double, place: CGPoint)? {
        let speed = speed(on: board)
        guard speed > 0, let first = points.first, let last = points.last, let parabola = Parabola(through: points) else { return nil }
        let time = start - Board.bagWidth / speed
        let x = Double(first.x) - Double(last.x - first.x) * (start - time) / (end - start)
        return (time, CGPoint(x: x, y: parabola.y(at: x)))
    }
}
