import CoreMedia
import CoreVideo
import Foundation
import Testing
import Vision
import simd

@Suite("Registration from frame to frame")
struct RegistrationTrackingTests {
    /// Where the camera looks in each frame.
    private let path = [(0.0, 0.0), (2.5, 1.0), (5.0, 2.25), (5.0, 2.25), (1.0, 7.0)]

    @Test("Each frame is registered to the previous one; the first one to itself")
    func translation() throws {
        let request = VNTrackTranslationalImageRegistrationRequest()
        let handler = VNSequenceRequestHandler()
        var last: (Double, Double)?
        for place in path {
            try handler.perform([request], on: try ShiftedScenes.pixelBuffer(x: place.0, y: place.1))
            let transform = try #require(request.results?.first).alignmentTransform
            let before = last ?? place
            #expect(abs(Double(transform.tx) - (place.0 - before.0)) < 0.15)
            #expect(abs(Double(transform.ty) + (place.1 - before.1)) < 0.15)
            last = place
        }
    }

    @Test("A homography follows the frames likewise")
    func homography() throws {
        let request = VNTrackHomographicImageRegistrationRequest()
        let handler = VNSequenceRequestHandler()
        try handler.perform([request], on: try ShiftedScenes.image())
        #expect(request.results?.first?.warpTransform == matrix_identity_float3x3)
        try handler.perform([request], on: try ShiftedScenes.image(x: 3, y: -2))
        let moved = try #require(request.results?.first).warpTransform * SIMD3<Float>(80, 60, 1)
        #expect(abs(moved.x / moved.z - 83) < 0.2 && abs(moved.y / moved.z - 62) < 0.2)
    }

    @Test("A buffer that the camera writes again counts as a new frame")
    func reusedBuffer() throws {
        let buffer = try ShiftedScenes.pixelBuffer()
        let request = VNTrackTranslationalImageRegistrationRequest()
        let handler = VNSequenceRequestHandler()
        try handler.perform([request], on: buffer)
        try ShiftedScenes.fill(buffer, x: 4, y: 0)
        try handler.perform([request], on: buffer)
        #expect(abs(try #require(request.results?.first).alignmentTransform.tx - 4) < 0.15)
    }

    @Test("A copy begins anew, and a frame of another size is the first again")
    func beginning() throws {
        let request = VNTrackTranslationalImageRegistrationRequest(frameAnalysisSpacing: CMTime(value: 1, timescale: 10))
        let handler = VNSequenceRequestHandler()
        try handler.perform([request], on: try ShiftedScenes.image())
        let copy = try #require(request.copy() as? VNTrackTranslationalImageRegistrationRequest)
        #expect(copy.frameAnalysisSpacing == request.frameAnalysisSpacing)
        try handler.perform([copy], on: try ShiftedScenes.image(x: 5))
        #expect(copy.results?.first?.alignmentTransform == .identity)
        try handler.perform([request], on: try TestImages.ramp(width: 40, height: 40))
        #expect(request.results?.first?.alignmentTransform == .identity)
    }

    @Test("Frames that follow sooner than the spacing are left out")
    func spacing() throws {
        let request = VNTrackTranslationalImageRegistrationRequest(frameAnalysisSpacing: CMTime(value: 1, timescale: 10))
        let handler = VNSequenceRequestHandler()
        var counts: [Int?] = []
        for (index, hundredths) in [0, 5, 10, 30].enumerated() {
            let buffer = try ShiftedScenes.pixelBuffer(x: Double(index))
            let timing = CMSampleTimingInfo(
                duration: .invalid, presentationTimeStamp: CMTime(value: CMTimeValue(hundredths), timescale: 100), decodeTimeStamp: .invalid
            )
            let sample = try CMSampleBuffer(
                imageBuffer: buffer, formatDescription: CMVideoFormatDescription(imageBuffer: buffer), sampleTiming: timing)
            try handler.perform([request], on: sample)
            counts.append(request.results?.count)
        }
        #expect(counts == [1, 0, 1, 1])
    }

    @Test("FlowerShop's scene is stable when the camera rests, and not while it moves")
    func sceneStability() throws {
        var stability = SceneStability()
        for _ in 0...15 { try stability.see(try ShiftedScenes.pixelBuffer()) }
        #expect(stability.isAchieved)
        for step in 1...15 { try stability.see(try ShiftedScenes.pixelBuffer(x: 3 * Double(step), y: Double(step))) }
        #expect(!stability.isAchieved)
    }
}

/// The work of Apple's sample on each frame of the camera.
private struct SceneStability {
    private let handler = VNSequenceRequestHandler()
    private let maximumHistoryLength = 15
    private var history: [CGPoint] = []
    private var previous: CVPixelBuffer?

    mutating func see(_ pixelBuffer: CVPixelBuffer) throws {
        defer { previous = pixelBuffer }
        guard let previous else { return }
        let request = VNTranslationalImageRegistrationRequest(targetedCVPixelBuffer: pixelBuffer)
        try handler.perform([request], on: previous)
        if let results = request.results, let alignmentObservation = results.first {
            let alignmentTransform = alignmentObservation.alignmentTransform
            history.append(CGPoint(x: alignmentTransform.tx, y: alignmentTransform.ty))
            if history.count > maximumHistoryLength { history.removeFirst() }
        }
    }

    var isAchieved: Bool {
        guard history.count == maximumHistoryLength else { return false }
        var movingAverage = CGPoint.zero
        for currentPoint in history {
            movingAverage.x += currentPoint.x
            movingAverage.y += currentPoint.y
        }
        return abs(movingAverage.x) + abs(movingAverage.y) < 20
    }
}
