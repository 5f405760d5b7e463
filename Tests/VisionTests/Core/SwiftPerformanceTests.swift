import CoreGraphics
import CoreML
import CoreMedia
import Foundation
import Synchronization
import Testing
import VisionRuntime

@testable import Vision

@Suite("Performances of the Swift-only interface")
struct SwiftPerformanceTests {
    /// A request whose analysis runs what a test gives it.
    private struct Probe: ImageProcessingRequest, AnalysisRequest {
        typealias Result = [ClassificationObservation]

        var regionOfInterest = NormalizedRect.fullImage
        var computeDevices: [ComputeStage: MLComputeDevice] = [:]
        let descriptor = RequestDescriptor.classifyImageRequest(.revision2)
        let analysis: ProbeAnalysis

        init(_ look: @escaping @Sendable (AnalysisContext) throws -> Void) { analysis = ProbeAnalysis(look: look) }

        func job(_ cancellation: Cancellation) throws -> AnalysisJob<Result> {
            job(analysis, cancellation) { findings, origin in findings.map { ClassificationObservation($0, &origin) } }
        }

        func visionResult(_ result: Result) -> VisionResult { .classifyImage(ClassifyImageRequest(), result) }
    }

    private struct ProbeAnalysis: Analysis {
        private let identity = UUID()
        let look: @Sendable (AnalysisContext) throws -> Void

        init(look: @escaping @Sendable (AnalysisContext) throws -> Void) { self.look = look }

        func demands(of frame: FrameInfo) throws -> [FrameDemand] { [.whole(frame)] }

        func findings(in context: AnalysisContext) throws -> [Classification] {
            try look(context)
            return [Classification(identifier: "seen", confidence: 1)]
        }

        static func == (left: ProbeAnalysis, right: ProbeAnalysis) -> Bool { left.identity == right.identity }
        func hash(into hasher: inout Hasher) { hasher.combine(identity) }
    }

    /// Waits until it is cancelled.
    private func endless(_ started: @escaping @Sendable () -> Void = {}) -> Probe {
        Probe { context in
            started()
            while true {
                try context.cancellation.check()
                usleep(1000)
            }
        }
    }

    private func isCancelled(_ task: Task<[ClassificationObservation], any Error>) async -> Bool {
        guard case .failure(VisionError.requestCancelled) = await task.result else { return false }
        return true
    }

    private let image = Result { try TestImages.plain([1, 2, 3], width: 4, height: 4) }

    @Test("An image file is decoded once for all requests, and equal questions are answered once")
    func sharing() async throws {
        let pixmap = Data("P6\n2 1\n255\n".utf8) + Data([10, 20, 30, 200, 100, 0])
        let handler = ImageRequestHandler(pixmap)
        let looks = Mutex(0)
        let counting = Probe { context in
            looks.withLock { $0 += 1 }
            _ = try context.frame.gray()
        }
        let reading = Probe { _ = try $0.frame.gray() }
        let (first, second, third) = try await handler.perform(counting, reading, counting)
        #expect(first.map(\.identifier) == ["seen"] && second.count == 1 && third.count == 1)
        #expect(looks.withLock { $0 } == 1)
        _ = try await handler.perform(counting)
        #expect(looks.withLock { $0 } == 1)
        #expect(try handler.performer.frame.frame().decodings == 1)
    }

    @Test("A cancelled task ends its request with requestCancelled, before and while it runs")
    func cancelling() async throws {
        let handler = ImageRequestHandler(try image.get())
        let (begun, began) = AsyncStream.makeStream(of: Void.self)
        let request = endless { began.yield() }
        let running = Task { try await handler.perform(request) }
        for await _ in begun { break }
        running.cancel()
        #expect(await isCancelled(running))

        let early = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await handler.perform(Probe { _ in })
        }
        #expect(await isCancelled(early))
        // The handler is as good as new.
        #expect(try await handler.perform(Probe { _ in }).count == 1)
    }

    @Test("Requests that take long leave Swift's threads to others")
    func cooperativeThreads() async throws {
        let handler = ImageRequestHandler(try image.get())
        let count = 2 * ProcessInfo.processInfo.activeProcessorCount
        let requests = (0..<count).map { _ in endless() }
        let waiting = requests.map { request in Task { try await handler.perform(request) } }
        #expect(await Task.detached { 42 }.value == 42)
        for task in waiting { task.cancel() }
        for task in waiting { #expect(await isCancelled(task)) }
    }

    @Test("Results come as soon as they are there, and who stops listening stops the requests")
    func streaming() async throws {
        let handler = ImageRequestHandler(try image.get())
        let isHeard = Mutex(false)
        let waiting = Probe { context in
            while !isHeard.withLock({ $0 }) {
                try context.cancellation.check()
                usleep(1000)
            }
        }
        var count = 0
        for await result in handler.performAll([Probe { _ in }, waiting]) {
            guard case .classifyImage = result else {
                Issue.record("\(result)")
                return
            }
            count += 1
            isHeard.withLock { $0 = true }
        }
        #expect(count == 2)

        let (ended, end) = AsyncStream.makeStream(of: Void.self)
        let stopped = Probe { context in
            defer { end.yield() }
            while true {
                try context.cancellation.check()
                usleep(1000)
            }
        }
        for await _ in handler.performAll([Probe { _ in }, stopped]) { break }
        for await _ in ended { break }
    }

    @Test("The first failure in the order of the requests is thrown, after all have been performed")
    func failures() async throws {
        let performed = Mutex(0)
        let failing = Probe { _ in throw VisionFailure(.timeout, "slow") }
        let other = Probe { _ in throw VisionFailure(.dataUnavailable, "absent") }
        let good = Probe { _ in performed.withLock { $0 += 1 } }
        let error = await #expect(throws: VisionError.self) {
            _ = try await ImageRequestHandler(image.get()).perform(good, failing, other, good)
        }
        guard case .timeout("slow") = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(error?.errorDescription == "slow" && performed.withLock { $0 } == 1)
    }

    @Test("Every kind of failure is an error of its own")
    func kinds() {
        let kinds: [VisionFailure.Kind] = [
            .requestCancelled, .invalidFormat, .operationFailed, .outOfBounds, .ioError, .internalError, .outOfMemory, .invalidOperation,
            .invalidImage, .invalidArgument, .invalidModel, .unsupportedRevision, .dataUnavailable, .timeStampNotFound,
            .unsupportedRequest, .timeout, .unsupportedComputeStage, .unsupportedComputeDevice,
        ]
        let names = kinds.map { kind in
            Mirror(reflecting: VisionError(VisionFailure(kind, "reason"))).children.first?.label ?? ""
        }
        for (kind, name) in zip(kinds, names) where kind != .outOfBounds { #expect(name == "\(kind)") }
        #expect(Set(names).count == kinds.count && names.contains("outOfBoundsError"))
        #expect(VisionError.pixelBufferCreationFailed(-6662).errorDescription?.contains("-6662") == true)
    }

    @Test("A sample buffer's time is that of the observations, also time zero; other images have none", arguments: [0, 7])
    func times(_ second: Int64) async throws {
        let buffer = try ShiftedScenes.pixelBuffer()
        let time = CMTime(value: second, timescale: 1)
        let timing = CMSampleTimingInfo(duration: .invalid, presentationTimeStamp: time, decodeTimeStamp: .invalid)
        let sample = try CMSampleBuffer(
            imageBuffer: buffer, formatDescription: CMVideoFormatDescription(imageBuffer: buffer), sampleTiming: timing)
        let request = Probe { _ in }
        #expect(try await request.perform(on: sample).first?.timeRange == CMTimeRange(start: time, duration: .zero))
        #expect(try await request.perform(on: buffer).first?.timeRange == nil)
    }
}
