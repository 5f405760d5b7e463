import CoreMedia
import CoreVideo
import Foundation
import Testing
import Vision
import simd

@Suite("Trajectories")
struct TrajectoryTests {
    private let film = RenderedFlights()
    private let ball = RenderedFlights.Throw(place: SIMD2(20, 180), velocity: SIMD2(5, -6))

    /// The findings of a request, frame after frame.
    private func found(
        _ shown: [RenderedFlights.Throw], frames: Range<Int> = 0..<50, film: RenderedFlights? = nil, length: Int = 5,
        setUp: (VNDetectTrajectoriesRequest) -> Void = { _ in }
    ) throws -> [[VNTrajectoryObservation]] {
        let request = VNDetectTrajectoriesRequest(frameAnalysisSpacing: .zero, trajectoryLength: length)
        setUp(request)
        let handler = VNSequenceRequestHandler()
        return try frames.map { number in
            try handler.perform([request], on: try (film ?? self.film).frame(number, shown))
            return try #require(request.results)
        }
    }

    private func expect(_ observation: VNTrajectoryObservation, _ shown: RenderedFlights.Throw, within tolerance: Double = 0.02) {
        let truth = film.coefficients(shown)
        let coefficients = SIMD3<Double>(observation.equationCoefficients)
        for index in 0..<3 {
            #expect(
                abs(coefficients[index] - truth[index]) <= tolerance * max(abs(truth[index]), 0.2),
                "\(coefficients) instead of \(truth)")
        }
    }

    @Test("A flight is found with its fifth point, keeps its identity, and gets as precise as two hundredths and better")
    func flight() throws {
        let results = try found([ball])
        #expect(results.firstIndex { !$0.isEmpty } == ball.first + 4)
        let observations = results.flatMap(\.self)
        #expect(Set(observations.map(\.uuid)).count == 1 && observations.count > 30)
        let last = try #require(observations.last)
        expect(last, ball)
        #expect(last.timeRange.start == CMTime(value: CMTimeValue(ball.first), timescale: 60))
        #expect(last.timeRange.end == CMTime(value: 49, timescale: 60))
        #expect(last.detectedPoints.count == 5 && last.projectedPoints.count == 5)
        #expect(abs(last.movingAverageRadius * 320 - 6) < 1)
        #expect(last.confidence > 0.8 && last.requestRevision == VNDetectTrajectoriesRequestRevision1)
        for (index, point) in last.detectedPoints.enumerated() {
            let truth = try #require(ball.place(45 + index))
            #expect(abs(point.x * 320 - truth.x) < 0.7 && abs((1 - point.y) * 240 - truth.y) < 0.7)
        }
        let start = try #require(ball.place(ball.first))
        #expect(abs(last.projectedPoints[0].x * 320 - start.x) < 1 && abs((1 - last.projectedPoints[0].y) * 240 - start.y) < 1)
        let coefficients = SIMD3<Double>(last.equationCoefficients)
        for point in last.projectedPoints {
            #expect(abs(coefficients.x * point.x * point.x + coefficients.y * point.x + coefficients.z - point.y) < 1e-4)
        }
    }

    @Test("Several objects are followed at once, one of them on a straight line and one as dark as a shadow")
    func several() throws {
        let line = RenderedFlights.Throw(place: SIMD2(20, 225), velocity: SIMD2(5, 0), gravity: 0, radius: 4, brightness: 20)
        let other = RenderedFlights.Throw(first: 12, place: SIMD2(300, 120), velocity: SIMD2(-4, -3), gravity: 0.1, radius: 5)
        let last = try #require(try found([ball, line, other]).last)
        #expect(last.count == 3)
        for shown in [ball, line, other] {
            let place = try #require(shown.place(49))
            let end = VNPoint(x: place.x / 320, y: 1 - place.y / 240)
            let observation = last.first { ($0.detectedPoints.last ?? .zero).distance(end) < 0.005 }
            expect(try #require(observation), shown)
        }
    }

    @Test("An object that bounces begins a new trajectory there")
    func bounce() throws {
        let down = RenderedFlights.Throw(last: 34, place: SIMD2(20, 60), velocity: SIMD2(4, 0), gravity: 0.5)
        let floor = try #require(down.place(34))
        let up = RenderedFlights.Throw(first: 35, place: floor + SIMD2(4, -9), velocity: SIMD2(4, -9), gravity: 0.5)
        let results = try found([down, up], frames: 0..<60)
        let identities = results.flatMap(\.self).map(\.uuid)
        #expect(Set(identities).count == 2)
        let before = try #require(results[34].first), after = try #require(results[59].first)
        #expect(before.uuid != after.uuid)
        expect(before, down)
        expect(after, up)
        #expect(after.timeRange.start == CMTime(value: 35, timescale: 60))
    }

    @Test("Noise, a flickering lamp and a change of light are no trajectories")
    func noise() throws {
        for noise in [4.0, 25] {
            let quiet = RenderedFlights(noise: noise, seed: 7)
            let lamp = RenderedFlights.Throw(place: SIMD2(100, 100), velocity: .zero, gravity: 0, radius: 10)
            let request = VNDetectTrajectoriesRequest(frameAnalysisSpacing: .zero, trajectoryLength: 5)
            for number in 0..<90 {
                let shown = number % 3 == 0 ? [lamp] : []
                try VNImageRequestHandler(cmSampleBuffer: try quiet.frame(number, shown)).perform([request])
                #expect(request.results?.isEmpty == true)
            }
        }
    }

    @Test("Places and coefficients are relative to the region of interest, and the radius is relative to the frame")
    func region() throws {
        // No edge of the region is at a whole pixel.
        let region = CGRect(x: 0.0517, y: 0.2025, width: 0.6012, height: 0.7514)
        let whole = try found([ball]), part = try found([ball]) { $0.regionOfInterest = region }
        let frames = zip(whole, part).filter { !$0.isEmpty && !$1.isEmpty }
        #expect(frames.count > 20)
        for (whole, part) in frames {
            for point in part[0].detectedPoints {
                let pixel = VNImagePointForNormalizedPointUsingRegionOfInterest(point.location, 320, 240, region)
                #expect(region.contains(VNNormalizedPointForImagePoint(pixel, 320, 240)))
            }
            #expect(abs(whole[0].movingAverageRadius - part[0].movingAverageRadius) < 0.003)
        }
        // The ball is cut at the region's border, so the last frames that show it whole are compared.
        let observation = try #require(part.flatMap(\.self).last { $0.timeRange.end < CMTime(value: 42, timescale: 60) })
        let number = Int(observation.timeRange.end.value * 60 / CMTimeValue(observation.timeRange.end.timescale))
        let truth = try #require(ball.place(number))
        let last = try #require(observation.detectedPoints.last)
        let pixel = VNImagePointForNormalizedPointUsingRegionOfInterest(last.location, 320, 240, region)
        #expect(abs(pixel.x - truth.x) < 0.7 && abs(240 - pixel.y - truth.y) < 0.7)
        // The parabola a·x² + b·x + c of the frame, with coordinates of the region.
        let inFrame = film.coefficients(ball)
        let (a, b, c) = (inFrame[0], inFrame[1], inFrame[2])
        let (x, y, w, h) = (region.minX, region.minY, region.width, region.height)
        let expected = [a * w * w / h, (2 * a * x + b) * w / h, (a * x * x + b * x + c - y) / h]
        let coefficients = SIMD3<Double>(observation.equationCoefficients)
        for index in 0..<3 {
            #expect(abs(coefficients[index] - expected[index]) <= 0.02 * max(abs(expected[index]), 0.2), "\(coefficients), not \(expected)")
        }
        for point in observation.projectedPoints {
            #expect(abs(coefficients.x * point.x * point.x + coefficients.y * point.x + coefficients.z - point.y) < 1e-4)
        }
    }

    @Test("Objects outside of the region of interest, too large or too small are not found")
    func limits() throws {
        let aside = try found([ball]) { $0.regionOfInterest = CGRect(x: 0, y: 0, width: 1, height: 0.2) }
        #expect(aside.allSatisfy { $0.isEmpty })
        let small = try found([ball]) { $0.objectMinimumNormalizedRadius = 10 / 320 }
        let large = try found([ball]) { $0.objectMaximumNormalizedRadius = 3 / 320 }
        #expect(small.allSatisfy { $0.isEmpty } && large.allSatisfy { $0.isEmpty })
        let long = try found([ball], length: 12)
        #expect(long.firstIndex { !$0.isEmpty } == ball.first + 11)
        #expect(long.flatMap(\.self).allSatisfy { $0.detectedPoints.count == 12 })
    }

    @Test("The first observation has all points, and the observations together have each point once")
    func points() throws {
        // An object as slow as this is found late, and then followed back to its start.
        let slow = RenderedFlights.Throw(place: SIMD2(60, 200), velocity: SIMD2(0.5, -0.6), gravity: 0.004)
        let observations = try found([slow], frames: 0..<120).flatMap(\.self)
        let first = try #require(observations.first)
        #expect(first.detectedPoints.count > 5 && observations.count > 20)
        #expect(Set(observations.map(\.uuid)).count == 1)
        var path = first.detectedPoints
        for observation in observations.dropFirst() {
            let points = observation.detectedPoints
            #expect(points.count == 5)
            let last = try #require(path.last)
            let known = try #require(points.lastIndex(of: last))
            path += points[(known + 1)...]
        }
        let start = try #require(slow.place(slow.first))
        #expect(abs(path[0].x * 320 - start.x) < 8 && abs((1 - path[0].y) * 240 - start.y) < 8)
        #expect(zip(path, path.dropFirst()).allSatisfy { $0.x < $1.x })
        #expect(observations.last?.timeRange.end == CMTime(value: 119, timescale: 60) && path.count > 60)
    }

    @Test("Frames within the spacing are left out, and a target time of nothing still finds large objects")
    func spacing() throws {
        let request = VNDetectTrajectoriesRequest(frameAnalysisSpacing: CMTime(value: 2, timescale: 60), trajectoryLength: 5)
        request.targetFrameTime = .zero
        #expect(request.minimumLatencyFrameCount == 5 && request.frameAnalysisSpacing == CMTime(value: 2, timescale: 60))
        var last: [VNTrajectoryObservation] = []
        for number in 0..<41 {
            try VNImageRequestHandler(cmSampleBuffer: try film.frame(number, [ball])).perform([request])
            let results = try #require(request.results)
            if number % 2 == 1 { #expect(results.isEmpty) } else { last = results }
        }
        expect(try #require(last.first), ball)
    }

    @Test("A film that is turned is seen upright")
    func orientation() throws {
        let small = RenderedFlights(width: 120, height: 96)
        // A ball that falls to the right of the stored picture falls down in the upright one.
        let shown = RenderedFlights.Throw(first: 3, place: SIMD2(10, 80), velocity: SIMD2(0, -3), radius: 4)
        let request = VNDetectTrajectoriesRequest(frameAnalysisSpacing: .zero, trajectoryLength: 5)
        for number in 0..<14 {
            try VNImageRequestHandler(cmSampleBuffer: try small.frame(number, [shown]), orientation: .right).perform([request])
        }
        let first = try #require(request.results?.first).projectedPoints[0]
        // Turned by a quarter to the right, the stored left edge is the top, and its lower end is on the left.
        #expect(abs(first.x - (1 - 80.0 / 96)) < 0.02 && abs(first.y - (1 - 10.0 / 120)) < 0.02)
    }

    @Test("A copy begins anew with the same settings, and observations can be archived")
    func copies() throws {
        let request = VNDetectTrajectoriesRequest(frameAnalysisSpacing: .zero, trajectoryLength: 6)
        request.objectMaximumNormalizedRadius = 0.25
        let copy = try #require(request.copy() as? VNDetectTrajectoriesRequest)
        #expect(copy.trajectoryLength == 6 && copy.objectMaximumNormalizedRadius == 0.25 && copy.objectMinimumNormalizedRadius == 0)
        #expect(copy.targetFrameTime == .indefinite)
        let observation = try #require(try found([ball], frames: 0..<25).last?.first)
        let data = try NSKeyedArchiver.archivedData(withRootObject: observation, requiringSecureCoding: true)
        let back = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: VNTrajectoryObservation.self, from: data))
        #expect(back == observation && back.detectedPoints == observation.detectedPoints)
        #expect(back.equationCoefficients == observation.equationCoefficients && back.timeRange == observation.timeRange)
    }
}

@Suite("Trajectories in frames that make no sequence")
struct TrajectoryFailureTests {
    private let film = RenderedFlights(width: 96, height: 64)
    private let ball = RenderedFlights.Throw(first: 1, place: SIMD2(8, 50), velocity: SIMD2(6, -3), radius: 4)

    @Test("Frames without a time, not after the last one, or of another size are errors, after which a new sequence begins")
    func disorder() throws {
        let request = VNDetectTrajectoriesRequest(frameAnalysisSpacing: .zero, trajectoryLength: 5)
        let handler = VNSequenceRequestHandler()
        let other = RenderedFlights(width: 80, height: 64)
        let failures: [(VNErrorCode, (Int) throws -> Void)] = [
            (.timeStampNotFound, { try handler.perform([request], on: film.pixels($0, [])) }),
            (.timeStampNotFound, { try handler.perform([request], on: film.sample(film.pixels($0, []), time: .invalid)) }),
            (.invalidArgument, { try handler.perform([request], on: film.frame($0 - 3, [])) }),
            (.invalidArgument, { try handler.perform([request], on: film.frame($0 - 1, [])) }),
            (.invalidArgument, { try handler.perform([request], on: other.frame($0, [])) }),
        ]
        for (code, fail) in failures {
            for number in 0..<6 { try handler.perform([request], on: film.frame(number, [ball])) }
            #expect(request.results?.count == 1)
            #expect(thrownCode { try fail(6) } == code)
            #expect(request.results == nil)
            // The sequence that begins knows nothing of the one before.
            try handler.perform([request], on: film.frame(0, [ball]))
            #expect(request.results?.isEmpty == true)
            #expect(thrownCode { try handler.perform([request], on: film.pixels(1, [])) } == .timeStampNotFound)
        }
    }

    @Test("Frames and regions of a few pixels, and settings that mean nothing, are errors")
    func nonsense() throws {
        let tiny = RenderedFlights(width: 1, height: 1)
        let request = VNDetectTrajectoriesRequest(frameAnalysisSpacing: .zero, trajectoryLength: 5)
        #expect(thrownCode { try VNImageRequestHandler(cmSampleBuffer: try tiny.frame(0, [])).perform([request]) } == .invalidImage)
        let handler = VNImageRequestHandler(cmSampleBuffer: try film.frame(0, []))
        request.regionOfInterest = CGRect(x: 0, y: 0, width: 0.01, height: 1)
        #expect(thrownCode { try handler.perform([request]) } == .invalidImage)
        request.regionOfInterest = CGRect(x: CGFloat.nan, y: 0, width: 1, height: 1)
        #expect(thrownCode { try handler.perform([request]) } == .invalidArgument)
        request.regionOfInterest = VNNormalizedIdentityRect
        for radii in [(Float.nan, Float(1)), (0, .nan), (0.5, 0.25), (-1, 1), (0, 2)] {
            (request.objectMinimumNormalizedRadius, request.objectMaximumNormalizedRadius) = radii
            #expect(thrownCode { try handler.perform([request]) } == .invalidArgument)
        }
        let short = VNDetectTrajectoriesRequest(frameAnalysisSpacing: .zero, trajectoryLength: 4)
        #expect(thrownCode { try handler.perform([short]) } == .invalidArgument)
    }
}

@Suite("Trajectories in the Swift-only interface")
struct SwiftTrajectoryTests {
    @Test("The trajectories are those of the VN class")
    func equality() async throws {
        let film = RenderedFlights(width: 160, height: 120)
        let ball = RenderedFlights.Throw(first: 2, place: SIMD2(10, 100), velocity: SIMD2(5, -5), radius: 4)
        let request = DetectTrajectoriesRequest(trajectoryLength: 5)
        let reference = VNDetectTrajectoriesRequest(frameAnalysisSpacing: .zero, trajectoryLength: 5)
        var last: [TrajectoryObservation] = []
        for number in 0..<16 {
            let frame = try film.frame(number, [ball])
            last = try await request.perform(on: frame)
            try VNImageRequestHandler(cmSampleBuffer: frame).perform([reference])
        }
        let observation = try #require(last.first)
        let other = TrajectoryObservation(try #require(reference.results?.first))
        #expect(observation.detectedPoints == other.detectedPoints && observation.projectedPoints == other.projectedPoints)
        #expect(observation.equationCoefficients == other.equationCoefficients && observation.timeRange == other.timeRange)
        #expect(observation.movingAverageRadius == other.movingAverageRadius && observation.confidence == other.confidence)
        #expect(observation.originatingRequestDescriptor == .detectTrajectoriesRequest(.revision1))
        #expect(try JSONDecoder().decode(TrajectoryObservation.self, from: JSONEncoder().encode(observation)) == observation)
        #expect(request.minimumLatencyFrameCount == 5 && request.targetFrameTime == .indefinite)
        request.objectMinimumNormalizedRadius = 2
        await #expect(throws: VisionError.self) { try await request.perform(on: film.frame(16, [ball])) }
        await #expect(throws: VisionError.self) {
            try await DetectTrajectoriesRequest(trajectoryLength: 5).perform(on: film.pixels(0, []))
        }
    }
}
