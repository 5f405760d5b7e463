import Foundation

/// A function that is called once, when a context no longer uses the caller's memory. Its arguments are `releaseInfo` and the memory's
/// address.
public typealias CGBitmapContextReleaseDataCallback = @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void

/// The formula that combines the source with the destination.
public enum CGBlendMode: Int32, Sendable {
    /// The source over the destination, with the source's alpha.
    case normal = 0
    /// The product of source and destination. It is at least as dark as either.
    case multiply = 1
    /// The inverse of the product of both inverses. It is at least as light as either.
    case screen = 2
    /// `multiply` where the destination is dark, `screen` where it is light.
    case overlay = 3
    /// The darker of source and destination in each component.
    case darken = 4
    /// The lighter of source and destination in each component.
    case lighten = 5
    /// The destination, lightened by the source.
    case colorDodge = 6
    /// The destination, darkened by the source.
    case colorBurn = 7
    /// Gently darkens where the source is dark, and lightens where it is light.
    case softLight = 8
    /// `multiply` where the source is dark, `screen` where it is light.
    case hardLight = 9
    /// The absolute difference of source and destination.
    case difference = 10
    /// Like `difference` with less contrast.
    case exclusion = 11
    /// The hue of the source. Osprey draws it as `normal`.
    case hue = 12
    /// The saturation of the source. Osprey draws it as `normal`.
    case saturation = 13
    /// The source's hue and saturation. Osprey draws it as `normal`.
    case color = 14
    /// The lightness of the source. Osprey draws it as `normal`.
    case luminosity = 15
    /// Full transparency, regardless of source and destination.
    case clear = 16
    /// The source, including its transparency. The destination is discarded.
    case copy = 17
    /// The source, only where there is a destination.
    case sourceIn = 18
    /// The source, only where there is no destination.
    case sourceOut = 19
    /// The source over the destination, only where there is a destination.
    case sourceAtop = 20
    /// The destination over the source.
    case destinationOver = 21
    /// The destination, only where there is a source.
    case destinationIn = 22
    /// The destination, only where there is no source.
    case destinationOut = 23
    /// The destination over the source, only where there is a source.
    case destinationAtop = 24
    /// The source where there is no destination, and the destination where there is no source.
    case xor = 25
    /// The sum of source and destination minus 1, but at least 0.
    case plusDarker = 26
    /// The sum of source and destination, but at most 1.
    case plusLighter = 27
}

/// Draws paths, rectangles, ellipses, images and texts into a bitmap or a PDF file. The origin is at the lower left; the bitmap's first row is the
/// top row.
///
/// Bitmaps have 8 bits per component: RGB in 32 bits with premultiplied alpha or none, or gray in 8 bits. The blend modes hue, saturation,
/// colour and luminosity draw as normal.
public final class CGContext: Hashable, @unchecked Sendable {
    struct State {
        var transform = CGAffineTransform.identity
        var fill = CGColor(gray: 0, alpha: 1)
        var stroke = CGColor(gray: 0, alpha: 1)
        var fillSpace: CGColorSpace = CGColorSpaceCreateDeviceGray()
        var strokeSpace: CGColorSpace = CGColorSpaceCreateDeviceGray()
        var style = StrokeStyle()
        var alpha: CGFloat = 1
        var blendMode = CGBlendMode.normal
        var interpolation = CGInterpolationQuality.default
        var antialiases = true
        var textMode = CGTextDrawingMode.fill
        /// The coverage of every pixel of a bitmap, row by row; `nil` if nothing is clipped.
        var clip: [UInt8]?
        /// The clip of a PDF page; `nil` if nothing is clipped.
        var pageClip: PDFClip?
    }

    /// The bitmap; `nil` if the context writes PDF.
    let bitmap: MutableRaster?
    /// The PDF file; `nil` if the context draws into a bitmap.
    let canvas: PDFCanvas?
    /// The colour space of the bitmap: RGB or gray. It is `nil` if the context writes PDF.
    public let colorSpace: CGColorSpace?
    /// The layout of a pixel's components in memory.
    public let bitmapInfo: CGBitmapInfo
    var state = State()
    private var saved: [State] = []
    var currentPath = CGMutablePath()
    /// The transform from the coordinates of the next text to user space. The text's baseline begins at the origin of its coordinates. It is not
    /// part of the graphics state.
    public var textMatrix = CGAffineTransform.identity
    /// The texts that will be added to the clip, in the coordinates of the bitmap or the page.
    var textClip: CGMutablePath?
    private let release: (() -> Void)?

    /// A context that draws into the caller's memory, or into memory of its own if `data` is `nil`.
    ///
    /// `nil` if contexts cannot draw in the format, or if the sizes contradict each other. If the context allocates the memory and
    /// `bytesPerRow` is 0, the context selects the number of bytes per row.
    public convenience init?(
        data: UnsafeMutableRawPointer?, width: Int, height: Int, bitsPerComponent: Int, bytesPerRow: Int, space: CGColorSpace,
        bitmapInfo: UInt32
    ) {
        self.init(
            data: data, width: width, height: height, bitsPerComponent: bitsPerComponent, bytesPerRow: bytesPerRow, space: space,
            bitmapInfo: bitmapInfo, release: nil)
    }

    /// A context that draws into the caller's memory, or into memory of its own if `data` is `nil`. When the context is no longer used, it
    /// calls `releaseCallback` with `releaseInfo` and `data`. The other parameters are the same as for the initialiser without a callback.
    public convenience init?(
        data: UnsafeMutableRawPointer?, width: Int, height: Int, bitsPerComponent: Int, bytesPerRow: Int, space: CGColorSpace,
        bitmapInfo: UInt32, releaseCallback: CGBitmapContextReleaseDataCallback?, releaseInfo: UnsafeMutableRawPointer?
    ) {
        let release: (() -> Void)? = releaseCallback.map { callback in { callback(releaseInfo, data) } }
        self.init(
            data: data, width: width, height: height, bitsPerComponent: bitsPerComponent, bytesPerRow: bytesPerRow, space: space,
            bitmapInfo: bitmapInfo, release: release)
    }

    private init?(
        data: UnsafeMutableRawPointer?, width: Int, height: Int, bitsPerComponent: Int, bytesPerRow: Int, space: CGColorSpace,
        bitmapInfo: UInt32, release: (() -> Void)?
    ) {
        let info = CGBitmapInfo(rawValue: bitmapInfo)
        let bitsPerPixel = space.model == .monochrome ? 8 : 32
        guard bitsPerComponent == 8, space.model == .rgb || space.model == .monochrome,
            let format = BitmapFormat(
                bitsPerComponent: 8, bitsPerPixel: bitsPerPixel, bitmapInfo: info, colorSpace: space, isMask: false),
            let (layout, alpha) = format.layout, alpha != .straight, width > 0, height > 0
        else { return nil }
        if let data {
            guard format.fits(width: width, height: height, bytesPerRow: bytesPerRow) else { return nil }
            bitmap = MutableRaster(
                width: width, height: height, layout: layout, alpha: alpha, base: data, bytesPerRow: bytesPerRow, colorSpace: space)
        } else {
            guard let minimum = layout.minimumBytesPerRow(plane: 0, width: width) else { return nil }
            let row = bytesPerRow == 0 ? MutableRaster.alignedBytesPerRow(minimum) : bytesPerRow
            let (count, overflow) = row.multipliedReportingOverflow(by: height)
            guard row >= minimum, !overflow, let buffer = try? RasterBuffer(byteCount: count) else { return nil }
            bitmap = MutableRaster(
                width: width, height: height, layout: layout, alpha: alpha, base: buffer.base, bytesPerRow: row, colorSpace: space,
                owner: buffer)
        }
        canvas = nil
        colorSpace = space
        self.bitmapInfo = info
        self.release = release
    }

    /// A context that writes PDF.
    init(_ canvas: PDFCanvas) {
        self.canvas = canvas
        (bitmap, colorSpace, bitmapInfo, release) = (nil, nil, [], nil)
    }

    deinit {
        release?()
        canvas?.close()
    }

    /// The address of the bitmap's top row. It is valid as long as the context exists. It is `nil` if the context writes PDF.
    public var data: UnsafeMutableRawPointer? { bitmap?.planes[0].base }
    /// The number of columns of the bitmap; 0 if the context writes PDF.
    public var width: Int { bitmap?.width ?? 0 }
    /// The number of rows of the bitmap; 0 if the context writes PDF.
    public var height: Int { bitmap?.height ?? 0 }
    /// The bits of a component: 8, or 0 if the context writes PDF.
    public var bitsPerComponent: Int { bitmap == nil ? 0 : 8 }
    /// The bits of a pixel: 8 for gray, 32 for RGB, or 0 if the context writes PDF.
    public var bitsPerPixel: Int { (bitmap?.layout.bytesPerPixel ?? 0) * 8 }
    /// The number of bytes from one row to the next; 0 if the context writes PDF.
    public var bytesPerRow: Int { bitmap?.planes[0].bytesPerRow ?? 0 }
    /// Whether a pixel has alpha, and the position of alpha.
    public var alphaInfo: CGImageAlphaInfo { bitmapInfo.alpha ?? .none }

    /// An image with a copy of the bitmap's current pixels; `nil` if the context writes PDF.
    public func makeImage() -> CGImage? {
        guard let bitmap,
            let copy = try? MutableRaster(
                allocating: bitmap.layout, width: width, height: height, alpha: bitmap.alpha, colorSpace: colorSpace)
        else { return nil }
        let row = width * bitmap.layout.bytesPerPixel
        for y in 0..<height {
            memcpy(copy.planes[0].base + y * copy.planes[0].bytesPerRow, bitmap.planes[0].base + y * bytesPerRow, row)
        }
        return CGImage(raster: copy.raster)
    }

    public static func == (lhs: CGContext, rhs: CGContext) -> Bool { lhs === rhs }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

// MARK: - State

extension CGContext {
    /// Saves the graphics state: transform, colours, line style, alpha, blend mode, text drawing mode and clip. The current path is not part of it.
    public func saveGState() { saved.append(state) }
    /// Restores the graphics state that was saved last. Does nothing if there is none.
    public func restoreGState() { saved.popLast().map { state = $0 } }
    /// Sets the initial state of a page.
    func resetGState() { (state, saved, currentPath, textClip) = (State(), [], CGMutablePath(), nil) }

    /// The transform from user space to the bitmap, whose origin is at its lower left, or to the PDF page.
    public var ctm: CGAffineTransform { state.transform }
    /// Applies `transform` to user space. Points are transformed by `transform` first, and then by the previous transform.
    public func concatenate(_ transform: CGAffineTransform) { state.transform = transform.concatenating(state.transform) }
    /// Moves the origin of user space. The lengths are in user space.
    public func translateBy(x tx: CGFloat, y ty: CGFloat) { state.transform = state.transform.translatedBy(x: tx, y: ty) }
    /// Scales user space. A length of 1 is then `sx` or `sy` in the previous user space.
    public func scaleBy(x sx: CGFloat, y sy: CGFloat) { state.transform = state.transform.scaledBy(x: sx, y: sy) }
    /// Rotates user space about its origin, by an angle in radians from the x axis towards the y axis.
    public func rotate(by angle: CGFloat) { state.transform = state.transform.rotated(by: angle) }

    /// The transform from user space to the bitmap. The origin lies at the lower left of the bitmap.
    public var userSpaceToDeviceSpaceTransform: CGAffineTransform { state.transform }
    /// Converts a point from user space to pixels of the bitmap, origin at the lower left.
    public func convertToDeviceSpace(_ point: CGPoint) -> CGPoint { point.applying(state.transform) }
    /// Converts a point from pixels of the bitmap, origin at the lower left, to user space.
    public func convertToUserSpace(_ point: CGPoint) -> CGPoint { point.applying(state.transform.inverted()) }
    /// Converts a size from user space to pixels. The transform's translation is ignored.
    public func convertToDeviceSpace(_ size: CGSize) -> CGSize { size.applying(state.transform) }
    /// Converts a size from pixels to user space. The transform's translation is ignored.
    public func convertToUserSpace(_ size: CGSize) -> CGSize { size.applying(state.transform.inverted()) }
    /// The bounding box of a rectangle in pixels of the bitmap. The rectangle is given in user space.
    public func convertToDeviceSpace(_ rect: CGRect) -> CGRect { rect.applying(state.transform) }
    /// The bounding box of a rectangle in user space. The rectangle is given in pixels of the bitmap.
    public func convertToUserSpace(_ rect: CGRect) -> CGRect { rect.applying(state.transform.inverted()) }

    /// Sets the line width in user space. The initial value is 1. With 0, lines are one pixel wide. Negative widths count as 0.
    public func setLineWidth(_ width: CGFloat) { state.style.width = max(width, 0) }
    /// Sets the shape of the ends of open lines. The initial value is `butt`.
    public func setLineCap(_ cap: CGLineCap) { state.style.cap = cap }
    /// Sets the shape of the corners of lines. The initial value is `miter`.
    public func setLineJoin(_ join: CGLineJoin) { state.style.join = join }
    /// Sets the maximum length of a mitred corner, in line widths. Corners beyond this length are cut off.
    public func setMiterLimit(_ limit: CGFloat) { state.style.miterLimit = limit }
    /// Does nothing. Curves are always flattened to within a tenth of a pixel.
    public func setFlatness(_ flatness: CGFloat) {}
    /// Sets the lengths of dashes and gaps, alternately, in user space. `phase` is the position in this pattern at which a line begins.
    /// Without lengths, lines are solid.
    public func setLineDash(phase: CGFloat, lengths: [CGFloat]) {
        state.style.dashPhase = phase
        state.style.dashes = lengths
    }
    /// Sets a factor from 0 to 1 for the alpha of everything that is drawn.
    public func setAlpha(_ alpha: CGFloat) { state.alpha = min(max(alpha, 0), 1) }
    /// Sets the formula that combines the source with the destination. The initial value is `normal`.
    public func setBlendMode(_ mode: CGBlendMode) { state.blendMode = mode }
    /// Does nothing, because colours are always converted with the perceptual intent.
    public func setRenderingIntent(_ intent: CGColorRenderingIntent) {}
    /// Sets whether edges are antialiased. The initial value is `true`. Without antialiasing, a pixel is covered either fully or not at
    /// all.
    public func setShouldAntialias(_ shouldAntialias: Bool) { state.antialiases = shouldAntialias }
    /// Does nothing. Only `setShouldAntialias` has an effect.
    public func setAllowsAntialiasing(_ allowsAntialiasing: Bool) {}
    /// The quality with which images are scaled.
    public var interpolationQuality: CGInterpolationQuality {
        get { state.interpolation }
        set { state.interpolation = newValue }
    }

    /// Sets the colour for filling. The initial colour is black.
    public func setFillColor(_ color: CGColor) { state.fill = color }
    /// Sets the colour for strokes. The initial colour is black.
    public func setStrokeColor(_ color: CGColor) { state.stroke = color }
    /// Sets the space for the components that are passed to `setFillColor` as a pointer. The initial space is device gray.
    public func setFillColorSpace(_ space: CGColorSpace) { state.fillSpace = space }
    /// Sets the space for the components that are passed to `setStrokeColor` as a pointer. The initial space is device gray.
    public func setStrokeColorSpace(_ space: CGColorSpace) { state.strokeSpace = space }
    /// Sets the fill colour: the fill space's components from 0 to 1, followed by alpha.
    public func setFillColor(_ components: UnsafePointer<CGFloat>) {
        CGColor(colorSpace: state.fillSpace, components: components).map { state.fill = $0 }
    }
    /// Sets the stroke colour: the stroke space's components from 0 to 1, followed by alpha.
    public func setStrokeColor(_ components: UnsafePointer<CGFloat>) {
        CGColor(colorSpace: state.strokeSpace, components: components).map { state.stroke = $0 }
    }
    /// Sets the fill colour to a device gray, from 0 (black) to 1 (white).
    public func setFillColor(gray: CGFloat, alpha: CGFloat) { state.fill = CGColor(gray: gray, alpha: alpha) }
    /// Sets the stroke colour to a device gray, from 0 (black) to 1 (white).
    public func setStrokeColor(gray: CGFloat, alpha: CGFloat) { state.stroke = CGColor(gray: gray, alpha: alpha) }
    /// Sets the fill colour to a device RGB colour with components from 0 to 1.
    public func setFillColor(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        state.fill = CGColor(red: red, green: green, blue: blue, alpha: alpha)
    }
    /// Sets the stroke colour to a device RGB colour with components from 0 to 1.
    public func setStrokeColor(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        state.stroke = CGColor(red: red, green: green, blue: blue, alpha: alpha)
    }
    /// Sets the fill colour to a CMYK colour. Each ink is from 0 to 1.
    public func setFillColor(cyan: CGFloat, magenta: CGFloat, yellow: CGFloat, black: CGFloat, alpha: CGFloat) {
        state.fill = CGColor(genericCMYKCyan: cyan, magenta: magenta, yellow: yellow, black: black, alpha: alpha)
    }
    /// Sets the stroke colour to a CMYK colour. Each ink is from 0 to 1.
    public func setStrokeColor(cyan: CGFloat, magenta: CGFloat, yellow: CGFloat, black: CGFloat, alpha: CGFloat) {
        state.stroke = CGColor(genericCMYKCyan: cyan, magenta: magenta, yellow: yellow, black: black, alpha: alpha)
    }

    /// Does nothing, because drawings are written to the bitmap immediately.
    public func flush() {}
    /// Does nothing, because drawings are written to the bitmap immediately.
    public func synchronize() {}
}
