import CoreGraphics

/// The largest rectangle with an aspect ratio inside another rectangle. Both rectangles have the same centre.
///
/// - Parameters:
///   - aspectRatio: width and height, in any unit.
///   - boundingRect: the rectangle to fit into.
/// - Returns: the rectangle; a null rectangle if the width or the height of the ratio is not positive.
public func AVMakeRect(aspectRatio: CGSize, insideRect boundingRect: CGRect) -> CGRect {
    guard aspectRatio.width > 0, aspectRatio.height > 0 else { return .null }
    let scale = min(boundingRect.width / aspectRatio.width, boundingRect.height / aspectRatio.height)
    let (width, height) = (aspectRatio.width * scale, aspectRatio.height * scale)
    return CGRect(x: boundingRect.midX - width / 2, y: boundingRect.midY - height / 2, width: width, height: height)
}
