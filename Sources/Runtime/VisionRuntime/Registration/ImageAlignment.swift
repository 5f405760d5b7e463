import CoreGraphics

/// The transform that aligns a floating image with a reference.
package struct ImageAlignment: Sendable {
    /// The map from points of the floating image to points of the reference. The unit is pixels of the upright images, with the origin at
    /// the lower left. The last element is 1.
    package let map: Homography
    /// The confidence, from 0 to 1. It is 0 if the map is unknown.
    package let confidence: Float

    package init(map: Homography, confidence: Float) {
        self.map = map
        self.confidence = confidence
    }

    /// - Parameters:
    ///   - map: in pixels of a part of the images. The origin is at the part's upper left.
    ///   - part: the part's rectangle, origin at the images' upper left.
    ///   - height: the images' height.
    init(_ map: Homography, confidence: Float, part: CGRect, height: Int) {
        let origin = SIMD2(Double(part.minX), Double(part.minY))
        let whole = Homography(translation: origin) * map * Homography(translation: -origin)
        let upsideDown = Homography([1, 0, 0, 0, -1, Double(height), 0, 0, 1])
        self.init(map: (upsideDown * whole * upsideDown).normalized, confidence: confidence)
    }
}

/// The kind of transform that aligns two images.
package enum RegistrationModel: Hashable, Sendable {
    case translation
    case homography
}

/// An image for registration, with data that is computed once.
struct RegisteredImage: Sendable {
    let image: RegistrationImage
    /// The data for alignment by a homography; `nil` if only a shift is needed.
    private let homographyImage: HomographyImage?

    /// - Throws: `VisionFailure`.
    init(_ plane: GrayPlane, for model: RegistrationModel) throws {
        switch model {
        case .translation:
            image = try RegistrationImage(plane)
            homographyImage = nil
        case .homography:
            let prepared = try HomographyImage(plane)
            image = prepared.image
            homographyImage = prepared
        }
    }

    /// The transform that aligns this image with a reference prepared in the same way, in pixels, origin at the upper left.
    func aligned(to reference: RegisteredImage) throws -> (map: Homography, confidence: Float) {
        if let homographyImage, let other = reference.homographyImage {
            let alignment = try HomographyAlignment.align(floating: homographyImage, reference: other)
            return (Homography(alignment.matrix), alignment.confidence)
        }
        let alignment = try TranslationAlignment.align(floating: image, reference: reference.image)
        return (Homography(translation: SIMD2(alignment.dx, alignment.dy)), alignment.confidence)
    }
}
