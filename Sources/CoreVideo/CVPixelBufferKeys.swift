import CoreGraphics

// The keys of the attributes of pixel buffers and of their pools.

/// The key of the pixel format: a `kCVPixelFormatType_…`, or an array of those to choose from.
public let kCVPixelBufferPixelFormatTypeKey: CFString = "PixelFormatType"
/// The key of who allocates the memory. It is ignored.
public let kCVPixelBufferMemoryAllocatorKey: CFString = "MemoryAllocator"
/// The key of the columns.
public let kCVPixelBufferWidthKey: CFString = "Width"
/// The key of the rows.
public let kCVPixelBufferHeightKey: CFString = "Height"
/// The key of the columns to allocate to the left of the picture.
public let kCVPixelBufferExtendedPixelsLeftKey: CFString = "ExtendedPixelsLeft"
/// The key of the rows to allocate above the picture.
public let kCVPixelBufferExtendedPixelsTopKey: CFString = "ExtendedPixelsTop"
/// The key of the columns to allocate to the right of the picture.
public let kCVPixelBufferExtendedPixelsRightKey: CFString = "ExtendedPixelsRight"
/// The key of the rows to allocate below the picture.
public let kCVPixelBufferExtendedPixelsBottomKey: CFString = "ExtendedPixelsBottom"
/// The key of the number of bytes that the distance between rows shall be a multiple of.
public let kCVPixelBufferBytesPerRowAlignmentKey: CFString = "BytesPerRowAlignment"
/// The key of whether a `CGContext` shall draw in the buffer. It is ignored: the pixel format decides.
public let kCVPixelBufferCGBitmapContextCompatibilityKey: CFString = "CGBitmapContextCompatibility"
/// The key of whether a `CGImage` shall be made of the buffer. It is ignored: the pixel format decides.
public let kCVPixelBufferCGImageCompatibilityKey: CFString = "CGImageCompatibility"
/// The key of the number of bytes that the planes' addresses shall be multiples of.
public let kCVPixelBufferPlaneAlignmentKey: CFString = "PlaneAlignment"
/// The key of a shared surface's properties. It is taken, but buffers are always in main memory.
public let kCVPixelBufferIOSurfacePropertiesKey: CFString = "IOSurfaceProperties"
/// The key of whether Metal shall read the buffer. It is ignored: there is no Metal on Linux.
public let kCVPixelBufferMetalCompatibilityKey: CFString = "MetalCompatibility"
/// The key of the order of a raw picture's colours: a `kCVVersatileBayer_BayerPattern_…`.
public let kCVPixelBufferVersatileBayerKey_BayerPattern: CFString = "BayerPattern"
/// The key of where a ProResRAW picture's colours are measured, relative to the pixel. It is only carried along.
public let kCVPixelBufferProResRAWKey_SenselSitingOffsets: CFString = "ProResRAW_SenselSitingOffsets"
/// The key of a ProResRAW picture's value for black. It is only carried along.
public let kCVPixelBufferProResRAWKey_BlackLevel: CFString = "ProResRAW_BlackLevel"
/// The key of a ProResRAW picture's value for white. It is only carried along.
public let kCVPixelBufferProResRAWKey_WhiteLevel: CFString = "ProResRAW_WhiteLevel"
/// The key of a ProResRAW picture's colour temperature, in kelvins. It is only carried along.
public let kCVPixelBufferProResRAWKey_WhiteBalanceCCT: CFString = "ProResRAW_WhiteBalanceCCT"
/// The key of the factor that balances a ProResRAW picture's red. It is only carried along.
public let kCVPixelBufferProResRAWKey_WhiteBalanceRedFactor: CFString = "ProResRAW_WhiteBalanceRedFactor"
/// The key of the factor that balances a ProResRAW picture's blue. It is only carried along.
public let kCVPixelBufferProResRAWKey_WhiteBalanceBlueFactor: CFString = "ProResRAW_WhiteBalanceBlueFactor"
/// The key of the matrix from a ProResRAW picture's colours to CIE XYZ. It is only carried along.
public let kCVPixelBufferProResRAWKey_ColorMatrix: CFString = "ProResRAW_ColorMatrix"
/// The key of the factor that follows that matrix. It is only carried along.
public let kCVPixelBufferProResRAWKey_GainFactor: CFString = "ProResRAW_GainFactor"
/// The key of the margins of a ProResRAW picture, in pixels. It is only carried along.
public let kCVPixelBufferProResRAWKey_RecommendedCrop: CFString = "ProResRAW_RecommendedCrop"
/// The key of a camera's own data about a ProResRAW picture. It is only carried along.
public let kCVPixelBufferProResRAWKey_MetadataExtension: CFString = "ProResRAW_MetadataExtension"
/// The key of how many buffers' memory a pool keeps at least.
public let kCVPixelBufferPoolMinimumBufferCountKey: CFString = "MinimumBufferCount"
/// The key of how long a pool keeps unused memory, in seconds. It is ignored.
public let kCVPixelBufferPoolMaximumBufferAgeKey: CFString = "MaximumBufferAge"
/// The key of how many buffers may be in use when another is asked for.
public let kCVPixelBufferPoolAllocationThresholdKey: CFString = "BufferPoolAllocationThreshold"
/// The key of whether Core Animation shall show the buffer. It is ignored: there is none on Linux.
public let kCVPixelBufferIOSurfaceCoreAnimationCompatibilityKey: CFString = "IOSurfaceCoreAnimationCompatibility"
/// The key of a texture's use. It is ignored: there is no Metal on Linux.
public let kCVMetalTextureUsage: CFString = "MetalTextureUsage"
/// The key of a texture's storage. It is ignored: there is no Metal on Linux.
public let kCVMetalTextureStorageMode: CFString = "MetalTextureStorageMode"
/// The key of a texture's age. It is ignored: there is no Metal on Linux.
public let kCVMetalTextureCacheMaximumTextureAgeKey: CFString = "MetalTextureCacheMaximumTextureAge"
