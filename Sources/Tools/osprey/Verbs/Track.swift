import Foundation
import JSON
import Reports
import Vision

/// `osprey track`: follows objects that are marked in a video's first frame.
enum Track: Verb {
    static let command = Command(
        "track", "Follows what is marked in a video's first frame.", operands: "VIDEO", operandCount: 1...1,
        options: [
            .value("--box", "X,Y,W,H", "something to follow: its box in the first frame; once for each thing, at most 16"),
            .value("--rectangle", "X,Y,W,H", "a rectangle whose corners are followed in perspective; or eight numbers, its corners"),
            .value("--level", "LEVEL", "fast (where not given) or accurate, at about a third of the speed"),
        ] + VideoReport.options,
        discussion: """
            Boxes and points are normalised to 0…1 of the upright frame, with the origin at its lower left; X and Y are those of a box's lower
            left corner. Corners go clockwise from the top left.
            Of each frame: "objects", in the order of the options, boxes first. A confidence below 0.3 says that the thing is not seen; its box
            is then where it was last.
            \(VideoSource.help)
            """)

    static func run(_ arguments: Arguments) throws -> ExitStatus {
        let level = try arguments.choice("--level", of: [("fast", VNRequestTrackingLevel.fast), ("accurate", .accurate)]) ?? .fast
        let requests = try objects(arguments) + rectangles(arguments)
        guard !requests.isEmpty else { throw UsageError("'osprey track' needs a --box or a --rectangle") }
        for request in requests { request.trackingLevel = level }
        var report = try VideoReport(arguments.operands[0], arguments)
        let handler = VNSequenceRequestHandler()
        return try report.run { frame in
            try handler.perform(requests, on: frame.sample, orientation: frame.orientation)
            let findings = requests.enumerated().compactMap { index, request in
                (request.results?.first as? VNDetectedObjectObservation).map { finding($0, number: index) }
            }
            let text = findings.map(\.text).joined(separator: "  |  ")
            return VideoReport.Row(json: [("objects", .array(findings.map(\.json)))], text: text) { canvas in
                canvas.draw(findings)
            }
        }
    }

    private static func finding(_ observation: VNDetectedObjectObservation, number: Int) -> Finding {
        var members: [(String, JSON)] = [
            ("id", .integer(number)), ("confidence", .float(observation.confidence)), ("boundingBox", JSON(observation.boundingBox)),
        ]
        var outlines: [[CGPoint]] = []
        if let rectangle = observation as? VNRectangleObservation {
            let corners = [rectangle.topLeft, rectangle.topRight, rectangle.bottomRight, rectangle.bottomLeft]
            members.append(("corners", .array(corners.map { .array([.number(Double($0.x)), .number(Double($0.y))]) })))
            outlines = [corners]
        }
        return Finding(
            title: "\(number + 1): \(ShownText.percentage(observation.confidence))", confidence: observation.confidence,
            boundingBox: observation.boundingBox, json: .object(members), outlines: outlines)
    }

    private static func objects(_ arguments: Arguments) throws -> [VNTrackingRequest] {
        let texts = arguments.strings("--box")
        try checkCount(texts, "--box")
        return try texts.map { text in
            let box = try box(numbers(text, "--box", counts: [4]))
            return VNTrackObjectRequest(detectedObjectObservation: VNDetectedObjectObservation(boundingBox: box))
        }
    }

    private static func rectangles(_ arguments: Arguments) throws -> [VNTrackingRequest] {
        let texts = arguments.strings("--rectangle")
        try checkCount(texts, "--rectangle")
        return try texts.map { text in
            let numbers = try numbers(text, "--rectangle", counts: [4, 8])
            var corners = stride(from: 0, to: numbers.count - 1, by: 2).map { CGPoint(x: numbers[$0], y: numbers[$0 + 1]) }
            if numbers.count == 4 {
                corners = try box(numbers).corners
            }
            return VNTrackRectangleRequest(
                rectangleObservation: VNRectangleObservation(
                    requestRevision: VNTrackRectangleRequestRevision1, topLeft: corners[0], bottomLeft: corners[3],
                    bottomRight: corners[2], topRight: corners[1]))
        }
    }

    private static func checkCount(_ texts: [String], _ option: String) throws {
        guard texts.count <= 16 else { throw UsageError("option '\(option)' can be given 16 times, not \(texts.count)") }
    }

    private static func numbers(_ text: String, _ option: String, counts: [Int]) throws -> [Double] {
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) ?? .nan }
        guard counts.contains(numbers.count), numbers.allSatisfy(\.isFinite) else {
            throw UsageError(
                "option '\(option)' takes \(counts.map(String.init).joined(separator: " or ")) numbers joined by commas, not '\(text)'")
        }
        return numbers
    }

    private static func box(_ numbers: [Double]) throws -> CGRect {
        guard numbers[2] > 0, numbers[3] > 0, numbers[0] < 1, numbers[1] < 1, numbers[0] + numbers[2] > 0, numbers[1] + numbers[3] > 0
        else {
            throw UsageError("the box \(numbers.map { "\($0)" }.joined(separator: ",")) is empty or does not lie within the frame")
        }
        return CGRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }
}
