import AVFoundation
import CoreGraphics
import CoreText
import CoreVideo
import Foundation
import Vision

/// Writes a copy of a video with boxes drawn into its frames.
final class BoxWriter {
    private let url: URL
    private let writer: AVAssetWriter
    private let input: AVAssetWriterInput
    private let adaptor: AVAssetWriterInputPixelBufferAdaptor
    private var hasBegun = false
    private static let colors: [(CGFloat, CGFloat, CGFloat)] = [(1, 0.85, 0), (0, 0.9, 1), (1, 0.3, 0.6), (0.4, 1, 0.3)]

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
        guard writer.startWriting() else { throw writer.error ?? TrackerError.cannotWrite(url) }
    }

    /// Draws the boxes into the frame, and writes it.
    func write(_ boxes: [TrackedBox], _ frame: CVPixelBuffer, at time: CMTime) throws {
        draw(boxes, frame)
        if !hasBegun {
            writer.startSession(atSourceTime: time)
            hasBegun = true
        }
        guard adaptor.append(frame, withPresentationTime: time) else { throw writer.error ?? TrackerError.cannotWrite(url) }
    }

    /// Completes the file. It cannot be played before.
    func finish() throws {
        input.markAsFinished()
        let done = DispatchSemaphore(value: 0)
        writer.finishWriting { done.signal() }
        done.wait()
        if writer.status != .completed { throw writer.error ?? TrackerError.cannotWrite(url) }
    }

    private func draw(_ boxes: [TrackedBox], _ frame: CVPixelBuffer) {
        CVPixelBufferLockBaseAddress(frame, [])
        defer { CVPixelBufferUnlockBaseAddress(frame, []) }
        let (width, height) = (CVPixelBufferGetWidth(frame), CVPixelBufferGetHeight(frame))
        guard
            let context = CGContext(
                data: CVPixelBufferGetBaseAddress(frame), width: width, height: height, bitsPerComponent: 8,
                bytesPerRow: CVPixelBufferGetBytesPerRow(frame), space: CGColorSpaceCreateDeviceRGB(),
                bitmapInfo: CGImageAlphaInfo.noneSkipFirst.rawValue | CGBitmapInfo.byteOrder32Little.rawValue)
        else { return }
        context.setLineWidth(max(CGFloat(height) / 160, 2))
        for box in boxes {
            let color = Self.colors[(box.number - 1) % Self.colors.count]
            context.setStrokeColor(red: color.0, green: color.1, blue: color.2, alpha: 1)
            // The box is dashed if the object may be lost.
            context.setLineDash(phase: 0, lengths: box.isCertain ? [] : [8, 6])
            let rect = VNImageRectForNormalizedRect(box.boundingBox, width, height)
            context.stroke(rect)
            guard !box.label.isEmpty else { continue }
            let text = NSAttributedString(
                string: box.name,
                attributes: [
                    NSAttributedString.Key(kCTFontAttributeName as String): CTFontCreateWithName("Helvetica", CGFloat(height) / 16, nil),
                    NSAttributedString.Key(kCTForegroundColorAttributeName as String): CGColor(
                        red: color.0, green: color.1, blue: color.2, alpha: 1),
                ])
            context.setLineDash(phase: 0, lengths: [])
            context.textPosition = CGPoint(x: rect.minX + 4, y: rect.minY + 6)
            CTLineDraw(CTLineCreateWithAttributedString(text), context)
        }
    }
}
