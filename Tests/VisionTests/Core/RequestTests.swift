import CoreGraphics
import CoreML
import Dispatch
import Foundation
import Synchronization
import Testing

@testable import Vision

@Suite("Requests and handlers")
struct RequestTests {
    private func pixels() throws -> VNCoreMLModel { try VNCoreMLModel(TestModels.pixels(width: 2, height: 2)) }

    private func handler(_ color: TestImages.Color = [51, 102, 153]) throws -> VNImageRequestHandler {
        VNImageRequestHandler(cgImage: try TestImages.plain(color, width: 4, height: 4))
    }

    // MARK: Revisions

    @Test("A request has its class's newest revision unless it is given another")
    func revisions() {
        #expect(VNClassifyImageRequest.supportedRevisions == IndexSet([1, 2]))
        #expect(VNClassifyImageRequest.currentRevision == 2 && VNClassifyImageRequest.defaultRevision == 2)
        #expect(VNCoreMLRequest.supportedRevisions == IndexSet(integer: 1))
        let request = VNClassifyImageRequest()
        #expect(request.revision == VNClassifyImageRequestRevision2)
        request.revision = VNClassifyImageRequestRevision1
        #expect(request.revision == 1)
        request.revision = VNRequestRevisionUnspecified
        #expect(request.revision == 2)
    }

    @Test("A revision that the class does not support is an error when the request is performed")
    func unsupportedRevision() throws {
        let request = VNCoreMLRequest(model: try pixels())
        request.revision = 7
        #expect(thrownCode { try handler().perform([request]) } == .unsupportedRevision)
    }

    @Test("The base classes cannot be performed")
    func baseClasses() throws {
        #expect(thrownCode { try handler().perform([VNRequest()]) } == .unsupportedRequest)
        #expect(thrownCode { try handler().perform([VNImageBasedRequest()]) } == .unsupportedRequest)
    }

    // MARK: Settings

    @Test("A copy has the settings and no results")
    func copying() throws {
        let request = VNCoreMLRequest(model: try pixels())
        request.regionOfInterest = CGRect(x: 0, y: 0, width: 0.5, height: 0.5)
        request.imageCropAndScaleOption = .scaleFit
        request.usesCPUOnly = true
        request.preferBackgroundProcessing = true
        try handler().perform([request])
        let copy = try #require(request.copy() as? VNCoreMLRequest)
        #expect(copy !== request && copy.results == nil && copy.model === request.model)
        #expect(copy.regionOfInterest == request.regionOfInterest && copy.imageCropAndScaleOption == .scaleFit)
        #expect(copy.usesCPUOnly && copy.preferBackgroundProcessing && copy.revision == 1)
    }

    @Test("A region of interest outside of the image is an error when the request is performed")
    func regions() throws {
        let request = VNCoreMLRequest(model: try pixels())
        let outside = [
            CGRect(x: 0.5, y: 0, width: 0.6, height: 1), CGRect(x: -0.1, y: 0, width: 1, height: 1),
            CGRect(x: 0, y: 0, width: 0, height: 1),
            CGRect(x: 0, y: 0, width: CGFloat.nan, height: 1), CGRect(x: 0, y: 0, width: 200, height: 200),
        ]
        for region in outside {
            request.regionOfInterest = region
            #expect(thrownCode { try handler().perform([request]) } == .invalidArgument, "\(region)")
        }
        request.regionOfInterest = CGRect(x: 1, y: 1, width: -0.5, height: -0.5)
        #expect(request.regionOfInterest == CGRect(x: 0.5, y: 0.5, width: 0.5, height: 0.5))
        request.regionOfInterest = CGRect(x: 1.0 / 3, y: 0, width: 2.0 / 3, height: 1)
        try handler().perform([request])
        request.regionOfInterest = CGRect(x: 0.6, y: 0.6, width: 1e-9, height: 1e-9)
        try handler().perform([request])
        let difference = try SeenPixels(request).color(1, 1) - SIMD3(51, 102, 153)
        #expect((difference * difference).sum() < 0.01)
    }

    @Test("All stages run on the processor, and on nothing else")
    func devices() throws {
        let request = VNCoreMLRequest(model: try pixels())
        let stages = try request.supportedComputeStageDevices
        let processor = try #require(stages[.main]?.first)
        #expect(request.computeDevice(for: .main) == nil)
        request.setComputeDevice(processor, for: .main)
        #expect(request.computeDevice(for: .main) == processor)
        try handler().perform([request])
        request.setComputeDevice(processor, for: VNComputeStage(rawValue: "other"))
        #expect(thrownCode { try handler().perform([request]) } == .unsupportedComputeStage)
    }

    // MARK: Completion

    @Test("The completion handler is called once, on the performing thread, with typed results")
    func completion() throws {
        let calls = Mutex<[(thread: Bool, count: Int?)]>([])
        let thread = pthread_self()
        let request = VNCoreMLRequest(model: try VNCoreMLModel(TestModels.meanColor(side: 2))) { request, error in
            let observations = request.results as? [VNClassificationObservation]
            #expect(error == nil)
            calls.withLock { $0.append((pthread_self() == thread, observations?.count)) }
        }
        try handler().perform([request])
        #expect(calls.withLock { $0.map(\.thread) } == [true])
        #expect(calls.withLock { $0.map(\.count) } == [3])
    }

    @Test("The completion handler is called with the error, and there are no results")
    func completionWithError() throws {
        let codes = Mutex<[VNErrorCode?]>([])
        let request = VNCoreMLRequest(model: try pixels()) { request, error in
            codes.withLock { $0.append(visionCode(error)) }
            #expect((request.results == nil) == (error != nil))
        }
        try handler().perform([request])
        request.revision = 3
        #expect(thrownCode { try handler().perform([request]) } == .unsupportedRevision)
        #expect(codes.withLock { $0 } == [nil, .unsupportedRevision])
        #expect(request.results == nil, "results of an earlier image must not pass for those of this one")
    }

    @Test("A request that fails does not keep the others from being performed; the first error is thrown")
    func independentRequests() throws {
        let good = VNCoreMLRequest(model: try pixels())
        let bad = VNCoreMLRequest(model: try pixels())
        bad.revision = 9
        let worse = VNCoreMLRequest(model: try pixels())
        worse.regionOfInterest = .zero
        #expect(thrownCode { try handler().perform([bad, worse, good]) } == .unsupportedRevision)
        #expect(good.results?.count == 1 && bad.results == nil && worse.results == nil)
    }

    // MARK: Cancelling

    @Test("A cancelled request ends with requestCancelled once, and can be performed again")
    func cancelling() throws {
        let codes = Mutex<[VNErrorCode?]>([])
        let request = VNCoreMLRequest(model: try pixels()) { _, error in codes.withLock { $0.append(visionCode(error)) } }
        request.cancel()
        #expect(thrownCode { try handler().perform([request]) } == .requestCancelled)
        #expect(request.results == nil)
        try handler().perform([request])
        #expect(request.results?.count == 1)
        #expect(codes.withLock { $0 } == [.requestCancelled, nil])
    }

    @Test("A request that waits for another one of the same `perform` can be cancelled from that one")
    func cancellingWhileWaiting() throws {
        let second = VNCoreMLRequest(model: try pixels())
        let first = VNCoreMLRequest(model: try pixels()) { _, _ in second.cancel() }
        #expect(thrownCode { try handler().perform([first, second]) } == .requestCancelled)
        #expect(first.results?.count == 1 && second.results == nil)
    }

    // MARK: Images

    @Test("A file that is missing, empty or no image is an error that names it, for every request")
    func brokenFiles() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let empty = folder.appendingPathComponent("empty.jpg")
        try Data().write(to: empty)
        let text = folder.appendingPathComponent("text.png")
        try Data("not a picture".utf8).write(to: text)
        for url in [folder.appendingPathComponent("missing.jpg"), empty, text, folder] {
            let errors = Mutex<[String]>([])
            let requests = try (0..<2).map { _ in
                VNCoreMLRequest(model: try pixels()) { _, error in
                    errors.withLock { $0.append(error?.localizedDescription ?? "no error") }
                }
            }
            let code = thrownCode { try VNImageRequestHandler(url: url).perform(requests) }
            #expect(code == .ioError || code == .invalidImage, "\(url)")
            let messages = errors.withLock { $0 }
            #expect(messages.count == 2 && messages.allSatisfy { $0.contains(url.lastPathComponent) }, "\(messages)")
        }
        let request = VNCoreMLRequest(model: try pixels())
        #expect(thrownCode { try VNImageRequestHandler(data: Data([0xFF, 0xD8, 0xFF])).perform([request]) } == .invalidImage)
        let web = try #require(URL(string: "https://example.org/photo.jpg"))
        #expect(thrownCode { try VNImageRequestHandler(url: web).perform([request]) } == .ioError)
    }

    @Test("A file that could not be opened is tried again")
    func fileThatComesLater() throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString + ".ppm")
        let handler = VNImageRequestHandler(url: url)
        let request = VNCoreMLRequest(model: try pixels())
        #expect(thrownCode { try handler.perform([request]) } == .ioError)
        try (Data("P6\n1 1\n255\n".utf8) + Data([1, 2, 3])).write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        try handler.perform([request])
        #expect(try SeenPixels(request).color(0, 0) == SIMD3(1, 2, 3))
    }

    @Test("Performing nothing is not an error, whatever the image is")
    func nothing() throws {
        try VNImageRequestHandler(data: Data()).perform([])
    }

    @Test("A sequence handler performs requests on one image after another")
    func sequence() throws {
        let handler = VNSequenceRequestHandler()
        let request = VNCoreMLRequest(model: try pixels())
        for red in [10, 200] as [UInt8] {
            try handler.perform([request], on: try TestImages.plain([red, 0, 0], width: 4, height: 4))
            #expect(try SeenPixels(request).channel(0, 0, 0) == Float(red))
        }
        let turned = try TestImages.stored(width: 2, height: 2, orientation: 3) { x, y in [UInt8(100 * x), UInt8(100 * y), 0] }
        try handler.perform([request], on: turned, orientation: .down)
        #expect(try SeenPixels(request).color(1, 0) == SIMD3(100, 0, 0))
    }

    // MARK: Threads

    @Test("One request performed on many threads at once: each completion handler sees its own image")
    func concurrentRequest() throws {
        let mismatches = Atomic(0)
        let calls = Atomic(0)
        let request = VNCoreMLRequest(model: try pixels()) { request, _ in
            calls.add(1, ordering: .relaxed)
            guard let seen = try? SeenPixels(request), let expected = Thread.current.threadDictionary["red"] as? Float else {
                mismatches.add(1, ordering: .relaxed)
                return
            }
            if seen.channel(0, 1, 1) != expected { mismatches.add(1, ordering: .relaxed) }
        }
        DispatchQueue.concurrentPerform(iterations: 64) { index in
            Thread.current.threadDictionary["red"] = Float(index)
            try? self.handler([UInt8(index), 0, 0]).perform([request])
        }
        #expect(calls.load(ordering: .relaxed) == 64)
        #expect(mismatches.load(ordering: .relaxed) == 0)
    }

    @Test("One handler may be used on many threads at once")
    func concurrentHandler() throws {
        let handler = try handler([7, 8, 9])
        let model = try pixels()
        let failures = Atomic(0)
        DispatchQueue.concurrentPerform(iterations: 32) { _ in
            let request = VNCoreMLRequest(model: model)
            do {
                try handler.perform([request])
                if try SeenPixels(request).color(0, 1) != SIMD3(7, 8, 9) { failures.add(1, ordering: .relaxed) }
            } catch {
                failures.add(1, ordering: .relaxed)
            }
        }
        #expect(failures.load(ordering: .relaxed) == 0)
    }
}
