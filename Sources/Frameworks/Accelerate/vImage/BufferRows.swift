/// An error code of vImage as a Swift error.
struct BufferFault: Error {
    let code: vImage_Error

    init(_ code: vImage_Error) { self.code = code }
}

/// A buffer whose memory has been checked to hold all its pixels. Loops over the pixels then need no checks.
struct CheckedBuffer {
    let base: UnsafeMutableRawPointer
    let width: Int
    let height: Int
    let rowBytes: Int

    /// - Parameter pixelSize: the number of bytes of a pixel.
    init(_ buffer: UnsafePointer<vImage_Buffer>, pixelSize: Int) throws(BufferFault) {
        let buffer = buffer.pointee
        guard let width = Int(exactly: buffer.width), let height = Int(exactly: buffer.height) else {
            throw BufferFault(kvImageInvalidParameter)
        }
        let (needed, overflows) = width.multipliedReportingOverflow(by: pixelSize)
        guard !overflows, buffer.rowBytes >= needed else { throw BufferFault(kvImageInvalidRowBytes) }
        guard !buffer.rowBytes.multipliedReportingOverflow(by: height).overflow else { throw BufferFault(kvImageInvalidParameter) }
        guard let data = buffer.data else { throw BufferFault(kvImageNullPointerArgument) }
        base = data
        self.width = width
        self.height = height
        rowBytes = buffer.rowBytes
    }

    func row<T>(_ y: Int, as: T.Type = T.self) -> UnsafeMutablePointer<T> { (base + y * rowBytes).assumingMemoryBound(to: T.self) }

    /// Checks that the source is not smaller than this buffer. The source is then read from its upper left corner.
    func fits(into source: CheckedBuffer) throws(BufferFault) {
        guard width <= source.width && height <= source.height else { throw BufferFault(kvImageRoiLargerThanInputBuffer) }
    }
}

/// Runs the closure, and returns the code of the error that it throws, or `kvImageNoError`. If the flags ask for the size of a temporary
/// buffer, returns 0 without running the closure.
func reporting(_ flags: vImage_Flags, _ body: () throws(BufferFault) -> Void) -> vImage_Error {
    // Apple's headers define flags only in the lowest 15 bits.
    guard flags >> 15 == 0 else { return kvImageUnknownFlagsBit }
    guard flags & vImage_Flags(kvImageGetTempBufferSize) == 0 else { return 0 }
    do {
        try body()
        return kvImageNoError
    } catch {
        return error.code
    }
}

/// Calls the closure for each row of the result, with the rows of both buffers.
func mapRows<S, D>(
    _ src: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>, channels: (Int, Int) = (1, 1), _ flags: vImage_Flags,
    _ body: (UnsafeMutablePointer<S>, UnsafeMutablePointer<D>, Int) -> Void
) -> vImage_Error {
    reporting(flags) { () throws(BufferFault) in
        let source = try CheckedBuffer(src, pixelSize: MemoryLayout<S>.stride * channels.0)
        let result = try CheckedBuffer(dest, pixelSize: MemoryLayout<D>.stride * channels.1)
        try result.fits(into: source)
        for y in 0..<result.height { body(source.row(y), result.row(y), result.width) }
    }
}

/// Allocates memory for floats, and frees it after the call.
func withFloats(_ counts: Int..., body: (UnsafeMutablePointer<Float>) throws(BufferFault) -> Void) throws(BufferFault) {
    var bytes = MemoryLayout<Float>.stride
    for count in counts {
        let (product, overflows) = bytes.multipliedReportingOverflow(by: count)
        guard !overflows, count >= 0 else { throw BufferFault(kvImageMemoryAllocationError) }
        bytes = product
    }
    guard let memory = malloc(max(bytes, 1)) else { throw BufferFault(kvImageMemoryAllocationError) }
    defer { free(memory) }
    try body(memory.assumingMemoryBound(to: Float.self))
}
