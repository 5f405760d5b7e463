import CoreGraphics

/// The size in pixels.
public func CVImageBufferGetEncodedSize(_ imageBuffer: CVImageBuffer) -> CGSize {
    CGSize(width: imageBuffer.width, height: imageBuffer.height)
}

/// The display size of the image: the attachment `kCVImageBufferDisplayDimensionsKey`, or the size in pixels if there is none.
public func CVImageBufferGetDisplaySize(_ imageBuffer: CVImageBuffer) -> CGSize {
    let dimensions = imageBuffer.attachment(kCVImageBufferDisplayDimensionsKey)?.value as? [String: Any]
    guard let width = dimensions?[kCVImageBufferDisplayWidthKey].flatMap(CVBuffer.number),
        let height = dimensions?[kCVImageBufferDisplayHeightKey].flatMap(CVBuffer.number)
    else { return CVImageBufferGetEncodedSize(imageBuffer) }
    return CGSize(width: width, height: height)
}

/// The part of the image that is displayed, in pixels from the top left. It is the attachment `kCVImageBufferCleanApertureKey`, whose
/// offsets are relative to the centre. Without this attachment it is the whole image.
public func CVImageBufferGetCleanRect(_ imageBuffer: CVImageBuffer) -> CGRect {
    let size = CVImageBufferGetEncodedSize(imageBuffer)
    let aperture = imageBuffer.attachment(kCVImageBufferCleanApertureKey)?.value as? [String: Any]
    guard let width = aperture?[kCVImageBufferCleanApertureWidthKey].flatMap(CVBuffer.number),
        let height = aperture?[kCVImageBufferCleanApertureHeightKey].flatMap(CVBuffer.number)
    else { return CGRect(origin: .zero, size: size) }
    let right = aperture?[kCVImageBufferCleanApertureHorizontalOffsetKey].flatMap(CVBuffer.number) ?? 0
    let down = aperture?[kCVImageBufferCleanApertureVerticalOffsetKey].flatMap(CVBuffer.number) ?? 0
    return CGRect(x: (size.width - width) / 2 + right, y: (size.height - height) / 2 + down, width: width, height: height)
}

/// Whether the first row is the top row: always `true`.
public func CVImageBufferIsFlipped(_ imageBuffer: CVImageBuffer) -> Bool { true }

extension CVBuffer {
    /// A number from an attachment of any numeric type.
    static func number(_ value: Any) -> Double? {
        if let number = value as? any BinaryFloatingPoint { return Double(number) }
        if let integer = value as? any BinaryInteger { return Double(integer) }
        return (value as? NSNumber)?.doubleValue
    }
}
