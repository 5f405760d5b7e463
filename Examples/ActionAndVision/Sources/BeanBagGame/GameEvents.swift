import Foundation

/// Something that happened in a game.
package struct GameEvent {
    let name: String
    /// The time of the frame, in seconds.
    let time: Double
    let fields: [String: Any]
    /// The event as text for people; `nil` for events that only programs need.
    package let text: String?

    /// The text after its time.
    package var line: String? { text.map { String(format: "%6.2f s  ", time) + $0 } }

    /// The event as a JSON object on one line.
    package func json() throws -> String {
        let object = fields.merging(["event": name, "time": GameEvents.rounded(time, 3)]) { first, _ in first }
        return String(decoding: try JSONSerialization.data(withJSONObject: object, options: [.sortedKeys]), as: UTF8.self)
    }
}

/// Reports the events of a game.
package final class GameEvents: GameStateChangeObserver {
    private let take: (GameEvent) throws -> Void
    /// The first error in writing an event; `nil` if all were written. After an error, no events are written.
    private(set) var failure: (any Error)?
    /// The time of the frame that is being processed, in seconds.
    var time = 0.0
    var frameSize = CGSize(width: 1, height: 1)
    /// Returns the player's box, normalised, for the events.
    var player: () -> CGRect? = { nil }

    package init(take: @escaping (GameEvent) throws -> Void) { self.take = take }

    package func gameManager(_ manager: GameManager, didEnter state: GameState, from previous: GameState) {
        switch state {
        case .detectedBoard: manager.board.map(tell)
        case .detectedPlayer: player().map(tell)
        case .throwCompleted: tellThrow(manager.playerStats)
        case .showingSummary: tellSummary(manager.playerStats)
        case .inactive, .detectingBoard, .detectingPlayer, .trackingThrows: tell("state", ["state": state.rawValue], nil)
        }
    }

    private func tell(_ board: Board) {
        var fields: [String: Any] = [
            "corners": board.outline.corners.map(normalized), "pixelsPerMetre": Self.rounded(board.pixelsPerMetre, 2),
        ]
        if let hole = board.hole { fields["hole"] = json(hole.normalized(to: frameSize)) }
        let size = String(format: "%.0f pixels long", board.outline.length)
        tell("board", fields, "the board: \(size)" + (board.hole == nil ? ", its hole was not seen" : ""))
    }

    private func tell(_ player: CGRect) {
        tell("player", ["boundingBox": json(player)], String(format: "the player, at %.2f of the width", player.midX))
    }

    private func tellThrow(_ stats: PlayerStats) {
        guard let last = stats.throwResults.last else { return }
        var fields: [String: Any] = [
            "number": stats.throwResults.count, "type": last.type.rawValue, "confidence": Self.rounded(last.confidence, 3),
            "speed": Self.rounded(last.releaseSpeed, 3), "landing": last.landing.rawValue, "score": last.score, "total": stats.totalScore,
            "points": last.path.map(normalized),
        ]
        fields["angle"] = last.releaseAngle.map { Self.rounded($0, 1) }
        let angle = last.releaseAngle.map { String(format: "%4.0f°", $0) } ?? "   –"
        let text = String(format: "%5.2f m/s %@  ", last.releaseSpeed, angle)
        let type = last.type.title.padding(toLength: 13, withPad: " ", startingAt: 0)
        tell(
            "throw", fields,
            "throw \(stats.throwResults.count)  \(type)  \(text) \(last.landing.rawValue), \(last.score): \(stats.totalScore)")
    }

    private func tellSummary(_ stats: PlayerStats) {
        let fields: [String: Any] = [
            "throws": stats.throwResults.count, "score": stats.totalScore, "averageSpeed": Self.rounded(stats.averageSpeed, 3),
            "averageAngle": Self.rounded(stats.averageAngle, 1),
        ]
        let averages = String(format: "%.2f m/s and %.0f° on average", stats.averageSpeed, stats.averageAngle)
        tell("summary", fields, "\(stats.throwResults.count) throws: \(stats.totalScore) points, \(averages)")
    }

    private func tell(_ name: String, _ fields: [String: Any], _ text: String?) {
        guard failure == nil else { return }
        do {
            try take(GameEvent(name: name, time: time, fields: fields, text: text))
        } catch {
            failure = error
        }
    }

    fileprivate static func rounded(_ value: Double, _ digits: Int) -> Double {
        let scale = pow(10, Double(digits))
        return (value * scale).rounded() / scale
    }

    private func normalized(_ point: CGPoint) -> [Double] {
        [Self.rounded(Double(point.x / frameSize.width), 5), Self.rounded(Double(point.y / frameSize.height), 5)]
    }

    private func json(_ rect: CGRect) -> [String: Double] {
        [
            "x": Self.rounded(Double(rect.minX), 5), "y": Self.rounded(Double(rect.minY), 5), "width": Self.rounded(Double(rect.width), 5),
            "height": Self.rounded(Double(rect.height), 5),
        ]
    }
}
