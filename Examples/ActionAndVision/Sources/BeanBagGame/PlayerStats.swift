import Foundation

/// The way in which a bag is thrown.
package enum ThrowType: String, CaseIterable, Sendable {
    case overhand
    case underhand
    case underleg
    case none

    /// The throw type of a classifier's label. Labels of other movements become `none`.
    init(label: String) { self = ThrowType(rawValue: label.lowercased()) ?? .none }

    /// The name that the overlay shows.
    package var title: String {
        switch self {
        case .overhand: "overhand"
        case .underhand: "underhand"
        case .underleg: "under the leg"
        case .none: "other"
        }
    }
}

/// The place where a bag came to rest.
package enum Landing: String, Sendable {
    case ground
    case board
    case hole

    /// The score of a throw. A bag on the board counts 1, and a bag in the hole counts 3. A throw under the leg counts five times as much.
    func score(of type: ThrowType) -> Int {
        let points =
            switch self {
            case .ground: 0
            case .board: 1
            case .hole: 3
            }
        return type == .underleg ? 5 * points : points
    }
}

/// The measurements of one throw.
package struct ThrowMetrics: Sendable {
    package let type: ThrowType
    /// The classifier's confidence in the type, from 0 to 1.
    let confidence: Double
    /// The speed of the flight, its length divided by its duration, in metres per second.
    package let releaseSpeed: Double
    /// The angle between the forearm, from elbow to wrist, and the horizon, in degrees. Upwards is positive. `nil` if the arm was not seen.
    package let releaseAngle: Double?
    package let landing: Landing
    /// The points of the flight, in pixels of the frame with the origin at the lower left.
    package let path: [CGPoint]

    var score: Int { landing.score(of: type) }
}

/// A player's throws and score.
package struct PlayerStats: Sendable {
    package private(set) var throwResults: [ThrowMetrics] = []

    mutating func add(_ result: ThrowMetrics) { throwResults.append(result) }

    package var totalScore: Int { throwResults.reduce(0) { $0 + $1.score } }

    /// The mean of the release speeds, in metres per second; 0 before the first throw.
    package var averageSpeed: Double { mean(throwResults.map(\.releaseSpeed)) }

    /// The mean release angle in degrees, over the throws in which the arm was seen. It is 0 before the first such throw.
    package var averageAngle: Double { mean(throwResults.compactMap(\.releaseAngle)) }

    /// The overlay's text for the last throw: the type, then the speed and angle. Empty before the first throw.
    package var lastThrowLines: [String] {
        guard let last = throwResults.last else { return [] }
        let angle = last.releaseAngle.map { String(format: "%.0f°", $0) } ?? "–"
        return [last.type.title, String(format: "%.1f m/s", last.releaseSpeed) + "  " + angle]
    }

    /// The overlay's text for all throws: the number of throws and the averages.
    package var averageLines: [String] {
        [
            "\(throwResults.count) throws", String(format: "average speed %.1f m/s", averageSpeed),
            String(format: "average angle %.0f°", averageAngle),
        ]
    }

    private func mean(_ values: [Double]) -> Double { values.isEmpty ? 0 : values.reduce(0, +) / Double(values.count) }
}
