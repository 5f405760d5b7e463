import CoreGraphics
import CoreMedia
import Foundation
import ImageIO

/// A photo taken by a camera.
open class AVCapturePhoto: NSObject, @unchecked Sendable {
    private let buffer: CVPixelBuffer
    private let settings: AVCapturePhotoSettings
    private let orientation: Int
    /// The settings of the photo that were resolved before it was taken.
    public let resolvedSettings: AVCaptureResolvedPhotoSettings
    /// The time of the frame on the host clock.
    public let timestamp: CMTime

    init(
        _ buffer: CVPixelBuffer, _ time: CMTime, orientation: Int, _ settings: AVCapturePhotoSettings,
        _ resolved: AVCaptureResolvedPhotoSettings
    ) {
        (self.buffer, timestamp, self.orientation, self.settings, resolvedSettings) = (buffer, time, orientation, settings, resolved)
    }

    /// The pixels, as the camera stores them; `nil` if the settings request a file.
    open var pixelBuffer: CVPixelBuffer? {
        guard settings.codec == nil else { return nil }
        return settings.pixelFormat == kCVPixelFormatType_32BGRA ? (try? buffer.converted(to: kCVPixelFormatType_32BGRA)) ?? buffer : buffer
    }
    /// The number of this photo among the photos of one capture request: always 1.
    open var photoCount: Int { 1 }
    /// Whether the photo has the raw pixels of the sensor: always `false`.
    open var isRawPhoto: Bool { false }

    /// The metadata. It contains only the orientation, which results from the rotation of the output's connection.
    open var metadata: [String: Any] { [kCGImagePropertyOrientation: UInt32(orientation)] }

    /// The bytes of an image file with the stored pixels and their orientation. `nil` if the settings request pixels, or if the codec
    /// cannot be written.
    open func fileDataRepresentation() -> Data? {
        let types: [AVVideoCodecType: CFString] = [.jpeg: "public.jpeg", .hevc: "public.heic"]
        guard let codec = settings.codec, let type = types[codec], let image = cgImageRepresentation() else { return nil }
        return PictureFile.data(image, type, metadata)
    }

    /// The pixels as a picture, as the camera stores them.
    open func cgImageRepresentation() -> CGImage? { try? buffer.makeImage() }

    /// The pixels as a picture; `nil` if the settings do not request a preview.
    open func previewCGImageRepresentation() -> CGImage? { settings.previewPhotoFormat == nil ? nil : cgImageRepresentation() }
}
