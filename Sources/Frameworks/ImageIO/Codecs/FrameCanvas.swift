import CoreGraphics
import Foundation

/// The canvas on which an animation's frames are drawn: RGBA with straight alpha, initially transparent.
final class FrameCanvas {
    let raster: MutableRaster
    private var saved: [UInt8] = []

    init(width: Int, height: Int, colorSpace: CGColorSpace?) throws {
        try ImageLimits.check(width: width, height: height, bytesPerPixel: 8)
        raster = try MutableRaster(allocating: .rgba8, width: width, height: height, alpha: .straight, colorSpace: colorSpace)
    }

    private var plane: MutableRaster.Plane { raster.planes[0] }

    /// The part of a frame's rectangle that lies on the canvas.
    private func visible(_ area: PixelArea) -> PixelArea? {
        let left = max(area.x, 0)
        let top = max(area.y, 0)
        let right = min(area.x + area.width, raster.width)
        let bottom = min(area.y + area.height, raster.height)
        return left < right && top < bottom ? PixelArea(x: left, y: top, width: right - left, height: bottom - top) : nil
    }

    /// Calls `body` for each row of `area` that lies on the canvas. `body` receives the canvas's pixels and their number. `column` and `row` are the
    /// position of the first of these pixels within `area`.
    func forEachRow(of area: PixelArea, _ body: (UnsafeMutablePointer<UInt8>, _ count: Int, _ column: Int, _ row: Int) -> Void) {
        guard let part = visible(area) else { return }
        for y in part.y..<(part.y + part.height) {
            let pixels = (plane.base + y * plane.bytesPerRow + 4 * part.x).assumingMemoryBound(to: UInt8.self)
            body(pixels, part.width, part.x - area.x, y - area.y)
        }
    }

    func clear(_ area: PixelArea) {
        forEachRow(of: area) { pixels, count, _, _ in memset(pixels, 0, 4 * count) }
    }

    /// Saves the pixels of an area, which `restore` writes back.
    func save(_ area: PixelArea) {
        saved.removeAll(keepingCapacity: true)
        forEachRow(of: area) { pixels, count, _, _ in saved.append(contentsOf: UnsafeBufferPointer(start: pixels, count: 4 * count)) }
    }

    func restore(_ area: PixelArea) {
        var position = 0
        forEachRow(of: area) { pixels, count, _, _ in
            guard position + 4 * count <= saved.count else { return }
            saved.withUnsafeBufferPointer { source in
                if let base = source.baseAddress { memcpy(pixels, base + position, 4 * count) }
            }
            position += 4 * count
        }
    }
}

/// A rectangle in whole pixels. It may lie partly or completely outside of the canvas.
struct PixelArea {
    var x: Int
    var y: Int
    var width: Int
    var height: Int
}
