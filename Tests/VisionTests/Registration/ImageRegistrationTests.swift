import CoreImage
import CoreMedia
import Foundation
import ImageIO
import Testing
import Vision
import simd

@Suite("Registration of images")
struct ImageRegistrationTests {
    /// The floating picture shows what lies 9.5 pixels to the right and 6.25 below: to come onto the reference it moves right and down.
    private let floating = (x: 9.5, y: 6.25)

    private func expectShift(_ request: VNTranslationalImageRegistrationRequest, on handler: VNImageRequestHandler) throws {
        try handler.perform([request])
        let observation = try #require(request.results?.first)
        #expect(request.results?.count == 1)
        let transform = observation.alignmentTransform
        #expect((transform.a, transform.b, transform.c, transform.d) == (1, 0, 0, 1))
        #expect(abs(transform.tx - 9.5) < 0.15)
        #expect(abs(transform.ty + 6.25) < 0.15)
        #expect(observation.confidence > 0.9)
    }

    @Test("The transform maps the targeted image onto the handler's, y up, whatever form the images have")
    func forms() throws {
        let image = try ShiftedScenes.image(x: floating.x, y: floating.y)
        let buffer = try ShiftedScenes.pixelBuffer(x: floating.x, y: floating.y)
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("registration-\(UUID().uuidString).png")
        defer { try? FileManager.default.removeItem(at: file) }
        let destination = try #require(CGImageDestinationCreateWithURL(file as CFURL, "public.png" as CFString, 1, nil))
        CGImageDestinationAddImage(destination, image, nil)
        #expect(CGImageDestinationFinalize(destination))
        let data = try Data(contentsOf: file)
        let timing = CMSampleTimingInfo(duration: .invalid, presentationTimeStamp: .zero, decodeTimeStamp: .invalid)
        let format = try CMVideoFormatDescription(imageBuffer: buffer)
        let sampleBuffer = try CMSampleBuffer(imageBuffer: buffer, formatDescription: format, sampleTiming: timing)
        let requests = [
            VNTranslationalImageRegistrationRequest(targetedCGImage: image),
            VNTranslationalImageRegistrationRequest(targetedCGImage: image, orientation: .up),
            VNTranslationalImageRegistrationRequest(targetedCIImage: CIImage(cgImage: image)),
            VNTranslationalImageRegistrationRequest(targetedCIImage: CIImage(cgImage: image), orientation: .up),
            VNTranslationalImageRegistrationRequest(targetedCVPixelBuffer: buffer),
            VNTranslationalImageRegistrationRequest(targetedCVPixelBuffer: buffer, orientation: .up),
            VNTranslationalImageRegistrationRequest(targetedCMSampleBuffer: sampleBuffer),
            VNTranslationalImageRegistrationRequest(targetedCMSampleBuffer: sampleBuffer, orientation: .up),
            VNTranslationalImageRegistrationRequest(targetedImageURL: file),
            VNTranslationalImageRegistrationRequest(targetedImageURL: file, orientation: .up),
            VNTranslationalImageRegistrationRequest(targetedImageData: data),
            VNTranslationalImageRegistrationRequest(targetedImageData: data, orientation: .up),
        ]
        let handler = VNImageRequestHandler(cgImage: try ShiftedScenes.image())
        for request in requests { try expectShift(request, on: handler) }
    }

    @Test("Images are registered as they stand upright")
    func orientation() throws {
        let stored = try TestImages.stored(width: ShiftedScenes.width, height: ShiftedScenes.height, orientation: 6) { x, y in
            let value = ShiftedScenes.value(Double(x) + 0.5 + floating.x, Double(y) + 0.5 + floating.y)
            return TestImages.Color(repeating: UInt8(min(max(value.rounded(), 0), 255)))
        }
        let handler = VNImageRequestHandler(cgImage: try ShiftedScenes.image())
        try expectShift(VNTranslationalImageRegistrationRequest(targetedCGImage: stored, orientation: .right), on: handler)
        let options: [VNImageOption: Any] = [.properties: [kCGImagePropertyOrientation: 6]]
        try expectShift(VNTranslationalImageRegistrationRequest(targetedCGImage: stored, options: options), on: handler)
    }

    @Test("A copy of a request has the same target, and a request may be performed on one image after another")
    func reuse() throws {
        let request = VNTranslationalImageRegistrationRequest(
            targetedCGImage: try ShiftedScenes.image(x: floating.x, y: floating.y))
        let copy = try #require(request.copy() as? VNTranslationalImageRegistrationRequest)
        let handler = VNImageRequestHandler(cgImage: try ShiftedScenes.image())
        try expectShift(copy, on: handler)
        try expectShift(request, on: handler)
        try VNImageRequestHandler(cgImage: try ShiftedScenes.image(x: floating.x, y: floating.y)).perform([request])
        let same = try #require(request.results?.first?.alignmentTransform)
        #expect(abs(same.tx) < 0.01 && abs(same.ty) < 0.01)
    }

    @Test("A region of interest is looked at in both images; the answer is in the whole image's pixels", arguments: [false, true])
    func region(homographic: Bool) throws {
        let target = try ShiftedScenes.image(x: 4, y: 2.5)
        let handler = VNImageRequestHandler(cgImage: try ShiftedScenes.image())
        let region = CGRect(x: 0.25, y: 0.1, width: 0.7, height: 0.8)
        if homographic {
            let request = VNHomographicImageRegistrationRequest(targetedCGImage: target)
            request.regionOfInterest = region
            try handler.perform([request])
            let moved = try #require(request.results?.first).warpTransform * SIMD3<Float>(100, 60, 1)
            #expect(abs(moved.x / moved.z - 104) < 0.2 && abs(moved.y / moved.z - 57.5) < 0.2)
        } else {
            let request = VNTranslationalImageRegistrationRequest(targetedCGImage: target)
            request.regionOfInterest = region
            try handler.perform([request])
            let transform = try #require(request.results?.first).alignmentTransform
            #expect(abs(transform.tx - 4) < 0.15 && abs(transform.ty + 2.5) < 0.15)
        }
    }

    @Test("The warp maps the targeted image onto the handler's, y up")
    func homography() throws {
        // Points of the targeted image, origin at the upper left, and where the reference shows the same.
        let map = { (x: Double, y: Double) -> (Double, Double) in
            let w = 1 + 0.0004 * x - 0.0003 * y
            return ((1.02 * x - 0.05 * y + 3) / w, (0.04 * x + 0.98 * y - 2) / w)
        }
        let request = VNHomographicImageRegistrationRequest(targetedCGImage: try ShiftedScenes.image(map))
        try VNImageRequestHandler(cgImage: try ShiftedScenes.image()).perform([request])
        let observation = try #require(request.results?.first)
        let height = Double(ShiftedScenes.height)
        for (x, y) in [(0.0, 0.0), (160, 0), (160, 120), (0, 120), (80, 60)] {
            let found = observation.warpTransform * SIMD3<Float>(Float(x), Float(height - y), 1)
            let truth = map(x, y)
            #expect(abs(Double(found.x / found.z) - truth.0) < 0.7)
            #expect(abs(height - Double(found.y / found.z) - truth.1) < 0.7)
        }
        #expect(observation.confidence > 0.9)
    }

    @Test("Images of different sizes, and targets that cannot be read, are errors")
    func failures() throws {
        let handler = VNImageRequestHandler(cgImage: try ShiftedScenes.image())
        let small = try TestImages.plain([1, 2, 3], width: 10, height: 10)
        #expect(
            thrownCode { try handler.perform([VNTranslationalImageRegistrationRequest(targetedCGImage: small)]) } == .invalidArgument)
        #expect(
            thrownCode { try handler.perform([VNHomographicImageRegistrationRequest(targetedCGImage: small)]) } == .invalidArgument)
        let missing = URL(fileURLWithPath: "/nowhere/missing.png")
        #expect(
            thrownCode { try handler.perform([VNTranslationalImageRegistrationRequest(targetedImageURL: missing)]) } == .ioError)
        #expect(
            thrownCode { try handler.perform([VNTranslationalImageRegistrationRequest(targetedImageData: Data([1, 2]))]) } == .invalidImage)
    }

    @Test("Images that show nothing give the identity with no confidence", arguments: [1, 40, 200])
    func nothing(_ side: Int) throws {
        let plain = try TestImages.plain([90, 90, 90], width: side, height: side)
        let shift = VNTranslationalImageRegistrationRequest(targetedCGImage: plain)
        let warp = VNHomographicImageRegistrationRequest(targetedCGImage: plain)
        try VNImageRequestHandler(cgImage: plain).perform([shift, warp])
        #expect(shift.results?.first?.alignmentTransform == .identity && shift.results?.first?.confidence == 0)
        #expect(warp.results?.first?.warpTransform == matrix_identity_float3x3 && warp.results?.first?.confidence == 0)
    }

    @Test("Alignments come back from an archive as they were")
    func archive() throws {
        let shift = VNTranslationalImageRegistrationRequest(targetedCGImage: try ShiftedScenes.image(x: 3.5))
        let warp = VNHomographicImageRegistrationRequest(targetedCGImage: try ShiftedScenes.image(x: 3.5))
        try VNImageRequestHandler(cgImage: try ShiftedScenes.image()).perform([shift, warp])
        let one = try #require(shift.results?.first)
        let data = try NSKeyedArchiver.archivedData(withRootObject: one, requiringSecureCoding: true)
        let back = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: VNImageTranslationAlignmentObservation.self, from: data))
        #expect(back == one && back.alignmentTransform == one.alignmentTransform)
        let other = try #require(warp.results?.first)
        let otherData = try NSKeyedArchiver.archivedData(withRootObject: other, requiringSecureCoding: true)
        let otherBack = try #require(
            try NSKeyedUnarchiver.unarchivedObject(ofClass: VNImageHomographicAlignmentObservation.self, from: otherData))
        #expect(otherBack == other && otherBack.warpTransform == other.warpTransform)
    }
}
