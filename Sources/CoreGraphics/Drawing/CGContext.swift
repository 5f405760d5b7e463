import Foundation

/// Called once when a context no longer uses the caller's memory: with the `releaseInfo` and the memory's address.
public typealias CGBitmapContextReleaseDataCallback = @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void

/// How what is drawn meets what is there.
public enum CGBlendMode: Int32, Sendable {
    /// What is drawn covers what is there, as far as it is opaque.
    case normal = 0
    /// The product of both, which is at least as dark as either.
    case multiply = 1
    /// The inverse of the product of both inverses, which is at least as light as either.
    case screen = 2
    /// `multiply` where what is there is dark, `screen` where it is light.
    case overlay = 3
    /// The darker one, component by component.
    case darken = 4
    /// The lighter one, component by component.
    case lighten = 5
    /// What is there, lightened by what is drawn.
    case colorDodge = 6
    /// What is there, darkened by what is drawn.
    case colorBurn = 7
    /// Darkens or lightens gently, as what is drawn is dark or light.
    case softLight = 8
    /// `multiply` where what is drawn is dark, `screen` where it is light.
    case hardLight = 9
    /// The difference of both without its sign.
    case difference = 10
    /// Like `difference` with less contrast.
    case exclusion = 11
    /// The hue of what is drawn. It draws as `normal` here.
    case hue = 12
    /// The saturation of what is drawn. It draws as `normal` here.
    case saturation = 13
    /// Hue and saturation of what is drawn. It draws as `normal` here.
    case color = 14
    /// The lightness of what is drawn. It draws as `normal` here.
    case luminosity = 15
    /// Transparent.
    case clear = 16
    /// What is drawn replaces what is there, transparency included.
    case copy = 17
    /// What is drawn, only where something is there.
    case sourceIn = 18
    /// What is drawn, only where nothing is there.
    case sourceOut = 19
    /// What is drawn, on top of what is there and nowhere else.
    case sourceAtop = 20
    /// What is there, with what is drawn beneath it.
    case destinationOver = 21
    /// What is there, only where something is drawn.
    case destinationIn = 22
    /// What is there, only where nothing is drawn.
    case destinationOut = 23
    /// What is there, on top of what is drawn and nowhere else.
    case destinationAtop = 24
    /// Each, where the other is not.
    case xor = 25
    /// The sum of both less 1, at least 0.
    case plusDarker = 26
    /// The sum of both, at most 1.
    case plusLighter = 27
}

/// Draws into a bitmap: paths, rectangles, ellipses, images. The origin is at the lower left; the bitmap's first row is the top one.
///
/// Bitmaps have 8 bits a component: RGB in 32 bits with premultiplied alpha or none, or gray in 8. Hue, saturation, colour and luminosity
/// blend as normal.
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
        /// Coverage of every pixel, row after row; `nil` is everything.
        var clip: [UInt8]?
    }

    let bitmap: MutableRaster
    /// The space of the bitmap's colours: RGB or gray.
    public let colorSpace: CGColorSpace?
    /// How a pixel's components lie in memory.
    public let bitmapInfo: CGBitmapInfo
    var state = State()
    private var saved: [State] = []
    var currentPath = CGMutablePath()
    /// Where text is drawn next: the left end of its baseline, in user space. It is no part of the graphics state.
    public var textPosition = CGPoint.zero
    private let release: (() -> Void)?

    /// A context over memory of the caller, or its own where `data` is `nil`.
    ///
    /// `nil` for a format that cannot be drawn in, and where the sizes contradict each other. `bytesPerRow` 0 is chosen by the context
    /// where the memory is its own.
    public convenience init?(
        data: UnsafeMutableRawPointer?, width: Int, height: Int, bitsPerComponent: Int, bytesPerRow: Int, space: CGColorSpace,
        bitmapInfo: UInt32
    ) {
        self.init(
            data: data, width: width, height: height, bitsPerComponent: bitsPerComponent, bytesPerRow: bytesPerRow, space: space,
            bitmapInfo: bitmapInfo, release: nil)
    }

    /// As above; `releaseCallback` is called with `releaseInfo` and `data` when the context is no longer used.
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
        colorSpace = space
        self.bitmapInfo = info
        self.release = release
    }

    deinit { release?() }

    /// The address of the bitmap's top row. It is valid as long as the context is.
    public var data: UnsafeMutableRawPointer? { bitmap.planes[0].base }
    /// The columns of the bitmap.
    public var width: Int { bitmap.width }
    /// The rows of the bitmap.
    public var height: Int { bitmap.height }
    /// The bits of a component: always 8.
    public var bitsPerComponent: Int { 8 }
    /// The bits of a pixel: 8 for gray, 32 for RGB.
    public var bitsPerPixel: Int { bitmap.layout.bytesPerPixel * 8 }
    /// The bytes from a row to the next.
    public var bytesPerRow: Int { bitmap.planes[0].bytesPerRow }
    /// Where a pixel's alpha lies, and whether there is one.
    public var alphaInfo: CGImageAlphaInfo { bitmapInfo.alpha ?? .none }

    /// A copy of what has been drawn.
    public func makeImage() -> CGImage? {
        guard
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
    /// Keeps the graphics state: transform, colours, line style, alpha, blend mode, clip. The current path is not part of it.
    public func saveGState() { saved.append(state) }
    /// Brings the graphics state back that was kept last; without one nothing happens.
    public func restoreGState() { saved.popLast().map { state = $0 } }

    /// The transform from user space to the bitmap, whose origin is at the lower left.
    public var ctm: CGAffineTransform { state.transform }
    /// Changes user space, so that its points go through `transform` first.
    public func concatenate(_ transform: CGAffineTransform) { state.transform = transform.concatenating(state.transform) }
    /// Moves the origin of user space, by lengths in user space.
    public func translateBy(x tx: CGFloat, y ty: CGFloat) { state.transform = state.transform.translatedBy(x: tx, y: ty) }
    /// Scales user space: a length of 1 is then `sx` or `sy` of before.
    public func scaleBy(x sx: CGFloat, y sy: CGFloat) { state.transform = state.transform.scaledBy(x: sx, y: sy) }
    /// Turns user space about its origin, by an angle in radians from the x axis towards the y axis.
    public func rotate(by angle: CGFloat) { state.transform = state.transform.rotated(by: angle) }

    /// From user space to the bitmap's space, whose origin is at the lower left, too.
    public var userSpaceToDeviceSpaceTransform: CGAffineTransform { state.transform }
    /// A point of user space in pixels of the bitmap, from its lower left corner.
    public func convertToDeviceSpace(_ point: CGPoint) -> CGPoint { point.applying(state.transform) }
    /// A point of the bitmap, in pixels from its lower left corner, in user space.
    public func convertToUserSpace(_ point: CGPoint) -> CGPoint { point.applying(state.transform.inverted()) }
    /// A size of user space in pixels; the transform's translation does not count.
    public func convertToDeviceSpace(_ size: CGSize) -> CGSize { size.applying(state.transform) }
    /// A size in pixels in user space; the transform's translation does not count.
    public func convertToUserSpace(_ size: CGSize) -> CGSize { size.applying(state.transform.inverted()) }
    /// The smallest upright rectangle of the bitmap around one of user space.
    public func convertToDeviceSpace(_ rect: CGRect) -> CGRect { rect.applying(state.transform) }
    /// The smallest upright rectangle of user space around one of the bitmap.
    public func convertToUserSpace(_ rect: CGRect) -> CGRect { rect.applying(state.transform.inverted()) }

    /// The width of lines in user space, 1 at first. 0 is the thinnest line, of one pixel; negative widths are taken as 0.
    public func setLineWidth(_ width: CGFloat) { state.style.width = max(width, 0) }
    /// How the ends of open lines look, `butt` at first.
    public func setLineCap(_ cap: CGLineCap) { state.style.cap = cap }
    /// How the corners of lines look, `miter` at first.
    public func setLineJoin(_ join: CGLineJoin) { state.style.join = join }
    /// How many line widths long a pointed corner may be before it is cut off.
    public func setMiterLimit(_ limit: CGFloat) { state.style.miterLimit = limit }
    /// Does nothing: curves are always drawn as lines that stay within a tenth of a pixel of them.
    public func setFlatness(_ flatness: CGFloat) {}
    /// Draws lines as dashes and gaps of these lengths in turn, in user space, beginning `phase` into them. No lengths make a line solid.
    public func setLineDash(phase: CGFloat, lengths: [CGFloat]) {
        state.style.dashPhase = phase
        state.style.dashes = lengths
    }
    /// A factor on the alpha of all that is drawn, from 0 to 1.
    public func setAlpha(_ alpha: CGFloat) { state.alpha = min(max(alpha, 0), 1) }
    /// How what is drawn meets what is there, `normal` at first.
    public func setBlendMode(_ mode: CGBlendMode) { state.blendMode = mode }
    /// Does nothing: colours are always converted with the perceptual intent.
    public func setRenderingIntent(_ intent: CGColorRenderingIntent) {}
    /// Whether edges are smooth, as they are at first, or each pixel is covered wholly or not at all.
    public func setShouldAntialias(_ shouldAntialias: Bool) { state.antialiases = shouldAntialias }
    /// Does nothing: `setShouldAntialias` decides.
    public func setAllowsAntialiasing(_ allowsAntialiasing: Bool) {}
    /// How carefully images are scaled.
    public var interpolationQuality: CGInterpolationQuality {
        get { state.interpolation }
        set { state.interpolation = newValue }
    }

    /// The colour that areas are filled with, black at first.
    public func setFillColor(_ color: CGColor) { state.fill = color }
    /// The colour that lines are drawn with, black at first.
    public func setStrokeColor(_ color: CGColor) { state.stroke = color }
    /// The space of the components that `setFillColor` takes by their address, device gray at first.
    public func setFillColorSpace(_ space: CGColorSpace) { state.fillSpace = space }
    /// The space of the components that `setStrokeColor` takes by their address, device gray at first.
    public func setStrokeColorSpace(_ space: CGColorSpace) { state.strokeSpace = space }
    /// The colour that areas are filled with: the fill space's components, 0 to 1, and alpha behind them.
    public func setFillColor(_ components: UnsafePointer<CGFloat>) {
        CGColor(colorSpace: state.fillSpace, components: components).map { state.fill = $0 }
    }
    /// The colour that lines are drawn with: the stroke space's components, 0 to 1, and alpha behind them.
    public func setStrokeColor(_ components: UnsafePointer<CGFloat>) {
        CGColor(colorSpace: state.strokeSpace, components: components).map { state.stroke = $0 }
    }
    /// Fills with a gray of the device, from 0 (black) to 1 (white).
    public func setFillColor(gray: CGFloat, alpha: CGFloat) { state.fill = CGColor(gray: gray, alpha: alpha) }
    /// Draws lines with a gray of the device, from 0 (black) to 1 (white).
    public func setStrokeColor(gray: CGFloat, alpha: CGFloat) { state.stroke = CGColor(gray: gray, alpha: alpha) }
    /// Fills with a colour of the device's RGB, whose components go from 0 to 1.
    public func setFillColor(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        state.fill = CGColor(red: red, green: green, blue: blue, alpha: alpha)
    }
    /// Draws lines with a colour of the device's RGB, whose components go from 0 to 1.
    public func setStrokeColor(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        state.stroke = CGColor(red: red, green: green, blue: blue, alpha: alpha)
    }
    /// Fills with a colour of inks, each from 0 to 1.
    public func setFillColor(cyan: CGFloat, magenta: CGFloat, yellow: CGFloat, black: CGFloat, alpha: CGFloat) {
        state.fill = CGColor(genericCMYKCyan: cyan, magenta: magenta, yellow: yellow, black: black, alpha: alpha)
    }
    /// Draws lines with a colour of inks, each from 0 to 1.
    public func setStrokeColor(cyan: CGFloat, magenta: CGFloat, yellow: CGFloat, black: CGFloat, alpha: CGFloat) {
        state.stroke = CGColor(genericCMYKCyan: cyan, magenta: magenta, yellow: yellow, black: black, alpha: alpha)
    }

    /// Does nothing: what is drawn is in the bitmap at once.
    public func flush() {}
    /// Does nothing: what is drawn is in the bitmap at once.
    public func synchronize() {}
}
