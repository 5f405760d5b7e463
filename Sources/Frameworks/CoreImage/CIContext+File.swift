import CoreGraphics
import ImageIO

extension CIContext {
    /// The image's extent as a JPEG file; `nil` if the extent is empty or the image cannot be decoded. The options may contain options of
    /// `CGImageDestination`, such as the quality, under their own keys.
    public func jpegRepresentation(
        of image: CIImage, colorSpace: CGColorSpace, options: [CIImageRepresentationOption: Any] = [:]
    ) -> Data? { try? file(of: image, "public.jpeg", .RGBA8, colorSpace, options) }

    /// The image's extent as a PNG file; `nil` if the extent is empty or the image cannot be decoded.
    public func pngRepresentation(
        of image: CIImage, format: CIFormat, colorSpace: CGColorSpace, options: [CIImageRepresentationOption: Any] = [:]
    ) -> Data? { try? file(of: image, "public.png", format, colorSpace, options) }

    /// The image's extent as a TIFF file; `nil` if the extent is empty or the image cannot be decoded.
    public func tiffRepresentation(
        of image: CIImage, format: CIFormat, colorSpace: CGColorSpace, options: [CIImageRepresentationOption: Any] = [:]
    ) -> Data? { try? file(of: image, "public.tiff", format, colorSpace, options) }

    /// The image's extent as an HEIC file with 8 bits per component. `nil` if the extent is empty, the image cannot be decoded, or libheif
    /// has no encoder for HEVC.
    public func heifRepresentation(
        of image: CIImage, format: CIFormat, colorSpace: CGColorSpace, options: [CIImageRepresentationOption: Any] = [:]
    ) -> Data? { try? file(of: image, "public.heic", format, colorSpace, options) }

    /// Writes the image's extent as a JPEG file.
    public func writeJPEGRepresentation(
        of image: CIImage, to url: URL, colorSpace: CGColorSpace, options: [CIImageRepresentationOption: Any] = [:]
    ) throws { try file(of: image, "public.jpeg", .RGBA8, colorSpace, options).write(to: url) }

    /// Writes the image's extent as a PNG file.
    public func writePNGRepresentation(
        of image: CIImage, to url: URL, format: CIFormat, colorSpace: CGColorSpace, options: [CIImageRepresentationOption: Any] = [:]
    ) throws { try file(of: image, "public.png", format, colorSpace, options).write(to: url) }

    /// Writes the image's extent as a TIFF file.
    public func writeTIFFRepresentation(
        of image: CIImage, to url: URL, format: CIFormat, colorSpace: CGColorSpace, options: [CIImageRepresentationOption: Any] = [:]
    ) throws { try file(of: image, "public.tiff", format, colorSpace, options).write(to: url) }

    /// Writes the image's extent as an HEIC file with 8 bits per component.
    ///
    /// - Throws: an error that names the missing package if libheif has no encoder for HEVC.
    public func writeHEIFRepresentation(
        of image: CIImage, to url: URL, format: CIFormat, colorSpace: CGColorSpace, options: [CIImageRepresentationOption: Any] = [:]
    ) throws { try file(of: image, "public.heic", format, colorSpace, options).write(to: url) }

    private func file(
        of image: CIImage, _ type: String, _ format: CIFormat, _ colorSpace: CGColorSpace, _ options: [CIImageRepresentationOption: Any]
    ) throws -> Data {
        try requireWritable(type)
        let raster = try makeRaster(image, from: image.extent, format: format, colorSpace: colorSpace)
        let data = NSMutableData()
        guard let picture = CGImage(raster: raster), let destination = CGImageDestinationCreateWithData(data, type, 1, nil) else {
            throw ImageError(.unsupported, "images cannot be written as \(type)")
        }
        let pairs = options.map { ($0.key.rawValue, $0.value) }
        CGImageDestinationAddImage(destination, picture, Dictionary(pairs) { $1 })
        try destination.write()
        return data as Data
    }
}
