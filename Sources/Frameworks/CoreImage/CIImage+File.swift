import CoreGraphics
import CoreVideo
import ImageIO

extension CIImage {
    /// The first image of a file; `nil` if there is none. The pixels are decoded when they are first needed. A reduced size is used if it is
    /// sufficient.
    public convenience init?(contentsOf url: URL) { self.init(contentsOf: url, options: nil) }

    /// The first image of a file; `nil` if there is none. If the option `applyOrientationProperty` is true, the image is made upright by
    /// the file's orientation.
    public convenience init?(contentsOf url: URL, options: [CIImageOption: Any]? = nil) {
        guard let source = CGImageSourceCreateWithURL(url, nil) else { return nil }
        self.init(source, index: 0, options: options, url: url)
    }

    /// The first image of a file in memory; `nil` if there is none.
    public convenience init?(data: Data) { self.init(data: data, options: nil) }

    /// The first image of a file in memory; `nil` if the data are not an image file.
    public convenience init?(data: Data, options: [CIImageOption: Any]? = nil) {
        guard let source = CGImageSourceCreateWithData(data, nil) else { return nil }
        self.init(source, index: 0, options: options, url: nil)
    }

    /// The image at an index of a source. It is empty if it cannot be read.
    public convenience init(cgImageSource source: CGImageSource, index: Int, options dict: [CIImageOption: Any]? = nil) {
        if let image = CGImageSourceCreateImageAtIndex(source, index, nil) {
            let properties = CGImageSourceCopyPropertiesAtIndex(source, index, nil)
            self.init(source: .image(image), options: dict, properties: properties ?? [:])
        } else {
            self.init(Recipe.empty)
        }
    }

    private convenience init?(_ source: CGImageSource, index: Int, options: [CIImageOption: Any]?, url: URL?) {
        guard let image = CGImageSourceCreateImageAtIndex(source, index, nil) else { return nil }
        let properties = CGImageSourceCopyPropertiesAtIndex(source, index, nil)
        self.init(source: .image(image), options: options, properties: properties ?? [:], url: url)
    }

    /// An image of raw pixels, top row first. The image is empty if the data are too short, or if images of the format are not supported.
    public convenience init(bitmapData data: Data, bytesPerRow: Int, size: CGSize, format: CIFormat, colorSpace: CGColorSpace?) {
        guard let layout = format.layout, let width = Int(exactly: size.width.rounded()), let height = Int(exactly: size.height.rounded()),
            width > 0, height > 0, bytesPerRow > 0, let minimum = layout.minimumBytesPerRow(plane: 0, width: width), bytesPerRow >= minimum,
            data.count >= minimum, (data.count - minimum) / bytesPerRow >= height - 1,
            let copy = try? RasterBuffer(byteCount: data.count),
            let image = CGImage(
                raster: Raster(
                    width: width, height: height, layout: layout, alpha: .premultiplied, base: UnsafeRawPointer(copy.base),
                    bytesPerRow: bytesPerRow, colorSpace: colorSpace, owner: copy))
        else {
            self.init(Recipe.empty)
            return
        }
        data.withUnsafeBytes { bytes in
            if let base = bytes.baseAddress { copy.base.copyMemory(from: base, byteCount: bytes.count) }
        }
        self.init(source: .image(image), options: nil)
    }
}
