import Foundation

/// Creates a buffer of a size. The rows begin at multiples of 64 bytes. The caller frees the memory with `free`. With `kvImageNoAllocate` no memory
/// is allocated, and the function returns the alignment that the memory should have.
public func vImageBuffer_Init(
    _ buf: UnsafeMutablePointer<vImage_Buffer>, _ height: vImagePixelCount, _ width: vImagePixelCount, _ pixelBits: UInt32,
    _ flags: vImage_Flags
) -> vImage_Error {
    guard let columns = Int(exactly: width), let rows = Int(exactly: height), pixelBits > 0 else { return kvImageInvalidParameter }
    let (bits, overflows) = columns.multipliedReportingOverflow(by: Int(pixelBits))
    guard !overflows, bits < Int.max - 1024 else { return kvImageInvalidParameter }
    let rowBytes = ((bits + 7) / 8 + 63) & ~63
    let (bytes, isTooLarge) = rowBytes.multipliedReportingOverflow(by: rows)
    guard !isTooLarge else { return kvImageInvalidParameter }
    buf.pointee = vImage_Buffer(data: nil, height: height, width: width, rowBytes: rowBytes)
    if flags & vImage_Flags(kvImageNoAllocate) != 0 { return 64 }
    var memory: UnsafeMutableRawPointer?
    guard posix_memalign(&memory, 64, max(bytes, 64)) == 0, let memory else { return kvImageMemoryAllocationError }
    buf.pointee.data = memory
    return kvImageNoError
}

/// Copies pixels. `pixelSize` is the number of bytes of a pixel.
public func vImageCopyBuffer(
    _ src: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>, _ pixelSize: Int, _ flags: vImage_Flags
) -> vImage_Error {
    guard pixelSize > 0 else { return kvImageInvalidParameter }
    return mapRows(src, dest, channels: (pixelSize, pixelSize), flags) { (source: UnsafeMutablePointer<UInt8>, result, width) in
        memmove(result, source, width * pixelSize)
    }
}

extension vImage_Buffer {
    /// Creates a buffer of a size. `free()` frees its memory.
    public init(width: Int, height: Int, bitsPerPixel: UInt32) throws {
        guard width >= 0, height >= 0 else { throw vImage.Error.invalidParameter }
        self.init()
        try vImage.check(vImageBuffer_Init(&self, UInt(height), UInt(width), bitsPerPixel, 0))
    }

    /// Creates a buffer with the pixels of an image, in the given format or in the image's format. `free()` frees the memory.
    public init(cgImage: CGImage, format: vImage_CGImageFormat? = nil, flags options: vImage.Options = .noFlags) throws {
        guard var format = format ?? vImage_CGImageFormat(cgImage: cgImage) else { throw vImage.Error.invalidImageFormat }
        self.init()
        try vImage.check(vImageBuffer_InitWithCGImage(&self, &format, nil, cgImage, options.flags))
    }

    /// An image with a copy of the pixels.
    public func createCGImage(format: vImage_CGImageFormat, flags options: vImage.Options = .noFlags) throws -> CGImage {
        var buffer = self, format = format, error = kvImageNoError
        let image = vImageCreateCGImageFromBuffer(&buffer, &format, nil, nil, options.flags & ~vImage_Flags(kvImageNoAllocate), &error)
        try vImage.check(error)
        guard let image else { throw vImage.Error.internalError }
        return image.takeRetainedValue()
    }

    /// Copies the pixels to another buffer. `pixelSize` is the number of bytes of a pixel.
    public func copy(destinationBuffer: inout vImage_Buffer, pixelSize: Int, flags options: vImage.Options = .noFlags) throws {
        var source = self
        try vImage.check(vImageCopyBuffer(&source, &destinationBuffer, pixelSize, options.flags))
    }

    /// Frees the memory of a buffer that one of the initialisers has allocated.
    public func free() { Foundation.free(data) }

    /// The number of pixels in a row, and the number of rows.
    public var size: CGSize { CGSize(width: Double(width), height: Double(height)) }
}
