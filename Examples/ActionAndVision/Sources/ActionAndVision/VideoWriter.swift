import AVFoundation
import BeanBagGame
import Foundation

/// Writes a copy of each frame to a video file, after the caller has drawn on the copy.
final class VideoWriter {
    private let url: URL
    private let writer: AVAssetWriter
    private let input: AVAssetWriterInput
    private let adaptor: AVAssetWriterInputPixelBufferAdaptor
    private var hasBegun = false

    init(_ url: URL, size: CGSize) throws {
        self.url = url
        try? FileManager.default.removeItem(at: url)
        writer = try AVAssetWriter(outputURL: url, fileType: .mp4)
        input = AVAssetWriterInput(
            mediaType: .video,
            outputSettings: [
                AVVideoCodecKey: AVVideoCodecType.h264, AVVideoWidthKey: Int(size.width), AVVideoHeightKey: Int(size.height),
            ])
        adaptor = AVAssetWriterInputPixelBufferAdaptor(assetWriterInput: input)
        writer.add(input)
        guard writer.startWriting() else { throw failure }
    }

    /// - Parameter draw: draws into a bitmap context over the frame's pixels; the origin is at the lower left.
    func write(_ frame: CVPixelBuffer, at time: CMTime, draw: (CGContext) -> Void) throws {
        let copy = try makeCopy(of: frame)
        CVPixelBufferLockBaseAddress(copy, [])
        defer { CVPixelBufferUnlockBaseAddress(copy, []) }
        if let context = CGContext(
            data: CVPixelBufferGetBaseAddress(copy), width: CVPixelBufferGetWidth(copy), height: CVPixelBufferGetHeight(copy),
            bitsPerComponent: 8, bytesPerRow: CVPixelBufferGetBytesPerRow(copy), space: CGColorSpaceCreateDeviceRGB(),
            bitmapInfo: CGImageAlphaInfo.noneSkipFirst.rawValue | CGBitmapInfo.byteOrder32Little.rawValue)
        {
            draw(context)
        }
        if !hasBegun {
            writer.startSession(atSourceTime: time)
            hasBegun = true
        }
        guard adaptor.append(copy, withPresentationTime: time) else { throw failure }
    }

    /// Completes the file. It cannot be played before. Throws if writing has failed.
    func finish() throws {
        input.markAsFinished()
        let done = DispatchSemaphore(value: 0)
        writer.finishWriting { done.signal() }
        done.wait()
        if writer.status != .completed { throw failure }
    }

    private var failure: any Error { GameError.cannotWrite(url, reason: writer.error?.localizedDescription ?? "unknown") }

    private func makeCopy(of frame: CVPixelBuffer) throws -> CVPixelBuffer {
        var made: CVPixelBuffer?
        let (width, height) = (CVPixelBufferGetWidth(frame), CVPixelBufferGetHeight(frame))
        CVPixelBufferCreate(kCFAllocatorDefault, width, height, kCVPixelFormatType_32BGRA, nil, &made)
        guard let copy = made else { throw GameError.cannotWrite(url, reason: "no memory for a frame") }
        CVPixelBufferLockBaseAddress(frame, .readOnly)
        CVPixelBufferLockBaseAddress(copy, [])
        defer {
            CVPixelBufferUnlockBaseAddress(copy, [])
            CVPixelBufferUnlockBaseAddress(frame, .readOnly)
        }
        guard let source = CVPixelBufferGetBaseAddress(frame), let target = CVPixelBufferGetBaseAddress(copy) else { return copy }
        for y in 0..<height {
            memcpy(target + y * CVPixelBufferGetBytesPerRow(copy), source + y * CVPixelBufferGetBytesPerRow(frame), width * 4)
        }
        return copy
    }
}
