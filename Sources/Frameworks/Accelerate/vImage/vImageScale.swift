/// Scales Planar8 pixels to the size of the result, with a Lanczos filter. It has three lobes, or five with `kvImageHighQualityResampling`.
/// Outside the edge the outermost pixels are repeated. The temporary buffer is not used. The result must not overlap the source.
public func vImageScale_Planar8(
    _ src: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>, _ tempBuffer: UnsafeMutableRawPointer!, _ flags: vImage_Flags
) -> vImage_Error {
    resample(src, dest, channels: 1, flags, as: UInt8.self)
}

/// Scales PlanarF pixels to the size of the result, with a Lanczos filter. It has three lobes, or five with `kvImageHighQualityResampling`.
/// Outside the edge the outermost pixels are repeated. The temporary buffer is not used. The result must not overlap the source.
public func vImageScale_PlanarF(
    _ src: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>, _ tempBuffer: UnsafeMutableRawPointer!, _ flags: vImage_Flags
) -> vImage_Error {
    resample(src, dest, channels: 1, flags, as: Float.self)
}

/// Scales ARGB8888 pixels to the size of the result, with a Lanczos filter. It has three lobes, or five with
/// `kvImageHighQualityResampling`. Outside the edge the outermost pixels are repeated. The temporary buffer is not used. The result must
/// not overlap the source.
public func vImageScale_ARGB8888(
    _ src: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>, _ tempBuffer: UnsafeMutableRawPointer!, _ flags: vImage_Flags
) -> vImage_Error {
    resample(src, dest, channels: 4, flags, as: UInt8.self)
}

/// Scales ARGBFFFF pixels to the size of the result, with a Lanczos filter. It has three lobes, or five with
/// `kvImageHighQualityResampling`. Outside the edge the outermost pixels are repeated. The temporary buffer is not used. The result must
/// not overlap the source.
public func vImageScale_ARGBFFFF(
    _ src: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>, _ tempBuffer: UnsafeMutableRawPointer!, _ flags: vImage_Flags
) -> vImage_Error {
    resample(src, dest, channels: 4, flags, as: Float.self)
}
