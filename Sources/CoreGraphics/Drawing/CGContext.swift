import Foundation

public typealias CGBitmapContextReleaseDataCallback = @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void

/// How what is drawn meets what is there.
public enum CGBlendMode: Int32, Sendable {
    case normal = 0
    case multiply = 1
    case screen = 2
    case overlay = 3
    case darken = 4
    case lighten = 5
    case colorDodge = 6
    case colorBurn = 7
    case softLight = 8
    case hardLight = 9
    case difference = 10
    case exclusion = 11
    case hue = 12
    case saturation = 13
    case color = 14
    case luminosity = 15
    case clear = 16
    case copy = 17
    case sourceIn = 18
    case sourceOut = 19
    case sourceAtop = 20
    case destinationOver = 21
    case destinationIn = 22
    case destinationOut = 23
    case destinationAtop = 24
    case xor = 25
    case plusDarker = 26
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
    public let colorSpace: CGColorSpace?
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

    public var data: UnsafeMutableRawPointer? { bitmap.planes[0].base }
    public var width: Int { bitmap.width }
    public var height: Int { bitmap.height }
    public var bitsPerComponent: Int { 8 }
    public var bitsPerPixel: Int { bitmap.layout.bytesPerPixel * 8 }
    public var bytesPerRow: Int { bitmap.planes[0].bytesPerRow }
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
    public func saveGState() { saved.append(state) }
    public func restoreGState() { saved.popLast().map { state = $0 } }

    public var ctm: CGAffineTransform { state.transform }
    public func concatenate(_ transform: CGAffineTransform) { state.transform = transform.concatenating(state.transform) }
    public func translateBy(x tx: CGFloat, y ty: CGFloat) { state.transform = state.transform.translatedBy(x: tx, y: ty) }
    public func scaleBy(x sx: CGFloat, y sy: CGFloat) { state.transform = state.transform.scaledBy(x: sx, y: sy) }
    public func rotate(by angle: CGFloat) { state.transform = state.transform.rotated(by: angle) }

    /// From user space to the bitmap's space, whose origin is at the lower left, too.
    public var userSpaceToDeviceSpaceTransform: CGAffineTransform { state.transform }
    public func convertToDeviceSpace(_ point: CGPoint) -> CGPoint { point.applying(state.transform) }
    public func convertToUserSpace(_ point: CGPoint) -> CGPoint { point.applying(state.transform.inverted()) }
    public func convertToDeviceSpace(_ size: CGSize) -> CGSize { size.applying(state.transform) }
    public func convertToUserSpace(_ size: CGSize) -> CGSize { size.applying(state.transform.inverted()) }
    public func convertToDeviceSpace(_ rect: CGRect) -> CGRect { rect.applying(state.transform) }
    public func convertToUserSpace(_ rect: CGRect) -> CGRect { rect.applying(state.transform.inverted()) }

    public func setLineWidth(_ width: CGFloat) { state.style.width = max(width, 0) }
    public func setLineCap(_ cap: CGLineCap) { state.style.cap = cap }
    public func setLineJoin(_ join: CGLineJoin) { state.style.join = join }
    public func setMiterLimit(_ limit: CGFloat) { state.style.miterLimit = limit }
    public func setFlatness(_ flatness: CGFloat) {}
    public func setLineDash(phase: CGFloat, lengths: [CGFloat]) {
        state.style.dashPhase = phase
        state.style.dashes = lengths
    }
    public func setAlpha(_ alpha: CGFloat) { state.alpha = min(max(alpha, 0), 1) }
    public func setBlendMode(_ mode: CGBlendMode) { state.blendMode = mode }
    public func setRenderingIntent(_ intent: CGColorRenderingIntent) {}
    public func setShouldAntialias(_ shouldAntialias: Bool) { state.antialiases = shouldAntialias }
    public func setAllowsAntialiasing(_ allowsAntialiasing: Bool) {}
    public var interpolationQuality: CGInterpolationQuality {
        get { state.interpolation }
        set { state.interpolation = newValue }
    }

    public func setFillColor(_ color: CGColor) { state.fill = color }
    public func setStrokeColor(_ color: CGColor) { state.stroke = color }
    public func setFillColorSpace(_ space: CGColorSpace) { state.fillSpace = space }
    public func setStrokeColorSpace(_ space: CGColorSpace) { state.strokeSpace = space }
    public func setFillColor(_ components: UnsafePointer<CGFloat>) {
        CGColor(colorSpace: state.fillSpace, components: components).map { state.fill = $0 }
    }
    public func setStrokeColor(_ components: UnsafePointer<CGFloat>) {
        CGColor(colorSpace: state.strokeSpace, components: components).map { state.stroke = $0 }
    }
    public func setFillColor(gray: CGFloat, alpha: CGFloat) { state.fill = CGColor(gray: gray, alpha: alpha) }
    public func setStrokeColor(gray: CGFloat, alpha: CGFloat) { state.stroke = CGColor(gray: gray, alpha: alpha) }
    public func setFillColor(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        state.fill = CGColor(red: red, green: green, blue: blue, alpha: alpha)
    }
    public func setStrokeColor(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        state.stroke = CGColor(red: red, green: green, blue: blue, alpha: alpha)
    }
    public func setFillColor(cyan: CGFloat, magenta: CGFloat, yellow: CGFloat, black: CGFloat, alpha: CGFloat) {
        state.fill = CGColor(genericCMYKCyan: cyan, magenta: magenta, yellow: yellow, black: black, alpha: alpha)
    }
    public func setStrokeColor(cyan: CGFloat, magenta: CGFloat, yellow: CGFloat, black: CGFloat, alpha: CGFloat) {
        state.stroke = CGColor(genericCMYKCyan: cyan, magenta: magenta, yellow: yellow, black: black, alpha: alpha)
    }

    public func flush() {}
    public func synchronize() {}
}
