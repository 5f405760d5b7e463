import BeanBagGame
import CoreML
import Foundation
import JSON
import Reports
import Vision

/// Coaches the bean-bag game. The app shows the board, the player, and the type, speed, angle and score of each throw. After eight throws it shows
/// the summary.
final class GameApp: LiveApp {
    static let models = [
        AppModel("boards", "Detector of boards", none: "none chosen", .detector),
        AppModel("throws", "Classifier of throws", none: "none chosen", .bodyActions),
    ]
    private let game: Game
    private let news: News

    /// The events of the game since the last frame.
    private final class News {
        var events: [String] = []
    }

    init(_ options: AppOptions) throws {
        guard let boards = options.models["boards"], let throwTypes = options.models["throws"] else {
            throw UsageError("the game needs a detector of boards and a classifier of throws: the sample has both")
        }
        let news = News()
        self.news = news
        game = try Game(
            boardDetector: MLModel(contentsOf: boards), throwClassifier: MLModel(contentsOf: throwTypes),
            events: GameEvents { event in event.text.map { news.events.append($0) } })
    }

    func take(_ frame: AppFrame) throws -> AppAnswer {
        try game.take(frame.sample)
        defer { news.events = [] }
        return AppAnswer(findings: try findings, state: state, events: news.events)
    }

    private var stats: PlayerStats { game.gameManager.playerStats }
    private var isOver: Bool { game.gameManager.state == .showingSummary }

    private var state: String {
        if let hint = game.hint { return hint }
        let state = "\(stats.throwResults.count) of \(GameManager.throwCount) throws, \(score)"
        return isOver ? "\(state): the game is over" : state
    }

    private var findings: [Finding] {
        get throws {
            if isOver { return stats.throwResults.map { drawing(lines: [$0.path]) } + ([score] + stats.averageLines).map(label) }
            var findings: [Finding] = []
            if let board = game.gameManager.board {
                findings.append(drawing(outlines: [board.outline.corners] + (board.hole.map { [ellipse(in: $0)] } ?? [])))
            }
            if let box = game.boardBoundingBox {
                findings.append(Finding(title: "board", confidence: 1, boundingBox: box, json: .null))
            }
            if let hint = game.hint { return findings + [label(hint)] }
            if let pose = game.playerPose { findings.append(try Finding(pose: pose.observation, in: pose.region)) }
            findings.append(drawing(lines: [game.trajectory]))
            let lastThrow = stats.lastThrowLines.joined(separator: "  ")
            return findings + [score, lastThrow].filter { !$0.isEmpty }.map(label)
        }
    }

    private var score: String { "score \(stats.totalScore)" }

    private func label(_ text: String) -> Finding { Finding(title: text, confidence: 1, boundingBox: .null, json: .null) }

    /// A finding that is drawn as outlines and lines, given in pixels.
    private func drawing(outlines: [[CGPoint]] = [], lines: [[CGPoint]] = []) -> Finding {
        var finding = Finding(
            title: "", confidence: 1, boundingBox: .null, json: .null, outlines: outlines.map { $0.map(normalized) })
        finding.lines = lines.map { $0.map(normalized) }
        return finding
    }

    private func normalized(_ point: CGPoint) -> CGPoint {
        CGPoint(x: point.x / game.frameSize.width, y: point.y / game.frameSize.height)
    }

    private func ellipse(in box: CGRect) -> [CGPoint] {
        (0..<24).map { step in
            let angle = Double(step) * .pi / 12
            return CGPoint(x: box.midX + box.width / 2 * cos(angle), y: box.midY + box.height / 2 * sin(angle))
        }
    }
}
