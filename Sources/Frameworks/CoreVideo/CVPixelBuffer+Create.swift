import CoreGraphics

/// A function that is called when the last reference to a buffer with the caller's bytes has been released. Its arguments are the caller's
/// context and the base address.
public typealias CVPixelBufferReleaseBytesCallback = @convention(c) (UnsafeMutableRawPointer?, UnsafeRawPointer?) -> Void
/// A function that is called when the last reference to a buffer with the caller's planes has been released. The arguments are the caller's
/// context, the block of all planes, the block's size, the number of planes, and the addresses of the planes.
public typealias CVPixelBufferReleasePlanarBytesCallback =
    @convention(c) (
        UnsafeMutableRawPointer?, UnsafeRawPointer?, Int, Int, UnsafeMutablePointer<UnsafeRawPointer?>?
    ) -> Void

/// Makes a buffer with zeroed pixels.
///
/// - Returns: 0, or an error:
///   - `kCVReturnInvalidSize`: the width or height is not positive, or the size exceeds the limits of an image: 268,435,456 pixels or 768 MiB.
///   - `kCVReturnInvalidPixelFormat`: the format is not supported.
///   - `kCVReturnInvalidPixelBufferAttributes`: the requested row alignment or extended pixels are not possible.
///   - `kCVReturnAllocationFailed`: there is not enough memory.
@discardableResult
public func CVPixelBufferCreate(
    _ allocator: CFAllocator?, _ width: Int, _ height: Int, _ pixelFormatType: OSType, _ pixelBufferAttributes: CFDictionary?,
    _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
    CVBuffer.create(width, height, pixelFormatType, pixelBufferAttributes, pool: nil, into: pixelBufferOut)
}

/// Makes a buffer that uses the caller's pixels. They must stay valid until `releaseCallback` is called.
@discardableResult
public func CVPixelBufferCreateWithBytes(
    _ allocator: CFAllocator?, _ width: Int, _ height: Int, _ pixelFormatType: OSType, _ baseAddress: UnsafeMutableRawPointer,
    _ bytesPerRow: Int, _ releaseCallback: CVPixelBufferReleaseBytesCallback?, _ releaseRefCon: UnsafeMutableRawPointer?,
    _ pixelBufferAttributes: CFDictionary?, _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
    pixelBufferOut.pointee = nil
    guard let format = PixelFormat(pixelFormatType), !format.isPlanar else { return kCVReturnInvalidPixelFormat }
    guard let layout = PixelBufferLayout(format, width: width, height: height, extended: ExtendedPixels(), alignment: 1) else {
        return kCVReturnInvalidSize
    }
    var plane = layout.planes[0]
    guard bytesPerRow >= plane.bytesPerRow, bytesPerRow <= Int.max / height else { return kCVReturnInvalidArgument }
    plane.bytesPerRow = bytesPerRow
    nonisolated(unsafe) let (refCon, address) = (releaseRefCon, baseAddress)
    pixelBufferOut.pointee = CVBuffer(
        width: width, height: height, pixelFormatType: pixelFormatType, isPlanar: false, planes: [plane], baseAddresses: [baseAddress],
        byteCount: bytesPerRow * height,
        creationAttributes: CVBuffer.attributes(pixelBufferAttributes, width: width, height: height, format: pixelFormatType),
        storage: .borrowed { releaseCallback?(refCon, address) })
    return kCVReturnSuccess
}

/// Makes a buffer that uses the caller's planes. They must stay valid until `releaseCallback` is called.
@discardableResult
public func CVPixelBufferCreateWithPlanarBytes(
    _ allocator: CFAllocator?, _ width: Int, _ height: Int, _ pixelFormatType: OSType, _ dataPtr: UnsafeMutableRawPointer?, _ dataSize: Int,
    _ numberOfPlanes: Int, _ planeBaseAddress: UnsafeMutablePointer<UnsafeMutableRawPointer?>, _ planeWidth: UnsafeMutablePointer<Int>,
    _ planeHeight: UnsafeMutablePointer<Int>, _ planeBytesPerRow: UnsafeMutablePointer<Int>,
    _ releaseCallback: CVPixelBufferReleasePlanarBytesCallback?, _ releaseRefCon: UnsafeMutableRawPointer?,
    _ pixelBufferAttributes: CFDictionary?, _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
    pixelBufferOut.pointee = nil
    guard let format = PixelFormat(pixelFormatType) else { return kCVReturnInvalidPixelFormat }
    guard let layout = PixelBufferLayout(format, width: width, height: height, extended: ExtendedPixels(), alignment: 1) else {
        return kCVReturnInvalidSize
    }
    guard numberOfPlanes == layout.planes.count else { return kCVReturnInvalidArgument }
    var planes = layout.planes
    var addresses: [UnsafeMutableRawPointer] = []
    var byteCount = 0
    for index in 0..<numberOfPlanes {
        let bytesPerRow = planeBytesPerRow[index]
        guard let address = planeBaseAddress[index], planeWidth[index] >= planes[index].width, planeHeight[index] >= planes[index].height,
            bytesPerRow >= planes[index].bytesPerRow, bytesPerRow <= (Int.max - byteCount) / planes[index].height
        else { return kCVReturnInvalidArgument }
        planes[index].bytesPerRow = bytesPerRow
        byteCount += bytesPerRow * planes[index].height
        addresses.append(address)
    }
    nonisolated(unsafe) let (refCon, block, released) = (releaseRefCon, dataPtr, addresses)
    pixelBufferOut.pointee = CVBuffer(
        width: width, height: height, pixelFormatType: pixelFormatType, isPlanar: format.isPlanar, planes: planes, baseAddresses: addresses,
        byteCount: max(dataSize, byteCount),
        creationAttributes: CVBuffer.attributes(pixelBufferAttributes, width: width, height: height, format: pixelFormatType),
        storage: .borrowed {
            var addresses = released.map { UnsafeRawPointer?($0) }
            releaseCallback?(refCon, block, dataSize, addresses.count, &addresses)
        })
    return kCVReturnSuccess
}

extension CVBuffer {
    static func create(
        _ width: Int, _ height: Int, _ pixelFormatType: OSType, _ attributes: CFDictionary?, pool: CVPixelBufferPool?,
        into result: UnsafeMutablePointer<CVPixelBuffer?>
    ) -> CVReturn {
        result.pointee = nil
        guard let format = PixelFormat(pixelFormatType) else { return kCVReturnInvalidPixelFormat }
        guard let extended = extendedPixels(attributes), let alignment = rowAlignment(attributes) else {
            return kCVReturnInvalidPixelBufferAttributes
        }
        guard let layout = PixelBufferLayout(format, width: width, height: height, extended: extended, alignment: alignment) else {
            return kCVReturnInvalidSize
        }
        guard let memory = pool?.lend(byteCount: layout.byteCount) ?? (try? RasterBuffer(byteCount: layout.byteCount)) else {
            return kCVReturnAllocationFailed
        }
        result.pointee = CVBuffer(
            width: width, height: height, pixelFormatType: pixelFormatType, isPlanar: format.isPlanar, planes: layout.planes,
            baseAddresses: layout.planes.map { memory.base + $0.offset }, byteCount: layout.byteCount, extended: extended,
            creationAttributes: self.attributes(attributes, width: width, height: height, format: pixelFormatType),
            storage: .owned(memory, pool: pool))
        return kCVReturnSuccess
    }

    /// Makes a buffer. Throws an error with the reason if it cannot be made.
    package static func make(width: Int, height: Int, pixelFormatType: OSType) throws -> CVPixelBuffer {
        var buffer: CVPixelBuffer?
        let result = CVPixelBufferCreate(nil, width, height, pixelFormatType, nil, &buffer)
        if let buffer { return buffer }
        let code = FourCharacterCode(pixelFormatType)
        switch result {
        case kCVReturnInvalidPixelFormat: throw ImageError(.unsupported, "pixel buffers of format \(code) are not supported")
        case kCVReturnInvalidSize: throw ImageError(.invalidArgument, "a pixel buffer of \(width) × \(height) pixels is empty or too large")
        default: throw ImageError(.outOfMemory, "no memory for a pixel buffer of \(width) × \(height) pixels")
        }
    }

    /// The requested attributes, combined with the buffer's size and format.
    static func attributes(_ attributes: CFDictionary?, width: Int, height: Int, format: OSType) -> [String: Any] {
        var result = attributes ?? [:]
        result[kCVPixelBufferWidthKey] = width
        result[kCVPixelBufferHeightKey] = height
        result[kCVPixelBufferPixelFormatTypeKey] = format
        return result
    }

    /// The extended pixels in the attributes; `nil` if a count is negative or far too large.
    private static func extendedPixels(_ attributes: CFDictionary?) -> ExtendedPixels? {
        let keys = [
            kCVPixelBufferExtendedPixelsLeftKey, kCVPixelBufferExtendedPixelsRightKey, kCVPixelBufferExtendedPixelsTopKey,
            kCVPixelBufferExtendedPixelsBottomKey,
        ]
        let counts = keys.map { key in attributes?[key].map { integer($0) ?? -1 } ?? 0 }
        guard counts.allSatisfy({ (0...ImageLimits.maximumSide).contains($0) }) else { return nil }
        return ExtendedPixels(left: counts[0], right: counts[1], top: counts[2], bottom: counts[3])
    }

    /// The alignment of rows in bytes: 64, or a larger power of two in the attributes; `nil` if the attribute is invalid.
    private static func rowAlignment(_ attributes: CFDictionary?) -> Int? {
        guard let value = attributes?[kCVPixelBufferBytesPerRowAlignmentKey] else { return 64 }
        guard let alignment = integer(value), (0...65536).contains(alignment), alignment & (alignment - 1) == 0 else { return nil }
        return max(64, alignment)
    }

    /// An attribute as a whole number, from any numeric type.
    static func integer(_ value: Any) -> Int? {
        if let integer = value as? any BinaryInteger { return Int(exactly: integer) }
        return (value as? NSNumber)?.intValue
    }
}
