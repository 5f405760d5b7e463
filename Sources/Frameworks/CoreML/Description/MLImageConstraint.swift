import CoreVideo
import Foundation

/// The images that a feature accepts.
public final class MLImageConstraint: NSObject, @unchecked Sendable {
    /// The width of the default size, in pixels.
    public let pixelsWide: Int
    /// The height of the default size, in pixels.
    public let pixelsHigh: Int
    /// `kCVPixelFormatType_32BGRA` for colour, `OneComponent8` or `OneComponent16Half` for gray images.
    public let pixelFormatType: OSType
    /// The sizes that are accepted beside the default size.
    public let sizeConstraint: MLImageSizeConstraint
    /// Whether the planes of the model's tensor are in the order blue, green, red.
    package let isBGR: Bool

    package init(
        pixelsWide: Int, pixelsHigh: Int, pixelFormatType: OSType, sizeConstraint: MLImageSizeConstraint? = nil, isBGR: Bool = false
    ) {
        self.pixelsWide = pixelsWide
        self.pixelsHigh = pixelsHigh
        self.pixelFormatType = pixelFormatType
        self.isBGR = isBGR
        self.sizeConstraint = sizeConstraint ?? MLImageSizeConstraint(unspecifiedFor: pixelsWide, pixelsHigh)
    }

    public override var description: String {
        let format =
            switch pixelFormatType {
            case kCVPixelFormatType_OneComponent8: "Grayscale"
            case kCVPixelFormatType_OneComponent16Half: "Grayscale16Half"
            default: "Color"
            }
        return "\(format) \(sizeConstraint)"
    }
}

/// A width and a height in pixels.
public final class MLImageSize: NSObject, Sendable {
    /// The width in pixels.
    public let pixelsWide: Int
    /// The height in pixels.
    public let pixelsHigh: Int

    package init(pixelsWide: Int, pixelsHigh: Int) {
        self.pixelsWide = pixelsWide
        self.pixelsHigh = pixelsHigh
    }

    public override var description: String { "\(pixelsWide) x \(pixelsHigh)" }
}

/// The types of size constraints for an image.
public enum MLImageSizeConstraintType: Int, Sendable {
    /// Only the default size.
    case unspecified = 0
    /// A list of sizes.
    case enumerated = 2
    /// A range of widths and a range of heights.
    case range = 3
}

/// The sizes that an image feature accepts.
public final class MLImageSizeConstraint: NSObject, @unchecked Sendable {
    /// The type of the constraint: the default size alone, a list of sizes, or ranges.
    public let type: MLImageSizeConstraintType
    /// The sizes that are listed. If ``type`` is `.unspecified`, the default size is the only one. If it is `.range`, the list is empty.
    public let enumeratedImageSizes: [MLImageSize]
    package let widths: SizeRange
    package let heights: SizeRange

    init(unspecifiedFor width: Int, _ height: Int) {
        type = .unspecified
        enumeratedImageSizes = [MLImageSize(pixelsWide: width, pixelsHigh: height)]
        widths = SizeRange(lower: width, upper: width)
        heights = SizeRange(lower: height, upper: height)
    }

    package init(enumerated sizes: [MLImageSize]) {
        type = .enumerated
        enumeratedImageSizes = sizes
        widths = SizeRange(lower: sizes.map(\.pixelsWide).min() ?? 0, upper: sizes.map(\.pixelsWide).max() ?? 0)
        heights = SizeRange(lower: sizes.map(\.pixelsHigh).min() ?? 0, upper: sizes.map(\.pixelsHigh).max() ?? 0)
    }

    package init(widths: SizeRange, heights: SizeRange) {
        type = .range
        enumeratedImageSizes = []
        self.widths = widths
        self.heights = heights
    }

    /// The widths, starting at the smallest.
    public var pixelsWideRange: NSRange { widths.range }
    /// The heights, starting at the smallest.
    public var pixelsHighRange: NSRange { heights.range }

    package func allows(width: Int, height: Int) -> Bool {
        switch type {
        case .range: widths.contains(width) && heights.contains(height)
        case .unspecified, .enumerated: enumeratedImageSizes.contains { $0.pixelsWide == width && $0.pixelsHigh == height }
        }
    }

    public override var description: String {
        type == .range ? "\(widths) x \(heights)" : enumeratedImageSizes.map(\.description).joined(separator: " or ")
    }
}
