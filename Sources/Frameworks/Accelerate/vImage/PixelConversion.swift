import Foundation

/// The conversion of pixels from one format to another, row by row.
struct PixelConversion: Sendable {
    let source: PixelForm
    let result: PixelForm
    private let isCopy: Bool
    private let transform: ColorTransform?
    private let background: SIMD4<Float>

    /// - Parameter background: a colour in the result's space. If the result has no alpha channel, transparent pixels are blended onto this
    ///   colour.
    init(from: vImage_CGImageFormat, to: vImage_CGImageFormat, background: UnsafePointer<CGFloat>?) throws(BufferFault) {
        source = try PixelForm(from)
        result = try PixelForm(to)
        isCopy = from == to
        let isGray = result.colors == 1
        transform =
            source.space == result.space
            ? nil
            : ColorTransform.between(
                source.space, source.colors == 1 ? .grayFloat : .rgbFloat, result.space, isGray ? .grayFloat : .rgbFloat)
        let colors = (0..<3).map { lane in background.map { Float($0[Swift.min(lane, isGray ? 0 : 2)]) } ?? 0 }
        self.background = SIMD4(colors[0], colors[1], colors[2], 0)
    }

    /// Converts all rows. The result may be in the source's memory if its pixels are not larger than the source's pixels.
    func run(_ from: CheckedBuffer, _ to: CheckedBuffer) {
        let width = to.width
        withUnsafeTemporaryAllocation(of: SIMD4<Float>.self, capacity: width + 1) { room in
            let pixels = room.baseAddress!
            for y in 0..<to.height {
                if isCopy {
                    memmove(to.base + y * to.rowBytes, from.base + y * from.rowBytes, width * source.pixelSize)
                    continue
                }
                source.read(from.base + y * from.rowBytes, pixels, width)
                change(pixels, width)
                result.write(pixels, to.base + y * to.rowBytes, width)
            }
        }
    }

    private func change(_ pixels: UnsafeMutablePointer<SIMD4<Float>>, _ width: Int) {
        let hasAlpha = source.alphaPlace != nil, keepsAlpha = result.alphaPlace != nil
        let changesColors = transform != nil || source.colors != result.colors
        if hasAlpha && source.isPremultiplied && (changesColors || (keepsAlpha && !result.isPremultiplied)) {
            for x in 0..<width {
                let alpha = pixels[x].w, factor = alpha == 0 ? 0 : 1 / alpha
                pixels[x] = SIMD4(pixels[x].x * factor, pixels[x].y * factor, pixels[x].z * factor, alpha)
            }
        }
        if changesColors { changeColors(pixels, width) }
        guard hasAlpha else { return }
        let isMultiplied = source.isPremultiplied && !(changesColors || (keepsAlpha && !result.isPremultiplied))
        if !isMultiplied && (result.isPremultiplied || !keepsAlpha) {
            for x in 0..<width {
                let alpha = pixels[x].w
                pixels[x] = SIMD4(pixels[x].x * alpha, pixels[x].y * alpha, pixels[x].z * alpha, alpha)
            }
        }
        guard !keepsAlpha else { return }
        for x in 0..<width { pixels[x] += background * (1 - pixels[x].w) }
    }

    private func changeColors(_ pixels: UnsafeMutablePointer<SIMD4<Float>>, _ width: Int) {
        guard let transform else {
            // Gray pixels already have the same value in all three colours. Colours without a profile are converted to gray by their luma.
            guard source.colors == 3 else { return }
            for x in 0..<width {
                let gray = luma(pixels[x].x, pixels[x].y, pixels[x].z)
                pixels[x] = SIMD4(gray, gray, gray, pixels[x].w)
            }
            return
        }
        withUnsafeTemporaryAllocation(of: Float.self, capacity: 6 * width + 1) { room in
            let from = room.baseAddress!, to = from + 3 * width
            for x in 0..<width {
                for lane in 0..<source.colors { from[x * source.colors + lane] = pixels[x][lane] }
            }
            transform.apply(from, to, count: width)
            for x in 0..<width {
                for lane in 0..<3 { pixels[x][lane] = to[x * result.colors + Swift.min(lane, result.colors - 1)] }
            }
        }
    }
}
