/// A number of pixels along one side of an image.
public typealias vImagePixelCount = UInt
/// The error code that a function returns, or `kvImageNoError`. With `kvImageGetTempBufferSize`, the number of bytes of a temporary buffer.
public typealias vImage_Error = Int
/// The options of a function, combined with `|`.
public typealias vImage_Flags = UInt32
/// A channel of 8 bits, 0 to 255.
public typealias Pixel_8 = UInt8
/// An unsigned channel of 16 bits.
public typealias Pixel_16U = UInt16
/// A 16-bit floating-point channel, stored as its bit pattern.
public typealias Pixel_16F = UInt16
/// A floating-point channel, 0 to 1.
public typealias Pixel_F = Float
/// Four channels of 8 bits.
public typealias Pixel_8888 = (UInt8, UInt8, UInt8, UInt8)
/// Four channels of floating-point numbers.
public typealias Pixel_FFFF = (Float, Float, Float, Float)

/// The function succeeded.
public let kvImageNoError = 0
/// The result is larger than the source.
public let kvImageRoiLargerThanInputBuffer = -21766
/// There is not enough memory.
public let kvImageMemoryAllocationError = -21771
/// A required pointer is `nil`.
public let kvImageNullPointerArgument = -21772
/// A parameter is invalid.
public let kvImageInvalidParameter = -21773
/// The sizes of buffers do not match.
public let kvImageBufferSizeMismatch = -21774
/// A flag is unknown.
public let kvImageUnknownFlagsBit = -21775
/// The rows of a buffer are shorter than its pixels.
public let kvImageInvalidRowBytes = -21777
/// A pixel format is invalid or not supported.
public let kvImageInvalidImageFormat = -21778
/// The function cannot work in place.
public let kvImageOutOfPlaceOperationRequired = -21780
/// The pixels of an image cannot be read.
public let kvImageInvalidImageObject = -21781
/// There is no conversion between two formats.
public let kvImageUnsupportedConversion = -21783

/// No options.
public let kvImageNoFlags = 0
/// Alpha is unchanged.
public let kvImageLeaveAlphaUnchanged = 1
/// Pixels outside the source keep the previous values of the result.
public let kvImageCopyInPlace = 2
/// Pixels outside the source get the background colour.
public let kvImageBackgroundColorFill = 4
/// Pixels outside the source repeat the edge of the source.
public let kvImageEdgeExtend = 8
/// The function runs on one thread. In Osprey all functions do.
public let kvImageDoNotTile = 16
/// Resampling uses a wider filter.
public let kvImageHighQualityResampling = 32
/// Kernels end at the edge of the image.
public let kvImageTruncateKernel = 64
/// The function only returns the size of a temporary buffer. In Osprey it is 0.
public let kvImageGetTempBufferSize = 128
/// Errors are printed. Osprey ignores this flag and only returns errors.
public let kvImagePrintDiagnosticsToConsole = 256
/// The function does not allocate memory for the buffer.
public let kvImageNoAllocate = 512

/// No rotation.
public let kRotate0DegreesClockwise = 0
/// A rotation by 90° clockwise.
public let kRotate90DegreesClockwise = 3
/// A rotation by 180°.
public let kRotate180DegreesClockwise = 2
/// A rotation by 270° clockwise.
public let kRotate270DegreesClockwise = 1
/// No rotation.
public let kRotate0DegreesCounterClockwise = 0
/// A rotation by 90° counterclockwise.
public let kRotate90DegreesCounterClockwise = 1
/// A rotation by 180°.
public let kRotate180DegreesCounterClockwise = 2
/// A rotation by 270° counterclockwise.
public let kRotate270DegreesCounterClockwise = 3

/// The pixels of an image in memory, top row first. The buffer does not own the memory.
public struct vImage_Buffer {
    /// The first pixel of the top row.
    public var data: UnsafeMutableRawPointer!
    /// The number of rows.
    public var height: vImagePixelCount
    /// The number of pixels in a row.
    public var width: vImagePixelCount
    /// The distance between two rows, in bytes.
    public var rowBytes: Int

    /// An empty buffer.
    public init() { self.init(data: nil, height: 0, width: 0, rowBytes: 0) }

    /// A buffer that uses the given memory.
    public init(data: UnsafeMutableRawPointer!, height: vImagePixelCount, width: vImagePixelCount, rowBytes: Int) {
        self.data = data
        self.height = height
        self.width = width
        self.rowBytes = rowBytes
    }
}

/// The namespace of vImage's Swift interface.
public enum vImage {
    /// An error of vImage, with its code.
    public enum Error: Int, Swift.Error, Sendable {
        /// The result is larger than the source.
        case roiLargerThanInputBuffer = -21766
        /// There is not enough memory.
        case memoryAllocationError = -21771
        /// A required pointer is `nil`.
        case nullPointerArgument = -21772
        /// A parameter is invalid.
        case invalidParameter = -21773
        /// The sizes of buffers do not match.
        case bufferSizeMismatch = -21774
        /// A flag is unknown.
        case unknownFlagsBit = -21775
        /// An internal error.
        case internalError = -21776
        /// The rows of a buffer are shorter than its pixels.
        case invalidRowBytes = -21777
        /// A pixel format is invalid or not supported.
        case invalidImageFormat = -21778
        /// The function cannot work in place.
        case outOfPlaceOperationRequired = -21780
        /// The pixels of an image cannot be read.
        case invalidImageObject = -21781
        /// There is no conversion between two formats.
        case unsupportedConversion = -21783
    }

    /// The options of a function.
    public struct Options: OptionSet, Sendable {
        /// The options as flags of the C functions.
        public let rawValue: UInt32
        /// The options for flags of the C functions.
        public init(rawValue: UInt32) { self.rawValue = rawValue }
        /// The options as flags of the C functions.
        public var flags: vImage_Flags { rawValue }

        /// No options.
        public static let noFlags: Options = []
        /// Alpha is unchanged.
        public static let leaveAlphaUnchanged = Options(rawValue: 1)
        /// Pixels outside the source keep the previous values of the result.
        public static let copyInPlace = Options(rawValue: 2)
        /// Pixels outside the source get the background colour.
        public static let backgroundColorFill = Options(rawValue: 4)
        /// Pixels outside the source repeat the edge of the source.
        public static let imageExtend = Options(rawValue: 8)
        /// The function runs on one thread. In Osprey all functions do.
        public static let doNotTile = Options(rawValue: 16)
        /// Resampling uses a wider filter.
        public static let highQualityResampling = Options(rawValue: 32)
        /// The function does not allocate memory for the buffer.
        public static let noAllocate = Options(rawValue: 512)
    }

    /// Throws the error with the given code. Does nothing for `kvImageNoError`.
    static func check(_ error: vImage_Error) throws {
        guard error == kvImageNoError else { throw Error(rawValue: error) ?? .internalError }
    }
}
