import Foundation
import Vision

/// A number from 0 to 1 for each cell of a grid over a picture, the top row first. The number says how much the cell draws attention, or how probable
/// it is that the cell belongs to an object.
package struct HeatMap: Sendable {
    package let width: Int
    package let height: Int
    package let values: [Float]
    /// The colour of the map as red, green and blue, from 0 to 1. If it is `nil`, the colours go from yellow to red, for a map of attention.
    private let tint: (Float, Float, Float)?

    /// - Parameter buffer: a map with one 32-bit floating-point component.
    package init(_ buffer: CVPixelBuffer, tint: (Float, Float, Float)? = nil) {
        self.tint = tint
        (width, height) = (CVPixelBufferGetWidth(buffer), CVPixelBufferGetHeight(buffer))
        CVPixelBufferLockBaseAddress(buffer, .readOnly)
        defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
        var values: [Float] = []
        if let base = CVPixelBufferGetBaseAddress(buffer) {
            let bytesPerRow = CVPixelBufferGetBytesPerRow(buffer)
            for y in 0..<height {
                for x in 0..<width { values.append((base + y * bytesPerRow).loadUnaligned(fromByteOffset: 4 * x, as: Float.self)) }
            }
        }
        self.values = values
    }

    /// A partly transparent picture of the map, to be drawn over the photo.
    package func makePicture() -> CGImage? {
        var bytes: [UInt8] = []
        for value in values {
            // The components are multiplied by the alpha.
            let color: [Float]
            if let tint {
                let alpha = 0.5 * value
                color = [alpha * tint.0, alpha * tint.1, alpha * tint.2, alpha]
            } else {
                // The square root makes places visible that draw less attention.
                let heat = value.squareRoot()
                let alpha = 0.65 * heat
                color = [alpha, alpha * (1 - heat), 0, alpha]
            }
            bytes += color.map { UInt8((255 * $0).rounded()) }
        }
        guard values.count == width * height, let provider = CGDataProvider(data: Data(bytes) as CFData),
            let space = CGColorSpace(name: CGColorSpace.sRGB)
        else { return nil }
        return CGImage(
            width: width, height: height, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: 4 * width, space: space,
            bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.premultipliedLast.rawValue), provider: provider, decode: nil,
            shouldInterpolate: true, intent: .defaultIntent)
    }
}
