import CoreGraphics
import CoreImage
import Foundation
import ImageIO
import UIFoundation

/// The name of `UIImage.Orientation` before Swift 4.2.
public typealias UIImageOrientation = UIImage.Orientation

/// A picture: pixels or a Core Image picture, with an orientation and a number of pixels per point.
open class UIImage: NSObject, @unchecked Sendable {
    /// The rotation and reflection with which stored pixels are shown.
    public enum Orientation: Int, Sendable {
        /// The pixels are shown as they are stored.
        case up = 0
        /// The pixels are shown rotated by 180°.
        case down = 1
        /// The pixels are shown rotated by 90° counterclockwise.
        case left = 2
        /// The pixels are shown rotated by 90° clockwise.
        case right = 3
        /// The pixels are shown reflected from left to right.
        case upMirrored = 4
        /// The pixels are shown reflected from top to bottom.
        case downMirrored = 5
        /// The pixels are shown reflected from left to right and then rotated by 90° counterclockwise.
        case leftMirrored = 6
        /// The pixels are shown reflected from left to right and then rotated by 90° clockwise.
        case rightMirrored = 7

        var stored: CGImagePropertyOrientation {
            switch self {
            case .up: .up
            case .down: .down
            case .left: .left
            case .right: .right
            case .upMirrored: .upMirrored
            case .downMirrored: .downMirrored
            case .leftMirrored: .leftMirrored
            case .rightMirrored: .rightMirrored
            }
        }

        init(_ stored: CGImagePropertyOrientation) {
            self =
                switch stored {
                case .up: .up
                case .down: .down
                case .left: .left
                case .right: .right
                case .upMirrored: .upMirrored
                case .downMirrored: .downMirrored
                case .leftMirrored: .leftMirrored
                case .rightMirrored: .rightMirrored
                }
        }
    }

    /// The pixels, in the stored orientation; `nil` if the picture is a Core Image picture.
    public let cgImage: CGImage?
    /// The Core Image picture; `nil` if the picture has pixels.
    public let ciImage: CIImage?
    /// The number of pixels per point.
    public let scale: CGFloat
    /// The orientation in which the stored pixels are shown.
    public let imageOrientation: Orientation

    private init(_ image: CGImage?, _ recipe: CIImage?, _ scale: CGFloat, _ orientation: Orientation) {
        (cgImage, ciImage, imageOrientation) = (image, recipe, orientation)
        self.scale = scale > 0 && scale.isFinite ? scale : 1
    }

    /// Makes a picture without pixels.
    public convenience override init() { self.init(nil, nil, 1, .up) }

    /// A picture with the pixels of a `CGImage`.
    public convenience init(cgImage: CGImage) { self.init(cgImage, nil, 1, .up) }

    /// A picture with the pixels of a `CGImage`, a number of pixels per point and an orientation.
    public convenience init(cgImage: CGImage, scale: CGFloat, orientation: Orientation) { self.init(cgImage, nil, scale, orientation) }

    /// A picture that is computed from a Core Image picture when it is drawn.
    public convenience init(ciImage: CIImage) { self.init(nil, ciImage, 1, .up) }

    /// A picture that is computed from a Core Image picture when it is drawn, with a number of pixels per point and an orientation.
    public convenience init(ciImage: CIImage, scale: CGFloat, orientation: Orientation) { self.init(nil, ciImage, scale, orientation) }

    /// A picture from the bytes of a file in any supported format; `nil` for other formats.
    public convenience init?(data: Data) { self.init(data: data, scale: 1) }

    /// A picture from the bytes of a file in any supported format; `nil` for other formats.
    public convenience init?(data: Data, scale: CGFloat) {
        self.init(PictureFile(CGImageSourceCreateWithData(data as CFData, nil)), scale)
    }

    /// The picture of a file; `nil` if it cannot be read. If the name ends in `@2x` or `@3x`, there are two or three pixels per point.
    public convenience init?(contentsOfFile path: String) {
        let name = ((path as NSString).lastPathComponent as NSString).deletingPathExtension
        let scale: CGFloat = name.hasSuffix("@2x") ? 2 : name.hasSuffix("@3x") ? 3 : 1
        self.init(PictureFile(CGImageSourceCreateWithURL(URL(fileURLWithPath: path), nil)), scale)
    }

    /// A picture file in the main bundle, by its name with or without an extension; `nil` if there is none. Asset catalogues are not read.
    public convenience init?(named name: String) {
        guard let url = PictureFile.url(named: name, in: .main) else { return nil }
        self.init(contentsOfFile: url.path)
    }

    /// The picture of a literal `#imageLiteral`: a file in the main bundle, which must exist.
    public required convenience init(imageLiteralResourceName name: String) {
        guard let image = UIImage(named: name) else { preconditionFailure("there is no picture '\(name)' in the main bundle") }
        self.init(image.cgImage, image.ciImage, image.scale, image.imageOrientation)
    }

    private convenience init?(_ file: PictureFile?, _ scale: CGFloat) {
        guard let file else { return nil }
        self.init(file.image, nil, scale, Orientation(file.orientation))
    }

    /// The size of the upright picture in points. It is 0 if the picture is infinite.
    open var size: CGSize {
        var size = CGSize.zero
        if let cgImage {
            size = CGSize(width: cgImage.width, height: cgImage.height)
        } else if let extent = ciImage?.extent, !extent.isInfinite, !extent.isNull {
            size = extent.size
        }
        let isTurned = imageOrientation.stored.rawValue >= 5
        return CGSize(width: (isTurned ? size.height : size.width) / scale, height: (isTurned ? size.width : size.height) / scale)
    }

    /// The pixels of the upright picture; `nil` if there are none.
    package var shown: CGImage? {
        if let cgImage { return cgImage.upright(imageOrientation.stored) }
        guard let turned = ciImage?.oriented(imageOrientation.stored) else { return nil }
        return CIContext().createCGImage(turned, from: turned.extent)
    }

    // MARK: Drawing

    /// Draws the picture in the current context, with its upper left corner at a point.
    open func draw(at point: CGPoint) { draw(at: point, blendMode: .normal, alpha: 1) }

    /// Draws the picture in the current context with a blend mode and an opacity. Its upper left corner is at `point`.
    open func draw(at point: CGPoint, blendMode: CGBlendMode, alpha: CGFloat) {
        draw(in: CGRect(origin: point, size: size), blendMode: blendMode, alpha: alpha)
    }

    /// Draws the picture in the current context, stretched to a rectangle.
    open func draw(in rect: CGRect) { draw(in: rect, blendMode: .normal, alpha: 1) }

    /// Draws the picture in the current context, stretched to a rectangle, with a blend mode and an opacity.
    open func draw(in rect: CGRect, blendMode: CGBlendMode, alpha: CGFloat) {
        guard let target = DrawingStack.current, let shown else { return }
        target.draw(shown, in: rect, blendMode: blendMode, alpha: alpha)
    }

    // MARK: Other pictures

    /// The picture reflected from left to right.
    open func withHorizontallyFlippedOrientation() -> UIImage {
        let flipped: Orientation =
            switch imageOrientation {
            case .up: .upMirrored
            case .down: .downMirrored
            case .left: .rightMirrored
            case .right: .leftMirrored
            case .upMirrored: .up
            case .downMirrored: .down
            case .leftMirrored: .right
            case .rightMirrored: .left
            }
        return UIImage(cgImage, ciImage, scale, flipped)
    }

    /// A picture that has this picture's alpha and a single colour.
    open func withTintColor(_ color: UIColor) -> UIImage {
        guard let shown, let target = DrawingTarget(size: size, scale: scale, isOpaque: false, isFlipped: true) else { return self }
        let whole = CGRect(origin: .zero, size: size)
        target.draw(shown, in: whole)
        target.context.setBlendMode(.sourceIn)
        target.context.setFillColor(color.cgColor)
        target.context.fill(whole)
        return UIImage(target.context.makeImage(), nil, scale, .up)
    }

    /// The picture scaled to fit into a size in points, with its aspect ratio; `nil` if there are no pixels.
    open func preparingThumbnail(of size: CGSize) -> UIImage? {
        let own = self.size
        guard let shown, own.width > 0, own.height > 0, size.width > 0, size.height > 0 else { return nil }
        let factor = min(size.width / own.width, size.height / own.height)
        let part = CGSize(width: own.width * factor, height: own.height * factor)
        guard let target = DrawingTarget(size: part, scale: scale, isOpaque: false, isFlipped: true) else { return nil }
        target.draw(shown, in: CGRect(origin: .zero, size: part))
        return UIImage(target.context.makeImage(), nil, scale, .up)
    }

    // MARK: Files

    /// The bytes of a PNG file with the upright picture; `nil` if there are no pixels.
    open func pngData() -> Data? { shown.flatMap { PictureFile.data($0, "public.png") } }

    /// The bytes of a JPEG file with the stored pixels and their orientation; `nil` if there are no pixels.
    ///
    /// - Parameter compressionQuality: the quality, from 0 for the smallest file to 1 for the best picture.
    open func jpegData(compressionQuality: CGFloat) -> Data? {
        let properties: [String: Any] = [kCGImageDestinationLossyCompressionQuality: Double(compressionQuality)]
        guard let cgImage else { return shown.flatMap { PictureFile.data($0, "public.jpeg", properties) } }
        let orientation = imageOrientation.stored.rawValue
        return PictureFile.data(cgImage, "public.jpeg", properties.merging([kCGImagePropertyOrientation: orientation]) { $1 })
    }

    /// The bytes of a HEIC file with the upright picture; `nil` if there are no pixels, or if this machine cannot write such files.
    open func heicData() -> Data? { shown.flatMap { PictureFile.data($0, "public.heic") } }
}

/// The bytes of a PNG file with the picture, like ``UIImage/pngData()``.
public func UIImagePNGRepresentation(_ image: UIImage) -> Data? { image.pngData() }

/// The bytes of a JPEG file with the picture, like ``UIImage/jpegData(compressionQuality:)``.
public func UIImageJPEGRepresentation(_ image: UIImage, _ compressionQuality: CGFloat) -> Data? {
    image.jpegData(compressionQuality: compressionQuality)
}

extension CIImage {
    /// The pixels or the Core Image picture of a `UIImage`, in the stored orientation; `nil` if the picture is empty.
    public convenience init?(image: UIImage) { self.init(image: image, options: nil) }

    /// The pixels or the Core Image picture of a `UIImage`, in the stored orientation; `nil` if the picture is empty.
    public convenience init?(image: UIImage, options: [CIImageOption: Any]? = nil) {
        if let cgImage = image.cgImage {
            self.init(cgImage: cgImage, options: options)
        } else if let recipe = image.ciImage {
            self.init(recipe.recipe, properties: recipe.properties, url: recipe.url)
        } else {
            return nil
        }
    }
}
