import CoreGraphics
import CoreVideo
import ImageIO

/// An image as a recipe: a source of pixels, and operations on the pixels. Decoding and computing wait until a ``CIContext`` renders the image or
/// Vision reads it.
///
/// Coordinates are in pixels. The origin lies at the lower left. Images are immutable; every method returns a new image.
public final class CIImage: NSObject, NSCopying, @unchecked Sendable {
    package let recipe: Recipe
    /// The rectangle that the image fills. The image is transparent outside it. The extent of an image of a single colour is infinite.
    public let extent: CGRect
    /// The properties of the source image, such as its size, orientation and EXIF data, under ImageIO's keys.
    public let properties: [String: Any]
    /// The file from which the image was made.
    public let url: URL?

    package init(_ recipe: Recipe, properties: [String: Any] = [:], url: URL? = nil) {
        self.recipe = recipe
        extent = recipe.extent
        self.properties = properties
        self.url = url
    }

    /// An empty image: its extent is null.
    public override convenience init() { self.init(Recipe.empty) }

    /// An image of a Core Graphics image.
    public convenience init(cgImage image: CGImage) { self.init(cgImage: image, options: nil) }

    /// An image of a Core Graphics image. The options are `colorSpace`, `properties` and `applyOrientationProperty`.
    public convenience init(cgImage image: CGImage, options: [CIImageOption: Any]? = nil) {
        self.init(source: .image(image), options: options)
    }

    /// An image of a pixel buffer. The buffer must not change while the image is in use.
    public convenience init(cvPixelBuffer pixelBuffer: CVPixelBuffer) { self.init(cvPixelBuffer: pixelBuffer, options: nil) }

    /// An image of a pixel buffer. The buffer is retained, not copied.
    public convenience init(cvPixelBuffer pixelBuffer: CVPixelBuffer, options: [CIImageOption: Any]? = nil) {
        self.init(source: .buffer(pixelBuffer), options: options)
    }

    /// An image of an image buffer. The buffer is retained, not copied.
    public convenience init(cvImageBuffer imageBuffer: CVImageBuffer) { self.init(cvPixelBuffer: imageBuffer, options: nil) }

    /// An image of an image buffer. The buffer is retained, not copied.
    public convenience init(cvImageBuffer imageBuffer: CVImageBuffer, options: [CIImageOption: Any]? = nil) {
        self.init(cvPixelBuffer: imageBuffer, options: options)
    }

    /// An infinite image of one colour. Crop it to give it a size.
    public convenience init(color: CIColor) { self.init(.color(color.premultiplied)) }

    convenience init(source: PixelSource, options: [CIImageOption: Any]?, properties: [String: Any] = [:], url: URL? = nil) {
        let options = options ?? [:]
        let properties = (options[.properties] as? [String: Any]) ?? properties
        // In Core Image, `NSNull` means that colours are not to be converted.
        let isUnmanaged = options[.colorSpace] is NSNull
        let colorSpace = isUnmanaged ? CGColorSpace(name: CGColorSpace.sRGB) : options[.colorSpace] as? CGColorSpace
        var recipe = Recipe.source(source, colorSpace: colorSpace)
        if options[.applyOrientationProperty] as? Bool == true, let orientation = Orientation(in: properties) {
            recipe = .transformed(recipe, orientation.transform(of: recipe.extent))
        }
        self.init(recipe, properties: properties, url: url)
    }

    /// An empty image: its extent is null.
    public static func empty() -> CIImage { CIImage(.empty) }

    /// An infinite image: opaque black.
    public static var black: CIImage { CIImage(color: .black) }
    /// An infinite image: opaque white.
    public static var white: CIImage { CIImage(color: .white) }
    /// An infinite image: opaque gray, 0.5 of white.
    public static var gray: CIImage { CIImage(color: .gray) }
    /// An infinite image: opaque red.
    public static var red: CIImage { CIImage(color: .red) }
    /// An infinite image: opaque green.
    public static var green: CIImage { CIImage(color: .green) }
    /// An infinite image: opaque blue.
    public static var blue: CIImage { CIImage(color: .blue) }
    /// An infinite image: opaque cyan.
    public static var cyan: CIImage { CIImage(color: .cyan) }
    /// An infinite image: opaque magenta.
    public static var magenta: CIImage { CIImage(color: .magenta) }
    /// An infinite image: opaque yellow.
    public static var yellow: CIImage { CIImage(color: .yellow) }
    /// An infinite image: transparent black.
    public static var clear: CIImage { CIImage(color: .clear) }

    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// The Core Graphics image that this image was made from; `nil` if it has been modified or has another source.
    public var cgImage: CGImage? { if case .source(.image(let image), _) = recipe { image } else { nil } }

    /// The pixel buffer that this image was made from; `nil` if it has been modified or has another source.
    public var pixelBuffer: CVPixelBuffer? { if case .source(.buffer(let buffer), _) = recipe { buffer } else { nil } }

    /// The colour space of the source's pixels; `nil` if there is no source or its space is not known.
    public var colorSpace: CGColorSpace? {
        guard let source = recipe.firstSource else { return nil }
        switch source {
        case .image(let image): return image.colorSpace
        case .buffer(let buffer): return buffer.attachedColorSpace
        }
    }

    override public var description: String { "<CIImage \(extent)>" }
}

extension Orientation {
    /// The orientation in image properties; `nil` if it is missing or upright.
    fileprivate init?(in properties: [String: Any]) {
        let value = properties["Orientation"]
        let number = (value as? any BinaryInteger).flatMap { Int(exactly: $0) } ?? (value as? NSNumber)?.intValue
        guard let number, number != 1 else { return nil }
        self.init(exactly: number)
    }
}
