import CoreGraphics
import CoreMLRuntime

/// A warp of a part of an image: the part may be rotated, sheared or seen in perspective.
package struct FrameWarp: Hashable, Sendable {
    /// Maps pixels of the output to pixels of the upright image at its full size. Both have their origin at the top left; (0, 0) is the
    /// corner of the first pixel.
    package var outputToImage: Homography
    package var width: Int
    package var height: Int

    package init(outputToImage: Homography, width: Int, height: Int) {
        self.outputToImage = outputToImage
        self.width = width
        self.height = height
    }

    /// The part of the image inside four corners, warped to a rectangle.
    ///
    /// - Parameter corners: from the top left, clockwise, in pixels of the upright image.
    /// - Returns: `nil` if the corners span no area.
    package init?(corners: [CGPoint], width: Int, height: Int) {
        guard width > 0, height > 0, let square = Homography(unitSquareTo: corners) else { return nil }
        let scale = Homography([1 / Double(width), 0, 0, 0, 1 / Double(height), 0, 0, 0, 1])
        self.init(outputToImage: square * scale, width: width, height: height)
    }

    /// The region that the warp reads, and the resolution that the warp needs. The region is the smallest upright rectangle.
    package func demand(of info: FrameInfo) -> FrameDemand {
        let corners = [(0.0, 0.0), (Double(width), 0), (Double(width), Double(height)), (0, Double(height))].map(outputToImage.apply)
        guard corners.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) else { return .whole(info) }
        let region = CGRect(around: corners.map { CGPoint(x: $0.x, y: $0.y) }).intersection(CGRect(origin: .zero, size: info.size))
        guard !region.isNull, !region.isEmpty else { return .whole(info) }
        // The needed resolution follows from the finest sampling along the sides.
        func length(_ from: Int, _ to: Int) -> Double {
            let (dx, dy) = (corners[to].x - corners[from].x, corners[to].y - corners[from].y)
            return max((dx * dx + dy * dy).squareRoot(), 1e-6)
        }
        let across = Double(width) / min(length(0, 1), length(3, 2))
        let down = Double(height) / min(length(0, 3), length(1, 2))
        let scale = min(max(across, down), 1)
        return FrameDemand(region: region, size: CGSize(width: region.width * scale, height: region.height * scale))
    }
}

extension Frame {
    /// A warped part of the image as a planar tensor. It is sampled bilinearly, and black outside of the image. Each tensor is made once.
    ///
    /// - Throws: `VisionFailure` that names the image, or `invalidArgument` if the warp has no size.
    package func tensor(_ warp: FrameWarp, _ preprocessing: ImagePreprocessing) throws -> PlanarTensor {
        guard warp.width > 0, warp.height > 0, warp.outputToImage.elements.allSatisfy(\.isFinite) else {
            throw VisionFailure(.invalidArgument, "a warp to \(warp.width) × \(warp.height) pixels is not possible")
        }
        return try derivatives.value(WarpKey(warp: warp, preprocessing: preprocessing)) {
            let source = try uprightColor(for: warp)
            return source.tensor(warp, preprocessing)
        }
    }

    /// The upright pixels that a warp reads. If the warp shrinks the image, the pixels are reduced first. Bilinear sampling then skips no
    /// pixel.
    private func uprightColor(for warp: FrameWarp) throws -> UprightPart {
        let demand = warp.demand(of: info)
        let region = demand.region.integral.intersection(CGRect(origin: .zero, size: info.size))
        let scale = demand.scale
        let width = max(1, Int((region.width * scale).rounded(.up)))
        let height = max(1, Int((region.height * scale).rounded(.up)))
        return try derivatives.value(UprightKey(region: region, width: width, height: height)) {
            let geometry = RasterGeometry(orientation: orientation, region: region, outputWidth: width, outputHeight: height)
            return try withPixels(geometry) { raster, geometry in
                let pixels = try MutableRaster(allocating: .rgba8, width: width, height: height)
                try resample(raster, geometry, into: pixels)
                return UprightPart(region: region, pixels: pixels.raster)
            }
        }
    }
}

private struct WarpKey: Hashable {
    let warp: FrameWarp
    let preprocessing: ImagePreprocessing
}

private struct UprightKey: Hashable {
    let region: CGRect
    let width: Int
    let height: Int
}

/// A part of the upright image in four bytes a pixel.
private struct UprightPart: Sendable {
    let region: CGRect
    let pixels: Raster

    func tensor(_ warp: FrameWarp, _ preprocessing: ImagePreprocessing) -> PlanarTensor {
        let area = warp.width * warp.height
        let channels = preprocessing.channels.count
        // The map from the output to this part's pixels.
        let toPart = Homography([
            Double(pixels.width) / Double(region.width), 0, -Double(region.minX) * Double(pixels.width) / Double(region.width),
            0, Double(pixels.height) / Double(region.height), -Double(region.minY) * Double(pixels.height) / Double(region.height),
            0, 0, 1,
        ])
        let map = toPart * warp.outputToImage
        let elements = [Float](unsafeUninitializedCapacity: channels * area) { buffer, count in
            for y in 0..<warp.height {
                for x in 0..<warp.width {
                    let point = map.apply(Double(x) + 0.5, Double(y) + 0.5)
                    let color = sample(point.x - 0.5, point.y - 0.5)
                    let index = y * warp.width + x
                    switch preprocessing.channels {
                    case .gray:
                        let gray = luma(color.x, color.y, color.z)
                        buffer.initializeElement(at: index, to: gray * preprocessing.scale + preprocessing.biases[0])
                    case .rgb, .bgr:
                        let ordered = preprocessing.channels == .rgb ? color : SIMD4(color.z, color.y, color.x, 0)
                        for c in 0..<3 {
                            buffer.initializeElement(at: c * area + index, to: ordered[c] * preprocessing.scale + preprocessing.biases[c])
                        }
                    }
                }
            }
            count = channels * area
        }
        return PlanarTensor(channels: channels, width: warp.width, height: warp.height, elements: elements)
    }

    /// The bilinear interpolation of four pixels, 0…255. Pixels outside of the image are black.
    private func sample(_ x: Double, _ y: Double) -> SIMD4<Float> {
        guard x > -1, y > -1, x < Double(pixels.width), y < Double(pixels.height) else { return .zero }
        let (left, top) = (Int(x.rounded(.down)), Int(y.rounded(.down)))
        let (fx, fy) = (Float(x - Double(left)), Float(y - Double(top)))
        let upper = pixel(left, top) * (1 - fx) + pixel(left + 1, top) * fx
        let lower = pixel(left, top + 1) * (1 - fx) + pixel(left + 1, top + 1) * fx
        return upper * (1 - fy) + lower * fy
    }

    private func pixel(_ x: Int, _ y: Int) -> SIMD4<Float> {
        guard x >= 0, y >= 0, x < pixels.width, y < pixels.height else { return .zero }
        let plane = pixels.planes[0]
        let bytes = plane.base.loadUnaligned(fromByteOffset: y * plane.bytesPerRow + 4 * x, as: SIMD4<UInt8>.self)
        return SIMD4<Float>(bytes)
    }
}
