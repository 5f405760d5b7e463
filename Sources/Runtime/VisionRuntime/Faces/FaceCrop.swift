import CoreGraphics
import CoreML
import CoreMLRuntime
import Foundation

/// The square around a face that becomes the input of a network.
struct FaceCrop: Hashable, Sendable {
    /// The centre of the square, in pixels of the upright image, with the origin at the top left.
    var center: CGPoint
    /// The side of the square, in pixels of the image.
    var side: Double
    /// The counterclockwise roll angle of the face in the image. The crop turns the face upright.
    var roll: Double
    /// Whether the crop is mirrored.
    var isMirrored = false

    init(center: CGPoint, side: Double, roll: Double, isMirrored: Bool = false) {
        (self.center, self.side, self.roll, self.isMirrored) = (center, side, roll, isMirrored)
    }

    /// - Parameters:
    ///   - boundingBox: the face's box, normalised to the upright image. The origin is at the lower left.
    ///   - margin: the side of the square as a multiple of the box's longer side.
    init(around boundingBox: CGRect, roll: Double, margin: Double, in frame: FrameInfo) {
        let box = frame.pixels(in: boundingBox)
        // A square of less than a pixel shows nothing.
        let side = max(margin * Double(max(box.width, box.height)), 1)
        self.init(center: CGPoint(x: box.midX, y: box.midY), side: side, roll: roll)
    }

    /// The warp from the square to an image of `pixels` × `pixels` pixels.
    func warp(pixels: Int) -> FrameWarp {
        let (right, down) = axes
        let scale = side / Double(pixels)
        let (x, y) = (Double(center.x) - side / 2 * (right.x + down.x), Double(center.y) - side / 2 * (right.y + down.y))
        let map = Homography([scale * right.x, scale * down.x, x, scale * right.y, scale * down.y, y, 0, 0, 1])
        return FrameWarp(outputToImage: map, width: pixels, height: pixels)
    }

    /// Converts a point in the square to pixels of the image. Both origins are at the top left, and the square's side has the length 1.
    func imagePoint(_ u: Double, _ v: Double) -> SIMD2<Double> {
        let (right, down) = axes
        return SIMD2(Double(center.x), Double(center.y)) + side * ((u - 0.5) * right + (v - 0.5) * down)
    }

    /// Unit vectors of the square's right and down directions in the image. The y axis of the image points down.
    private var axes: (right: SIMD2<Double>, down: SIMD2<Double>) {
        let (cosine, sine) = (cos(roll), sin(roll))
        return (SIMD2(cosine, -sine) * (isMirrored ? -1 : 1), SIMD2(sine, cosine))
    }
}

/// A warped part of a frame that becomes a model's input.
struct WarpTensor: ImageTensorSource {
    let frame: Frame
    let warp: FrameWarp

    var width: Int { warp.width }
    var height: Int { warp.height }

    func write(to destination: UnsafeMutablePointer<Float>, _ preprocessing: ImagePreprocessing) throws {
        let tensor = try frame.tensor(warp, preprocessing)
        tensor.elements.withUnsafeBufferPointer { elements in
            if let base = elements.baseAddress { destination.update(from: base, count: elements.count) }
        }
    }
}
