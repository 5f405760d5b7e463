import Foundation

/// A trajectory, with the points that were detected up to a certain frame.
struct Flight: Sendable {
    let id: UUID
    /// The points in pixels, with the origin at the lower left, the oldest first.
    let points: [CGPoint]
    /// The times of the first and the last point, in seconds.
    let start: Double
    let end: Double
    /// The time between frames in seconds; `nil` if it is unknown.
    var frameDuration: Double?

    /// The flight without its first points if these belong to the swinging hand.
    ///
    /// The hand is slower than the bag, whose horizontal speed is constant. So slow steps at the beginning are removed. The start time is also
    /// moved past frames without a point between the hand's last point and the bag's first point.
    var withoutSwing: Flight {
        let steps = zip(points.dropFirst(), points).map { $0.x - $1.x }
        let usual = steps.sorted { abs($0) < abs($1) }.dropFirst(steps.count / 2).first ?? 0
        guard steps.count >= 12, usual != 0 else { return self }
        let ratios = steps.map { $0 / usual }
        var first = ratios.prefix { $0 < 0.8 }.count
        guard first > 0, first < steps.count / 2 else { return self }
        if ratios[first] > 1.5 { first += 1 }
        // A step that spans several frames counts as that number of frames. The step from the hand to the bag does not show how long the hand was
        // hidden.
        let frames = ratios.map { Double(max(1, $0.rounded())) }
        let flown = frames[first...].reduce(0, +)
        let duration = frameDuration.map { $0 * flown } ?? (end - start) * flown / frames.reduce(0, +)
        return Flight(id: id, points: Array(points[first...]), start: end - duration, end: end, frameDuration: frameDuration)
    }
}

/// Combines trajectories into throws, frame by frame.
///
/// A throw begins with a flight from the player towards the board. The trajectories of shadows, passers-by and birds begin elsewhere. If a trajectory
/// begins at the place and time at which the bag was last seen, it shows the bag after a bounce. A throw is complete when none of its trajectories
/// has been seen in the region for some frames.
struct ThrowTracker: Sendable {
    /// A completed throw.
    struct Throw: Sendable {
        /// The first flight, up to the point where the bag hit something.
        let flight: Flight
        /// The point at which the bag was last seen.
        let lastPoint: CGPoint
        /// The predicted point one frame later.
        let nextPoint: CGPoint
        /// All detected points of the throw.
        let path: [CGPoint]
    }

    /// The maximum number of successive frames without a new point of the throw in the region. The next frame without a point completes the throw.
    static let frameLimit = 20

    let board: Board
    /// The player's box when the game began, in pixels.
    let player: CGRect
    /// The region in which bags fly, in pixels.
    let region: CGRect
    private var flights: [Flight] = []
    private var framesOutside = 0
    private var formerFlights = Set<UUID>()

    init(board: Board, player: CGRect, frame: CGRect) {
        self.board = board
        self.player = player
        region = ThrowTracker.region(board: board, player: player, frame: frame)
    }

    /// The region from the player to a little behind the board, up to the frame's upper edge.
    static func region(board: Board, player: CGRect, frame: CGRect) -> CGRect {
        let box = board.outline.boundingBox
        let margin = box.width / 2
        let low = min(player.minY, box.minY) - box.height / 2
        let whole = player.union(box.insetBy(dx: -margin, dy: 0))
        return CGRect(x: whole.minX, y: low, width: whole.width, height: frame.maxY - low).intersection(frame)
    }

    /// Whether a throw is being followed.
    var isFollowing: Bool { !flights.isEmpty }

    /// The detected points of the current throw.
    var path: [CGPoint] { flights.flatMap(\.points) }

    /// Processes the flights of the next frame.
    ///
    /// - Returns: the throw that is complete in this frame; `nil` if there is none.
    mutating func update(with seen: [Flight]) -> Throw? {
        guard let last = flights.last else {
            if let first = seen.filter(isThrow).max(by: { $0.points.count < $1.points.count }) { flights = [first] }
            return nil
        }
        framesOutside += 1
        if let same = seen.first(where: { $0.id == last.id }) {
            if same.points.count > last.points.count, same.points.last.map(region.contains) == true { framesOutside = 0 }
            flights[flights.count - 1] = same
        } else if let next = seen.first(where: { continues(last, $0) }) {
            flights.append(next)
            framesOutside = 0
        }
        return framesOutside > ThrowTracker.frameLimit ? finish() : nil
    }

    /// Ends the current throw, for example at the end of a video.
    mutating func finish() -> Throw? {
        guard let flight = flights.first, let lastPoint = path.last else { return nil }
        defer {
            formerFlights.formUnion(flights.map(\.id))
            flights = []
            framesOutside = 0
        }
        let former = path.dropLast().last ?? lastPoint
        let nextPoint = CGPoint(x: 2 * lastPoint.x - former.x, y: 2 * lastPoint.y - former.y)
        return Throw(flight: flight.withoutSwing, lastPoint: lastPoint, nextPoint: nextPoint, path: path)
    }

    /// The direction from the player to the board: 1 for right, -1 for left.
    var direction: CGFloat { board.outline.boundingBox.midX < player.midX ? -1 : 1 }

    /// Whether a flight is a bag thrown by the player: it begins near the player, above the knees, and moves away towards the board.
    private func isThrow(_ flight: Flight) -> Bool {
        guard let first = flight.points.first, let last = flight.points.last, !formerFlights.contains(flight.id) else { return false }
        let near = player.insetBy(dx: -player.height / 2, dy: -player.height / 3)
        let edge = direction > 0 ? player.maxX : player.minX
        return near.contains(first) && first.y > player.minY + player.height / 4
            && (last.x - edge) * direction > player.height / 8
            && (last.x - first.x) * direction > player.height / 4
    }

    /// Whether `next` continues `flight`, for example after a bounce. `next` must begin where and when `flight` ended.
    private func continues(_ flight: Flight, _ next: Flight) -> Bool {
        guard let end = flight.points.last, let start = next.points.first, next.start >= flight.end - 0.1, next.start <= flight.end + 0.3
        else { return false }
        return hypot(start.x - end.x, start.y - end.y) <= 2 * CGFloat(Board.bagWidth * board.pixelsPerMetre)
    }
}
