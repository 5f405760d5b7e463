import CoreGraphics

// The keys of the attributes of pixel buffers and of pixel buffer pools.

/// The key of the pixel format: a `kCVPixelFormatType_…`, or an array of alternatives.
public let kCVPixelBufferPixelFormatTypeKey: CFString = "PixelFormatType"
/// The key of the allocator of the memory. It is ignored.
public let kCVPixelBufferMemoryAllocatorKey: CFString = "MemoryAllocator"
/// The key of the number of columns.
public let kCVPixelBufferWidthKey: CFString = "Width"
/// The key of the number of rows.
public let kCVPixelBufferHeightKey: CFString = "Height"
/// The key of the number of extra columns to the left of the picture.
public let kCVPixelBufferExtendedPixelsLeftKey: CFString = "ExtendedPixelsLeft"
/// The key of the number of extra rows above the picture.
public let kCVPixelBufferExtendedPixelsTopKey: CFString = "ExtendedPixelsTop"
/// The key of the number of extra columns to the right of the picture.
public let kCVPixelBufferExtendedPixelsRightKey: CFString = "ExtendedPixelsRight"
/// The key of the number of extra rows below the picture.
public let kCVPixelBufferExtendedPixelsBottomKey: CFString = "ExtendedPixelsBottom"
/// The key of the row alignment: the bytes per row are a multiple of it.
public let kCVPixelBufferBytesPerRowAlignmentKey: CFString = "BytesPerRowAlignment"
/// The key for whether a `CGContext` can draw in the buffer. It is ignored, because this depends only on the pixel format.
public let kCVPixelBufferCGBitmapContextCompatibilityKey: CFString = "CGBitmapContextCompatibility"
/// The key for whether a `CGImage` can be made of the buffer. It is ignored, because this depends only on the pixel format.
public let kCVPixelBufferCGImageCompatibilityKey: CFString = "CGImageCompatibility"
/// The key of the alignment of the planes' addresses, in bytes.
public let kCVPixelBufferPlaneAlignmentKey: CFString = "PlaneAlignment"
/// The key of the properties of a shared surface. It has no effect, because buffers are always in main memory.
public let kCVPixelBufferIOSurfacePropertiesKey: CFString = "IOSurfaceProperties"
/// The key for whether Metal can read the buffer. It is ignored, because there is no Metal on Linux.
public let kCVPixelBufferMetalCompatibilityKey: CFString = "MetalCompatibility"
/// The key of the colour filter pattern of a raw picture: a `kCVVersatileBayer_BayerPattern_…`.
public let kCVPixelBufferVersatileBayerKey_BayerPattern: CFString = "BayerPattern"
/// The key of the sensel positions of a ProResRAW picture's colours, relative to the pixel. It is stored but not used.
public let kCVPixelBufferProResRAWKey_SenselSitingOffsets: CFString = "ProResRAW_SenselSitingOffsets"
/// The key of a ProResRAW picture's black level. It is stored but not used.
public let kCVPixelBufferProResRAWKey_BlackLevel: CFString = "ProResRAW_BlackLevel"
/// The key of a ProResRAW picture's white level. It is stored but not used.
public let kCVPixelBufferProResRAWKey_WhiteLevel: CFString = "ProResRAW_WhiteLevel"
/// The key of a ProResRAW picture's colour temperature, in kelvins. It is stored but not used.
public let kCVPixelBufferProResRAWKey_WhiteBalanceCCT: CFString = "ProResRAW_WhiteBalanceCCT"
/// The key of the white balance factor for a ProResRAW picture's red. It is stored but not used.
public let kCVPixelBufferProResRAWKey_WhiteBalanceRedFactor: CFString = "ProResRAW_WhiteBalanceRedFactor"
/// The key of the white balance factor for a ProResRAW picture's blue. It is stored but not used.
public let kCVPixelBufferProResRAWKey_WhiteBalanceBlueFactor: CFString = "ProResRAW_WhiteBalanceBlueFactor"
/// The key of the matrix from a ProResRAW picture's colours to CIE XYZ. It is stored but not used.
public let kCVPixelBufferProResRAWKey_ColorMatrix: CFString = "ProResRAW_ColorMatrix"
/// The key of the gain factor after the colour matrix. It is stored but not used.
public let kCVPixelBufferProResRAWKey_GainFactor: CFString = "ProResRAW_GainFactor"
/// The key of the recommended crop of a ProResRAW picture, in pixels. It is stored but not used.
public let kCVPixelBufferProResRAWKey_RecommendedCrop: CFString = "ProResRAW_RecommendedCrop"
/// The key of a camera's proprietary metadata of a ProResRAW picture. It is stored but not used.
public let kCVPixelBufferProResRAWKey_MetadataExtension: CFString = "ProResRAW_MetadataExtension"
/// The key of the minimum number of buffers for which a pool retains memory.
public let kCVPixelBufferPoolMinimumBufferCountKey: CFString = "MinimumBufferCount"
/// The key of the time for which a pool retains unused memory, in seconds. It is ignored.
public let kCVPixelBufferPoolMaximumBufferAgeKey: CFString = "MaximumBufferAge"
/// The key of the maximum number of buffers in use. If it is reached, a pool does not make another buffer.
public let kCVPixelBufferPoolAllocationThresholdKey: CFString = "BufferPoolAllocationThreshold"
/// The key for whether Core Animation can display the buffer. It is ignored, because Osprey does not display buffers on a screen.
public let kCVPixelBufferIOSurfaceCoreAnimationCompatibilityKey: CFString = "IOSurfaceCoreAnimationCompatibility"
/// The key of a texture's usage. It is ignored, because there is no Metal on Linux.
public let kCVMetalTextureUsage: CFString = "MetalTextureUsage"
/// The key of a texture's storage mode. It is ignored, because there is no Metal on Linux.
public let kCVMetalTextureStorageMode: CFString = "MetalTextureStorageMode"
/// The key of a texture's maximum age. It is ignored, because there is no Metal on Linux.
public let kCVMetalTextureCacheMaximumTextureAgeKey: CFString = "MetalTextureCacheMaximumTextureAge"
