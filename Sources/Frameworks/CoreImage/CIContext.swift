import CoreGraphics
import CoreVideo

/// Renders images into memory.
///
/// Pixels are averaged when the image shrinks and interpolated when it grows. The output is in sRGB by default. Another space may be requested.
/// Filters compute in linear light with sRGB's primaries. If the working space is not linear, or is `NSNull`, they compute with sRGB's stored
/// values. If an image is only rotated by multiples of 90°, flipped, scaled along its axes or cropped, its stored values are always resampled, not
/// linear light. A context has no state. Several threads may use it at the same time.
public final class CIContext: NSObject, @unchecked Sendable {
    /// The working colour space that was requested for the context; `nil` for none.
    public let workingColorSpace: CGColorSpace?
    private let outputColorSpace: CGColorSpace?
    private let isPremultiplied: Bool
    private let rendering: Rendering

    public override convenience init() { self.init(options: nil) }

    /// Makes a context. Only the options for colour spaces and `outputPremultiplied` have an effect. The only property of the working space
    /// that matters is whether it is linear.
    public init(options: [CIContextOption: Any]? = nil) {
        let working = options?[.workingColorSpace]
        workingColorSpace =
            working is NSNull ? nil : (working as? CGColorSpace) ?? CGColorSpace(name: CGColorSpace.extendedLinearSRGB)
        rendering = Rendering(isLinear: working.map { !Rendering.isStored($0) } ?? true)
        outputColorSpace = options?[.outputColorSpace] as? CGColorSpace
        isPremultiplied = options?[.outputPremultiplied] as? Bool ?? true
    }

    /// The format in which the context computes: floats.
    public var workingFormat: CIFormat { .RGBAf }
    /// Does nothing: a context has no caches.
    public func clearCaches() {}
    /// The largest supported width and height of an image.
    public func inputImageMaximumSize() -> CGSize { CGSize(width: ImageLimits.maximumSide, height: ImageLimits.maximumSide) }
    /// The largest supported width and height of an image.
    public func outputImageMaximumSize() -> CGSize { inputImageMaximumSize() }

    // MARK: - To an image

    /// The part of an image inside a rectangle, with 8 bits per component. It is transparent where the rectangle extends beyond the image.
    /// `nil` if the rectangle is empty or infinite, or if the image cannot be decoded.
    public func createCGImage(_ image: CIImage, from fromRect: CGRect) -> CGImage? {
        createCGImage(image, from: fromRect, format: .RGBA8, colorSpace: outputColorSpace)
    }

    /// Renders the same part as ``createCGImage(_:from:)``, in the given format and colour space.
    public func createCGImage(_ image: CIImage, from fromRect: CGRect, format: CIFormat, colorSpace: CGColorSpace?) -> CGImage? {
        (try? makeRaster(image, from: fromRect, format: format, colorSpace: colorSpace)).flatMap { CGImage(raster: $0) }
    }

    /// Renders a part of the image like ``createCGImage(_:from:format:colorSpace:)``. The image is rendered immediately, regardless of
    /// `deferred`.
    public func createCGImage(
        _ image: CIImage, from fromRect: CGRect, format: CIFormat, colorSpace: CGColorSpace?, deferred: Bool
    ) -> CGImage? {
        createCGImage(image, from: fromRect, format: format, colorSpace: colorSpace)
    }

    /// The pixels that ``createCGImage(_:from:format:colorSpace:)`` renders. If there are none, throws the reason.
    package func makeRaster(_ image: CIImage, from rect: CGRect, format: CIFormat, colorSpace: CGColorSpace?) throws -> Raster {
        guard let layout = format.layout else { throw ImageError(.unsupported, "images of format \(format.rawValue) cannot be made") }
        let area = rect.integral
        guard !area.isNull, !area.isInfinite, area.width >= 1, area.height >= 1, area.width <= CGFloat(ImageLimits.maximumSide),
            area.height <= CGFloat(ImageLimits.maximumSide)
        else { throw ImageError(.invalidArgument, "the rectangle \(rect) has no pixels") }
        let destination = try MutableRaster(
            allocating: layout, width: Int(area.width), height: Int(area.height), alpha: isPremultiplied ? .premultiplied : .straight,
            colorSpace: colorSpace ?? outputColorSpace)
        try draw(image, area, into: destination)
        return destination.raster
    }

    // MARK: - To memory

    /// Renders an image with its point (0, 0) at the buffer's lower left. Pixels outside the image become transparent black. A buffer whose
    /// format cannot be drawn to does not change.
    public func render(_ image: CIImage, to buffer: CVPixelBuffer) {
        let size = CGRect(x: 0, y: 0, width: CVPixelBufferGetWidth(buffer), height: CVPixelBufferGetHeight(buffer))
        render(image, to: buffer, bounds: size, colorSpace: outputColorSpace)
    }

    /// Renders an image with its point (0, 0) at the buffer's lower left. Only the pixels inside `bounds` change.
    ///
    /// - Parameter colorSpace: the space of the pixels; `nil` is the space attached to the buffer, or else sRGB.
    public func render(_ image: CIImage, to buffer: CVPixelBuffer, bounds: CGRect, colorSpace: CGColorSpace?) {
        try? draw(image, to: buffer, bounds: bounds, colorSpace: colorSpace)
    }

    /// Renders like ``render(_:to:bounds:colorSpace:)``, and throws an error with the reason if it cannot.
    package func draw(_ image: CIImage, to buffer: CVPixelBuffer, bounds: CGRect, colorSpace: CGColorSpace?) throws {
        var whole = try buffer.makeMutableRaster()
        if let colorSpace { whole.colorSpace = colorSpace }
        guard [bounds.minX, bounds.minY, bounds.width, bounds.height].allSatisfy({ !$0.isNaN }) else {
            throw ImageError(.invalidArgument, "the rectangle \(bounds) is no rectangle")
        }
        let area = bounds.intersection(CGRect(x: 0, y: 0, width: whole.width, height: whole.height)).integral
        guard !area.isNull, !area.isEmpty else { return }
        let (width, height) = (Int(area.width), Int(area.height))
        guard let part = whole.part(x: Int(area.minX), y: whole.height - Int(area.maxY), width: width, height: height) else {
            throw ImageError(.unsupported, "the rectangle \(area) halves pairs of pixels that share their colour")
        }
        try draw(image, area, into: part)
    }

    /// Renders the part of an image inside `bounds`, whose sides are first extended to whole pixels. The first row in memory is the top
    /// row. Nothing is written if the format is not supported or the rows are too short.
    public func render(
        _ image: CIImage, toBitmap data: UnsafeMutableRawPointer, rowBytes: Int, bounds: CGRect, format: CIFormat, colorSpace: CGColorSpace?
    ) {
        try? draw(image, toBitmap: data, rowBytes: rowBytes, bounds: bounds, format: format, colorSpace: colorSpace)
    }

    private func draw(
        _ image: CIImage, toBitmap data: UnsafeMutableRawPointer, rowBytes: Int, bounds: CGRect, format: CIFormat, colorSpace: CGColorSpace?
    ) throws {
        let area = bounds.integral
        guard let storage = format.storage, let perPixel = format.bytesPerPixel, area.width >= 1, area.height >= 1,
            area.width <= CGFloat(ImageLimits.maximumSide), area.height <= CGFloat(ImageLimits.maximumSide),
            rowBytes >= Int(area.width) * perPixel
        else { throw ImageError(.invalidArgument, "rows of \(rowBytes) bytes do not hold \(bounds)") }
        let (width, height) = (Int(area.width), Int(area.height))
        let alpha: AlphaKind = isPremultiplied ? .premultiplied : .straight
        switch storage {
        case .layout(let layout):
            let destination = MutableRaster(
                width: width, height: height, layout: layout, alpha: alpha, base: data, bytesPerRow: rowBytes, colorSpace: colorSpace)
            try draw(image, area, into: destination)
        case .components(let components, let layout):
            let pixels = try MutableRaster(allocating: layout, width: width, height: height, alpha: alpha, colorSpace: colorSpace)
            try draw(image, area, into: pixels)
            let size = layout.bytesPerComponent
            for row in 0..<height {
                let source = pixels.planes[0].base + row * pixels.planes[0].bytesPerRow
                let target = data + row * rowBytes
                for column in 0..<width {
                    for (index, component) in components.enumerated() {
                        (target + column * perPixel + index * size).copyMemory(
                            from: source + column * layout.bytesPerPixel + component * size, byteCount: size)
                    }
                }
            }
        }
    }

    /// Draws the part of an image inside `area` to a destination of the same size. The sides of `area` are whole numbers.
    private func draw(_ image: CIImage, _ area: CGRect, into destination: MutableRaster) throws {
        if image.extent.isNull || !image.extent.intersects(area) { return try destination.clear() }
        if image.fused != nil {
            let region = CGRect(
                x: area.minX - image.extent.minX, y: image.extent.maxY - area.maxY, width: area.width, height: area.height)
            return try image.render(
                RasterGeometry(region: region, outputWidth: destination.width, outputHeight: destination.height), into: destination)
        }
        try RecipeRenderer.draw(image.recipe, in: area, into: destination, rendering)
    }
}
