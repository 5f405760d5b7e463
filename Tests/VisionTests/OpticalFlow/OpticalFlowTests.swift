import CoreMedia
import CoreVideo
import Foundation
import Testing
import Vision

@Suite("Optical flow")
struct OpticalFlowTests {
    private func vectors(_ observation: VNPixelBufferObservation?) throws -> OpticalFlowObservation {
        let observation = try #require(observation)
        return try #require(OpticalFlowObservation(observation))
    }

    /// The mean distance of vectors from the true ones, away from the border.
    private func error(
        _ observation: VNPixelBufferObservation?, border: Int = 16, truth: (Double, Double) -> (Double, Double)
    ) throws -> Double {
        let flow = try vectors(observation)
        let (width, height) = (Int(flow.size.width), Int(flow.size.height))
        var sum = 0.0, count = 0.0
        for y in stride(from: border, to: height - border, by: 3) {
            for x in stride(from: border, to: width - border, by: 3) {
                let place = NormalizedPoint(x: (CGFloat(x) + 0.5) / flow.size.width, y: 1 - (CGFloat(y) + 0.5) / flow.size.height)
                let vector = flow.flow(at: place), expected = truth(Double(x) + 0.5, Double(y) + 0.5)
                sum += hypot(Double(vector.0) - expected.0, Double(vector.1) - expected.1)
                count += 1
            }
        }
        return sum / count
    }

    @Test(
        "Each vector leads from a pixel of the targeted image to the handler's image, columns to the right and rows down",
        arguments: [
            (VNGenerateOpticalFlowRequest.ComputationAccuracy.low, 0.6), (.medium, 0.2), (.high, 0.08), (.veryHigh, 0.06),
        ])
    func shift(accuracy: VNGenerateOpticalFlowRequest.ComputationAccuracy, tolerance: Double) throws {
        // Each place of the targeted image lies farther left and farther down in the handler's image.
        let request = VNGenerateOpticalFlowRequest(targetedCGImage: try ShiftedScenes.image())
        #expect(request.computationAccuracy == .medium && request.outputPixelFormat == kCVPixelFormatType_TwoComponent32Float)
        request.computationAccuracy = accuracy
        try VNImageRequestHandler(cgImage: try ShiftedScenes.image(x: 4.25, y: -2.5)).perform([request])
        #expect(request.results?.count == 1)
        #expect(try error(request.results?.first) { _, _ in (-4.25, 2.5) } < tolerance)
    }

    @Test("A scene that is turned and comes nearer flows as it does")
    func turning() throws {
        let (cosine, sine) = (1.03 * cos(0.04), 1.03 * sin(0.04))
        let request = VNGenerateOpticalFlowRequest(targetedCGImage: try ShiftedScenes.image())
        request.computationAccuracy = .high
        let moved = try ShiftedScenes.image { x, y in
            // Where the scene lies that the place shows: the inverse of the turn about the middle.
            let (dx, dy) = (x - 80, y - 60), scale = cosine * cosine + sine * sine
            return (80 + (cosine * dx + sine * dy) / scale, 60 + (-sine * dx + cosine * dy) / scale)
        }
        try VNImageRequestHandler(cgImage: moved).perform([request])
        let off = try error(request.results?.first) { x, y in
            let (dx, dy) = (x - 80, y - 60)
            return (cosine * dx - sine * dy - dx, sine * dx + cosine * dy - dy)
        }
        // At the corners it moves by five pixels.
        #expect(off < 0.4)
    }

    @Test("Numbers come in 32 or in 16 bits, and nothing else")
    func formats() throws {
        let handler = VNImageRequestHandler(cgImage: try ShiftedScenes.image(x: 3, y: 1))
        let whole = VNGenerateOpticalFlowRequest(targetedCGImage: try ShiftedScenes.image())
        let half = try #require(whole.copy() as? VNGenerateOpticalFlowRequest)
        half.outputPixelFormat = kCVPixelFormatType_TwoComponent16Half
        try handler.perform([whole, half])
        let exact = try vectors(whole.results?.first)
        let short = try vectors(half.results?.first)
        #expect(exact.pixelFormat == kCVPixelFormatType_TwoComponent32Float && short.pixelFormat == kCVPixelFormatType_TwoComponent16Half)
        for place in [NormalizedPoint(x: 0.3, y: 0.6), NormalizedPoint(x: 7, y: -7)] {
            let (x, y) = exact.flow(at: place)
            #expect(short.flow(at: place) == (Float(Float16(x)), Float(Float16(y))))
        }
        half.keepNetworkOutput = true
        try handler.perform([half])
        #expect(try vectors(half.results?.first).pixelFormat == kCVPixelFormatType_TwoComponent32Float)
        half.revision = VNGenerateOpticalFlowRequestRevision1
        try handler.perform([half])
        #expect(try vectors(half.results?.first).pixelFormat == kCVPixelFormatType_TwoComponent16Half)
        half.outputPixelFormat = kCVPixelFormatType_32BGRA
        #expect(thrownCode { try handler.perform([half]) } == .invalidFormat)
    }

    @Test("With a region of interest the flow is as large as the image, and zero elsewhere")
    func region() throws {
        let request = VNGenerateOpticalFlowRequest(targetedCGImage: try ShiftedScenes.image())
        request.computationAccuracy = .high
        request.regionOfInterest = CGRect(x: 0.25, y: 0.25, width: 0.5, height: 0.5)
        try VNImageRequestHandler(cgImage: try ShiftedScenes.image(x: 2)).perform([request])
        let flow = try vectors(request.results?.first)
        #expect(flow.size == CGSize(width: ShiftedScenes.width, height: ShiftedScenes.height))
        #expect(flow.flow(at: NormalizedPoint(x: 0.1, y: 0.5)) == (0, 0))
        let middle = flow.flow(at: NormalizedPoint(x: 0.5, y: 0.5))
        #expect(abs(middle.0 + 2) < 0.15 && abs(middle.1) < 0.15)
    }

    @Test("Images of two sizes, images of a few pixels and regions that mean nothing are errors")
    func failures() throws {
        let request = VNGenerateOpticalFlowRequest(targetedCGImage: try ShiftedScenes.image())
        let other = VNImageRequestHandler(cgImage: try TestImages.ramp(width: 40, height: 40))
        #expect(thrownCode { try other.perform([request]) } == .invalidArgument)
        let tiny = VNGenerateOpticalFlowRequest(targetedCGImage: try TestImages.ramp(width: 1, height: 1))
        let pixel = VNImageRequestHandler(cgImage: try TestImages.ramp(width: 1, height: 1))
        #expect(thrownCode { try pixel.perform([tiny]) } == .invalidImage)
        request.regionOfInterest = CGRect(x: 0, y: CGFloat.nan, width: 1, height: 1)
        let handler = VNImageRequestHandler(cgImage: try ShiftedScenes.image())
        #expect(thrownCode { try handler.perform([request]) } == .invalidArgument)
    }

    @Test("In a sequence the flow leads from the previous frame to the newest one; the first frame has none")
    func tracking() throws {
        let request = VNTrackOpticalFlowRequest(frameAnalysisSpacing: CMTime(value: 1, timescale: 20))
        #expect(request.minimumLatencyFrameCount == 2 && request.computationAccuracy == .medium && !request.keepNetworkOutput)
        request.computationAccuracy = .high
        let handler = VNSequenceRequestHandler()
        // The camera writes every frame into the same memory.
        let buffer = try ShiftedScenes.pixelBuffer()
        func see(_ x: Double, _ milliseconds: Int64) throws -> Int {
            try ShiftedScenes.fill(buffer, x: x, y: 0)
            let time = CMTime(value: milliseconds, timescale: 1000)
            let timing = CMSampleTimingInfo(duration: .invalid, presentationTimeStamp: time, decodeTimeStamp: .invalid)
            let format = try CMVideoFormatDescription(imageBuffer: buffer)
            try handler.perform(
                [request], on: try CMSampleBuffer(imageBuffer: buffer, formatDescription: format, sampleTiming: timing))
            return request.results?.count ?? -1
        }
        #expect(try see(0, 0) == 0)
        #expect(try see(1.5, 100) == 1)
        #expect(try error(request.results?.first) { _, _ in (-1.5, 0) } < 0.1)
        #expect(try see(9, 120) == 0)
        #expect(try see(4, 200) == 1)
        #expect(try error(request.results?.first) { _, _ in (-2.5, 0) } < 0.1)
        #expect(thrownCode { _ = try see(5, 50) } == .invalidArgument)
        #expect(try see(6, 50) == 0)
        let other = try TestImages.ramp(width: 40, height: 40)
        #expect(thrownCode { try handler.perform([request], on: other) } == .invalidArgument)
        try handler.perform([request], on: other)
        #expect(request.results?.isEmpty == true)
    }

    @Test("The Swift-only request finds the same, between frames and between two images")
    func swiftInterface() async throws {
        let first = try ShiftedScenes.image(), second = try ShiftedScenes.image(x: 2, y: 1)
        let request = TrackOpticalFlowRequest()
        #expect(request.supportedOutputPixelFormatTypes.contains(request.outputPixelFormatType) && request.computationAccuracy == .medium)
        #expect(try await request.perform(on: first) == nil)
        let tracked = try #require(try await request.perform(on: second))
        #expect(tracked.originatingRequestDescriptor == .trackOpticalFlowRequest(.revision1))
        let generated = VNGenerateOpticalFlowRequest(targetedCGImage: first)
        try VNImageRequestHandler(cgImage: second).perform([generated])
        let reference = try vectors(generated.results?.first)
        let handler = TargetedImageRequestHandler(source: second, target: first)
        let targeted = try #require(try await handler.perform(TrackOpticalFlowRequest()))
        for place in [NormalizedPoint(x: 0.5, y: 0.5), NormalizedPoint(x: 0.2, y: 0.9)] {
            #expect(tracked.flow(at: place) == reference.flow(at: place) && targeted.flow(at: place) == reference.flow(at: place))
        }
        #expect(try JSONDecoder().decode(OpticalFlowObservation.self, from: JSONEncoder().encode(tracked)) == tracked)
        let values = tracked.withUnsafePointer { $0.loadUnaligned(as: Float.self) }
        #expect(values == tracked.flow(at: NormalizedPoint(x: 0, y: 1)).0)
        request.outputPixelFormatType = kCVPixelFormatType_OneComponent8
        await #expect(throws: VisionError.self) { try await request.perform(on: first) }
    }
}
