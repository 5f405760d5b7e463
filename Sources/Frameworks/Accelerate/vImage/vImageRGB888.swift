/// Converts pixels of three 8-bit channels, red first, to ARGB8888. Alpha comes from a plane, or is the given number if there is no plane.
/// With `premultiply`, the colours are multiplied by alpha.
public func vImageConvert_RGB888toARGB8888(
    _ rgbSrc: UnsafePointer<vImage_Buffer>, _ aSrc: UnsafePointer<vImage_Buffer>!, _ alpha: Pixel_8, _ dest: UnsafePointer<vImage_Buffer>,
    _ premultiply: Bool, _ flags: vImage_Flags
) -> vImage_Error {
    widen(rgbSrc, aSrc, alpha, dest, order: (1, 2, 3, 0), premultiply, flags)
}

/// Converts ARGB8888 pixels to pixels of three 8-bit channels, red first, without alpha.
public func vImageConvert_ARGB8888toRGB888(_ src: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>, _ flags: vImage_Flags)
    -> vImage_Error
{
    narrow(src, dest, order: (1, 2, 3), flags)
}

/// Converts pixels of three 8-bit channels, red first, to RGBA8888. Alpha comes from a plane, or is the given number if there is no plane.
/// With `premultiply`, the colours are multiplied by alpha.
public func vImageConvert_RGB888toRGBA8888(
    _ rgbSrc: UnsafePointer<vImage_Buffer>, _ aSrc: UnsafePointer<vImage_Buffer>!, _ alpha: Pixel_8, _ dest: UnsafePointer<vImage_Buffer>,
    _ premultiply: Bool, _ flags: vImage_Flags
) -> vImage_Error {
    widen(rgbSrc, aSrc, alpha, dest, order: (0, 1, 2, 3), premultiply, flags)
}

/// Converts RGBA8888 pixels to pixels of three 8-bit channels, red first, without alpha.
public func vImageConvert_RGBA8888toRGB888(_ src: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>, _ flags: vImage_Flags)
    -> vImage_Error
{
    narrow(src, dest, order: (0, 1, 2), flags)
}

/// Converts pixels of three 8-bit channels, red first, to BGRA8888. Alpha comes from a plane, or is the given number if there is no plane.
/// With `premultiply`, the colours are multiplied by alpha.
public func vImageConvert_RGB888toBGRA8888(
    _ rgbSrc: UnsafePointer<vImage_Buffer>, _ aSrc: UnsafePointer<vImage_Buffer>!, _ alpha: Pixel_8, _ dest: UnsafePointer<vImage_Buffer>,
    _ premultiply: Bool, _ flags: vImage_Flags
) -> vImage_Error {
    widen(rgbSrc, aSrc, alpha, dest, order: (2, 1, 0, 3), premultiply, flags)
}

/// Converts BGRA8888 pixels to pixels of three 8-bit channels, red first, without alpha.
public func vImageConvert_BGRA8888toRGB888(_ src: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>, _ flags: vImage_Flags)
    -> vImage_Error
{
    narrow(src, dest, order: (2, 1, 0), flags)
}

private func widen(
    _ src: UnsafePointer<vImage_Buffer>, _ plane: UnsafePointer<vImage_Buffer>?, _ alpha: UInt8, _ dest: UnsafePointer<vImage_Buffer>,
    order: (Int, Int, Int, Int), _ premultiplies: Bool, _ flags: vImage_Flags
) -> vImage_Error {
    reporting(flags) { () throws(BufferFault) in
        let source = try CheckedBuffer(src, pixelSize: 3), result = try CheckedBuffer(dest, pixelSize: 4)
        var alphas: CheckedBuffer?
        if let plane {
            let checked = try CheckedBuffer(plane, pixelSize: 1)
            try result.fits(into: checked)
            alphas = checked
        }
        try result.fits(into: source)
        for y in 0..<result.height {
            let row: UnsafeMutablePointer<UInt8> = source.row(y), pixels: UnsafeMutablePointer<UInt8> = result.row(y)
            let alphaRow: UnsafeMutablePointer<UInt8>? = alphas?.row(y)
            for x in 0..<result.width {
                let weight = alphaRow.map { $0[x] } ?? alpha
                let factor = premultiplies ? UInt32(weight) : 255
                let pixel = pixels + 4 * x
                pixel[order.0] = UInt8((UInt32(row[3 * x]) * factor + 127) / 255)
                pixel[order.1] = UInt8((UInt32(row[3 * x + 1]) * factor + 127) / 255)
                pixel[order.2] = UInt8((UInt32(row[3 * x + 2]) * factor + 127) / 255)
                pixel[order.3] = weight
            }
        }
    }
}

private func narrow(
    _ src: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>, order: (Int, Int, Int), _ flags: vImage_Flags
) -> vImage_Error {
    mapRows(src, dest, channels: (4, 3), flags) { (source: UnsafeMutablePointer<UInt8>, result: UnsafeMutablePointer<UInt8>, width) in
        for x in 0..<width {
            let pixel = source + 4 * x
            let colors = (pixel[order.0], pixel[order.1], pixel[order.2])
            (result[3 * x], result[3 * x + 1], result[3 * x + 2]) = colors
        }
    }
}
