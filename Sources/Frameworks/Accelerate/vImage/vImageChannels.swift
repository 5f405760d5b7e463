import CVectors

/// Joins four 8-bit planes to pixels of four channels, in the order of the parameters.
public func vImageConvert_Planar8toARGB8888(
    _ srcA: UnsafePointer<vImage_Buffer>, _ srcR: UnsafePointer<vImage_Buffer>, _ srcG: UnsafePointer<vImage_Buffer>,
    _ srcB: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>, _ flags: vImage_Flags
) -> vImage_Error {
    join([srcA, srcR, srcG, srcB], dest, flags)
}

/// Joins three 8-bit planes to pixels of three channels.
public func vImageConvert_Planar8toRGB888(
    _ planarRed: UnsafePointer<vImage_Buffer>, _ planarGreen: UnsafePointer<vImage_Buffer>, _ planarBlue: UnsafePointer<vImage_Buffer>,
    _ dest: UnsafePointer<vImage_Buffer>, _ flags: vImage_Flags
) -> vImage_Error {
    join([planarRed, planarGreen, planarBlue], dest, flags)
}

/// Separates pixels of four 8-bit channels into planes, in the order of the parameters.
public func vImageConvert_ARGB8888toPlanar8(
    _ srcARGB: UnsafePointer<vImage_Buffer>, _ destA: UnsafePointer<vImage_Buffer>, _ destR: UnsafePointer<vImage_Buffer>,
    _ destG: UnsafePointer<vImage_Buffer>, _ destB: UnsafePointer<vImage_Buffer>, _ flags: vImage_Flags
) -> vImage_Error {
    separate(srcARGB, [destA, destR, destG, destB], flags)
}

/// Separates pixels of three 8-bit channels into planes.
public func vImageConvert_RGB888toPlanar8(
    _ rgbSrc: UnsafePointer<vImage_Buffer>, _ redDest: UnsafePointer<vImage_Buffer>, _ greenDest: UnsafePointer<vImage_Buffer>,
    _ blueDest: UnsafePointer<vImage_Buffer>, _ flags: vImage_Flags
) -> vImage_Error {
    separate(rgbSrc, [redDest, greenDest, blueDest], flags)
}

/// Copies one channel of pixels with four 8-bit channels. The first channel has the number 0.
public func vImageExtractChannel_ARGB8888(
    _ src: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>, _ channelIndex: Int, _ flags: vImage_Flags
) -> vImage_Error {
    guard (0..<4).contains(channelIndex) else { return kvImageInvalidParameter }
    return mapRows(src, dest, channels: (4, 1), flags) {
        (source: UnsafeMutablePointer<UInt8>, result: UnsafeMutablePointer<UInt8>, width) in
        for x in 0..<width { result[x] = source[4 * x + channelIndex] }
    }
}

/// Reorders four 8-bit channels: channel n of the result is the source's channel `permuteMap[n]`.
public func vImagePermuteChannels_ARGB8888(
    _ src: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>, _ permuteMap: UnsafePointer<UInt8>, _ flags: vImage_Flags
) -> vImage_Error {
    permute(src, dest, permuteMap, flags, as: UInt8.self)
}

/// Reorders four floating-point channels: channel n of the result is the source's channel `permuteMap[n]`.
public func vImagePermuteChannels_ARGBFFFF(
    _ src: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>, _ permuteMap: UnsafePointer<UInt8>, _ flags: vImage_Flags
) -> vImage_Error {
    permute(src, dest, permuteMap, flags, as: Float.self)
}

/// Replaces channels of pixels by a plane. A bit mask selects the channels: 8 is the first channel, and 1 the last.
public func vImageOverwriteChannels_ARGB8888(
    _ newSrc: UnsafePointer<vImage_Buffer>, _ origSrc: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>,
    _ copyMask: UInt8, _ flags: vImage_Flags
) -> vImage_Error {
    reporting(flags) { () throws(BufferFault) in
        let plane = try CheckedBuffer(newSrc, pixelSize: 1), source = try CheckedBuffer(origSrc, pixelSize: 4)
        let result = try CheckedBuffer(dest, pixelSize: 4)
        try result.fits(into: plane)
        try result.fits(into: source)
        for y in 0..<result.height {
            let new: UnsafeMutablePointer<UInt8> = plane.row(y), old: UnsafeMutablePointer<UInt8> = source.row(y)
            let pixels: UnsafeMutablePointer<UInt8> = result.row(y)
            for x in 0..<result.width {
                for channel in 0..<4 { pixels[4 * x + channel] = copyMask & (8 >> channel) != 0 ? new[x] : old[4 * x + channel] }
            }
        }
    }
}

/// Replaces channels of pixels by a number. A bit mask selects the channels: 8 is the first channel, and 1 the last.
public func vImageOverwriteChannelsWithScalar_ARGB8888(
    _ scalar: Pixel_8, _ src: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>, _ copyMask: UInt8, _ flags: vImage_Flags
) -> vImage_Error {
    mapRows(src, dest, channels: (4, 4), flags) { (source: UnsafeMutablePointer<UInt8>, result: UnsafeMutablePointer<UInt8>, width) in
        for x in 0..<width {
            for channel in 0..<4 { result[4 * x + channel] = copyMask & (8 >> channel) != 0 ? scalar : source[4 * x + channel] }
        }
    }
}

/// Sets all pixels of a plane to a number.
public func vImageOverwriteChannelsWithScalar_Planar8(
    _ scalar: Pixel_8, _ dest: UnsafePointer<vImage_Buffer>, _ flags: vImage_Flags
) -> vImage_Error {
    mapRows(dest, dest, flags) { (_: UnsafeMutablePointer<UInt8>, result: UnsafeMutablePointer<UInt8>, width) in
        result.update(repeating: scalar, count: width)
    }
}

/// Sets all pixels of a plane to a number.
public func vImageOverwriteChannelsWithScalar_PlanarF(
    _ scalar: Pixel_F, _ dest: UnsafePointer<vImage_Buffer>, _ flags: vImage_Flags
) -> vImage_Error {
    mapRows(dest, dest, flags) { (_: UnsafeMutablePointer<Float>, result: UnsafeMutablePointer<Float>, width) in
        result.update(repeating: scalar, count: width)
    }
}

/// Sets all pixels of four 8-bit channels to one colour.
public func vImageBufferFill_ARGB8888(
    _ dest: UnsafePointer<vImage_Buffer>, _ color: UnsafePointer<UInt8>, _ flags: vImage_Flags
) -> vImage_Error {
    let pixel = UnsafeRawPointer(color).loadUnaligned(as: SIMD4<UInt8>.self)
    return mapRows(dest, dest, channels: (4, 4), flags) { (_: UnsafeMutablePointer<UInt8>, result: UnsafeMutablePointer<UInt8>, width) in
        for x in 0..<width { UnsafeMutableRawPointer(result + 4 * x).storeBytes(of: pixel, as: SIMD4<UInt8>.self) }
    }
}

/// Replaces each channel's value by its entry in a table of 256 elements. A channel without a table is unchanged.
public func vImageTableLookUp_ARGB8888(
    _ src: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>, _ alphaTable: UnsafePointer<Pixel_8>!,
    _ redTable: UnsafePointer<Pixel_8>!, _ greenTable: UnsafePointer<Pixel_8>!, _ blueTable: UnsafePointer<Pixel_8>!, _ flags: vImage_Flags
) -> vImage_Error {
    let tables: [UnsafePointer<UInt8>?] = [alphaTable, redTable, greenTable, blueTable]
    return mapRows(src, dest, channels: (4, 4), flags) {
        (source: UnsafeMutablePointer<UInt8>, result: UnsafeMutablePointer<UInt8>, width) in
        for (channel, table) in tables.enumerated() {
            for i in stride(from: channel, to: 4 * width, by: 4) { result[i] = table.map { $0[Int(source[i])] } ?? source[i] }
        }
    }
}

private func permute<T>(
    _ src: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>, _ map: UnsafePointer<UInt8>, _ flags: vImage_Flags,
    as: T.Type
) -> vImage_Error {
    let order = (0..<4).map { Int(map[$0]) }
    guard order.allSatisfy({ $0 < 4 }) else { return kvImageInvalidParameter }
    let (a, b, c, d) = (order[0], order[1], order[2], order[3])
    return mapRows(src, dest, channels: (4, 4), flags) { (source: UnsafeMutablePointer<T>, result: UnsafeMutablePointer<T>, width) in
        for x in 0..<width {
            let pixel = source + 4 * x
            let values = (pixel[a], pixel[b], pixel[c], pixel[d])
            UnsafeMutableRawPointer(result + 4 * x).storeBytes(of: values, as: (T, T, T, T).self)
        }
    }
}

private func join(_ planes: [UnsafePointer<vImage_Buffer>], _ dest: UnsafePointer<vImage_Buffer>, _ flags: vImage_Flags) -> vImage_Error {
    reporting(flags) { () throws(BufferFault) in
        let result = try CheckedBuffer(dest, pixelSize: planes.count)
        for (channel, plane) in planes.enumerated() {
            let source = try CheckedBuffer(plane, pixelSize: 1)
            try result.fits(into: source)
            for y in 0..<result.height {
                let row: UnsafeMutablePointer<UInt8> = source.row(y), pixels: UnsafeMutablePointer<UInt8> = result.row(y)
                for x in 0..<result.width { pixels[planes.count * x + channel] = row[x] }
            }
        }
    }
}

private func separate(_ src: UnsafePointer<vImage_Buffer>, _ planes: [UnsafePointer<vImage_Buffer>], _ flags: vImage_Flags) -> vImage_Error
{
    reporting(flags) { () throws(BufferFault) in
        let source = try CheckedBuffer(src, pixelSize: planes.count)
        for (channel, plane) in planes.enumerated() {
            let result = try CheckedBuffer(plane, pixelSize: 1)
            try result.fits(into: source)
            for y in 0..<result.height {
                let pixels: UnsafeMutablePointer<UInt8> = source.row(y), row: UnsafeMutablePointer<UInt8> = result.row(y)
                for x in 0..<result.width { row[x] = pixels[planes.count * x + channel] }
            }
        }
    }
}
