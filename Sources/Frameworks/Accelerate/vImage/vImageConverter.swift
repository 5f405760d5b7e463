/// A conversion of pixels from one format to another.
public final class vImageConverter: Sendable {
    let conversion: PixelConversion

    init(_ conversion: PixelConversion) { self.conversion = conversion }

    /// Creates a converter. Throws an error if a format is not supported.
    public static func make(
        sourceFormat: vImage_CGImageFormat, destinationFormat: vImage_CGImageFormat, flags options: vImage.Options = .noFlags
    ) throws -> vImageConverter {
        var source = sourceFormat, destination = destinationFormat, error = kvImageNoError
        let converter = vImageConverter_CreateWithCGImageFormat(&source, &destination, nil, options.flags, &error)
        try vImage.check(error)
        guard let converter else { throw vImage.Error.internalError }
        return converter.takeRetainedValue()
    }

    /// Converts the pixels of a buffer.
    public func convert(source: vImage_Buffer, destination: inout vImage_Buffer, flags options: vImage.Options = .noFlags) throws {
        var source = source
        try vImage.check(vImageConvert_AnyToAny(self, &source, &destination, nil, options.flags))
    }
}

/// Creates a converter. If a format is not supported, returns `nil` and sets `error`. If the result has no alpha channel, transparent
/// pixels are blended onto the background. The background is a colour in the result's space; `nil` means black.
public func vImageConverter_CreateWithCGImageFormat(
    _ srcFormat: UnsafePointer<vImage_CGImageFormat>, _ destFormat: UnsafePointer<vImage_CGImageFormat>,
    _ backgroundColor: UnsafePointer<CGFloat>!, _ flags: vImage_Flags, _ error: UnsafeMutablePointer<vImage_Error>!
) -> Unmanaged<vImageConverter>! {
    var converter: vImageConverter?
    let code = reporting(flags) { () throws(BufferFault) in
        converter = vImageConverter(
            try PixelConversion(from: srcFormat.pointee, to: destFormat.pointee, background: backgroundColor))
    }
    error?.pointee = code
    return converter.map { Unmanaged.passRetained($0) }
}

/// Converts the pixels of a buffer. The temporary buffer is not used.
public func vImageConvert_AnyToAny(
    _ converter: vImageConverter, _ srcs: UnsafePointer<vImage_Buffer>, _ dests: UnsafePointer<vImage_Buffer>,
    _ tempBuffer: UnsafeMutableRawPointer!, _ flags: vImage_Flags
) -> vImage_Error {
    reporting(flags) { () throws(BufferFault) in
        let conversion = converter.conversion
        let source = try CheckedBuffer(srcs, pixelSize: conversion.source.pixelSize)
        let result = try CheckedBuffer(dests, pixelSize: conversion.result.pixelSize)
        try result.fits(into: source)
        conversion.run(source, result)
    }
}

/// The number of buffers that a converter reads, which is 1.
public func vImageConverter_GetNumberOfSourceBuffers(_ converter: vImageConverter) -> UInt { 1 }

/// The number of buffers that a converter writes, which is 1.
public func vImageConverter_GetNumberOfDestinationBuffers(_ converter: vImageConverter) -> UInt { 1 }
