import CoreGraphics
import CoreImage
import Foundation
import ImageIO

// The little of UIKit that the app touches. A label prints what it shows, and ends the program.

final class UILabel: @unchecked Sendable {
    var text: String? {
        didSet {
            print("label:", text ?? "")
            exit(0)
        }
    }
}

final class UIImage: @unchecked Sendable {
    enum Orientation: Int {
        case up, down, left, right, upMirrored, downMirrored, leftMirrored, rightMirrored
    }

    let cgImage: CGImage?
    let imageOrientation: Orientation

    init?(contentsOfFile path: String) {
        let url = URL(fileURLWithPath: path)
        let options = [kCGImageSourceShouldCache as String: true] as CFDictionary
        guard let source = CGImageSourceCreateWithURL(url as CFURL, options),
            let image = CGImageSourceCreateImageAtIndex(source, 0, nil)
        else { return nil }
        cgImage = image
        let properties = CGImageSourceCopyPropertiesAtIndex(source, 0, nil)
        let number = properties?[kCGImagePropertyOrientation] as? UInt32 ?? 1
        let exif = CGImagePropertyOrientation(rawValue: number) ?? .up
        let all: [Orientation] = [.up, .down, .left, .right, .upMirrored, .downMirrored, .leftMirrored, .rightMirrored]
        imageOrientation = all.first { CGImagePropertyOrientation($0) == exif } ?? .up
    }
}

extension CIImage {
    convenience init?(image: UIImage) {
        guard let cgImage = image.cgImage else { return nil }
        self.init(cgImage: cgImage)
    }
}

extension CGImagePropertyOrientation {
    init(_ orientation: UIImage.Orientation) {
        switch orientation {
        case .up: self = .up
        case .upMirrored: self = .upMirrored
        case .down: self = .down
        case .downMirrored: self = .downMirrored
        case .left: self = .left
        case .leftMirrored: self = .leftMirrored
        case .right: self = .right
        case .rightMirrored: self = .rightMirrored
        }
    }
}
