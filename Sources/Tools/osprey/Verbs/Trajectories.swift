import AVFoundation
import Foundation
import JSON
import Reports
import Vision

/// `osprey trajectories`: finds objects of a video that fly on parabolas.
enum Trajectories: Verb {
    static let command = Command(
        "trajectories", "Finds objects that fly on parabolas through a video of a camera that stands still.", operands: "VIDEO",
        operandCount: 1...1,
        options: [
            .value("--length", "N", "how many points a trajectory has before it is found (5 where not given)"),
            .value("--smallest", "R", "the least radius of an object, as a part of the frame's longer side (0 where not given)"),
            .value("--largest", "R", "the greatest radius of an object (1 where not given)"),
        ] + VideoReport.options,
        discussion: """
            Of each frame: "trajectories", those whose objects were seen in it. "id" is the same from frame to frame, "points" are the object's
            places until now and "projectedPoints" five of the parabola, all [x, y], normalised, origin at the lower left; "coefficients" are
            a, b and c of y = a·x² + b·x + c; "start" and "duration" are in seconds. An object that bounces begins a new trajectory.
            \(VideoSource.help)
            """)

    static func run(_ arguments: Arguments) throws -> ExitStatus {
        let request = VNDetectTrajectoriesRequest(
            frameAnalysisSpacing: .zero, trajectoryLength: try arguments.integer("--length", in: 5...1000) ?? 5)
        request.objectMinimumNormalizedRadius = Float(try arguments.number("--smallest", in: 0...1) ?? 0)
        request.objectMaximumNormalizedRadius = Float(try arguments.number("--largest", in: 0...1) ?? 1)
        guard request.objectMinimumNormalizedRadius <= request.objectMaximumNormalizedRadius else {
            throw UsageError("'--smallest' must not be greater than '--largest'")
        }
        var report = try VideoReport(arguments.operands[0], arguments)
        let handler = VNSequenceRequestHandler()
        var flights = SeenFlights()
        return try report.run { frame in
            try handler.perform([request], on: frame.sample, orientation: frame.orientation)
            let found = request.results ?? []
            flights.add(found, at: frame.time)
            let shown = flights
            return VideoReport.Row(
                json: [("trajectories", .array(found.compactMap(shown.flight(of:)).map(json)))],
                text: found.isEmpty ? nil : found.compactMap(shown.flight(of:)).map(words).joined(separator: "; ")
            ) { canvas in
                for flight in shown.recent {
                    canvas.drawPath(flight.path.map(\.location), color: flight.number)
                }
            }
        }
    }

    private static func json(_ flight: SeenFlights.Flight) -> JSON {
        func points(_ points: [VNPoint]) -> JSON { .array(points.map { .array([.number($0.x), .number($0.y)]) }) }
        let observation = flight.observation
        let coefficients = observation.equationCoefficients
        return .object([
            ("id", .string(observation.uuid.uuidString)), ("points", points(flight.path)),
            ("projectedPoints", points(observation.projectedPoints)),
            ("coefficients", .array([.float(coefficients.x), .float(coefficients.y), .float(coefficients.z)])),
            ("radius", .number(observation.movingAverageRadius)),
            ("start", .number(observation.timeRange.start.seconds)), ("duration", .number(observation.timeRange.duration.seconds)),
            ("confidence", .float(observation.confidence)),
        ])
    }

    private static func words(_ flight: SeenFlights.Flight) -> String {
        let place = flight.path.last?.location ?? .zero
        return String(
            format: "trajectory %d at %.3f, %.3f, %d points since %.3f s, %@", flight.number, place.x, place.y,
            flight.path.count, flight.observation.timeRange.start.seconds, ShownText.percentage(flight.observation.confidence))
    }
}

/// The trajectories of a video, numbered in the order in which they are found.
private struct SeenFlights {
    struct Flight {
        let number: Int
        var observation: VNTrajectoryObservation
        var time: CMTime
        /// All points that were detected, oldest first. An observation has only the latest.
        var path: [VNPoint]
    }

    /// The trajectories that were seen less than ``shownAfterwards`` ago.
    private(set) var recent: [Flight] = []
    private var count = 0
    /// The time for which an object's path is still drawn after it was last seen.
    private static let shownAfterwards = CMTime(value: 1, timescale: 1)

    mutating func add(_ observations: [VNTrajectoryObservation], at time: CMTime) {
        recent.removeAll { time - $0.time > Self.shownAfterwards }
        for observation in observations {
            if let index = recent.firstIndex(where: { $0.observation.uuid == observation.uuid }) {
                let points = observation.detectedPoints
                let known = recent[index].path.last.flatMap { points.lastIndex(of: $0) }
                recent[index].path += points[(known.map { $0 + 1 } ?? 0)...]
                recent[index].observation = observation
                recent[index].time = time
            } else {
                count += 1
                recent.append(Flight(number: count, observation: observation, time: time, path: observation.detectedPoints))
            }
        }
    }

    func flight(of observation: VNTrajectoryObservation) -> Flight? { recent.first { $0.observation.uuid == observation.uuid } }
}
