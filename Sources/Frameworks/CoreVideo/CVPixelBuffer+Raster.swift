import CoreGraphics

extension CVBuffer {
    /// The pixels for reading. Pixels with a raster layout are read in place. All other pixels are converted to a raster layout.
    ///
    /// The raster keeps the buffer alive. Its colour space and Y′CbCr matrix come from the attachments. If no matrix is attached, it is ITU-R
    /// BT.601. Alpha is ignored if `kCVImageBufferAlphaChannelIsOpaque` is true. It is straight if `kCVImageBufferAlphaChannelModeKey` says so, and
    /// premultiplied in all other cases.
    ///
    /// - Throws: `ImageError` of kind `unsupported` if the pixels are not a picture (two components) or cannot be converted.
    package func makeRaster() throws -> Raster {
        guard let layout = rasterLayout else { return try convertedRaster() }
        let planes = zip(baseAddresses, self.planes).map { Raster.Plane(base: UnsafeRawPointer($0), bytesPerRow: $1.bytesPerRow) }
        return Raster(
            width: width, height: height, layout: layout, alpha: alphaKind, planes: planes, colorSpace: attachedColorSpace,
            matrix: yCbCrMatrix, owner: self)
    }

    /// The luminance plane of a buffer with three planes of 8 bits, without a copy; `nil` for any other format. The raster keeps the buffer alive.
    package var luminanceRaster: Raster? {
        switch pixelFormatType {
        case kCVPixelFormatType_420YpCbCr8Planar, kCVPixelFormatType_420YpCbCr8PlanarFullRange:
            Raster(
                width: width, height: height, layout: .gray8, base: UnsafeRawPointer(baseAddresses[0]), bytesPerRow: planes[0].bytesPerRow,
                owner: self)
        default: nil
        }
    }

    /// The pixels for writing, in place.
    ///
    /// - Throws: `ImageError` of kind `unsupported` if no raster layout describes the format.
    package func makeMutableRaster() throws -> MutableRaster {
        guard let layout = rasterLayout else {
            throw ImageError(.unsupported, "pixel buffers of format \(FourCharacterCode(pixelFormatType)) cannot be drawn to")
        }
        let planes = zip(baseAddresses, self.planes).map { MutableRaster.Plane(base: $0, bytesPerRow: $1.bytesPerRow) }
        return MutableRaster(
            width: width, height: height, layout: layout, alpha: alphaKind, planes: planes, colorSpace: attachedColorSpace,
            matrix: yCbCrMatrix, owner: self)
    }

    /// Calls `body` with the pixels for reading; see ``makeRaster()``.
    package func withRaster<Result>(_ body: (Raster) throws -> Result) throws -> Result {
        try withExtendedLifetime(self) { try body(makeRaster()) }
    }

    /// The raster layout of the pixels without conversion; `nil` if there is none.
    package var rasterLayout: PixelLayout? {
        switch pixelFormatType {
        case kCVPixelFormatType_OneComponent8: .gray8
        case kCVPixelFormatType_OneComponent16: .gray16
        case kCVPixelFormatType_OneComponent16Half, kCVPixelFormatType_DepthFloat16, kCVPixelFormatType_DisparityFloat16: .grayHalf
        case kCVPixelFormatType_OneComponent32Float, kCVPixelFormatType_DepthFloat32, kCVPixelFormatType_DisparityFloat32: .grayFloat
        case kCVPixelFormatType_24RGB: .rgb8
        case kCVPixelFormatType_24BGR: .bgr8
        case kCVPixelFormatType_32RGBA: .rgba8
        case kCVPixelFormatType_32BGRA: .bgra8
        case kCVPixelFormatType_32ARGB: .argb8
        case kCVPixelFormatType_32ABGR: .abgr8
        case kCVPixelFormatType_64RGBALE: .rgba16
        case kCVPixelFormatType_64RGBAHalf: .rgbaHalf
        case kCVPixelFormatType_128RGBAFloat: .rgbaFloat
        case kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange: .biplanar420(fullRange: false)
        case kCVPixelFormatType_420YpCbCr8BiPlanarFullRange: .biplanar420(fullRange: true)
        default: nil
        }
    }

    var alphaKind: AlphaKind {
        let attachments = allAttachments
        if attachments[kCVImageBufferAlphaChannelIsOpaque]?.value as? Bool == true { return .none }
        let mode = attachments[kCVImageBufferAlphaChannelModeKey]?.value as? String
        return mode == kCVImageBufferAlphaChannelMode_StraightAlpha ? .straight : .premultiplied
    }

    /// The Y′CbCr matrix in the attachments.
    package var yCbCrMatrix: YCbCrMatrix {
        switch attachment(kCVImageBufferYCbCrMatrixKey)?.value as? String {
        case kCVImageBufferYCbCrMatrix_ITU_R_709_2, kCVImageBufferYCbCrMatrix_P3_D65, kCVImageBufferYCbCrMatrix_DCI_P3: .itu709
        case kCVImageBufferYCbCrMatrix_ITU_R_2020: .itu2020
        default: .itu601
        }
    }

    /// The colour space in the attachments; `nil` for sRGB.
    package var attachedColorSpace: CGColorSpace? { CVBuffer.colorSpace(of: allAttachments.mapValues(\.value)) }

    static func colorSpace(of attachments: [String: Any]) -> CGColorSpace? {
        if let space = attachments[kCVImageBufferCGColorSpaceKey] as? CGColorSpace { return space }
        if let profile = attachments[kCVImageBufferICCProfileKey] as? Data, let space = CGColorSpace(iccProfileData: profile as CFData) {
            return space
        }
        switch attachments[kCVImageBufferColorPrimariesKey] as? String {
        case kCVImageBufferColorPrimaries_P3_D65: return CGColorSpace(name: CGColorSpace.displayP3)
        case kCVImageBufferColorPrimaries_ITU_R_2020: return CGColorSpace(name: CGColorSpace.itur_2020)
        case kCVImageBufferColorPrimaries_DCI_P3: return CGColorSpace(name: CGColorSpace.dcip3)
        default: return nil
        }
    }
}

/// The colour space of a dictionary of attachments. In this order, it is the attached colour space, the space of the ICC profile, or the
/// space of wide-gamut primaries. `nil` if none of these is attached.
public func CVImageBufferCreateColorSpaceFromAttachments(_ attachments: CFDictionary) -> Unmanaged<CGColorSpace>? {
    CVBuffer.colorSpace(of: attachments).map { Unmanaged.passRetained($0) }
}
