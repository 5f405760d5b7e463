import CoreGraphics
import CoreVideo

/// The arguments are invalid: the pixels are not a picture, such as the vectors of an optical flow.
public let kVTParameterErr: OSStatus = -12902
/// There is no memory for a picture.
public let kVTAllocationFailedErr: OSStatus = -12904

/// Makes a picture of a pixel buffer. The pixels are copied.
///
/// - Parameters:
///   - pixelBuffer: a pixel buffer of any format that Core Image reads.
///   - options: ignored.
///   - imageOut: the place of the picture. It becomes `nil` on failure.
/// - Returns: 0 on success, ``kVTParameterErr`` or ``kVTAllocationFailedErr``.
@discardableResult
public func VTCreateCGImageFromCVPixelBuffer(
    _ pixelBuffer: CVPixelBuffer, options: CFDictionary?, imageOut: UnsafeMutablePointer<CGImage?>
) -> OSStatus {
    do {
        imageOut.pointee = try pixelBuffer.makeImage()
        return 0
    } catch {
        imageOut.pointee = nil
        return (error as? ImageError)?.kind == .outOfMemory ? kVTAllocationFailedErr : kVTParameterErr
    }
}
