import CoreGraphics
import CoreMedia
import Foundation
import ImageIO

/// A photo that a camera has made.
open class AVCapturePhoto: NSObject, @unchecked Sendable {
    private let buffer: CVPixelBuffer
    private let settings: AVCapturePhotoSettings
    private let orientation: Int
    /// The facts that were known before.
    public let resolvedSettings: AVCaptureResolvedPhotoSettings
    /// The time of the frame on the host's clock.
    public let timestamp: CMTime

    init(
        _ buffer: CVPixelBuffer, _ time: CMTime, orientation: Int, _ settings: AVCapturePhotoSettings,
        _ resolved: AVCaptureResolvedPhotoSettings
    ) {
        (self.buffer, timestamp, self.orientation, self.settings, resolvedSettings) = (buffer, time, orientation, settings, resolved)
    }

    /// The pixels, as the camera stores them; `nil` where a file was asked for.
    open var pixelBuffer: CVPixelBuffer? {
        guard settings.codec == nil else { return nil }
        return settings.pixelFormat == kCVPixelFormatType_32BGRA ? (try? buffer.converted(to: kCVPixelFormatType_32BGRA)) ?? buffer : buffer
    }
    /// The photo's number among those of its settings: 1.
    open var photoCount: Int { 1 }
    /// Whether the pixels are those of the sensor: never.
    open var isRawPhoto: Bool { false }

    /// The orientation, which follows from how the output's connection turns pictures.
    open var metadata: [String: Any] { [kCGImagePropertyOrientation: UInt32(orientation)] }

    /// The file that was asked for, with the stored pixels and their orientation; `nil` where pixels were asked for, and where the codec
    /// cannot be written.
    open func fileDataRepresentation() -> Data? {
        let types: [AVVideoCodecType: CFString] = [.jpeg: "public.jpeg", .hevc: "public.heic"]
        guard let codec = settings.codec, let type = types[codec], let image = cgImageRepresentation() else { return nil }
        return PictureFile.data(image, type, metadata)
    }

    /// The pixels as a picture, as the camera stores them.
    open func cgImageRepresentation() -> CGImage? { try? buffer.makeImage() }

    /// The pixels as a picture; `nil` where the settings ask for no small picture.
    open func previewCGImageRepresentation() -> CGImage? { settings.previewPhotoFormat == nil ? nil : cgImageRepresentation() }
}
