import BeanBagGame
import CoreText
import Foundation
import Vision

/// Draws the state of the game over a frame. The state has the board, the player's skeleton, the trajectory, the metrics of the last throw, and the
/// score. At the end of the game it draws the summary.
struct GameOverlay {
    let context: CGContext
    let size: CGSize
    private var textSize: CGFloat { size.height / 24 }
    private var lineWidth: CGFloat { max(size.height / 240, 1.5) }

    private static let orange = CGColor(red: 1, green: 0.58, blue: 0.1, alpha: 1)
    private static let green = CGColor(red: 0.25, green: 0.9, blue: 0.4, alpha: 1)
    private static let blue = CGColor(red: 0.35, green: 0.75, blue: 1, alpha: 1)
    private static let white = CGColor(gray: 1, alpha: 1)

    private static let bones: [[VNHumanBodyPoseObservation.JointName]] = [
        [.leftWrist, .leftElbow, .leftShoulder, .neck, .rightShoulder, .rightElbow, .rightWrist], [.nose, .neck, .root],
        [.leftAnkle, .leftKnee, .leftHip, .root, .rightHip, .rightKnee, .rightAnkle],
    ]

    /// Draws the detector's box, which is normalised.
    func draw(boardBox: CGRect) {
        context.setStrokeColor(Self.blue)
        context.stroke(boardBox.scaled(to: size), width: lineWidth)
    }

    func draw(_ board: Board) {
        context.setStrokeColor(Self.blue)
        context.setLineWidth(lineWidth)
        context.addLines(between: board.outline.corners)
        context.closePath()
        context.strokePath()
        if let hole = board.hole { context.strokeEllipse(in: hole) }
    }

    func draw(_ pose: PlayerPose) {
        context.setStrokeColor(Self.green)
        context.setFillColor(Self.green)
        context.setLineWidth(lineWidth)
        for bone in Self.bones {
            let joints = bone.map { pose.location(of: $0, in: size) }
            for case (let start?, let end?) in zip(joints, joints.dropFirst()) {
                context.move(to: start)
                context.addLine(to: end)
            }
            context.strokePath()
            let radius = lineWidth * 1.6
            for joint in joints.compactMap({ $0 }) {
                context.fillEllipse(in: CGRect(x: joint.x - radius, y: joint.y - radius, width: 2 * radius, height: 2 * radius))
            }
        }
    }

    func draw(trajectory: [CGPoint], alpha: CGFloat = 1) {
        guard trajectory.count > 1 else { return }
        context.setAlpha(alpha)
        context.setStrokeColor(Self.orange)
        context.setLineWidth(lineWidth * 1.5)
        context.setLineCap(.round)
        context.setLineJoin(.round)
        context.addLines(between: trajectory)
        context.strokePath()
        context.setAlpha(1)
    }

    /// Draws the score at the lower left, and the last throw at the lower right.
    func draw(_ stats: PlayerStats) {
        draw("score \(stats.totalScore)", at: CGPoint(x: textSize, y: textSize), size: textSize * 1.4)
        for (index, line) in stats.lastThrowLines.enumerated() {
            let width = self.width(of: line, size: textSize)
            draw(line, at: CGPoint(x: size.width - width - textSize, y: textSize * (2.6 - 1.6 * CGFloat(index))), size: textSize)
        }
    }

    /// Draws the app's hint to the user at the upper left.
    func draw(banner text: String) { draw(text, at: CGPoint(x: textSize, y: size.height - 2 * textSize), size: textSize) }

    /// Draws all trajectories, the averages and the score.
    func drawSummary(_ stats: PlayerStats) {
        context.setFillColor(gray: 0, alpha: 0.55)
        context.fill(CGRect(origin: .zero, size: size))
        for result in stats.throwResults { draw(trajectory: result.path, alpha: result.landing == .ground ? 0.5 : 1) }
        for (index, line) in (["\(stats.totalScore) points"] + stats.averageLines).enumerated() {
            let lineSize = index == 0 ? textSize * 1.8 : textSize * 1.2
            let x = (size.width - width(of: line, size: lineSize)) / 2
            draw(line, at: CGPoint(x: x, y: size.height - textSize * (3 + 2.2 * CGFloat(index))), size: lineSize)
        }
    }

    private func line(_ text: String, size: CGFloat) -> CTLine {
        let attributes: [NSAttributedString.Key: Any] = [
            NSAttributedString.Key(kCTFontAttributeName as String): CTFontCreateWithName("Helvetica" as CFString, size, nil),
            NSAttributedString.Key(kCTForegroundColorAttributeName as String): Self.white,
        ]
        return CTLineCreateWithAttributedString(NSAttributedString(string: text, attributes: attributes) as CFAttributedString)
    }

    private func width(of text: String, size: CGFloat) -> CGFloat {
        CGFloat(CTLineGetTypographicBounds(line(text, size: size), nil, nil, nil))
    }

    /// Draws white text on a dark background.
    private func draw(_ text: String, at origin: CGPoint, size: CGFloat) {
        let margin = size / 3
        let line = line(text, size: size)
        let width = CGFloat(CTLineGetTypographicBounds(line, nil, nil, nil))
        context.setFillColor(gray: 0, alpha: 0.55)
        context.fill(CGRect(x: origin.x - margin, y: origin.y - margin, width: width + 2 * margin, height: size + margin * 1.5))
        context.textPosition = origin
        CTLineDraw(line, context)
    }
}
