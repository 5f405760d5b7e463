import CVectors
import CoreGraphics

extension vImage {
    /// The position of alpha among the four channels of a pixel.
    public enum ChannelOrdering: Sendable {
        /// Alpha first.
        case ARGB
        /// Alpha last.
        case RGBA
    }
}

extension vImage.PixelBuffer where Format: StaticPixelFormat, Format.ComponentType == UInt8 {
    /// Converts bytes to floating-point numbers: 255 becomes 1. Apart from the number type, the formats of both buffers must be the same.
    public func convert<Other: StaticPixelFormat>(to destination: vImage.PixelBuffer<Other>) where Other.ComponentType == Float {
        expectForm(of: destination)
        for (source, result) in zip(componentPlanes, destination.componentPlanes) {
            expect(vImageConvert_Planar8toPlanarF([source], [result], 1, 0, 0))
        }
    }
}

extension vImage.PixelBuffer where Format: StaticPixelFormat, Format.ComponentType == Float {
    /// Converts floating-point numbers to bytes: 1 becomes 255. Results are rounded and limited to 0…255. Apart from the number type, the
    /// formats of both buffers must be the same.
    public func convert<Other: StaticPixelFormat>(to destination: vImage.PixelBuffer<Other>) where Other.ComponentType == UInt8 {
        expectForm(of: destination)
        for (source, result) in zip(componentPlanes, destination.componentPlanes) {
            expect(vImageConvert_PlanarFtoPlanar8([source], [result], 1, 0, 0))
        }
    }

    /// Limits all numbers to a range.
    public func clip(to range: ClosedRange<Float>, destination: vImage.PixelBuffer<Format>) {
        expectSize(of: destination)
        for (source, result) in zip(componentPlanes, destination.componentPlanes) {
            expect(vImageClip_PlanarF([source], [result], range.upperBound, range.lowerBound, 0))
        }
    }

    /// Computes (number + preBias) · factor + postBias for each number. The destination may be the buffer itself.
    public func multiply(by factor: Float, preBias: Float, postBias: Float, destination: vImage.PixelBuffer<Format>) {
        expectSize(of: destination)
        // `preBias` is added before the multiplication. For numbers close to −preBias, the small sum is then exact.
        var (offset, factor, last) = (-preBias, factor, postBias)
        for (source, result) in zip(componentPlanes, destination.componentPlanes) {
            expect(
                mapRows([source], [result], 0) { (row: UnsafeMutablePointer<Float>, out: UnsafeMutablePointer<Float>, width) in
                    vector_ternary_f32(VectorDifferenceTimes, row, 1, &offset, 0, &factor, 0, out, 1, width)
                    vector_binary_f32(VectorSum, out, 1, &last, 0, out, 1, width)
                })
        }
    }
}

extension vImage.PixelBuffer where Format: StaticPixelFormat {
    fileprivate func expectForm<Other: StaticPixelFormat>(of other: vImage.PixelBuffer<Other>) {
        expectSize(of: other)
        precondition(
            Format.channelCount == Other.channelCount && Format.planeCount == Other.planeCount,
            "\(Format.self) has other channels or planes than \(Other.self)")
    }
}

extension vImage.PixelBuffer where Format == vImage.Interleaved8x4 {
    /// Copies the colour channels without alpha.
    public func convert(to destination: vImage.PixelBuffer<vImage.Interleaved8x3>, channelOrdering: vImage.ChannelOrdering) {
        expectSize(of: destination)
        switch channelOrdering {
        case .ARGB: expect(vImageConvert_ARGB8888toRGB888(planes, destination.planes, 0))
        case .RGBA: expect(vImageConvert_RGBA8888toRGB888(planes, destination.planes, 0))
        }
    }

    /// Computes one channel from four: (Σ (channel + preBias) · factor + postBias) / divisor. The result is truncated and limited to 0…255.
    public func multiply(
        by factors: (Int, Int, Int, Int), divisor: Int, preBias: (Int, Int, Int, Int), postBias: Int,
        destination: vImage.PixelBuffer<vImage.Planar8>
    ) {
        expectSize(of: destination)
        precondition(divisor != 0, "pixels were to be divided by 0")
        let (a, b, c, d) = factors, (p, q, r, s) = preBias
        expect(
            mapRows(planes, destination.planes, channels: (4, 1), 0) {
                (row: UnsafeMutablePointer<UInt8>, out: UnsafeMutablePointer<UInt8>, width) in
                for x in 0..<width {
                    let pixel = row + 4 * x
                    let sum = (Int(pixel[0]) + p) * a + (Int(pixel[1]) + q) * b + (Int(pixel[2]) + r) * c + (Int(pixel[3]) + s) * d
                    out[x] = UInt8(clamping: (sum + postBias) / divisor)
                }
            })
    }
}

extension vImage.PixelBuffer where Format == vImage.InterleavedFx4 {
    /// Computes one channel from four: Σ (channel + preBias) · factor + postBias.
    public func multiply(
        by factors: (Float, Float, Float, Float), preBias: (Float, Float, Float, Float), postBias: Float,
        destination: vImage.PixelBuffer<vImage.PlanarF>
    ) {
        expectSize(of: destination)
        let factor = SIMD4(factors.0, factors.1, factors.2, factors.3), bias = SIMD4(preBias.0, preBias.1, preBias.2, preBias.3)
        expect(
            mapRows(planes, destination.planes, channels: (4, 1), 0) {
                (row: UnsafeMutablePointer<Float>, out: UnsafeMutablePointer<Float>, width) in
                for x in 0..<width {
                    let pixel = SIMD4(row[4 * x], row[4 * x + 1], row[4 * x + 2], row[4 * x + 3])
                    out[x] = ((pixel + bias) * factor).sum() + postBias
                }
            })
    }
}

extension vImage.PixelBuffer where Format: SinglePlanePixelFormat {
    /// Reads the pixels of an image, converted to a format of Core Graphics. If `cgImageFormat` is empty, it is set to the format of the
    /// image.
    ///
    /// - Throws: ``vImage/Error`` if the pixels or components of `cgImageFormat` have other bit counts than those of this buffer.
    public init(
        cgImage: CGImage, cgImageFormat: inout vImage_CGImageFormat, flags options: vImage.Options = .noFlags,
        pixelFormat: Format.Type = Format.self
    ) throws {
        if cgImageFormat.bitsPerComponent == 0 {
            guard let own = vImage_CGImageFormat(cgImage: cgImage) else { throw vImage.Error.invalidImageFormat }
            cgImageFormat = own
        }
        guard Int(cgImageFormat.bitsPerPixel) == Format.bitCountPerPixel, Int(cgImageFormat.bitsPerComponent) == Format.bitCountPerComponent
        else { throw vImage.Error.invalidImageFormat }
        guard cgImage.width > 0, cgImage.height > 0 else { throw vImage.Error.invalidImageObject }
        self.init(width: cgImage.width, height: cgImage.height)
        var buffer = planes[0]
        let flags = options.union(.noAllocate).flags
        try vImage.check(vImageBuffer_InitWithCGImage(&buffer, &cgImageFormat, nil, cgImage, flags))
    }

    /// Makes an image with a copy of the pixels. Returns `nil` if the pixels or components of `cgImageFormat` have other bit counts than those of
    /// this buffer.
    public func makeCGImage(cgImageFormat: vImage_CGImageFormat) -> CGImage? {
        guard Int(cgImageFormat.bitsPerPixel) == Format.bitCountPerPixel, Int(cgImageFormat.bitsPerComponent) == Format.bitCountPerComponent
        else { return nil }
        return withUnsafeVImageBuffer { try? $0.createCGImage(format: cgImageFormat) }
    }
}
