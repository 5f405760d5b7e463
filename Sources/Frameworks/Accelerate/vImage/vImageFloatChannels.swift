import CVectors

/// Joins three floating-point planes to pixels of four 8-bit channels. The last channel is `alpha` everywhere. `maxFloat` and `minFloat`
/// have three numbers each, in the order of the planes: the values that become 255, and the values that become 0.
public func vImageConvert_PlanarFToBGRX8888(
    _ blue: UnsafePointer<vImage_Buffer>, _ green: UnsafePointer<vImage_Buffer>, _ red: UnsafePointer<vImage_Buffer>, _ alpha: Pixel_8,
    _ dest: UnsafePointer<vImage_Buffer>, _ maxFloat: UnsafePointer<Float>, _ minFloat: UnsafePointer<Float>, _ flags: vImage_Flags
) -> vImage_Error {
    join([blue, green, red], first: 0, alpha: (3, alpha), dest, maxFloat, minFloat, flags)
}

/// Joins three floating-point planes to pixels of four 8-bit channels. The first channel is `alpha` everywhere. `maxFloat` and `minFloat`
/// have three numbers each, in the order of the planes: the values that become 255, and the values that become 0.
public func vImageConvert_PlanarFToXRGB8888(
    _ alpha: Pixel_8, _ red: UnsafePointer<vImage_Buffer>, _ green: UnsafePointer<vImage_Buffer>, _ blue: UnsafePointer<vImage_Buffer>,
    _ dest: UnsafePointer<vImage_Buffer>, _ maxFloat: UnsafePointer<Float>, _ minFloat: UnsafePointer<Float>, _ flags: vImage_Flags
) -> vImage_Error {
    join([red, green, blue], first: 1, alpha: (0, alpha), dest, maxFloat, minFloat, flags)
}

/// Joins four floating-point planes to pixels of four 8-bit channels. `maxFloat` and `minFloat` have four numbers each, in the order of the
/// planes: the values that become 255, and the values that become 0.
public func vImageConvert_PlanarFToARGB8888(
    _ alpha: UnsafePointer<vImage_Buffer>, _ red: UnsafePointer<vImage_Buffer>, _ green: UnsafePointer<vImage_Buffer>,
    _ blue: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>, _ maxFloat: UnsafePointer<Float>,
    _ minFloat: UnsafePointer<Float>, _ flags: vImage_Flags
) -> vImage_Error {
    join([alpha, red, green, blue], first: 0, alpha: nil, dest, maxFloat, minFloat, flags)
}

/// Separates pixels of four 8-bit channels into floating-point planes. `maxFloat` and `minFloat` have four numbers each, in the order of
/// the planes: the values for 255, and the values for 0.
public func vImageConvert_ARGB8888toPlanarF(
    _ src: UnsafePointer<vImage_Buffer>, _ alpha: UnsafePointer<vImage_Buffer>, _ red: UnsafePointer<vImage_Buffer>,
    _ green: UnsafePointer<vImage_Buffer>, _ blue: UnsafePointer<vImage_Buffer>, _ maxFloat: UnsafePointer<Float>,
    _ minFloat: UnsafePointer<Float>, _ flags: vImage_Flags
) -> vImage_Error {
    reporting(flags) { () throws(BufferFault) in
        let source = try CheckedBuffer(src, pixelSize: 4)
        for (channel, plane) in [alpha, red, green, blue].enumerated() {
            let result = try CheckedBuffer(plane, pixelSize: 4)
            try result.fits(into: source)
            for y in 0..<result.height {
                let row: UnsafeMutablePointer<Float> = result.row(y)
                vector_convert_u8_f32(source.row(y) + channel, 4, row, 1, result.width)
                scale(row, 1, result.width, by: (maxFloat[channel] - minFloat[channel]) / 255, plus: minFloat[channel])
            }
        }
    }
}

/// Joins four floating-point planes to pixels of four channels.
public func vImageConvert_PlanarFtoARGBFFFF(
    _ srcA: UnsafePointer<vImage_Buffer>, _ srcR: UnsafePointer<vImage_Buffer>, _ srcG: UnsafePointer<vImage_Buffer>,
    _ srcB: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>, _ flags: vImage_Flags
) -> vImage_Error {
    reporting(flags) { () throws(BufferFault) in
        let result = try CheckedBuffer(dest, pixelSize: 16)
        for (channel, plane) in [srcA, srcR, srcG, srcB].enumerated() {
            let source = try CheckedBuffer(plane, pixelSize: 4)
            try result.fits(into: source)
            for y in 0..<result.height { vector_unary_f32(VectorCopy, source.row(y), 1, result.row(y) + channel, 4, result.width) }
        }
    }
}

/// Separates pixels of four floating-point channels into planes.
public func vImageConvert_ARGBFFFFtoPlanarF(
    _ srcARGB: UnsafePointer<vImage_Buffer>, _ destA: UnsafePointer<vImage_Buffer>, _ destR: UnsafePointer<vImage_Buffer>,
    _ destG: UnsafePointer<vImage_Buffer>, _ destB: UnsafePointer<vImage_Buffer>, _ flags: vImage_Flags
) -> vImage_Error {
    reporting(flags) { () throws(BufferFault) in
        let source = try CheckedBuffer(srcARGB, pixelSize: 16)
        for (channel, plane) in [destA, destR, destG, destB].enumerated() {
            let result = try CheckedBuffer(plane, pixelSize: 4)
            try result.fits(into: source)
            for y in 0..<result.height { vector_unary_f32(VectorCopy, source.row(y) + channel, 4, result.row(y), 1, result.width) }
        }
    }
}

private func join(
    _ planes: [UnsafePointer<vImage_Buffer>], first: Int, alpha: (channel: Int, value: UInt8)?, _ dest: UnsafePointer<vImage_Buffer>,
    _ maximum: UnsafePointer<Float>, _ minimum: UnsafePointer<Float>, _ flags: vImage_Flags
) -> vImage_Error {
    reporting(flags) { () throws(BufferFault) in
        let result = try CheckedBuffer(dest, pixelSize: 4)
        for (n, plane) in planes.enumerated() {
            let source = try CheckedBuffer(plane, pixelSize: 4)
            try result.fits(into: source)
            for y in 0..<result.height {
                quantize(source.row(y), result.row(y) + (first + n), 4, result.width, maximum: maximum[n], minimum: minimum[n])
            }
        }
        guard let alpha else { return }
        for y in 0..<result.height {
            let row: UnsafeMutablePointer<UInt8> = result.row(y)
            for x in 0..<result.width { row[4 * x + alpha.channel] = alpha.value }
        }
    }
}
