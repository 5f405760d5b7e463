import CoreMedia
import Foundation
import Locks

/// How a photo is to be made. Each is for one photo.
open class AVCapturePhotoSettings: NSObject, NSCopying, @unchecked Sendable {
    private static let count = Locked<Int64>(0)

    /// A number that no other settings of this process have.
    public let uniqueID: Int64
    /// The codec under `AVVideoCodecKey`, or the pixels' format under `kCVPixelBufferPixelFormatTypeKey`; `nil` is a JPEG file.
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

    /// The same settings for another photo.
    public convenience init(from photoSettings: AVCapturePhotoSettings) {
        self.init(format: photoSettings.format)
        values = photoSettings.values
    }

    private struct Values {
        var flash = AVCaptureDevice.FlashMode.off
        var isHighResolution = false
        var priority = AVCapturePhotoOutput.QualityPrioritization.balanced
        var preview: [String: Any]?
    }

    private var values = Values()

    /// Whether a lamp is to light: no camera here has one.
    open var flashMode: AVCaptureDevice.FlashMode {
        get { values.flash }
        set { values.flash = newValue }
    }
    /// Whether the photo is to be as large as possible. It has the size of the frames in any case.
    open var isHighResolutionPhotoEnabled: Bool {
        get { values.isHighResolution }
        set { values.isHighResolution = newValue }
    }
    /// The side that counts more, speed or quality. A photo is the next frame in any case.
    open var photoQualityPrioritization: AVCapturePhotoOutput.QualityPrioritization {
        get { values.priority }
        set { values.priority = newValue }
    }
    /// The format of a small picture beside the photo; the photo itself is given in its place.
    open var previewPhotoFormat: [String: Any]? {
        get { values.preview }
        set { values.preview = newValue }
    }
    /// The formats of small pictures.
    open var availablePreviewPhotoPixelFormatTypes: [OSType] { [kCVPixelFormatType_32BGRA] }

    /// Settings of the same number.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// The codec of the file; `nil` where pixels are asked for.
    var codec: AVVideoCodecType? {
        if let codec = format?[AVVideoCodecKey] {
            return (codec as? AVVideoCodecType) ?? (codec as? String).map { AVVideoCodecType(rawValue: $0) }
        }
        return pixelFormat == nil ? .jpeg : nil
    }

    var pixelFormat: OSType? { format.flatMap { PixelFormatSetting.formats(in: $0).first } }
}

/// The facts about a photo that are known before it is there.
open class AVCaptureResolvedPhotoSettings: NSObject, @unchecked Sendable {
    /// The number of the settings.
    public let uniqueID: Int64
    /// The size of the photo, as it is stored.
    public let photoDimensions: CMVideoDimensions

    init(_ settings: AVCapturePhotoSettings, _ size: CMVideoDimensions) { (uniqueID, photoDimensions) = (settings.uniqueID, size) }

    /// The number of photos that follow: 1.
    public var expectedPhotoCount: Int { 1 }
    /// Whether a lamp lights: no.
    public var isFlashEnabled: Bool { false }
}
