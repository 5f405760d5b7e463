import simd

// Conversions between normalised coordinates (0…1 of the upright image, origin at the lower left) and pixels of the image (same origin).
// A region of interest is normalised to the whole image; coordinates "using a region of interest" are normalised to that region.

/// The whole image, normalised.
public let VNNormalizedIdentityRect = CGRect(x: 0, y: 0, width: 1, height: 1)

/// Whether a normalised rectangle is the whole image.
public func VNNormalizedRectIsIdentityRect(_ normalizedRect: CGRect) -> Bool {
    normalizedRect == VNNormalizedIdentityRect
}

/// Converts a point from coordinates normalised to the image to pixels.
public func VNImagePointForNormalizedPoint(_ normalizedPoint: CGPoint, _ imageWidth: Int, _ imageHeight: Int) -> CGPoint {
    VNImagePointForNormalizedPointUsingRegionOfInterest(normalizedPoint, imageWidth, imageHeight, VNNormalizedIdentityRect)
}

/// Converts a point from coordinates normalised to a region of interest to pixels of the whole image.
public func VNImagePointForNormalizedPointUsingRegionOfInterest(
    _ normalizedPoint: CGPoint, _ imageWidth: Int, _ imageHeight: Int, _ roi: CGRect
) -> CGPoint {
    NormalizedPoint(normalizedPoint: normalizedPoint)
        .toImageCoordinates(from: NormalizedRect(normalizedRect: roi), imageSize: CGSize(width: imageWidth, height: imageHeight))
}

/// Converts a point from pixels to coordinates normalised to the image.
public func VNNormalizedPointForImagePoint(_ imagePoint: CGPoint, _ imageWidth: Int, _ imageHeight: Int) -> CGPoint {
    VNNormalizedPointForImagePointUsingRegionOfInterest(imagePoint, imageWidth, imageHeight, VNNormalizedIdentityRect)
}

/// Converts a point from pixels of the image to coordinates normalised to a region of interest.
public func VNNormalizedPointForImagePointUsingRegionOfInterest(
    _ imagePoint: CGPoint, _ imageWidth: Int, _ imageHeight: Int, _ roi: CGRect
) -> CGPoint {
    let size = CGSize(width: imageWidth, height: imageHeight)
    return NormalizedPoint(imagePoint: imagePoint, in: size, normalizedTo: NormalizedRect(normalizedRect: roi)).cgPoint
}

/// Converts a rectangle from coordinates normalised to the image to pixels.
public func VNImageRectForNormalizedRect(_ normalizedRect: CGRect, _ imageWidth: Int, _ imageHeight: Int) -> CGRect {
    VNImageRectForNormalizedRectUsingRegionOfInterest(normalizedRect, imageWidth, imageHeight, VNNormalizedIdentityRect)
}

/// Converts a rectangle from coordinates normalised to a region of interest to pixels of the whole image.
public func VNImageRectForNormalizedRectUsingRegionOfInterest(
    _ normalizedRect: CGRect, _ imageWidth: Int, _ imageHeight: Int, _ roi: CGRect
) -> CGRect {
    NormalizedRect(normalizedRect: normalizedRect)
        .toImageCoordinates(from: NormalizedRect(normalizedRect: roi), imageSize: CGSize(width: imageWidth, height: imageHeight))
}

/// Converts a rectangle from pixels to coordinates normalised to the image.
public func VNNormalizedRectForImageRect(_ imageRect: CGRect, _ imageWidth: Int, _ imageHeight: Int) -> CGRect {
    VNNormalizedRectForImageRectUsingRegionOfInterest(imageRect, imageWidth, imageHeight, VNNormalizedIdentityRect)
}

/// Converts a rectangle from pixels of the image to coordinates normalised to a region of interest.
public func VNNormalizedRectForImageRectUsingRegionOfInterest(
    _ imageRect: CGRect, _ imageWidth: Int, _ imageHeight: Int, _ roi: CGRect
) -> CGRect {
    let size = CGSize(width: imageWidth, height: imageHeight)
    return NormalizedRect(imageRect: imageRect, in: size, normalizedTo: NormalizedRect(normalizedRect: roi)).cgRect
}

/// Converts a face landmark to a `CGPoint` in coordinates normalised to the face's bounding box.
///
/// The points of a landmark region already have these coordinates. The bounding box and the size of the image are therefore ignored.
public func VNNormalizedFaceBoundingBoxPointForLandmarkPoint(
    _ faceLandmarkPoint: vector_float2, _ faceBoundingBox: CGRect, _ imageWidth: Int, _ imageHeight: Int
) -> CGPoint {
    CGPoint(x: CGFloat(faceLandmarkPoint.x), y: CGFloat(faceLandmarkPoint.y))
}

/// Converts a face landmark from coordinates normalised to the face's bounding box to pixels of the image.
public func VNImagePointForFaceLandmarkPoint(
    _ faceLandmarkPoint: vector_float2, _ faceBoundingBox: CGRect, _ imageWidth: Int, _ imageHeight: Int
) -> CGPoint {
    let landmark = CGPoint(x: CGFloat(faceLandmarkPoint.x), y: CGFloat(faceLandmarkPoint.y))
    return VNImagePointForNormalizedPointUsingRegionOfInterest(landmark, imageWidth, imageHeight, faceBoundingBox)
}
