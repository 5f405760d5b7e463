import Foundation

extension CGContext {
    /// Draws an image into a rectangle, with its first row at the rectangle's upper edge.
    ///
    /// In a bitmap, an axis-aligned rectangle is rounded to whole pixels. A PDF file gets the bytes of an image from a JPEG file as they are. An
    /// image that cannot be decoded draws nothing.
    public func draw(_ image: CGImage, in rect: CGRect, byTiling: Bool = false) {
        guard !byTiling else {
            drawTiles(image, rect)
            return
        }
        let device = rect.applying(state.transform)
        guard device.minX.isFinite, device.minY.isFinite, device.width > 0, device.height > 0, device.maxX.isFinite, device.maxY.isFinite
        else { return }
        if let canvas {
            guard canvas.page != nil, let number = canvas.images.number(of: image, canvas.writer) else { return }
            canvas.draw(object: number, CGAffineTransform(mappingUnitSquareTo: rect).concatenating(state.transform), paint)
            return
        }
        let t = state.transform
        if t.b == 0, t.c == 0 {
            drawUpright(image, device, isFlippedX: t.a * rect.width < 0, isFlippedY: t.d * rect.height < 0)
        } else {
            drawTransformed(image, rect.standardized)
        }
    }

    private func drawTiles(_ image: CGImage, _ rect: CGRect) {
        let tile = rect.standardized
        let area = boundingBoxOfClipPath
        guard tile.width > 0, tile.height > 0, !area.isNull, !area.isInfinite else { return }
        let ends = [
            (area.minX - tile.minX) / tile.width, (area.maxX - tile.minX) / tile.width, (area.minY - tile.minY) / tile.height,
            (area.maxY - tile.minY) / tile.height,
        ]
        guard ends.allSatisfy({ abs($0) < 1e6 }) else { return }
        let whole = ends.map { Int($0.rounded(.down)) }
        let (columns, rows) = (whole[0]...whole[1], whole[2]...whole[3])
        guard columns.count * rows.count <= 1 << 20 else { return }
        for row in rows {
            for column in columns {
                draw(image, in: tile.offsetBy(dx: CGFloat(column) * tile.width, dy: CGFloat(row) * tile.height))
            }
        }
    }

    private func drawUpright(_ image: CGImage, _ device: CGRect, isFlippedX: Bool, isFlippedY: Bool) {
        // The rectangle in whole pixels from the top, and its intersection with the bitmap.
        let left = device.minX.rounded()
        let top = (CGFloat(height) - device.maxY).rounded()
        let right = max(device.maxX.rounded(), left + 1)
        let bottom = max((CGFloat(height) - device.minY).rounded(), top + 1)
        let x0 = max(left, 0)
        let y0 = max(top, 0)
        let x1 = min(right, CGFloat(width))
        let y1 = min(bottom, CGFloat(height))
        guard x0 < x1, y0 < y1 else { return }
        let scaleX = CGFloat(image.width) / (right - left)
        let scaleY = CGFloat(image.height) / (bottom - top)
        let region = CGRect(x: (x0 - left) * scaleX, y: (y0 - top) * scaleY, width: (x1 - x0) * scaleX, height: (y1 - y0) * scaleY)
        let orientation = Orientation(isTransposed: false, flipsX: isFlippedX, flipsY: isFlippedY)
        let geometry = RasterGeometry(
            orientation: orientation.exif, region: region, outputWidth: Int(x1 - x0), outputHeight: Int(y1 - y0))
        let full = (width: image.width, height: image.height)
        guard let source = try? image.raster(atLeast: geometry.neededSourceSize(of: full)),
            let scaled = try? MutableRaster(
                allocating: .rgba8, width: geometry.outputWidth, height: geometry.outputHeight, alpha: .premultiplied,
                colorSpace: colorSpace?.model == .rgb ? colorSpace : nil),
            (try? resample(source, geometry.scaled(from: full, to: (source.width, source.height)), into: scaled)) != nil
        else { return }
        composite(scaled, Int(x0), Int(y0))
    }

    private func composite(_ source: MutableRaster, _ left: Int, _ top: Int) {
        guard let bitmap else { return }
        let pixels = BitmapPixels(bitmap)
        let plane = source.planes[0]
        let alpha = Float(state.alpha)
        for y in 0..<source.height {
            let row = (plane.base + y * plane.bytesPerRow).assumingMemoryBound(to: UInt8.self)
            for x in 0..<source.width {
                var coverage: Float = 1
                if let clip = state.clip { coverage = Float(clip[(top + y) * width + left + x]) * (1 / 255) }
                guard coverage > 0 else { continue }
                let p = row + 4 * x
                let colour = SIMD4<Float>(Float(p[0]), Float(p[1]), Float(p[2]), Float(p[3])) * alpha
                pixels.blend(colour, left + x, top + y, coverage: coverage, mode: state.blendMode)
            }
        }
    }

    /// Draws through any transform, with bilinear interpolation between the image's pixels. The image is shrunk first if the transform shrinks it.
    private func drawTransformed(_ image: CGImage, _ rect: CGRect) {
        let t = state.transform
        let across = (t.a * t.a + t.b * t.b).squareRoot() * rect.width
        let down = (t.c * t.c + t.d * t.d).squareRoot() * rect.height
        guard across.isFinite, down.isFinite, across > 0, down > 0 else { return }
        let size = (
            width: Int(min(CGFloat(image.width), max(1, across.rounded(.up)))),
            height: Int(min(CGFloat(image.height), max(1, down.rounded(.up))))
        )
        guard let source = try? image.raster(atLeast: size),
            let scaled = try? MutableRaster(
                allocating: .rgba8, width: size.width, height: size.height, alpha: .premultiplied,
                colorSpace: colorSpace?.model == .rgb ? colorSpace : nil),
            (try? resample(
                source,
                .fill(sourceWidth: source.width, sourceHeight: source.height, outputWidth: size.width, outputHeight: size.height),
                into: scaled)) != nil
        else { return }
        // Maps a pixel's centre back to the image. The bitmap and the image both have their first row at the top.
        let toImage = CGAffineTransform(
            a: CGFloat(size.width) / rect.width, b: 0, c: 0, d: -CGFloat(size.height) / rect.height,
            tx: -rect.minX * CGFloat(size.width) / rect.width, ty: rect.maxY * CGFloat(size.height) / rect.height)
        let toPixels = t.concatenating(CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: CGFloat(height)))
        let map = toPixels.inverted().concatenating(toImage)
        let box = rect.applying(toPixels)
        let (left, right) = (max(0, box.minX.rounded(.down)), min(CGFloat(width), box.maxX.rounded(.up)))
        let (top, bottom) = (max(0, box.minY.rounded(.down)), min(CGFloat(height), box.maxY.rounded(.up)))
        guard left < right, top < bottom, let bitmap else { return }
        let pixels = BitmapPixels(bitmap)
        for y in Int(top)..<Int(bottom) {
            for x in Int(left)..<Int(right) {
                let point = CGPoint(x: CGFloat(x) + 0.5, y: CGFloat(y) + 0.5).applying(map)
                guard point.x >= 0, point.y >= 0, point.x < CGFloat(size.width), point.y < CGFloat(size.height) else { continue }
                var coverage = Float(state.alpha)
                if let clip = state.clip { coverage *= Float(clip[y * width + x]) * (1 / 255) }
                guard coverage > 0 else { continue }
                pixels.blend(sample(scaled, point), x, y, coverage: coverage, mode: state.blendMode)
            }
        }
    }

    private func sample(_ raster: MutableRaster, _ point: CGPoint) -> SIMD4<Float> {
        let plane = raster.planes[0]
        func pixel(_ x: Int, _ y: Int) -> SIMD4<Float> {
            let p = (plane.base + min(max(y, 0), raster.height - 1) * plane.bytesPerRow + 4 * min(max(x, 0), raster.width - 1))
                .assumingMemoryBound(to: UInt8.self)
            return [Float(p[0]), Float(p[1]), Float(p[2]), Float(p[3])]
        }
        let (px, py) = (point.x - 0.5, point.y - 0.5)
        let (x, y) = (Int(px.rounded(.down)), Int(py.rounded(.down)))
        let (fx, fy) = (Float(px - CGFloat(x)), Float(py - CGFloat(y)))
        let upper = pixel(x, y) * (1 - fx) + pixel(x + 1, y) * fx
        let lower = pixel(x, y + 1) * (1 - fx) + pixel(x + 1, y + 1) * fx
        return upper * (1 - fy) + lower * fy
    }
}

extension CGAffineTransform {
    /// The transform that maps the square from (0, 0) to (1, 1) to a rectangle.
    init(mappingUnitSquareTo rect: CGRect) {
        let area = rect.standardized
        self.init(a: area.width, b: 0, c: 0, d: area.height, tx: area.minX, ty: area.minY)
    }
}
