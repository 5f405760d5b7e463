/// Multiplies the colours of ARGB8888 pixels by their alpha, rounded to the nearest.
public func vImagePremultiplyData_ARGB8888(_ src: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>, _ flags: vImage_Flags)
    -> vImage_Error
{
    multiply(src, dest, alpha: 0, flags) { color, alpha in product(color, alpha) }
}

/// Divides the colours of ARGB8888 pixels by their alpha. Results are rounded to the nearest and limited to 255. If alpha is 0, the colours
/// become 0.
public func vImageUnpremultiplyData_ARGB8888(
    _ src: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>, _ flags: vImage_Flags
) -> vImage_Error {
    multiply(src, dest, alpha: 0, flags) { color, alpha in quotient(color, alpha) }
}

/// Blends premultiplied ARGB8888 pixels over other pixels: top + bottom · (1 − alpha of the top).
public func vImagePremultipliedAlphaBlend_ARGB8888(
    _ srcTop: UnsafePointer<vImage_Buffer>, _ srcBottom: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>,
    _ flags: vImage_Flags
) -> vImage_Error {
    blend(srcTop, srcBottom, dest, alpha: 0, flags)
}

/// Multiplies the colours of RGBA8888 pixels by their alpha, rounded to the nearest.
public func vImagePremultiplyData_RGBA8888(_ src: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>, _ flags: vImage_Flags)
    -> vImage_Error
{
    multiply(src, dest, alpha: 3, flags) { color, alpha in product(color, alpha) }
}

/// Divides the colours of RGBA8888 pixels by their alpha. Results are rounded to the nearest and limited to 255. If alpha is 0, the colours
/// become 0.
public func vImageUnpremultiplyData_RGBA8888(
    _ src: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>, _ flags: vImage_Flags
) -> vImage_Error {
    multiply(src, dest, alpha: 3, flags) { color, alpha in quotient(color, alpha) }
}

/// Blends premultiplied RGBA8888 pixels over other pixels: top + bottom · (1 − alpha of the top).
public func vImagePremultipliedAlphaBlend_RGBA8888(
    _ srcTop: UnsafePointer<vImage_Buffer>, _ srcBottom: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>,
    _ flags: vImage_Flags
) -> vImage_Error {
    blend(srcTop, srcBottom, dest, alpha: 3, flags)
}

/// Multiplies the colours of BGRA8888 pixels by their alpha, rounded to the nearest.
public func vImagePremultiplyData_BGRA8888(_ src: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>, _ flags: vImage_Flags)
    -> vImage_Error
{
    multiply(src, dest, alpha: 3, flags) { color, alpha in product(color, alpha) }
}

/// Divides the colours of BGRA8888 pixels by their alpha. Results are rounded to the nearest and limited to 255. If alpha is 0, the colours
/// become 0.
public func vImageUnpremultiplyData_BGRA8888(
    _ src: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>, _ flags: vImage_Flags
) -> vImage_Error {
    multiply(src, dest, alpha: 3, flags) { color, alpha in quotient(color, alpha) }
}

/// Blends premultiplied BGRA8888 pixels over other pixels: top + bottom · (1 − alpha of the top).
public func vImagePremultipliedAlphaBlend_BGRA8888(
    _ srcTop: UnsafePointer<vImage_Buffer>, _ srcBottom: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>,
    _ flags: vImage_Flags
) -> vImage_Error {
    blend(srcTop, srcBottom, dest, alpha: 3, flags)
}

private func multiply(
    _ src: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>, alpha: Int, _ flags: vImage_Flags,
    _ apply: (UInt32, UInt32) -> UInt8
) -> vImage_Error {
    mapRows(src, dest, channels: (4, 4), flags) { (source: UnsafeMutablePointer<UInt8>, result: UnsafeMutablePointer<UInt8>, width) in
        for x in 0..<width {
            let pixel = source + 4 * x, weight = UInt32(pixel[alpha])
            for channel in 0..<4 {
                result[4 * x + channel] = channel == alpha ? UInt8(weight) : apply(UInt32(pixel[channel]), weight)
            }
        }
    }
}

private func blend(
    _ srcTop: UnsafePointer<vImage_Buffer>, _ srcBottom: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>, alpha: Int,
    _ flags: vImage_Flags
) -> vImage_Error {
    reporting(flags) { () throws(BufferFault) in
        let top = try CheckedBuffer(srcTop, pixelSize: 4), bottom = try CheckedBuffer(srcBottom, pixelSize: 4)
        let result = try CheckedBuffer(dest, pixelSize: 4)
        try result.fits(into: top)
        try result.fits(into: bottom)
        for y in 0..<result.height {
            let upper: UnsafeMutablePointer<UInt8> = top.row(y), lower: UnsafeMutablePointer<UInt8> = bottom.row(y)
            let pixels: UnsafeMutablePointer<UInt8> = result.row(y)
            for x in 0..<result.width {
                let rest = 255 - UInt32(upper[4 * x + alpha])
                for i in 4 * x..<4 * x + 4 {
                    pixels[i] = UInt8(min(255, UInt32(upper[i]) + UInt32(product(UInt32(lower[i]), rest))))
                }
            }
        }
    }
}

private func product(_ color: UInt32, _ alpha: UInt32) -> UInt8 { UInt8((color * alpha + 127) / 255) }

private func quotient(_ color: UInt32, _ alpha: UInt32) -> UInt8 {
    alpha == 0 ? 0 : UInt8(min(255, (color * 255 + alpha / 2) / alpha))
}
