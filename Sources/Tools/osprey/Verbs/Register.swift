import Foundation
import JSON
import Reports
import Vision

/// `osprey register`: aligns one photo with another.
enum Register: Verb {
    static let command = Command(
        "register", "Says how one photo is brought onto another of the same size.", operands: "A B", operandCount: 2...2,
        options: [
            .flag("--homographic", "a homography instead of a shift: for photos that are turned, larger or seen from aside"),
            .flag("--json", "a JSON object"),
        ],
        discussion: """
            The answer maps points of B to points of A in pixels, the origin at the lower left. With --json it is the affine map
            [a, b, c, d, tx, ty], or with --homographic the nine numbers of the matrix, row by row. A confidence of 0 says that nothing is known.
            """)

    static func run(_ arguments: Arguments) throws -> ExitStatus {
        let handler = VNImageRequestHandler(url: URL(fileURLWithPath: arguments.operands[0]))
        let target = URL(fileURLWithPath: arguments.operands[1])
        let alignment = try arguments.flag("--homographic") ? homography(handler, target) : shift(handler, target)
        let object = JSON.object([
            ("transform", .array(alignment.numbers.map { .number($0) })), ("confidence", .float(alignment.confidence)),
        ])
        try StandardOutput.write(line: arguments.flag("--json") ? object.text : alignment.text)
        return .success
    }

    private struct Alignment {
        let numbers: [Double]
        let confidence: Float
        let text: String
    }

    private static func shift(_ handler: VNImageRequestHandler, _ target: URL) throws -> Alignment {
        let request = VNTranslationalImageRegistrationRequest(targetedImageURL: target)
        try handler.perform([request])
        guard let observation = request.results?.first else { throw UsageError("nothing was found") }
        let transform = observation.alignmentTransform
        let text =
            "\(hundredths(abs(transform.tx))) px \(transform.tx < 0 ? "left" : "right"), "
            + "\(hundredths(abs(transform.ty))) px \(transform.ty < 0 ? "down" : "up"), "
            + "confidence \(ShownText.percentage(observation.confidence))"
        let numbers = [transform.a, transform.b, transform.c, transform.d, transform.tx, transform.ty].map { Double($0) }
        return Alignment(numbers: numbers, confidence: observation.confidence, text: text)
    }

    private static func hundredths(_ value: CGFloat) -> CGFloat { (value * 100).rounded() / 100 }

    private static func homography(_ handler: VNImageRequestHandler, _ target: URL) throws -> Alignment {
        let request = VNHomographicImageRegistrationRequest(targetedImageURL: target)
        try handler.perform([request])
        guard let observation = request.results?.first else { throw UsageError("nothing was found") }
        let numbers = (0..<3).flatMap { row in (0..<3).map { Double(observation.warpTransform[$0][row]) } }
        let rows = stride(from: 0, to: 9, by: 3).map { first in
            numbers[first..<first + 3].map { "\(Float($0))" }.joined(separator: "  ")
        }
        let text = (rows + ["confidence \(ShownText.percentage(observation.confidence))"]).joined(separator: "\n")
        return Alignment(numbers: numbers, confidence: observation.confidence, text: text)
    }
}
