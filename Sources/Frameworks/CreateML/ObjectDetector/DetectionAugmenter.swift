import CoreGraphics
import CoreMLRuntime
import Foundation

/// Makes a training picture from a part of a picture, or from parts of four pictures (a mosaic). The parts are scaled, stretched and mirrored, and
/// their brightness and colour are changed.
struct DetectionAugmenter {
    let width: Int
    let height: Int
    /// The fraction of training pictures that are mosaics of four pictures.
    var mosaicShare = 0.3

    /// The minimum visible fraction of an object. An object below this fraction is left out.
    private static let leastVisiblePart: CGFloat = 0.3
    /// The minimum side of a box, in pixels. Boxes below this size are useless for training.
    private static let leastSide: CGFloat = 3

    /// A part of a picture, and its place in the training picture.
    private struct Placement {
        var target: (x: Range<Int>, y: Range<Int>)
        /// The part, in pixels of the picture. It may extend beyond the picture.
        var source: CGRect
        var isMirrored: Bool
    }

    /// The colour outside of the pictures: grey.
    private static let outside: [Float] = [114, 114, 114]

    /// Makes a training picture in `pixels`, as red, green and blue planes. Returns its objects, with boxes in pixels of the training picture.
    func fill(
        _ pixels: UnsafeMutablePointer<Float>, from pictures: DetectionPictures, first: Int, others: PictureSampling,
        pasting: ObjectPasting, _ generator: inout SplitMix64
    ) -> [DetectionPicture.Object] {
        var objects: [DetectionPicture.Object] = []
        let light = Light(&generator)
        let isMosaic = Double.random(in: 0..<1, using: &generator) < mosaicShare
        let across = isMosaic ? Int(Double(width) * Double.random(in: 0.35...0.65, using: &generator)) : width
        let down = isMosaic ? Int(Double(height) * Double.random(in: 0.35...0.65, using: &generator)) : height
        let columns = isMosaic ? [0..<across, across..<width] : [0..<width]
        let rows = isMosaic ? [0..<down, down..<height] : [0..<height]
        for (row, vertical) in rows.enumerated() {
            for (column, horizontal) in columns.enumerated() {
                let index = row + column == 0 ? first : others.draw(&generator)
                guard let picture = pictures[index] else {
                    // The picture could be read when training began, but not any more.
                    leaveEmpty((horizontal, vertical), pixels)
                    continue
                }
                let placement = placement(of: picture, (horizontal, vertical), isMosaic, &generator)
                draw(picture, placement, light, into: pixels)
                objects += picture.objects.compactMap { visible($0, picture, placement) }
            }
        }
        for _ in 0..<pasting.count(&generator) {
            guard let drawn = pasting.draw(&generator), let picture = pictures[drawn.picture],
                let object = picture.objects.filter({ $0.label == drawn.label }).randomElement(using: &generator),
                let patch = patch(of: object, in: picture, beside: objects, &generator)
            else { continue }
            paste(picture, patch, light, into: pixels)
            objects.append(.init(label: object.label, box: patch.box))
        }
        return objects
    }

    /// An object that is pasted over the training picture.
    private struct Patch {
        /// The object's box in the training picture.
        var box: CGRect
        /// The rectangle into which the object is drawn together with a margin of its surroundings, in pixels of the training picture.
        var target: CGRect
        var source: CGRect
        var isMirrored: Bool
    }

    /// The width of the surroundings that are pasted on each side of an object, as a fraction of the object's width or height.
    private static let margin: CGFloat = 0.15
    /// The maximum fraction of another object that a pasted object may hide.
    private static let largestHiddenPart: CGFloat = 0.2
    private static let pasteAttempts = 10

    /// Finds a place where the pasted object hides at most a small part of other objects. The object is scaled by 0.6 to 1.6 times the factor that
    /// would fit its whole picture into the training picture.
    private func patch(
        of object: DetectionPicture.Object, in picture: DetectionPicture, beside objects: [DetectionPicture.Object],
        _ generator: inout SplitMix64
    ) -> Patch? {
        let fit = min(CGFloat(width) / CGFloat(picture.width), CGFloat(height) / CGFloat(picture.height))
        let scale = fit * exp(CGFloat.random(in: log(0.6)...log(1.6), using: &generator))
        let whole = CGRect(x: 0, y: 0, width: picture.width, height: picture.height)
        let inner = picture.box(of: object)
        let source = inner.insetBy(dx: -Self.margin * inner.width, dy: -Self.margin * inner.height).intersection(whole)
        let isMirrored = Bool.random(using: &generator)
        let size = CGSize(width: inner.width * scale, height: inner.height * scale)
        guard size.width >= 2 * Self.leastSide, size.height >= 2 * Self.leastSide, size.width < CGFloat(width),
            size.height < CGFloat(height)
        else { return nil }
        for _ in 0..<Self.pasteAttempts {
            let box = CGRect(
                x: CGFloat.random(in: 0...CGFloat(width) - size.width, using: &generator),
                y: CGFloat.random(in: 0...CGFloat(height) - size.height, using: &generator), width: size.width, height: size.height)
            let isFree = objects.allSatisfy { other in
                let common = box.intersection(other.box)
                let hidden = common.isNull ? 0 : common.width * common.height
                return hidden <= Self.largestHiddenPart * min(other.box.width * other.box.height, box.width * box.height)
            }
            guard isFree else { continue }
            let before = (isMirrored ? source.maxX - inner.maxX : inner.minX - source.minX) * scale
            let target = CGRect(
                x: box.minX - before, y: box.minY - (inner.minY - source.minY) * scale, width: source.width * scale,
                height: source.height * scale)
            return Patch(box: box, target: target, source: source, isMirrored: isMirrored)
        }
        return nil
    }

    /// Draws an object over the training picture. The object's surroundings fade out towards their edge.
    private func paste(_ picture: DetectionPicture, _ patch: Patch, _ light: Light, into pixels: UnsafeMutablePointer<Float>) {
        let (target, source, plane) = (patch.target, patch.source, width * height)
        let rows = max(Int(target.minY.rounded()), 0)..<min(Int(target.maxY.rounded()), height)
        let columns = max(Int(target.minX.rounded()), 0)..<min(Int(target.maxX.rounded()), width)
        /// The opacity of the pasted object at a coordinate: 1 inside its box, falling to 0 at the edge of the target.
        func share(_ place: CGFloat, _ outer: (CGFloat, CGFloat), _ inner: (CGFloat, CGFloat)) -> Float {
            let before = inner.0 > outer.0 ? (place - outer.0) / (inner.0 - outer.0) : 1
            let after = outer.1 > inner.1 ? (outer.1 - place) / (outer.1 - inner.1) : 1
            return Float(min(max(min(before, after), 0), 1))
        }
        let horizontal = columns.map { share(CGFloat($0) + 0.5, (target.minX, target.maxX), (patch.box.minX, patch.box.maxX)) }
        picture.pixels.withUnsafeBufferPointer { bytes in
            for y in rows {
                let down = CGFloat(y) + 0.5
                let vertical = share(down, (target.minY, target.maxY), (patch.box.minY, patch.box.maxY))
                let sourceY = Float(source.minY + (down - target.minY) / target.height * source.height - 0.5)
                for (x, share) in zip(columns, horizontal) {
                    let part = (CGFloat(x) + 0.5 - target.minX) / target.width
                    let sourceX = Float(source.minX + (patch.isMirrored ? 1 - part : part) * source.width - 0.5)
                    let alpha = vertical * share
                    let color = light.apply(Self.sample(bytes, picture.width, picture.height, sourceX, sourceY))
                    for channel in 0..<3 {
                        let place = channel * plane + y * width + x
                        pixels[place] += (color[channel] - pixels[place]) * alpha
                    }
                }
            }
        }
    }

    private func leaveEmpty(_ target: (x: Range<Int>, y: Range<Int>), _ pixels: UnsafeMutablePointer<Float>) {
        for channel in 0..<3 {
            for y in target.y {
                for x in target.x { pixels[(channel * height + y) * width + x] = Self.outside[channel] }
            }
        }
    }

    private func placement(
        of picture: DetectionPicture, _ target: (x: Range<Int>, y: Range<Int>), _ isMosaic: Bool, _ generator: inout SplitMix64
    ) -> Placement {
        // The source may be a part of the picture, or the whole picture with a frame around it. In a mosaic, it is smaller.
        let scale = exp(Double.random(in: log(0.5)...log(1.35), using: &generator)) * (isMosaic ? 0.85 : 1)
        let stretch = exp(Double.random(in: -0.25...0.25, using: &generator))
        let (sourceWidth, sourceHeight) = (Double(picture.width) * scale * stretch, Double(picture.height) * scale / stretch)
        func start(_ length: Int, _ window: Double) -> Double {
            let room = Double(length) - window
            return Double.random(in: min(0, room)...max(0, room), using: &generator)
        }
        let source = CGRect(
            x: start(picture.width, sourceWidth), y: start(picture.height, sourceHeight), width: sourceWidth, height: sourceHeight)
        return Placement(target: target, source: source, isMirrored: Bool.random(using: &generator))
    }

    private func visible(_ object: DetectionPicture.Object, _ picture: DetectionPicture, _ placement: Placement) -> DetectionPicture.Object?
    {
        let (target, source) = (placement.target, placement.source)
        let (scaleX, scaleY) = (CGFloat(target.x.count) / source.width, CGFloat(target.y.count) / source.height)
        let whole = picture.box(of: object)
        var box = CGRect(
            x: (whole.minX - source.minX) * scaleX, y: (whole.minY - source.minY) * scaleY, width: whole.width * scaleX,
            height: whole.height * scaleY)
        if placement.isMirrored { box.origin.x = CGFloat(target.x.count) - box.maxX }
        let part = box.intersection(CGRect(x: 0, y: 0, width: target.x.count, height: target.y.count))
        guard !part.isNull, part.width >= Self.leastSide, part.height >= Self.leastSide,
            part.width * part.height >= Self.leastVisiblePart * box.width * box.height
        else { return nil }
        return .init(label: object.label, box: part.offsetBy(dx: CGFloat(target.x.lowerBound), dy: CGFloat(target.y.lowerBound)))
    }

    private func draw(_ picture: DetectionPicture, _ placement: Placement, _ light: Light, into pixels: UnsafeMutablePointer<Float>) {
        let (target, source, plane) = (placement.target, placement.source, width * height)
        let stepX = Float(source.width) / Float(target.x.count), stepY = Float(source.height) / Float(target.y.count)
        picture.pixels.withUnsafeBufferPointer { bytes in
            for y in target.y {
                let sourceY = Float(source.minY) + (Float(y - target.y.lowerBound) + 0.5) * stepY - 0.5
                for x in target.x {
                    let column = placement.isMirrored ? target.x.upperBound - 1 - x : x - target.x.lowerBound
                    let sourceX = Float(source.minX) + (Float(column) + 0.5) * stepX - 0.5
                    let color = light.apply(Self.sample(bytes, picture.width, picture.height, sourceX, sourceY))
                    let place = y * width + x
                    (pixels[place], pixels[plane + place], pixels[2 * plane + place]) = (color[0], color[1], color[2])
                }
            }
        }
    }

    /// The red, green and blue values at a point, interpolated between the four nearest pixels.
    @inline(__always)
    private static func sample(_ bytes: UnsafeBufferPointer<UInt8>, _ width: Int, _ height: Int, _ x: Float, _ y: Float) -> SIMD4<Float> {
        guard x > -1, y > -1, x < Float(width), y < Float(height) else { return SIMD4(outside[0], outside[1], outside[2], 0) }
        let left = max(Int(x), 0), top = max(Int(y), 0)
        let right = min(left + 1, width - 1), bottom = min(top + 1, height - 1)
        let partX = min(max(x - Float(left), 0), 1), partY = min(max(y - Float(top), 0), 1)
        func color(_ x: Int, _ y: Int) -> SIMD4<Float> {
            let place = (y * width + x) * 4
            return SIMD4(Float(bytes[place + 2]), Float(bytes[place + 1]), Float(bytes[place]), 0)
        }
        let upper = color(left, top) * (1 - partX) + color(right, top) * partX
        let lower = color(left, bottom) * (1 - partX) + color(right, bottom) * partX
        return upper * (1 - partY) + lower * partY
    }

    /// A random change of brightness, colour, saturation and contrast.
    private struct Light {
        private let gain: SIMD4<Float>
        private let saturation: Float
        private let offset: Float

        init(_ generator: inout SplitMix64) {
            let brightness = exp(Float.random(in: -0.3...0.3, using: &generator))
            let tint = SIMD4<Float>(
                Float.random(in: -0.08...0.08, using: &generator), Float.random(in: -0.08...0.08, using: &generator),
                Float.random(in: -0.08...0.08, using: &generator), 0)
            let contrast = Float.random(in: 0.8...1.2, using: &generator)
            gain = (tint + 1) * (brightness * contrast)
            offset = 114 * (1 - contrast)
            saturation = Float.random(in: 0.6...1.4, using: &generator)
        }

        @inline(__always)
        func apply(_ color: SIMD4<Float>) -> SIMD4<Float> {
            let changed = color * gain + offset
            let gray = changed[0] * 0.3 + changed[1] * 0.59 + changed[2] * 0.11
            return ((changed - gray) * saturation + gray).clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 255))
        }
    }
}
