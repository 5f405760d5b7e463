import Foundation

/// Creates a buffer with an image's pixels in a format. A format without a colour space gets sRGB. If the format has no alpha channel,
/// transparent pixels are blended onto the background. The background is a colour in the format's space; `nil` means black. The memory must
/// be freed with `free`. With `kvImageNoAllocate` the buffer must already have memory, and the size of the image.
public func vImageBuffer_InitWithCGImage(
    _ buf: UnsafeMutablePointer<vImage_Buffer>, _ format: UnsafeMutablePointer<vImage_CGImageFormat>,
    _ backgroundColor: UnsafePointer<CGFloat>!, _ image: CGImage, _ flags: vImage_Flags
) -> vImage_Error {
    if format.pointee.colorSpace == nil { format.pointee.colorSpace = .passUnretained(format.pointee.space) }
    var isMade = false
    let error = reporting(flags) { () throws(BufferFault) in
        let pixels = try ImagePixels(image)
        let conversion = try PixelConversion(from: pixels.format, to: format.pointee, background: backgroundColor)
        if flags & vImage_Flags(kvImageNoAllocate) == 0 {
            let error = vImageBuffer_Init(buf, UInt(image.height), UInt(image.width), format.pointee.bitsPerPixel, 0)
            guard error == kvImageNoError else { throw BufferFault(error) }
            isMade = true
        }
        let result = try CheckedBuffer(buf, pixelSize: conversion.result.pixelSize)
        guard result.width == image.width, result.height == image.height else { throw BufferFault(kvImageBufferSizeMismatch) }
        try pixels.read { (source) throws(BufferFault) in
            var source = source
            conversion.run(try CheckedBuffer(&source, pixelSize: conversion.source.pixelSize), result)
        }
    }
    if error != kvImageNoError && isMade {
        free(buf.pointee.data)
        buf.pointee.data = nil
    }
    return error
}

/// Creates an image with a copy of a buffer's pixels. If the format is not supported, returns `nil` and sets `error`. With `kvImageNoAllocate` the
/// image uses the buffer's memory. When the image no longer needs the memory, `callback` gets `userData` and the memory. Without a callback, `free`
/// is called.
public func vImageCreateCGImageFromBuffer(
    _ buf: UnsafePointer<vImage_Buffer>, _ format: UnsafePointer<vImage_CGImageFormat>,
    _ callback: (@convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void)!, _ userData: UnsafeMutableRawPointer!,
    _ flags: vImage_Flags, _ error: UnsafeMutablePointer<vImage_Error>!
) -> Unmanaged<CGImage>! {
    var image: CGImage?
    let code = reporting(flags) { () throws(BufferFault) in
        let form = try PixelForm(format.pointee), source = try CheckedBuffer(buf, pixelSize: form.pixelSize)
        let count = source.rowBytes * source.height
        // If the buffer is a part of a larger one, its memory ends with the last pixel of its last row.
        let used = source.height == 0 ? 0 : count - source.rowBytes + source.width * form.pixelSize
        let data: Data
        if flags & vImage_Flags(kvImageNoAllocate) != 0 {
            nonisolated(unsafe) let context = userData
            data = Data(
                bytesNoCopy: source.base, count: used,
                deallocator: .custom { memory, _ in
                    if let callback { callback(context, memory) } else { free(memory) }
                })
        } else {
            data = Data(bytes: source.base, count: used)
        }
        let format = format.pointee
        guard let provider = CGDataProvider(data: data) else { throw BufferFault(kvImageMemoryAllocationError) }
        image = CGImage(
            width: source.width, height: source.height, bitsPerComponent: Int(format.bitsPerComponent),
            bitsPerPixel: Int(format.bitsPerPixel),
            bytesPerRow: source.rowBytes, space: format.space, bitmapInfo: format.bitmapInfo, provider: provider, decode: nil,
            shouldInterpolate: true, intent: format.renderingIntent)
        if image == nil { throw BufferFault(kvImageInvalidImageFormat) }
    }
    error?.pointee = code
    return image.map { Unmanaged.passRetained($0) }
}

/// The pixels of an image in the image's format, or in RGBA if vImage does not support that format.
private struct ImagePixels {
    let format: vImage_CGImageFormat
    private let image: CGImage
    private let data: Data

    init(_ image: CGImage) throws(BufferFault) {
        var shown = image
        if image.isMask || image.decode != nil || (try? PixelForm(vImage_CGImageFormat(cgImage: image) ?? vImage_CGImageFormat())) == nil {
            guard let drawn = Self.drawn(image) else { throw BufferFault(kvImageInvalidImageObject) }
            shown = drawn
        }
        guard let format = vImage_CGImageFormat(cgImage: shown), let data = shown.dataProvider?.data as Data?,
            data.count >= shown.bytesPerRow * (shown.height - 1) + (shown.width * shown.bitsPerPixel + 7) / 8
        else { throw BufferFault(kvImageInvalidImageObject) }
        self.format = format
        self.data = data
        self.image = shown
    }

    private static func drawn(_ image: CGImage) -> CGImage? {
        guard let space = CGColorSpace(name: CGColorSpace.sRGB) else { return nil }
        let context = CGContext(
            data: nil, width: image.width, height: image.height, bitsPerComponent: 8, bytesPerRow: 0, space: space,
            bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)
        context?.draw(image, in: CGRect(x: 0, y: 0, width: image.width, height: image.height))
        return context?.makeImage()
    }

    func read(_ body: (vImage_Buffer) throws(BufferFault) -> Void) throws(BufferFault) {
        var fault: BufferFault?
        data.withUnsafeBytes { bytes in
            let buffer = vImage_Buffer(
                data: UnsafeMutableRawPointer(mutating: bytes.baseAddress), height: UInt(image.height), width: UInt(image.width),
                rowBytes: image.bytesPerRow)
            do throws(BufferFault) { try body(buffer) } catch { fault = error }
        }
        if let fault { throw fault }
    }
}
