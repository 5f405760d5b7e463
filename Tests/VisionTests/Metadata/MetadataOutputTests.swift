import AVFoundation
import CoreImage
import Foundation
import Locks
import TestSupport
import Testing
import VisionRuntime

@testable import Vision

@Suite("Codes and faces in a camera's frames", .serialized)
struct MetadataOutputTests {
    /// A picture of 320 × 240 pixels with a QR code, two pixels a module, whose margin's upper left corner is at (180, 40).
    private static func page(_ message: String) throws -> CVPixelBuffer {
        let filter = CIFilter(name: "CIQRCodeGenerator", parameters: ["inputMessage": Data(message.utf8), "inputCorrectionLevel": "M"])
        let code = try #require(filter?.outputImage)
        let large = code.transformed(by: CGAffineTransform(scaleX: 2, y: 2))
        let placed = large.transformed(by: CGAffineTransform(translationX: 180, y: 240 - 40 - large.extent.height))
        let page = placed.composited(over: CIImage(color: .white).cropped(to: CGRect(x: 0, y: 0, width: 320, height: 240)))
        return try buffer(page, width: 320, height: 240)
    }

    private static func buffer(_ image: CIImage, width: Int, height: Int) throws -> CVPixelBuffer {
        var made: CVPixelBuffer?
        CVPixelBufferCreate(nil, width, height, kCVPixelFormatType_32BGRA, nil, &made)
        let buffer = try #require(made)
        CIContext().render(image, to: buffer)
        return buffer
    }

    private static func blank() throws -> CVPixelBuffer {
        try buffer(CIImage(color: .white).cropped(to: CGRect(x: 0, y: 0, width: 320, height: 240)), width: 320, height: 240)
    }

    /// A camera of the pictures, one after the other, each for a twentieth of a second.
    private func camera(_ pictures: [CVPixelBuffer]) -> AVCaptureDevice {
        AVCaptureDevice(playing: URL(fileURLWithPath: "/"), repeats: false) { [pictures = Pictures(pictures)] in pictures.again() }
    }

    /// The lists that a delegate is told of a camera's pictures.
    private func told(of pictures: [CVPixelBuffer], _ change: (AVCaptureMetadataOutput) -> Void) throws -> [[AVMetadataObject]] {
        let session = AVCaptureSession()
        session.addInput(try AVCaptureDeviceInput(device: camera(pictures)))
        let output = AVCaptureMetadataOutput()
        try #require(session.canAddOutput(output))
        session.addOutput(output)
        let watcher = Watcher()
        output.setMetadataObjectsDelegate(watcher, queue: DispatchQueue(label: "test.metadata"))
        change(output)
        session.startRunning()
        let patience = ContinuousClock.now + .seconds(60)
        while session.isRunning, ContinuousClock.now < patience { usleep(2000) }
        session.stopRunning()
        #expect(output.metadataObjectsDelegate === watcher)
        return watcher.told.withLock { $0 }
    }

    @Test("A delegate is told of a code, where it is and what it says, and once that it has gone")
    func code() throws {
        let (page, blank) = (try Self.page("https://example.org"), try Self.blank())
        // A machine with much else to do may look at few of the frames.
        let told = try told(of: Array(repeating: page, count: 40) + Array(repeating: blank, count: 40)) { $0.metadataObjectTypes = [.qr] }
        let last = try #require(told.last)
        #expect(told.count >= 2 && last.isEmpty && told.filter(\.isEmpty).count == 1)
        let code = try #require(told.first?.first as? AVMetadataMachineReadableCodeObject)
        #expect(told.first?.count == 1 && code.type == .qr && code.stringValue == "https://example.org" && code.time.isNumeric)
        // The code has a margin of one module; its corners are named counterclockwise from the upper left one.
        try #require(code.corners.count == 4)
        let side = code.corners[3].x * 320 - code.corners[0].x * 320
        let corners = [
            CGPoint(x: 182, y: 42), CGPoint(x: 182, y: 42 + side), CGPoint(x: 182 + side, y: 42 + side), CGPoint(x: 182 + side, y: 42),
        ]
        #expect(side > 40 && side < 60)
        for (found, known) in zip(code.corners, corners) { #expect(hypot(found.x * 320 - known.x, found.y * 240 - known.y) < 3) }
        #expect(abs(code.bounds.minX - code.corners[0].x) < 0.01 && abs(code.bounds.maxY - code.corners[2].y) < 0.01)
    }

    @Test("Only the kinds and the part of the picture that are asked for are looked at; a connection that is off brings nothing")
    func limits() throws {
        let pages = Array(repeating: try Self.page("part"), count: 10)
        #expect(try told(of: pages) { $0.metadataObjectTypes = [.ean13, .aztec] }.isEmpty)
        #expect(try told(of: pages) { _ in }.isEmpty)
        #expect(
            try told(of: pages) { output in
                output.metadataObjectTypes = [.qr]
                output.rectOfInterest = CGRect(x: 0, y: 0, width: 0.5, height: 1)
            }.isEmpty)
        #expect(
            try told(of: pages) { output in
                output.metadataObjectTypes = [.qr]
                output.connections.first?.isEnabled = false
            }.isEmpty)
        let upper = try told(of: pages) { output in
            output.metadataObjectTypes = [.qr]
            output.rectOfInterest = CGRect(x: 0.5, y: 0, width: 0.5, height: 0.6)
        }
        let code = try #require(upper.first?.first as? AVMetadataMachineReadableCodeObject)
        #expect(code.stringValue == "part" && code.bounds.minX > 0.5 && code.bounds.maxY < 0.6)
    }

    @Test("Codes can be found without a model, faces only with one")
    func available() throws {
        let folder = try TemporaryFolder()
        ModelStore.$current.withValue(ModelStore(ModelFolders([folder.url]))) {
            let types = AVCaptureMetadataOutput().availableMetadataObjectTypes
            #expect(types.contains(.qr) && types.contains(.ean13) && types.contains(.code128) && !types.contains(.face))
        }
        let store = try FaceModels.Store()
        ModelStore.$current.withValue(store.models) { #expect(AVCaptureMetadataOutput().availableMetadataObjectTypes.contains(.face)) }
    }

    @Test("Faces are those of Vision's request, keep their numbers, and say how they are turned, clockwise")
    func faces() throws {
        let store = try FaceModels.Store()
        let picture = CIImage(cgImage: try FaceModels.picture([(2, 5, FaceModels.turned), (3, 2, FaceModels.upright)]))
        let buffer = try Self.buffer(picture, width: Int(picture.extent.width), height: Int(picture.extent.height))
        try ModelStore.$current.withValue(store.models) {
            let request = VNDetectFaceRectanglesRequest()
            try VNImageRequestHandler(cvPixelBuffer: buffer).perform([request])
            let known = try #require(request.results).filter { $0.confidence >= 0.3 }
            let told = try told(of: Array(repeating: buffer, count: 10)) { $0.metadataObjectTypes = [.face] }
            try #require(known.count == 2 && !told.isEmpty)
            for objects in told {
                let faces = objects.compactMap { $0 as? AVMetadataFaceObject }
                try #require(faces.count == 2)
                for (face, known) in zip(faces, known) {
                    #expect(
                        abs(face.bounds.minX - known.boundingBox.minX) < 0.01 && abs(face.bounds.maxY - (1 - known.boundingBox.minY)) < 0.01
                    )
                    #expect(face.type == .face && face.hasRollAngle && !face.hasYawAngle && face.yawAngle == 0)
                    let turn = (Double(face.rollAngle) + (known.roll?.doubleValue ?? 9) * 180 / .pi).remainder(dividingBy: 360)
                    #expect(abs(turn) < 0.5)
                }
                #expect(Set(faces.map(\.faceID)).count == 2)
                #expect(faces.map(\.faceID) == told[0].compactMap { ($0 as? AVMetadataFaceObject)?.faceID })
            }
        }
    }

    @Test("A preview says where things are in it")
    func preview() throws {
        let session = AVCaptureSession()
        session.addInput(try AVCaptureDeviceInput(device: camera([Self.blank()])))
        let layer = AVCaptureVideoPreviewLayer(session: session)
        (layer.bounds, layer.videoGravity) = (CGRect(x: 0, y: 0, width: 200, height: 100), .resize)
        let told = try told(of: Array(repeating: Self.page("preview"), count: 10)) { $0.metadataObjectTypes = [.qr] }
        let code = try #require(told.first?.first as? AVMetadataMachineReadableCodeObject)
        let moved = try #require(layer.transformedMetadataObject(for: code) as? AVMetadataMachineReadableCodeObject)
        #expect(moved.stringValue == "preview" && moved.type == .qr && moved.time == code.time)
        for (a, b) in zip(moved.corners, code.corners) { #expect(hypot(a.x - b.x * 200, a.y - b.y * 100) < 0.01) }
        let known = layer.layerRectConverted(fromMetadataOutputRect: code.bounds)
        #expect(
            hypot(moved.bounds.minX - known.minX, moved.bounds.maxY - known.maxY) < 0.01 && abs(moved.bounds.width - known.width) < 0.01)
        // A quarter of a turn, clockwise: what was on the left is on top.
        try #require(layer.connection).videoRotationAngle = 90
        let turned = try #require(layer.transformedMetadataObject(for: code) as? AVMetadataMachineReadableCodeObject)
        for (a, b) in zip(turned.corners, code.corners) { #expect(hypot(a.x - (1 - b.y) * 200, a.y - b.x * 100) < 0.01) }
    }
}

/// Pictures that are played as a camera, each for a twentieth of a second.
private final class Pictures: PlayableFrames, @unchecked Sendable {
    private let pictures: [CVPixelBuffer]
    private let shown = Locked(0)

    init(_ pictures: [CVPixelBuffer]) { self.pictures = pictures }

    func again() -> Pictures { Pictures(pictures) }

    func next() throws -> CMSampleBuffer? {
        let number = shown.withLock { number in
            number += 1
            return number - 1
        }
        guard number < pictures.count else { return nil }
        let timing = CMSampleTimingInfo(
            duration: CMTime(value: 1, timescale: 20), presentationTimeStamp: CMTime(value: Int64(number), timescale: 20),
            decodeTimeStamp: .invalid)
        let buffer = pictures[number]
        return try CMSampleBuffer(imageBuffer: buffer, formatDescription: CMFormatDescription(imageBuffer: buffer), sampleTiming: timing)
    }

    func cancel() {}
}

private final class Watcher: NSObject, AVCaptureMetadataOutputObjectsDelegate, Sendable {
    let told = Locked<[[AVMetadataObject]]>([])

    func metadataOutput(
        _ output: AVCaptureMetadataOutput, didOutput metadataObjects: [AVMetadataObject], from connection: AVCaptureConnection
    ) {
        told.withLock { $0.append(metadataObjects) }
    }
}
