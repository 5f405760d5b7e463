/// A confidence from 0 (none) to 1 (certain).
public typealias VNConfidence = Float

/// The ratio of an area's width to its height.
public typealias VNAspectRatio = Float

/// An angle in degrees.
public typealias VNDegrees = Float

/// The version of the Vision interface that this module declares.
public let VNVisionVersionNumber: Double = 7.0

/// The number that stands for a request's default revision.
public let VNRequestRevisionUnspecified = 0

/// How an image is cropped and scaled to the size of a model's input.
public enum VNImageCropAndScaleOption: UInt, Sendable {
    /// Uses the largest centred part of the image that has the aspect ratio of the model's input. The margins at two opposite sides are cropped.
    case centerCrop = 0
    /// Scales the whole image to fit, and centres it on a black background. The aspect ratio is preserved.
    case scaleFit = 1
    /// Scales the whole image to the size of the model's input, without preserving its aspect ratio.
    case scaleFill = 2
    /// Like `scaleFit`, but the upright image is first rotated by 90° counterclockwise.
    case scaleFitRotate90CCW = 257
    /// Like `scaleFill`, but the upright image is first rotated by 90° counterclockwise.
    case scaleFillRotate90CCW = 258
}

/// An option of a request handler.
public struct VNImageOption: Hashable, Equatable, RawRepresentable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The image's properties: a `[CFString: Any]`, as `CGImageSourceCopyPropertiesAtIndex` returns it. The orientation in these properties is used
    /// only if the caller passes no orientation and the image file contains none.
    public static let properties = VNImageOption(rawValue: "VNImageOptionProperties")
    /// The camera's intrinsic matrix: `Data` that holds a `matrix_float3x3`.
    public static let cameraIntrinsics = VNImageOption(rawValue: "VNImageOptionCameraIntrinsics")
    /// A `CIContext`. Osprey does not use this context, and renders images directly at the size that a request needs.
    public static let ciContext = VNImageOption(rawValue: "VNImageOptionCIContext")
}

/// The type of the elements of a vector of features.
public enum VNElementType: UInt, Sendable {
    /// The type is unknown.
    case unknown = 0
    /// Float32, four bytes each.
    case float = 1
    /// Float64, eight bytes each.
    case double = 2
}

/// The size of one element in bytes; 0 for `unknown`.
public func VNElementTypeSize(_ elementType: VNElementType) -> Int {
    switch elementType {
    case .unknown: 0
    case .float: MemoryLayout<Float>.size
    case .double: MemoryLayout<Double>.size
    }
}

/// A part of a request's work that can be assigned to a device.
public struct VNComputeStage: Hashable, Equatable, RawRepresentable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The request's main work.
    public static let main = VNComputeStage(rawValue: "VNComputeStageMain")
    /// The conversion of the main work's result to observations.
    public static let postProcessing = VNComputeStage(rawValue: "VNComputeStagePostProcessing")
}

/// A type that knows the revision of the request that made it.
public protocol VNRequestRevisionProviding {
    /// The revision of the request that made this object; ``VNRequestRevisionUnspecified`` if a program created the object itself.
    var requestRevision: Int { get }
}
