import Foundation
import Testing

@testable import ActionAndVision
@testable import BeanBagGame

/// The rules of the bean-bag game, without pictures.
@Suite("Action & Vision: the rules")
struct ActionAndVisionRuleTests {
    /// 300 pixels long, seen from a little above, with its hole in the middle.
    private func board() throws -> Board {
        let corners = [CGPoint(x: 800, y: 100), CGPoint(x: 1100, y: 100), CGPoint(x: 1120, y: 170), CGPoint(x: 820, y: 170)]
        return Board(outline: try #require(Quadrilateral(corners: corners)), hole: CGRect(x: 940, y: 127, width: 38, height: 16))
    }

    private let player = CGRect(x: 100, y: 100, width: 120, height: 420)

    private func tracker() throws -> ThrowTracker {
        ThrowTracker(board: try board(), player: player, frame: CGRect(x: 0, y: 0, width: 1280, height: 720))
    }

    /// A flight from one point to another over a summit, as it is known after `count` of 30 points.
    private func flight(
        _ id: UUID, from start: CGPoint, to end: CGPoint, rise: CGFloat = 150, count: Int = 30, at time: Double = 0
    ) -> Flight {
        let points = (0..<count).map { index -> CGPoint in
            let t = CGFloat(index) / 29
            return CGPoint(x: start.x + (end.x - start.x) * t, y: start.y + (end.y - start.y) * t + 4 * rise * t * (1 - t))
        }
        return Flight(id: id, points: points, start: time, end: time + Double(count - 1) / 60)
    }

    @Test("The phases follow each other, and no other way is taken")
    func states() {
        let order: [GameState] = [
            .inactive, .detectingBoard, .detectedBoard, .detectingPlayer, .detectedPlayer, .trackingThrows, .throwCompleted,
        ]
        for state in GameState.allCases {
            for next in GameState.allCases {
                let isNext = zip(order, order.dropFirst()).contains { $0 == (state, next) }
                let ends = next == .showingSummary && (state == .throwCompleted || state == .trackingThrows)
                #expect(state.isFollowed(by: next) == (isNext || ends || (state == .throwCompleted && next == .trackingThrows)))
            }
        }
    }

    @Test("Observers hear of every phase that is entered, and of none that is refused")
    func observers() {
        final class Observer: GameStateChangeObserver {
            var seen: [GameState] = []
            func gameManager(_ manager: GameManager, didEnter state: GameState, from previous: GameState) { seen.append(state) }
        }
        let manager = GameManager()
        let observer = Observer()
        manager.addObserver(observer)
        #expect(!manager.enter(.trackingThrows))
        #expect(manager.enter(.detectingBoard))
        #expect(manager.enter(.detectedBoard))
        #expect(!manager.enter(.detectingBoard))
        manager.removeObserver(observer)
        #expect(manager.enter(.detectingPlayer))
        #expect(observer.seen == [.detectingBoard, .detectedBoard])
    }

    @Test("A board counts 1, its hole 3, a throw under the leg five times as much; averages leave out arms that were not seen")
    func scores() {
        var stats = PlayerStats()
        #expect(stats.averageSpeed == 0 && stats.averageAngle == 0)
        let throwsOfGame: [(ThrowType, Landing, Double?, Int)] = [
            (.overhand, .board, 30, 1), (.underhand, .hole, -10, 3), (.underleg, .board, nil, 5), (.underleg, .hole, 10, 15),
            (.none, .ground, 50, 0),
        ]
        for (index, (type, landing, angle, score)) in throwsOfGame.enumerated() {
            let result = ThrowMetrics(
                type: type, confidence: 1, releaseSpeed: Double(index), releaseAngle: angle, landing: landing, path: [])
            #expect(result.score == score)
            stats.add(result)
        }
        #expect(stats.totalScore == 24 && stats.averageSpeed == 2 && stats.averageAngle == 20)
    }

    @Test("Labels of a classifier are types of throws; any other label is none")
    func labels() {
        #expect(ThrowType(label: "Overhand") == .overhand)
        #expect(ThrowType(label: "walking") == .none)
    }

    @Test("A throw is complete when it was not seen for more than twenty frames, and is told once")
    func completion() throws {
        var tracker = try tracker()
        let id = UUID()
        for count in 6...30 {
            #expect(tracker.update(with: [flight(id, from: CGPoint(x: 210, y: 400), to: CGPoint(x: 950, y: 140), count: count)]) == nil)
        }
        for _ in 0..<ThrowTracker.frameLimit { #expect(tracker.update(with: []) == nil) }
        let last = tracker.update(with: [])
        let completed = try #require(last)
        #expect(completed.flight.id == id && completed.path.count == 30 && completed.lastPoint.x == 950)
        #expect(!tracker.isFollowing)
        // Further updates of it begin no second throw.
        #expect(tracker.update(with: [flight(id, from: CGPoint(x: 210, y: 400), to: CGPoint(x: 950, y: 140))]) == nil)
        #expect(!tracker.isFollowing)
    }

    @Test("Shadows, birds, passers-by, an arm, and what flies away from the board are no throws")
    func otherFlights() throws {
        var tracker = try tracker()
        let shadow = flight(UUID(), from: CGPoint(x: 210, y: 110), to: CGPoint(x: 950, y: 110), rise: 2)
        let bird = flight(UUID(), from: CGPoint(x: 500, y: 600), to: CGPoint(x: 900, y: 500))
        let passerby = flight(UUID(), from: CGPoint(x: 1200, y: 300), to: CGPoint(x: 400, y: 300), rise: 5)
        let arm = flight(UUID(), from: CGPoint(x: 150, y: 400), to: CGPoint(x: 230, y: 420), rise: 30)
        let backwards = flight(UUID(), from: CGPoint(x: 150, y: 400), to: CGPoint(x: 0, y: 200))
        for _ in 0..<40 { #expect(tracker.update(with: [shadow, bird, passerby, arm, backwards]) == nil) }
        #expect(!tracker.isFollowing)
        // The bag is told from its shadow, which flies at the same time.
        let bag = flight(UUID(), from: CGPoint(x: 210, y: 400), to: CGPoint(x: 950, y: 140))
        _ = tracker.update(with: [shadow, bag])
        #expect(tracker.path == bag.points)
    }

    @Test("A flight that begins where and when the bag was last seen is its bounce; one that begins elsewhere or later is not")
    func bounces() throws {
        let first = flight(UUID(), from: CGPoint(x: 210, y: 400), to: CGPoint(x: 860, y: 140))
        let bounce = flight(UUID(), from: CGPoint(x: 870, y: 150), to: CGPoint(x: 960, y: 136), rise: 20, at: first.end + 0.05)
        let elsewhere = flight(UUID(), from: CGPoint(x: 600, y: 150), to: CGPoint(x: 700, y: 136), at: first.end + 0.05)
        let later = flight(UUID(), from: CGPoint(x: 870, y: 150), to: CGPoint(x: 960, y: 136), at: first.end + 1)
        for (next, isJoined) in [(bounce, true), (elsewhere, false), (later, false)] {
            var tracker = try tracker()
            _ = tracker.update(with: [first])
            _ = tracker.update(with: [next])
            let finished = tracker.finish()
            let completed = try #require(finished)
            // Speed and release are the first flight's, the landing is the last one's.
            #expect(completed.flight.id == first.id)
            #expect(completed.lastPoint == (isJoined ? next : first).points.last)
        }
    }

    @Test("Where a bag lies: in the hole, on the board, on the ground")
    func landings() throws {
        let board = try board()
        #expect(abs(board.pixelsPerMetre - 300 / 1.22) < 0.01)
        func landing(_ x: Double, _ y: Double) -> Landing { board.landing(at: CGPoint(x: x, y: y), next: CGPoint(x: x, y: y)) }
        #expect(landing(959, 140) == .hole)
        #expect(landing(860, 130) == .board)
        // Half a bag over the edge still lies on the board.
        #expect(landing(795, 110) == .board)
        #expect(landing(700, 110) == .ground)
        // A bag that was last seen over the board, on its way into the hole.
        #expect(landing(945, 165) == .board)
        #expect(board.landing(at: CGPoint(x: 945, y: 165), next: CGPoint(x: 958, y: 142)) == .hole)
    }

    @Test("The speed is the way along the parabola, in metres, over its time")
    func speed() throws {
        // x = 5·t, y = 1 + 3·t − 4.9·t² in metres, for half a second; its length by integration.
        let board = try board()
        let scale = board.pixelsPerMetre
        let points = (0...30).map { step -> CGPoint in
            let t = Double(step) / 60
            return CGPoint(x: 5 * t * scale, y: (1 + 3 * t - 4.9 * t * t) * scale)
        }
        let flight = Flight(id: UUID(), points: points, start: 10, end: 10.5)
        var length = 0.0
        for step in 0..<10_000 { length += hypot(5, 3 - 9.8 * (Double(step) + 0.5) / 20_000) / 20_000 }
        #expect(abs(flight.speed(on: board) - length / 0.5) < 1e-3)

        // Before it was first seen it flew as far as it is wide.
        let release = try #require(flight.release(on: board))
        let before = 10 - release.time
        #expect(abs(before * length / 0.5 - Board.bagWidth) < 1e-3)
        #expect(abs(Double(release.place.x) / scale + 5 * before) < 1e-3)
        #expect(abs(Double(release.place.y) / scale - (1 - 3 * before - 4.9 * before * before)) < 1e-3)
        #expect(Flight(id: UUID(), points: points, start: 10, end: 10).release(on: board) == nil)
    }

    @Test("Blobs of the swinging hand before a flight are not part of it; a bag that was hidden for some frames is")
    func swing() {
        // Twelve pixels a frame from frame 11 on; the hand moves seven in the frames 0 to 5 and is then hidden.
        let hand: [CGPoint] = (0...5).map { CGPoint(x: 200 + 7 * Double($0), y: 230) }
        let bag: [CGPoint] = (0...30).map { (index: Int) -> CGPoint in
            let frame = Double(index)
            return CGPoint(x: 307 + 12 * frame, y: 300 + 9 * frame - 0.2 * frame * frame)
        }
        let thrown = Flight(id: UUID(), points: hand + bag, start: 1, end: 1 + 41.0 / 60).withoutSwing
        #expect(thrown.points == bag && abs(thrown.start - (1 + 11.0 / 60)) < 0.02 && thrown.end == 1 + 41.0 / 60)
        // Where the frames' duration is known the flight begins when it did, however long the hand was hidden.
        let late = Flight(id: UUID(), points: hand + bag, start: 1, end: 1 + 45.0 / 60, frameDuration: 1.0 / 60).withoutSwing
        #expect(late.points == bag && abs(late.start - (1 + 15.0 / 60)) < 1e-9)

        let whole = Flight(id: UUID(), points: bag, start: 1, end: 1.5)
        #expect(whole.withoutSwing.points == bag && whole.withoutSwing.start == 1)
        var blurred = bag
        blurred[12].x += 4
        #expect(Flight(id: UUID(), points: blurred, start: 1, end: 1.5).withoutSwing.points == blurred)
        let hidden = Flight(id: UUID(), points: Array(bag[..<4] + bag[8...]), start: 1, end: 1.5)
        #expect(hidden.withoutSwing.points == hidden.points)
        // To the left it is the same; of a few points nothing is known.
        let left: [CGPoint] = (hand + bag).map { CGPoint(x: 1000 - $0.x, y: $0.y) }
        #expect(Flight(id: UUID(), points: left, start: 1, end: 2).withoutSwing.points.count == bag.count)
        #expect(Flight(id: UUID(), points: hand, start: 1, end: 2).withoutSwing.points == hand)
        #expect(Flight(id: UUID(), points: [], start: 1, end: 1).withoutSwing.points.isEmpty)
    }

    @Test("A parabola goes through points that lie on one; points above each other have none")
    func parabolas() throws {
        let points = [200.0, 350, 500, 900].map { (x: Double) -> CGPoint in CGPoint(x: x, y: -0.002 * x * x + 1.5 * x + 40) }
        let parabola = try #require(Parabola(through: points))
        #expect(abs(parabola.a + 0.002) < 1e-9 && abs(parabola.b - 1.5) < 1e-6 && abs(parabola.c - 40) < 1e-3)
        #expect(Parabola(through: [CGPoint(x: 5, y: 1), CGPoint(x: 5, y: 2), CGPoint(x: 5, y: 3)]) == nil)
        #expect(Parabola(through: []) == nil)
    }

    @Test("The corners of an outline are found to a tenth of a pixel, though its points are cut off at the corners")
    func outlines() throws {
        let corners = [CGPoint(x: 800, y: 100), CGPoint(x: 1100, y: 108), CGPoint(x: 1120, y: 170), CGPoint(x: 820, y: 160)]
        let exact = try #require(Quadrilateral(corners: corners))
        let outline = exact.sides.flatMap { start, end in
            (4...96).map { (percent: Int) -> CGPoint in
                let part = CGFloat(percent) / 100
                return CGPoint(x: start.x + (end.x - start.x) * part, y: start.y + (end.y - start.y) * part)
            }
        }
        let rough = try #require(Quadrilateral(corners: corners.map { CGPoint(x: $0.x + 1, y: $0.y - 1) }))
        for (corner, truth) in zip(rough.fitted(to: outline, tolerance: 3).corners, corners) {
            #expect(hypot(corner.x - truth.x, corner.y - truth.y) < 0.1)
        }
        let polygon = corners.flatMap { [$0, CGPoint(x: ($0.x + 960) / 2, y: ($0.y + 135) / 2)] }
        #expect(try #require(Quadrilateral(largestIn: polygon)).corners == corners)
        #expect(Quadrilateral(largestIn: Array(corners.prefix(3))) == nil)
    }

    @Test("A camera that pans ten pixels a frame does not rest; it rests fifteen frames after its last shift")
    func stability() {
        var stability = SceneStability()
        for _ in 0..<30 {
            stability.append(CGPoint(x: 10, y: 0))
            #expect(!stability.isStable)
        }
        for frame in 1...20 {
            stability.append(CGPoint(x: 0.05, y: -0.05))
            #expect(stability.isStable == (frame >= 15))
        }
    }

    @Test(
        "Wrong usage is told in a line",
        arguments: [
            [], ["game.mp4"], ["game.mp4", "--boards"], ["game.mp4", "--boards", "b", "--throws", "t", "--wrong"],
            ["a.mp4", "b.mp4", "--boards", "b", "--throws", "t"], ["a.mp4", "--boards", "b", "--throws", "t", "--output", "a.mp4"],
        ])
    func usage(words: [String]) {
        #expect(throws: GameError.self) { try Options(words) }
    }
}
