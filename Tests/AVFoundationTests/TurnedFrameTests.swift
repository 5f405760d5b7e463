import CoreGraphics
import Foundation
import Locks
import TestSupport
import Testing

@testable import AVFoundation

@Suite("Frames that connections turn", .serialized)
struct TurnedFrameTests {
    /// A buffer of 3 × 2 pixels, whose values are their places.
    private func counted(_ format: OSType) throws -> CVPixelBuffer {
        var made: CVPixelBuffer?
        CVPixelBufferCreate(nil, 3, 2, format, nil, &made)
        let buffer = try #require(made)
        let base = try #require(CVPixelBufferGetBaseAddress(buffer))
        let bytes = format == kCVPixelFormatType_32BGRA ? 4 : 1
        for y in 0..<2 {
            for x in 0..<3 { memset(base + y * CVPixelBufferGetBytesPerRow(buffer) + bytes * x, Int32(3 * y + x), bytes) }
        }
        return buffer
    }

    private func values(_ buffer: CVPixelBuffer) throws -> [[UInt8]] {
        let base = try #require(CVPixelBufferGetBaseAddress(buffer))
        let bytes = CVPixelBufferGetPixelFormatType(buffer) == kCVPixelFormatType_32BGRA ? 4 : 1
        return (0..<CVPixelBufferGetHeight(buffer)).map { y in
            (0..<CVPixelBufferGetWidth(buffer)).map {
                base.load(fromByteOffset: y * CVPixelBufferGetBytesPerRow(buffer) + bytes * $0 + bytes - 1, as: UInt8.self)
            }
        }
    }

    @Test("Each orientation moves each pixel to its place", arguments: [kCVPixelFormatType_32BGRA, kCVPixelFormatType_OneComponent8])
    func pixels(_ format: OSType) throws {
        let buffer = try counted(format)
        CVBufferSetAttachment(buffer, "note", "kept" as CFString, .shouldPropagate)
        let expected: [Int: [[UInt8]]] = [
            1: [[0, 1, 2], [3, 4, 5]], 2: [[2, 1, 0], [5, 4, 3]], 3: [[5, 4, 3], [2, 1, 0]], 4: [[3, 4, 5], [0, 1, 2]],
            5: [[0, 3], [1, 4], [2, 5]], 6: [[3, 0], [4, 1], [5, 2]], 7: [[5, 2], [4, 1], [3, 0]], 8: [[2, 5], [1, 4], [0, 3]],
        ]
        for (exif, rows) in expected {
            let turned = try #require(buffer.turned(Orientation(exif)))
            #expect(try values(turned) == rows, "\(exif)")
            #expect(CVBufferCopyAttachment(turned, "note", nil) as? String == "kept")
        }
    }

    @Test("Both planes of 4:2:0 are turned, odd sizes too, and formats that share bytes are left as they are")
    func planes() throws {
        var made: CVPixelBuffer?
        CVPixelBufferCreate(nil, 5, 3, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, nil, &made)
        let buffer = try #require(made)
        for plane in 0..<2 {
            let base = try #require(CVPixelBufferGetBaseAddressOfPlane(buffer, plane))
            let (width, height) = (CVPixelBufferGetWidthOfPlane(buffer, plane), CVPixelBufferGetHeightOfPlane(buffer, plane))
            let bytes = plane + 1
            for y in 0..<height {
                for x in 0..<(width * bytes) {
                    base.storeBytes(
                        of: UInt8(10 * y + x), toByteOffset: y * CVPixelBufferGetBytesPerRowOfPlane(buffer, plane) + x, as: UInt8.self)
                }
            }
        }
        let turned = try #require(buffer.turned(Orientation(6)))
        #expect(CVPixelBufferGetWidth(turned) == 3 && CVPixelBufferGetHeight(turned) == 5)
        let luma = try #require(CVPixelBufferGetBaseAddressOfPlane(turned, 0)).assumingMemoryBound(to: UInt8.self)
        let chroma = try #require(CVPixelBufferGetBaseAddressOfPlane(turned, 1)).assumingMemoryBound(to: UInt8.self)
        #expect([luma[0], luma[1], luma[2]] == [20, 10, 0])
        #expect([chroma[0], chroma[1], chroma[2], chroma[3]] == [10, 11, 0, 1])
        CVPixelBufferCreate(nil, 4, 2, kCVPixelFormatType_422YpCbCr8, nil, &made)
        #expect(made?.turned(Orientation(6)) == nil)
    }

    @Test("A session delivers frames as the connection turns and mirrors them")
    func session() throws {
        let folder = try TemporaryFolder()
        let url = folder.file("v.mov")
        try TestVideos.write(url, times: (0..<4).map { CMTime(value: $0, timescale: 20) }, codec: .jpeg)
        // The corner that is white: a quarter of the picture, the upper left one as it is stored.
        for (orientation, isMirrored, corner) in [
            (AVCaptureVideoOrientation.landscapeRight, false, "upper left"), (.portrait, false, "upper right"),
            (.portrait, true, "upper left"), (.portraitUpsideDown, false, "lower left"), (.landscapeLeft, true, "lower left"),
        ] {
            let watcher = CornerWatcher()
            let (session, output) = (AVCaptureSession(), AVCaptureVideoDataOutput())
            output.setSampleBufferDelegate(watcher, queue: DispatchQueue(label: "test.turning"))
            session.addInput(try AVCaptureDeviceInput(device: AVCaptureDevice(playing: url)))
            session.addOutput(output)
            let connection = try #require(output.connection(with: .video))
            (connection.videoOrientation, connection.isVideoMirrored) = (orientation, isMirrored)
            session.startRunning()
            let patience = ContinuousClock.now + .seconds(10)
            while session.isRunning, ContinuousClock.now < patience { usleep(2000) }
            session.stopRunning()
            let seen = watcher.seen.withLock { $0 }
            let isUpright = orientation == .portrait || orientation == .portraitUpsideDown
            #expect(
                !seen.isEmpty && seen.allSatisfy { $0 == "\(isUpright ? "48 × 64" : "64 × 48") \(corner)" },
                "\(orientation) \(isMirrored) \(seen)")
        }
    }
}

/// Notes the size of frames, and which corner is the lightest.
private final class CornerWatcher: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate, Sendable {
    let seen = Locked<[String]>([])

    func captureOutput(_ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection) {
        guard let buffer = CMSampleBufferGetImageBuffer(sampleBuffer), let base = CVPixelBufferGetBaseAddressOfPlane(buffer, 0) else {
            return
        }
        let (width, height) = (CVPixelBufferGetWidth(buffer), CVPixelBufferGetHeight(buffer))
        let stride = CVPixelBufferGetBytesPerRowOfPlane(buffer, 0)
        func luma(_ x: Int, _ y: Int) -> UInt8 { base.load(fromByteOffset: y * stride + x, as: UInt8.self) }
        let corners = [
            "upper left": luma(4, 4), "upper right": luma(width - 5, 4), "lower left": luma(4, height - 5),
            "lower right": luma(width - 5, height - 5),
        ]
        let lightest = corners.max { $0.value < $1.value }?.key ?? ""
        seen.withLock { $0.append("\(width) × \(height) \(lightest)") }
    }
}
