import CoreMedia
import Foundation
import Locks

/// The settings of a photo. Each object is for one photo.
open class AVCapturePhotoSettings: NSObject, NSCopying, @unchecked Sendable {
    private static let count = Locked<Int64>(0)

    /// A number that is unique among the settings of this process.
    public let uniqueID: Int64
    /// The codec under `AVVideoCodecKey`, or the pixel format under `kCVPixelBufferPixelFormatTypeKey`. `nil` stands for a JPEG file.
    public let format: [String: Any]?

    /// The settings of a JPEG file.
    public override convenience init() { self.init(format: nil) }

    /// The settings of a file in a codec, or of pixels in a format.
    public init(format: [String: Any]?) {
        uniqueID = Self.count.withLock { count in
            count += 1
            return count
        }
        self.format = format
    }

    /// Settings for another photo, copied from `photoSettings`.
    public convenience init(from photoSettings: AVCapturePhotoSettings) {
        self.init(format: photoSettings.format)
        values = photoSettings.values
    }

    private struct Values {
        var flash = AVCaptureDevice.FlashMode.off
        var isHighResolution = false
        var priority = AVCapturePhotoOutput.QualityPrioritization.balanced
        var preview: [String: Any]?
        var dimensions = CMVideoDimensions()
    }

    private var values = Values()

    /// Whether the flash is used. It has no effect, because Osprey's cameras have no flash.
    open var flashMode: AVCaptureDevice.FlashMode {
        get { values.flash }
        set { values.flash = newValue }
    }
    /// Whether the photo should have the largest possible size. It has no effect, because the photo has the size of the frames.
    open var isHighResolutionPhotoEnabled: Bool {
        get { values.isHighResolution }
        set { values.isHighResolution = newValue }
    }
    /// The priority of speed or quality. It has no effect, because a photo is the next frame.
    open var photoQualityPrioritization: AVCapturePhotoOutput.QualityPrioritization {
        get { values.priority }
        set { values.priority = newValue }
    }
    /// The largest size of the photo, zero by default. It has no effect, because the photo has the size of the frames.
    open var maxPhotoDimensions: CMVideoDimensions {
        get { values.dimensions }
        set { values.dimensions = newValue }
    }
    /// The format of a preview. If it is set, the photo itself serves as the preview.
    open var previewPhotoFormat: [String: Any]? {
        get { values.preview }
        set { values.preview = newValue }
    }
    /// The pixel formats of previews.
    open var availablePreviewPhotoPixelFormatTypes: [OSType] { [kCVPixelFormatType_32BGRA] }

    /// Returns this object, because a copy must have the same unique number.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// The codec of the file; `nil` if the settings request pixels.
    var codec: AVVideoCodecType? {
        if let codec = format?[AVVideoCodecKey] {
            return (codec as? AVVideoCodecType) ?? (codec as? String).map { AVVideoCodecType(rawValue: $0) }
        }
        return pixelFormat == nil ? .jpeg : nil
    }

    var pixelFormat: OSType? { format.flatMap { PixelFormatSetting.formats(in: $0).first } }
}

/// The settings of a photo that are resolved before it is taken.
open class AVCaptureResolvedPhotoSettings: NSObject, @unchecked Sendable {
    /// The unique number of the settings with which the photo was requested.
    public let uniqueID: Int64
    /// The size of the photo, as it is stored.
    public let photoDimensions: CMVideoDimensions

    init(_ settings: AVCapturePhotoSettings, _ size: CMVideoDimensions) { (uniqueID, photoDimensions) = (settings.uniqueID, size) }

    /// The number of photos that follow: always 1.
    public var expectedPhotoCount: Int { 1 }
    /// Whether the flash is used: always `false`.
    public var isFlashEnabled: Bool { false }
}
