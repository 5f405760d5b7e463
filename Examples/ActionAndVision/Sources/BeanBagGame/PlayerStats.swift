import Foundation

/// How a bag is thrown.
package enum ThrowType: String, CaseIterable, Sendable {
    case overhand
    case underhand
    case underleg
    case none

    /// The type of a classifier's label; labels of other movements are `none`.
    init(label: String) { self = ThrowType(rawValue: label.lowercased()) ?? .none }

    /// As a person reads it.
    package var title: String {
        switch self {
        case .overhand: "overhand"
        case .underhand: "underhand"
        case .underleg: "under the leg"
        case .none: "other"
        }
    }
}

/// Where a bag came to rest.
package enum Landing: String, Sendable {
    case ground
    case board
    case hole

    /// A board counts 1, its hole 3; a throw under the leg five times as much.
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

/// One throw, measured.
package struct ThrowMetrics: Sendable {
    package let type: ThrowType
    /// Of the type, between 0 and 1.
    let confidence: Double
    /// In metres a second.
    package let releaseSpeed: Double
    /// Of the line from the elbow to the wrist against the horizon, in degrees; upwards is positive. `nil` where the arm was not seen.
    package let releaseAngle: Double?
    package let landing: Landing
    /// The flight, in pixels of the frame, origin at the lower left.
    package let path: [CGPoint]

    var score: Int { landing.score(of: type) }
}

/// What a player has reached.
package struct PlayerStats: Sendable {
    package private(set) var throwResults: [ThrowMetrics] = []

    mutating func add(_ result: ThrowMetrics) { throwResults.append(result) }

    package var totalScore: Int { throwResults.reduce(0) { $0 + $1.score } }

    /// In metres a second; 0 before the first throw.
    package var averageSpeed: Double { mean(throwResults.map(\.releaseSpeed)) }

    /// In degrees, of the throws whose arm was seen; 0 before the first one.
    package var averageAngle: Double { mean(throwResults.compactMap(\.releaseAngle)) }

    /// The last throw as an overlay shows it: its kind, and its speed with the angle; empty before the first one.
    package var lastThrowLines: [String] {
        guard let last = throwResults.last else { return [] }
        let angle = last.releaseAngle.map { String(format: "%.0f°", $0) } ?? "–"
        return [last.type.title, String(format: "%.1f m/s", last.releaseSpeed) + "  " + angle]
    }

    /// All throws as an overlay shows them: how many, and their averages.
    package var averageLines: [String] {
        [
            "\(throwResults.count) throws", String(format: "average speed %.1f m/s", averageSpeed),
            String(format: "average angle %.0f°", averageAngle),
        ]
    }

    private func mean(_ values: [Double]) -> Double { values.isEmpty ? 0 : values.reduce(0, +) / Double(values.count) }
}
