import CoreGraphics

/// How the content of a floating image is brought onto a reference's.
package struct ImageAlignment: Sendable {
    /// Maps points of the floating image to the reference's: in pixels of the upright images, the origin at the lower left. The last element
    /// is 1.
    package let map: Homography
    /// From 0, where nothing is known, to 1.
    package let confidence: Float

    package init(map: Homography, confidence: Float) {
        self.map = map
        self.confidence = confidence
    }

    /// - Parameters:
    ///   - map: in pixels of a part of the images, the origin at its upper left.
    ///   - part: where the part lies in an image, the origin at the upper left.
    ///   - height: of the images.
    init(_ map: Homography, confidence: Float, part: CGRect, height: Int) {
        let origin = SIMD2(Double(part.minX), Double(part.minY))
        let whole = Homography(translation: origin) * map * Homography(translation: -origin)
        let upsideDown = Homography([1, 0, 0, 0, -1, Double(height), 0, 0, 1])
        self.init(map: (upsideDown * whole * upsideDown).normalized, confidence: confidence)
    }
}

/// What images may be brought onto one another by.
package enum RegistrationModel: Hashable, Sendable {
    case translation
    case homography
}

/// An image that is to be registered, with all that is made of it once.
struct RegisteredImage: Sendable {
    let image: RegistrationImage
    /// Absent where only a shift is asked for.
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

    /// How this image is brought onto a reference that was prepared alike, in pixels, the origin at the upper left.
    func aligned(to reference: RegisteredImage) throws -> (map: Homography, confidence: Float) {
        if let homographyImage, let other = reference.homographyImage {
            let alignment = try HomographyAlignment.align(floating: homographyImage, reference: other)
            return (Homography(alignment.matrix), alignment.confidence)
        }
        let alignment = try TranslationAlignment.align(floating: image, reference: reference.image)
        return (Homography(translation: SIMD2(alignment.dx, alignment.dy)), alignment.confidence)
    }
}
