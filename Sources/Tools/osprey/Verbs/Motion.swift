import AVFoundation
import Foundation
import JSON
import Vision
import VisionRuntime

/// `osprey motion`: measures the shift of each frame of a video, and reports when the scene is stable.
enum Motion: Verb {
    static let command = Command(
        "motion", "Says how a video's picture moves from frame to frame, and when it rests.", operands: "VIDEO", operandCount: 1...1,
        options: [
            .value("--history", "N", "how many frames must rest before the scene counts as stable (15 where not given)"),
            .value("--distance", "PX", "how far the picture may move over these frames, in pixels (20 where not given)"),
        ] + VideoReport.options,
        discussion: """
            Of each frame: "dx" and "dy", the shift that brings it onto the frame before, in pixels of the upright frame, right and up; and
            "stable", whether the shifts of the last N frames together, across and down, make less than PX pixels.
            \(VideoSource.help)
            """)

    static func run(_ arguments: Arguments) throws -> ExitStatus {
        var stability = SceneStability(
            historyLength: try arguments.integer("--history", in: 1...10_000) ?? 15,
            threshold: try arguments.number("--distance", in: 0...1_000_000) ?? 20)
        var report = try VideoReport(arguments.operands[0], arguments)
        let handler = VNSequenceRequestHandler()
        let request = VNTrackTranslationalImageRegistrationRequest()
        return try report.run { frame in
            try handler.perform([request], on: frame.sample, orientation: frame.orientation)
            let shift = request.results?.first?.alignmentTransform ?? .identity
            stability.add(SIMD2(shift.tx, shift.ty), frameSize: frame.size)
            let isStable = stability.isStable
            let text = "\(words(shift))\(isStable ? "  stable" : "")"
            return VideoReport.Row(
                json: [("dx", .number(shift.tx)), ("dy", .number(shift.ty)), ("stable", .bool(isStable))], text: text
            ) { canvas in
                canvas.drawLine(text)
            }
        }
    }

    private static func words(_ shift: CGAffineTransform) -> String {
        String(
            format: "%7.2f px %@ %7.2f px %@", abs(shift.tx), shift.tx < 0 ? "left, " : "right,", abs(shift.ty),
            shift.ty < 0 ? "down" : "up  ")
    }
}
