import CoreGraphics
import CoreVideo
import Foundation
import ImageIO

extension MLFeatureValue {
    /// Decodes an image file in the size and format of a model's input. The file's EXIF orientation is applied.
    ///
    /// - Throws: `MLModelError.generic` that names the file and the reason.
    public convenience init(imageAt url: URL, constraint: MLImageConstraint, options: [ImageOption: Any]? = nil) throws {
        try self.init(
            imageAt: url, pixelsWide: constraint.pixelsWide, pixelsHigh: constraint.pixelsHigh,
            pixelFormatType: constraint.pixelFormatType, options: options)
    }

    /// Decodes an image file in the size and format of a model's input.
    ///
    /// - Parameter orientation: the orientation of the stored pixels. It replaces the orientation in the file.
    /// - Throws: `MLModelError.generic` that names the file and the reason.
    public convenience init(
        imageAt url: URL, orientation: CGImagePropertyOrientation, constraint: MLImageConstraint, options: [ImageOption: Any]? = nil
    ) throws {
        try self.init(
            imageAt: url, orientation: orientation, pixelsWide: constraint.pixelsWide, pixelsHigh: constraint.pixelsHigh,
            pixelFormatType: constraint.pixelFormatType, options: options)
    }

    /// Decodes an image file in the given size and format. The file's EXIF orientation is applied.
    ///
    /// - Parameter pixelFormatType: the format of the pixels; 0 for BGRA.
    /// - Throws: `MLModelError.generic` that names the file and the reason.
    public convenience init(
        imageAt url: URL, pixelsWide: Int, pixelsHigh: Int, pixelFormatType: OSType, options: [ImageOption: Any]? = nil
    ) throws {
        let target = ImageTarget(width: pixelsWide, height: pixelsHigh, format: pixelFormatType)
        self.init(pixelBuffer: try target.makeBuffer(of: url, orientation: nil, options))
    }

    /// Decodes an image file in the given size and format.
    ///
    /// - Parameters:
    ///   - orientation: the orientation of the stored pixels. It replaces the orientation in the file.
    ///   - pixelFormatType: the format of the pixels; 0 for BGRA.
    /// - Throws: `MLModelError.generic` that names the file and the reason.
    public convenience init(
        imageAt url: URL, orientation: CGImagePropertyOrientation, pixelsWide: Int, pixelsHigh: Int, pixelFormatType: OSType,
        options: [ImageOption: Any]? = nil
    ) throws {
        let target = ImageTarget(width: pixelsWide, height: pixelsHigh, format: pixelFormatType)
        self.init(pixelBuffer: try target.makeBuffer(of: url, orientation: Int(orientation.rawValue), options))
    }
}

extension ImageTarget {
    /// Decodes an image file, if possible at a reduced size that is sufficient, and fits the image into a new buffer.
    ///
    /// - Parameter orientation: the orientation of the stored pixels; `nil` for the orientation in the file.
    fileprivate func makeBuffer(of url: URL, orientation: Int?, _ options: [MLFeatureValue.ImageOption: Any]?) throws -> CVPixelBuffer {
        let file: ImageFile
        do {
            file = try ImageFile(contentsOf: url, acceptsDamage: options?[.acceptsDamage] as? Bool ?? true)
        } catch {
            throw MLModelError(unreadableImageAt: url, error)
        }
        let size = (width: file.width, height: file.height)
        return try makeBuffer(size, orientation: orientation ?? file.orientation, options) { needed in
            try file.decode(atLeast: needed)
        }
    }
}
