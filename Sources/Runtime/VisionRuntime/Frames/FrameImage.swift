import CoreImage
import CoreMedia
import CoreVideo

/// An image in one of the forms that programs provide.
package enum FrameImage: @unchecked Sendable {
    case url(URL)
    case data(Data)
    case cgImage(CGImage)
    case ciImage(CIImage)
    case pixelBuffer(CVPixelBuffer)
    case sampleBuffer(CMSampleBuffer)
}
