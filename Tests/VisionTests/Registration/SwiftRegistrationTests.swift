import CoreMedia
import Foundation
import Testing
import Vision
import simd

@Suite("Registration in the Swift-only interface")
struct SwiftRegistrationTests {
    @Test("Each frame is registered to the previous one, and a new region begins anew")
    func tracking() async throws {
        let request = TrackTranslationalImageRegistrationRequest()
        let first = try await request.perform(on: ShiftedScenes.image())
        #expect(first.alignmentTransform == .identity && first.confidence == 1)
        let second = try await request.perform(on: ShiftedScenes.image(x: 2.5, y: 1))
        #expect(abs(second.alignmentTransform.tx - 2.5) < 0.15 && abs(second.alignmentTransform.ty + 1) < 0.15)
        #expect(second.originatingRequestDescriptor == .trackTranslationalImageRegistrationRequest(.revision1))
        #expect(try JSONDecoder().decode(ImageTranslationAlignmentObservation.self, from: JSONEncoder().encode(second)) == second)
        request.regionOfInterest = NormalizedRect(x: 0, y: 0, width: 0.75, height: 0.75)
        #expect(try await request.perform(on: ShiftedScenes.image(x: 9)).alignmentTransform == .identity)
        #expect(request == request && request != TrackTranslationalImageRegistrationRequest())
        #expect(request.minimumLatencyFrameCount == 1 && request.frameAnalysisSpacing == .zero)
        request.setComputeDevice(request.supportedComputeStageDevices[.main]?.first, for: .main)
        #expect(request.computeDevice(for: .main) != nil)
    }

    @Test("A target is brought onto its source, by a shift and by a homography at once, as the VN classes do")
    func targeted() async throws {
        let source = try ShiftedScenes.image()
        let target = try ShiftedScenes.image(x: 9.5, y: 6.25)
        let handler = TargetedImageRequestHandler(source: source, target: target)
        let (shift, homography) = try await handler.perform(
            TrackTranslationalImageRegistrationRequest(), TrackHomographicImageRegistrationRequest())
        let translational = VNTranslationalImageRegistrationRequest(targetedCGImage: target)
        let homographic = VNHomographicImageRegistrationRequest(targetedCGImage: target)
        try VNImageRequestHandler(cgImage: source).perform([translational, homographic])
        #expect(shift.alignmentTransform == translational.results?.first?.alignmentTransform)
        #expect(homography.warpTransform == homographic.results?.first?.warpTransform)
        #expect(abs(shift.alignmentTransform.tx - 9.5) < 0.15 && abs(shift.alignmentTransform.ty + 6.25) < 0.15)
        var count = 0
        for await result in handler.performAll([TrackTranslationalImageRegistrationRequest()]) {
            guard case .trackTranslationalImageRegistration(_, let observation) = result else {
                Issue.record("\(result)")
                return
            }
            #expect(observation.alignmentTransform == shift.alignmentTransform)
            count += 1
        }
        #expect(count == 1)
    }

    @Test("Images of different sizes, and a frame that comes too soon, are errors")
    func errors() async throws {
        let handler = TargetedImageRequestHandler(source: try ShiftedScenes.image(), target: try TestImages.ramp(width: 40, height: 40))
        await #expect(throws: VisionError.self) { try await handler.perform(TrackTranslationalImageRegistrationRequest()) }
        let request = TrackHomographicImageRegistrationRequest(frameAnalysisSpacing: CMTime(value: 1, timescale: 10))
        let buffer = try ShiftedScenes.pixelBuffer()
        func frame(_ milliseconds: Int64) throws -> CMSampleBuffer {
            let time = CMTime(value: milliseconds, timescale: 1000)
            return try CMSampleBuffer(
                imageBuffer: buffer, formatDescription: CMVideoFormatDescription(imageBuffer: buffer),
                sampleTiming: CMSampleTimingInfo(duration: .invalid, presentationTimeStamp: time, decodeTimeStamp: .invalid))
        }
        #expect(try await request.perform(on: frame(0)).warpTransform == matrix_identity_float3x3)
        do {
            _ = try await request.perform(on: frame(50))
            Issue.record("a frame that comes too soon is no error")
        } catch VisionError.dataUnavailable {}
        #expect(try await request.perform(on: frame(100)).timeRange?.start == CMTime(value: 100, timescale: 1000))
    }
}
