/// Rotates Planar8 pixels by quarter turns, such as `kRotate90DegreesClockwise`. If the result is smaller than the rotated source, it shows the
/// middle of the source. If the result is larger than the rotated source, it has a border in the background colour.
public func vImageRotate90_Planar8(
    _ src: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>, _ rotationConstant: UInt8, _ backColor: Pixel_8,
    _ flags: vImage_Flags
) -> vImage_Error {
    turn(src, dest, rotationConstant, [backColor], flags)
}

/// Mirrors Planar8 pixels left to right.
public func vImageHorizontalReflect_Planar8(
    _ src: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>, _ flags: vImage_Flags
) -> vImage_Error {
    reflect(src, dest, channels: 1, isHorizontal: true, flags, as: UInt8.self)
}

/// Mirrors Planar8 pixels top to bottom.
public func vImageVerticalReflect_Planar8(_ src: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>, _ flags: vImage_Flags)
    -> vImage_Error
{
    reflect(src, dest, channels: 1, isHorizontal: false, flags, as: UInt8.self)
}

/// Rotates PlanarF pixels by quarter turns, such as `kRotate90DegreesClockwise`. If the result is smaller than the rotated source, it shows the
/// middle of the source. If the result is larger than the rotated source, it has a border in the background colour.
public func vImageRotate90_PlanarF(
    _ src: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>, _ rotationConstant: UInt8, _ backColor: Pixel_F,
    _ flags: vImage_Flags
) -> vImage_Error {
    turn(src, dest, rotationConstant, [backColor], flags)
}

/// Mirrors PlanarF pixels left to right.
public func vImageHorizontalReflect_PlanarF(
    _ src: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>, _ flags: vImage_Flags
) -> vImage_Error {
    reflect(src, dest, channels: 1, isHorizontal: true, flags, as: Float.self)
}

/// Mirrors PlanarF pixels top to bottom.
public func vImageVerticalReflect_PlanarF(_ src: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>, _ flags: vImage_Flags)
    -> vImage_Error
{
    reflect(src, dest, channels: 1, isHorizontal: false, flags, as: Float.self)
}

/// Rotates ARGB8888 pixels by quarter turns, such as `kRotate90DegreesClockwise`. If the result is smaller than the rotated source, it shows the
/// middle of the source. If the result is larger than the rotated source, it has a border in the background colour.
public func vImageRotate90_ARGB8888(
    _ src: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>, _ rotationConstant: UInt8, _ backColor: UnsafePointer<UInt8>,
    _ flags: vImage_Flags
) -> vImage_Error {
    turn(src, dest, rotationConstant, (0..<4).map { backColor[$0] }, flags)
}

/// Mirrors ARGB8888 pixels left to right.
public func vImageHorizontalReflect_ARGB8888(
    _ src: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>, _ flags: vImage_Flags
) -> vImage_Error {
    reflect(src, dest, channels: 4, isHorizontal: true, flags, as: UInt8.self)
}

/// Mirrors ARGB8888 pixels top to bottom.
public func vImageVerticalReflect_ARGB8888(_ src: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>, _ flags: vImage_Flags)
    -> vImage_Error
{
    reflect(src, dest, channels: 4, isHorizontal: false, flags, as: UInt8.self)
}

/// Rotates ARGBFFFF pixels by quarter turns, such as `kRotate90DegreesClockwise`. If the result is smaller than the rotated source, it shows the
/// middle of the source. If the result is larger than the rotated source, it has a border in the background colour.
public func vImageRotate90_ARGBFFFF(
    _ src: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>, _ rotationConstant: UInt8, _ backColor: UnsafePointer<Float>,
    _ flags: vImage_Flags
) -> vImage_Error {
    turn(src, dest, rotationConstant, (0..<4).map { backColor[$0] }, flags)
}

/// Mirrors ARGBFFFF pixels left to right.
public func vImageHorizontalReflect_ARGBFFFF(
    _ src: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>, _ flags: vImage_Flags
) -> vImage_Error {
    reflect(src, dest, channels: 4, isHorizontal: true, flags, as: Float.self)
}

/// Mirrors ARGBFFFF pixels top to bottom.
public func vImageVerticalReflect_ARGBFFFF(_ src: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>, _ flags: vImage_Flags)
    -> vImage_Error
{
    reflect(src, dest, channels: 4, isHorizontal: false, flags, as: Float.self)
}

/// Mirrors the pixels of a buffer. Both parameters may be the same buffer.
private func reflect<T>(
    _ src: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>, channels: Int, isHorizontal: Bool, _ flags: vImage_Flags,
    as: T.Type
) -> vImage_Error {
    reporting(flags) { () throws(BufferFault) in
        let size = channels * MemoryLayout<T>.stride
        let source = try CheckedBuffer(src, pixelSize: size), result = try CheckedBuffer(dest, pixelSize: size)
        guard source.width == result.width, source.height == result.height else { throw BufferFault(kvImageBufferSizeMismatch) }
        let count = channels * source.width
        withUnsafeTemporaryAllocation(of: T.self, capacity: 2 * count + 1) { room in
            let first = room.baseAddress!, second = first + count
            for y in 0..<(isHorizontal ? source.height : (source.height + 1) / 2) {
                let other = isHorizontal ? y : source.height - 1 - y
                first.update(from: source.row(y), count: count)
                second.update(from: source.row(other), count: count)
                if isHorizontal {
                    mirror(first, second, channels, source.width)
                    result.row(y).update(from: second, count: count)
                } else {
                    result.row(y).update(from: second, count: count)
                    result.row(other).update(from: first, count: count)
                }
            }
        }
    }
}

private func mirror<T>(_ source: UnsafeMutablePointer<T>, _ result: UnsafeMutablePointer<T>, _ channels: Int, _ width: Int) {
    for x in 0..<width {
        for channel in 0..<channels { result[channels * x + channel] = source[channels * (width - 1 - x) + channel] }
    }
}

private func turn<T>(
    _ src: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>, _ quarters: UInt8, _ background: [T], _ flags: vImage_Flags
) -> vImage_Error {
    guard quarters < 4 else { return kvImageInvalidParameter }
    return reporting(flags) { () throws(BufferFault) in
        let channels = background.count, size = channels * MemoryLayout<T>.stride
        let source = try CheckedBuffer(src, pixelSize: size), result = try CheckedBuffer(dest, pixelSize: size)
        guard source.base != result.base else { throw BufferFault(kvImageOutOfPlaceOperationRequired) }
        let isSideways = quarters % 2 == 1
        let left = (result.width - (isSideways ? source.height : source.width)) / 2
        let top = (result.height - (isSideways ? source.width : source.height)) / 2
        for y in 0..<result.height {
            let row: UnsafeMutablePointer<T> = result.row(y)
            for x in 0..<result.width {
                let u = x - left, v = y - top
                let (column, line) =
                    switch quarters {
                    case 1: (source.width - 1 - v, u)
                    case 2: (source.width - 1 - u, source.height - 1 - v)
                    case 3: (v, source.height - 1 - u)
                    default: (u, v)
                    }
                let isInside = column >= 0 && column < source.width && line >= 0 && line < source.height
                let pixel: UnsafeMutablePointer<T>? = isInside ? source.row(line) + channels * column : nil
                for channel in 0..<channels { row[channels * x + channel] = pixel.map { $0[channel] } ?? background[channel] }
            }
        }
    }
}
