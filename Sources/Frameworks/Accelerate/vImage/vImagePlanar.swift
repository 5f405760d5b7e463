import CVectors

/// Converts 8-bit pixels to floating-point pixels: 0 becomes `minFloat`, and 255 becomes `maxFloat`.
public func vImageConvert_Planar8toPlanarF(
    _ src: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>, _ maxFloat: Pixel_F, _ minFloat: Pixel_F,
    _ flags: vImage_Flags
) -> vImage_Error {
    mapRows(src, dest, flags) { (source: UnsafeMutablePointer<UInt8>, result: UnsafeMutablePointer<Float>, width) in
        vector_convert_u8_f32(source, 1, result, 1, width)
        scale(result, 1, width, by: (maxFloat - minFloat) / 255, plus: minFloat)
    }
}

/// Converts floating-point pixels to 8-bit pixels: `minFloat` becomes 0, and `maxFloat` becomes 255. Results are rounded to the nearest
/// integer and limited to 0…255.
public func vImageConvert_PlanarFtoPlanar8(
    _ src: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>, _ maxFloat: Pixel_F, _ minFloat: Pixel_F,
    _ flags: vImage_Flags
) -> vImage_Error {
    mapRows(src, dest, flags) { (source: UnsafeMutablePointer<Float>, result: UnsafeMutablePointer<UInt8>, width) in
        quantize(source, result, 1, width, maximum: maxFloat, minimum: minFloat)
    }
}

/// Converts 16-bit floating-point pixels to 32-bit floating-point pixels.
public func vImageConvert_Planar16FtoPlanarF(
    _ src: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>, _ flags: vImage_Flags
) -> vImage_Error {
    mapRows(src, dest, flags) { (source: UnsafeMutablePointer<UInt16>, result: UnsafeMutablePointer<Float>, width) in
        vector_convert_f16_f32(source, result, width)
    }
}

/// Converts 32-bit floating-point pixels to 16-bit floating-point pixels, rounded to the nearest.
public func vImageConvert_PlanarFtoPlanar16F(
    _ src: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>, _ flags: vImage_Flags
) -> vImage_Error {
    mapRows(src, dest, flags) { (source: UnsafeMutablePointer<Float>, result: UnsafeMutablePointer<UInt16>, width) in
        vector_convert_f32_f16(source, result, width)
    }
}

/// Converts 8-bit pixels to 16-bit floating-point pixels: 255 becomes 1.
public func vImageConvert_Planar8toPlanar16F(
    _ src: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>, _ flags: vImage_Flags
) -> vImage_Error {
    let table = halfTable
    return mapRows(src, dest, flags) { (source: UnsafeMutablePointer<UInt8>, result: UnsafeMutablePointer<UInt16>, width) in
        for x in 0..<width { result[x] = table[Int(source[x])] }
    }
}

/// Converts 16-bit floating-point pixels to 8-bit pixels: 1 becomes 255. Results are rounded to the nearest integer and limited to 0…255.
public func vImageConvert_Planar16FtoPlanar8(
    _ src: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>, _ flags: vImage_Flags
) -> vImage_Error {
    mapRows(src, dest, flags) { (source: UnsafeMutablePointer<UInt16>, result: UnsafeMutablePointer<UInt8>, width) in
        withUnsafeTemporaryAllocation(of: Float.self, capacity: width + 1) { room in
            vector_convert_f16_f32(source, room.baseAddress!, width)
            quantize(room.baseAddress!, result, 1, width, maximum: 1, minimum: 0)
        }
    }
}

/// Limits floating-point pixels to the range from `minFloat` to `maxFloat`.
public func vImageClip_PlanarF(
    _ src: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>, _ maxFloat: Pixel_F, _ minFloat: Pixel_F,
    _ flags: vImage_Flags
) -> vImage_Error {
    var low = minFloat, high = maxFloat
    return mapRows(src, dest, flags) { (source: UnsafeMutablePointer<Float>, result: UnsafeMutablePointer<Float>, width) in
        vector_ternary_f32(VectorClip, source, 1, &low, 0, &high, 0, result, 1, width)
    }
}

/// Replaces each 8-bit pixel by its entry in a table of 256 elements.
public func vImageTableLookUp_Planar8(
    _ src: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>, _ table: UnsafePointer<Pixel_8>, _ flags: vImage_Flags
) -> vImage_Error {
    mapRows(src, dest, flags) { (source: UnsafeMutablePointer<UInt8>, result: UnsafeMutablePointer<UInt8>, width) in
        for x in 0..<width { result[x] = table[Int(source[x])] }
    }
}

/// The 16-bit floating-point numbers that the 256 bytes become, as bit patterns. 255 becomes 1.
private let halfTable: [UInt16] = {
    let numbers = (0..<256).map { Float($0) / 255 }
    var table = [UInt16](repeating: 0, count: 256)
    vector_convert_f32_f16(numbers, &table, 256)
    return table
}()

/// Computes number · factor + offset in place.
func scale(_ row: UnsafeMutablePointer<Float>, _ stride: Int, _ width: Int, by factor: Float, plus offset: Float) {
    var factor = factor, offset = offset
    vector_ternary_f32(VectorProductPlus, row, stride, &factor, 0, &offset, 0, row, stride, width)
}

/// Maps numbers from the range of `minimum` and `maximum` to 0…255, rounded and limited.
func quantize(
    _ source: UnsafePointer<Float>, _ result: UnsafeMutablePointer<UInt8>, _ stride: Int, _ width: Int, maximum: Float, minimum: Float
) {
    withUnsafeTemporaryAllocation(of: Float.self, capacity: width + 1) { room in
        // `minimum` is subtracted first, so it becomes exactly 0.
        var offset = minimum, factor = 255 / (maximum - minimum)
        let room = room.baseAddress!
        vector_ternary_f32(VectorDifferenceTimes, source, 1, &offset, 0, &factor, 0, room, 1, width)
        vector_convert_f32_u8(room, 1, result, stride, width, 1)
    }
}
