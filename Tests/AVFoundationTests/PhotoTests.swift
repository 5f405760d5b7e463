import CoreGraphics
import Foundation
import ImageIO
import Locks
import TestSupport
import Testing

@testable import AVFoundation

@Suite("Photos and previews of cameras", .serialized)
struct PhotoTests {
    private let folder = try? TemporaryFolder()

    /// A camera of 64 × 48 pixels whose upper left quarter is white, without end.
    private func camera() throws -> AVCaptureDevice {
        let url = try #require(folder).file("v.mov")
        if !FileManager.default.fileExists(atPath: url.path) {
            try TestVideos.write(url, times: (0..<8).map { CMTime(value: $0, timescale: 20) }, codec: .jpeg)
        }
        return AVCaptureDevice(playing: url, repeats: true, frameRate: 100)
    }

    private func session(_ outputs: [AVCaptureOutput]) throws -> AVCaptureSession {
        let session = AVCaptureSession()
        session.addInput(try AVCaptureDeviceInput(device: camera()))
        for output in outputs {
            try #require(session.canAddOutput(output))
            session.addOutput(output)
        }
        return session
    }

    private func wait(_ isEnough: () -> Bool) {
        let patience = ContinuousClock.now + .seconds(20)
        while !isEnough(), ContinuousClock.now < patience { usleep(2000) }
    }

    @Test("A photo is told of in order, beside the frames of another output; its file has the stored pixels and how they are turned")
    func photo() throws {
        let (photos, frames) = (AVCapturePhotoOutput(), AVCaptureVideoDataOutput())
        let session = try session([photos, frames])
        #expect(!session.canAddOutput(AVCapturePhotoOutput()) && session.connections.count == 2)
        let counter = FrameCounter()
        frames.setSampleBufferDelegate(counter, queue: DispatchQueue(label: "test.frames"))
        try #require(photos.connection(with: .video)).videoOrientation = .portrait
        let notes = PhotoNotes()
        session.startRunning()
        let settings = AVCapturePhotoSettings()
        photos.capturePhoto(with: settings, delegate: notes)
        wait { notes.calls.count == 5 && counter.count.withLock { $0 } > 0 }
        session.stopRunning()
        #expect(notes.calls == ["begin", "take", "taken", "photo", "end"] && counter.count.withLock { $0 } > 0)
        let photo = try #require(notes.photo)
        #expect(photo.resolvedSettings.uniqueID == settings.uniqueID && photo.resolvedSettings.photoDimensions.width == 64)
        #expect(photo.pixelBuffer == nil && photo.timestamp.isNumeric && photo.previewCGImageRepresentation() == nil)
        let file = try #require(photo.fileDataRepresentation())
        let source = try #require(CGImageSourceCreateWithData(file as CFData, nil))
        #expect(CGImageSourceGetType(source) == "public.jpeg")
        let properties = try #require(CGImageSourceCopyPropertiesAtIndex(source, 0, nil))
        #expect((properties[kCGImagePropertyOrientation] as? NSNumber)?.intValue == 6)
        #expect((properties[kCGImagePropertyPixelWidth] as? NSNumber)?.intValue == 64)
        #expect(photo.cgImageRepresentation()?.width == 64)
    }

    @Test("Pixels are given in the format that is asked for")
    func pixels() throws {
        let photos = AVCapturePhotoOutput()
        let session = try session([photos])
        let notes = PhotoNotes()
        session.startRunning()
        let format = [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA]
        photos.capturePhoto(with: AVCapturePhotoSettings(format: format), delegate: notes)
        wait { notes.calls.last == "end" }
        session.stopRunning()
        let photo = try #require(notes.photo)
        let buffer = try #require(photo.pixelBuffer)
        #expect(CVPixelBufferGetPixelFormatType(buffer) == kCVPixelFormatType_32BGRA && photo.fileDataRepresentation() == nil)
        let base = try #require(CVPixelBufferGetBaseAddress(buffer)).assumingMemoryBound(to: UInt8.self)
        let last = base + 47 * CVPixelBufferGetBytesPerRow(buffer) + 4 * 63
        #expect(base[0] > 240 && base[3] == 255 && last[0] < 230)
    }

    @Test("Without a session that runs there is no photo, and the delegate is told why")
    func notRunning() throws {
        let photos = AVCapturePhotoOutput()
        let notes = PhotoNotes()
        photos.capturePhoto(with: AVCapturePhotoSettings(), delegate: notes)
        wait { !notes.calls.isEmpty }
        #expect(notes.calls == ["end"] && (notes.error as? AVError)?.code == .sessionNotRunning && notes.photo == nil)
        let session = try session([photos])
        session.startRunning()
        session.stopRunning()
        let later = PhotoNotes()
        photos.capturePhoto(with: AVCapturePhotoSettings(), delegate: later)
        wait { !later.calls.isEmpty }
        #expect((later.error as? AVError)?.code == .sessionNotRunning)
        session.removeOutput(photos)
        #expect(photos.connections.isEmpty && session.outputs.isEmpty)
    }

    @Test("Settings are told apart, and copied for another photo")
    func settings() {
        let first = AVCapturePhotoSettings(format: [AVVideoCodecKey: AVVideoCodecType.hevc])
        first.isHighResolutionPhotoEnabled = true
        first.maxPhotoDimensions = CMVideoDimensions(width: 640, height: 480)
        let second = AVCapturePhotoSettings(from: first)
        #expect(second.maxPhotoDimensions.width == 640 && second.maxPhotoDimensions.height == 480)
        #expect(first.uniqueID != second.uniqueID && second.isHighResolutionPhotoEnabled && second.codec == .hevc)
        #expect(AVCapturePhotoSettings().codec == .jpeg && AVCapturePhotoOutput().availablePhotoCodecTypes.contains(.jpeg))
    }

    @Test("The largest size of photos is that of the camera's format, and can be passed on to the settings")
    func dimensions() throws {
        let (photos, camera) = (AVCapturePhotoOutput(), try camera())
        #expect(photos.maxPhotoDimensions.width == 0)
        let largest = try #require(camera.activeFormat.supportedMaxPhotoDimensions.max { $0.width < $1.width })
        photos.maxPhotoDimensions = largest
        let settings = AVCapturePhotoSettings()
        settings.maxPhotoDimensions = photos.maxPhotoDimensions
        #expect(settings.maxPhotoDimensions.width == 64 && settings.maxPhotoDimensions.height == 48)
        #expect(!photos.isResponsiveCaptureSupported && !photos.isZeroShutterLagEnabled && !photos.isFastCapturePrioritizationSupported)
    }

    @Test("A preview draws the newest frame without any output, turned by its connection, and converts points")
    func preview() throws {
        let session = try session([])
        let layer = AVCaptureVideoPreviewLayer(session: session)
        layer.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
        #expect(!layer.isPreviewing && layer.layerPointConverted(fromCaptureDevicePoint: CGPoint(x: 0.5, y: 1)) == CGPoint(x: 50, y: 100))
        session.startRunning()
        wait { layer.isPreviewing }
        #expect(layer.layerPointConverted(fromCaptureDevicePoint: .zero) == CGPoint(x: 0, y: 12.5))
        layer.videoGravity = .resizeAspectFill
        let left = layer.layerPointConverted(fromCaptureDevicePoint: .zero)
        #expect(abs(left.x + 50.0 / 3) < 1e-9 && left.y == 0)
        layer.videoGravity = .resizeAspect
        let connection = try #require(layer.connection)
        connection.videoOrientation = .portrait
        #expect(layer.layerPointConverted(fromCaptureDevicePoint: .zero) == CGPoint(x: 87.5, y: 0))
        let back = layer.captureDevicePointConverted(fromLayerPoint: CGPoint(x: 87.5, y: 50))
        #expect(abs(back.x - 0.5) < 1e-9 && abs(back.y) < 1e-9)
        let rect = layer.metadataOutputRectConverted(fromLayerRect: CGRect(x: 12.5, y: 0, width: 75, height: 100))
        #expect(abs(rect.width - 1) < 1e-9 && abs(rect.minX) < 1e-9)
        // The white quarter is at the upper right; beside the video nothing is drawn.
        let drawn = try drawn(layer)
        session.stopRunning()
        #expect(drawn(80, 10) > 240 && drawn(20, 10) < 230 && drawn(20, 10) > 20 && drawn(80, 90) < 230 && drawn(2, 50) == 0)
        layer.session = nil
        #expect(layer.connection == nil && session.newestFrame == nil)
    }

    /// The red of a layer's pixels, drawn where y grows downwards.
    private func drawn(_ layer: CALayer) throws -> (Int, Int) -> UInt8 {
        let context = try #require(
            CGContext(
                data: nil, width: 100, height: 100, bitsPerComponent: 8, bytesPerRow: 400, space: CGColorSpaceCreateDeviceRGB(),
                bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue))
        context.concatenate(CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: 100))
        layer.render(in: context)
        let data = try #require(context.data).assumingMemoryBound(to: UInt8.self)
        let bytes = Array(UnsafeBufferPointer(start: data, count: 40_000))
        return { bytes[400 * $1 + 4 * $0] }
    }
}

private final class FrameCounter: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate, Sendable {
    let count = Locked(0)
    func captureOutput(_ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection) {
        count.withLock { $0 += 1 }
    }
}

/// Notes what a photo's delegate is told.
private final class PhotoNotes: NSObject, AVCapturePhotoCaptureDelegate, @unchecked Sendable {
    private let state = Locked((calls: [String](), photo: AVCapturePhoto?.none, error: (any Error)?.none))

    var calls: [String] { state.withLock { $0.calls } }
    var photo: AVCapturePhoto? { state.withLock { $0.photo } }
    var error: (any Error)? { state.withLock { $0.error } }

    private func note(_ call: String) { state.withLock { $0.calls.append(call) } }

    func photoOutput(_ output: AVCapturePhotoOutput, willBeginCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings) { note("begin") }
    func photoOutput(_ output: AVCapturePhotoOutput, willCapturePhotoFor resolvedSettings: AVCaptureResolvedPhotoSettings) { note("take") }
    func photoOutput(_ output: AVCapturePhotoOutput, didCapturePhotoFor resolvedSettings: AVCaptureResolvedPhotoSettings) { note("taken") }
    func photoOutput(_ output: AVCapturePhotoOutput, didFinishProcessingPhoto photo: AVCapturePhoto, error: (any Error)?) {
        state.withLock { $0.photo = photo }
        note("photo")
    }
    func photoOutput(
        _ output: AVCapturePhotoOutput, didFinishCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings, error: (any Error)?
    ) {
        state.withLock { $0.error = error }
        note("end")
    }
}
