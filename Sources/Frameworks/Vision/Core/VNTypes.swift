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
    /// Uses the largest centred part that has the model's aspect ratio. The rest, at two sides, is cropped off.
    case centerCrop = 0
    /// The whole image with its own aspect ratio, centred on black.
    case scaleFit = 1
    /// The whole image, squeezed to the model's aspect ratio.
    case scaleFill = 2
    /// Like `scaleFit`, but the upright image is first turned by 90° counterclockwise.
    case scaleFitRotate90CCW = 257
    /// Like `scaleFill`, but the upright image is first turned by 90° counterclockwise.
    case scaleFillRotate90CCW = 258
}

/// An option of a request handler.
public struct VNImageOption: Hashable, Equatable, RawRepresentable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The image's properties: a `[CFString: Any]`, as `CGImageSourceCopyPropertiesAtIndex` returns it. The orientation in the properties
    /// is used if the handler is given no orientation and the image is not a file with its own.
    public static let properties = VNImageOption(rawValue: "VNImageOptionProperties")
    /// The camera's intrinsic matrix: `Data` that holds a `matrix_float3x3`.
    public static let cameraIntrinsics = VNImageOption(rawValue: "VNImageOptionCameraIntrinsics")
    /// A `CIContext`. Accepted but not used: images are rendered straight into the size that a request needs.
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
    /// The revision of the request that made this object; ``VNRequestRevisionUnspecified`` if a program made it itself.
    var requestRevision: Int { get }
}
