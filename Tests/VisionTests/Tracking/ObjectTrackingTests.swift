import CoreGraphics
import CoreVideo
import Foundation
import Testing
import Vision

@Suite("Objects from frame to frame")
struct ObjectTrackingTests {
    /// Follows the first of a scene's things through frames, each with a new request that is made from the last observation.
    private func follow(
        _ scenes: [TrackedScene], level: VNRequestTrackingLevel = .fast, handler: VNSequenceRequestHandler = VNSequenceRequestHandler()
    ) throws -> [VNDetectedObjectObservation] {
        var input = VNDetectedObjectObservation(boundingBox: try #require(scenes.first?.things.first).normalized)
        return try scenes.map { scene in
            let request = VNTrackObjectRequest(detectedObjectObservation: input)
            request.trackingLevel = level
            try handler.perform([request], on: scene.frame())
            input = try #require(request.results?.first as? VNDetectedObjectObservation)
            return input
        }
    }

    @Test("A moving object is found where it is, with one identity", arguments: [VNRequestTrackingLevel.fast, .accurate])
    func translation(_ level: VNRequestTrackingLevel) throws {
        let scenes = (0..<25).map { TrackedScene(things: [.init(x: 30 + 5.3 * Double($0), y: 40 + 1.7 * Double($0))]) }
        let observations = try follow(scenes, level: level)
        for (scene, observation) in zip(scenes, observations) {
            #expect(observation.boundingBox.overlap(scene.things[0].normalized) > 0.8)
            #expect(observation.confidence > 0.6 && observation.confidence <= 1)
        }
        #expect(Set(observations.map(\.uuid)).count == 1 && observations[0].confidence == 1)
    }

    @Test("The box of an object that comes nearer grows")
    func scale() throws {
        let scenes = (0..<30).map { frame in
            let size = pow(1.015, Double(frame))
            return TrackedScene(things: [.init(x: 110 - 18 * size, y: 80 - 14 * size, width: 36 * size, height: 28 * size)])
        }
        let last = try #require(try follow(scenes, level: .accurate).last).boundingBox
        // It is half as large again in the end, and the size is followed with some delay.
        let (first, truth) = (scenes[0].things[0].normalized, scenes[29].things[0].normalized)
        #expect(last.overlap(truth) > 0.6 && truth.width > 1.5 * first.width)
        #expect(abs(last.width / truth.width - 1) < 0.25)
    }

    @Test("Behind a post the confidence falls; afterwards the object is there again")
    func occlusion() throws {
        let scenes = (0..<34).map { TrackedScene(things: [.init(x: 40 + 4 * Double($0), y: 60)], post: 100..<144) }
        let observations = try follow(scenes, level: .accurate)
        #expect(observations[..<10].allSatisfy { $0.confidence > 0.6 })
        #expect(try #require(observations[16...18].map(\.confidence).min()) < 0.3)
        let last = try #require(observations.last)
        #expect(last.confidence > 0.5 && last.boundingBox.overlap(scenes[33].things[0].normalized) > 0.6)
    }

    @Test("An object that has left the frame gets a low confidence, and is found when it comes back")
    func leaving() throws {
        let places = (0..<16).map { 150 + 8 * Double($0) } + [Double](repeating: 300, count: 5) + (0..<12).map { 238 - 6 * Double($0) }
        let scenes = places.map { TrackedScene(things: [.init(x: $0, y: 60)]) }
        let observations = try follow(scenes)
        #expect(observations[16..<21].allSatisfy { $0.confidence < 0.3 && $0.boundingBox.minX.isFinite })
        #expect(try #require(observations.last).boundingBox.overlap(scenes[places.count - 1].things[0].normalized) > 0.6)
    }

    @Test("Two things that are followed at once keep apart, also when a request is performed again and again")
    func twoThings() throws {
        let handler = VNSequenceRequestHandler()
        let scene = { (frame: Int) in
            TrackedScene(things: [.init(x: 20 + 4 * Double(frame), y: 30), .init(x: 180 - 4 * Double(frame), y: 100, kind: 1)])
        }
        let requests = scene(0).things.map { thing in
            VNTrackObjectRequest(detectedObjectObservation: VNDetectedObjectObservation(boundingBox: thing.normalized))
        }
        for frame in 0..<20 {
            try handler.perform(requests, on: scene(frame).frame())
            for (request, thing) in zip(requests, scene(frame).things) {
                let observation = try #require(request.results?.first as? VNDetectedObjectObservation)
                #expect(observation.boundingBox.overlap(thing.normalized) > 0.7)
                #expect(observation.uuid == request.inputObservation.uuid)
                request.inputObservation = observation
            }
        }
    }

    @Test("Frames that are stored turned, and luminance with chrominance, give the same boxes")
    func storedForms() throws {
        let scenes = (0..<8).map { TrackedScene(things: [.init(x: 60 + 4 * Double($0), y: 50 + 2 * Double($0))]) }
        let upright = try follow(scenes)
        let handler = VNSequenceRequestHandler()
        let planes = VNSequenceRequestHandler()
        let turned = VNTrackObjectRequest(
            detectedObjectObservation: VNDetectedObjectObservation(boundingBox: scenes[0].things[0].normalized))
        let planar = VNTrackObjectRequest(
            detectedObjectObservation: VNDetectedObjectObservation(boundingBox: scenes[0].things[0].normalized))
        for (scene, expected) in zip(scenes, upright) {
            let frame = try scene.frame()
            try handler.perform([turned], on: frame.turnedAround(), orientation: .down)
            try planes.perform([planar], on: frame.biplanar())
            let box = try #require(turned.results?.first as? VNDetectedObjectObservation).boundingBox
            #expect(abs(box.midX - expected.boundingBox.midX) < 1e-4 && abs(box.width - expected.boundingBox.width) < 1e-4)
            #expect(try #require(planar.results?.first as? VNDetectedObjectObservation).boundingBox.overlap(expected.boundingBox) > 0.8)
        }
    }
}

extension CVPixelBuffer {
    private func copy(to format: OSType, _ body: (UnsafePointer<UInt8>, Int, CVPixelBuffer) -> Void) throws -> CVPixelBuffer {
        var made: CVPixelBuffer?
        let (width, height) = (CVPixelBufferGetWidth(self), CVPixelBufferGetHeight(self))
        #expect(CVPixelBufferCreate(nil, width, height, format, nil, &made) == kCVReturnSuccess)
        let buffer = try #require(made)
        CVPixelBufferLockBaseAddress(self, .readOnly)
        CVPixelBufferLockBaseAddress(buffer, [])
        defer {
            CVPixelBufferUnlockBaseAddress(buffer, [])
            CVPixelBufferUnlockBaseAddress(self, .readOnly)
        }
        let base = try #require(CVPixelBufferGetBaseAddress(self)).assumingMemoryBound(to: UInt8.self)
        body(base, CVPixelBufferGetBytesPerRow(self), buffer)
        return buffer
    }

    /// Half a turn of a BGRA buffer.
    fileprivate func turnedAround() throws -> CVPixelBuffer {
        try copy(to: kCVPixelFormatType_32BGRA) { pixels, stride, buffer in
            guard let target = CVPixelBufferGetBaseAddress(buffer)?.assumingMemoryBound(to: UInt32.self) else { return }
            let (width, height) = (CVPixelBufferGetWidth(buffer), CVPixelBufferGetHeight(buffer))
            for y in 0..<height {
                let row = UnsafeRawPointer(pixels + y * stride).assumingMemoryBound(to: UInt32.self)
                let other = target + (height - 1 - y) * CVPixelBufferGetBytesPerRow(buffer) / 4
                for x in 0..<width { other[width - 1 - x] = row[x] }
            }
        }
    }

    /// BT.601 luminance and chrominance of full range of a BGRA buffer.
    fileprivate func biplanar() throws -> CVPixelBuffer {
        try copy(to: kCVPixelFormatType_420YpCbCr8BiPlanarFullRange) { pixels, stride, buffer in
            guard let luma = CVPixelBufferGetBaseAddressOfPlane(buffer, 0)?.assumingMemoryBound(to: UInt8.self),
                let chroma = CVPixelBufferGetBaseAddressOfPlane(buffer, 1)?.assumingMemoryBound(to: UInt8.self)
            else { return }
            let (width, height) = (CVPixelBufferGetWidth(buffer), CVPixelBufferGetHeight(buffer))
            for y in 0..<height {
                for x in 0..<width {
                    let (b, g, r) = (
                        Float(pixels[y * stride + 4 * x]), Float(pixels[y * stride + 4 * x + 1]), Float(pixels[y * stride + 4 * x + 2])
                    )
                    let value = 0.299 * r + 0.587 * g + 0.114 * b
                    luma[y * CVPixelBufferGetBytesPerRowOfPlane(buffer, 0) + x] = UInt8(value.rounded())
                    guard x.isMultiple(of: 2), y.isMultiple(of: 2) else { continue }
                    let pair = chroma + y / 2 * CVPixelBufferGetBytesPerRowOfPlane(buffer, 1) + x
                    pair[0] = UInt8(min(max(128 + 0.564 * (b - value), 0), 255))
                    pair[1] = UInt8(min(max(128 + 0.713 * (r - value), 0), 255))
                }
            }
        }
    }
}
