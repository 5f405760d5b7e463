import Foundation

/// A colour: components in a colour space, and alpha.
public final class CGColor: Hashable, @unchecked Sendable {
    /// The space of the components. It is never `nil` in Osprey.
    public let colorSpace: CGColorSpace?
    private let values: [CGFloat]

    init(space: CGColorSpace, values: [CGFloat]) {
        colorSpace = space
        self.values = values
    }

    /// - Parameter components: the components of the space, followed by alpha.
    public convenience init?(colorSpace space: CGColorSpace, components: UnsafePointer<CGFloat>) {
        guard space.model != .pattern, space.numberOfComponents > 0 else { return nil }
        self.init(space: space, values: Array(UnsafeBufferPointer(start: components, count: space.numberOfComponents + 1)))
    }

    /// A device gray: 0 is black, 1 is white; alpha 0 is transparent, 1 is opaque.
    public convenience init(gray: CGFloat, alpha: CGFloat) {
        self.init(space: CGColorSpaceCreateDeviceGray(), values: [gray, alpha])
    }

    /// A device RGB colour, which is treated as sRGB. Components and alpha are from 0 to 1.
    public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        self.init(space: CGColorSpaceCreateDeviceRGB(), values: [red, green, blue, alpha])
    }

    /// A colour in sRGB. Components and alpha are from 0 to 1.
    public convenience init(srgbRed red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        self.init(space: CGColorSpace(name: CGColorSpace.sRGB) ?? CGColorSpaceCreateDeviceRGB(), values: [red, green, blue, alpha])
    }

    /// A gray with a gamma of 2.2, from 0 (black) to 1 (white), and alpha.
    public convenience init(genericGrayGamma2_2Gray gray: CGFloat, alpha: CGFloat) {
        self.init(space: CGColorSpace(name: CGColorSpace.genericGrayGamma2_2) ?? CGColorSpaceCreateDeviceGray(), values: [gray, alpha])
    }

    /// A CMYK colour. Each ink is from 0 (none) to 1 (full).
    public convenience init(
        genericCMYKCyan cyan: CGFloat, magenta: CGFloat, yellow: CGFloat, black: CGFloat, alpha: CGFloat
    ) {
        self.init(
            space: CGColorSpace(name: CGColorSpace.genericCMYK) ?? CGColorSpaceCreateDeviceCMYK(),
            values: [cyan, magenta, yellow, black, alpha])
    }

    /// The components, followed by alpha.
    public var components: [CGFloat]? { values }
    /// The number of components, including alpha.
    public var numberOfComponents: Int { values.count }
    /// The alpha of the colour, from 0 (transparent) to 1 (opaque).
    public var alpha: CGFloat { values.last ?? 1 }

    /// Returns this colour, because colours are immutable.
    public func copy() -> CGColor? { self }

    /// A copy of the colour with another alpha, 0 to 1.
    public func copy(alpha: CGFloat) -> CGColor? {
        colorSpace.map { CGColor(space: $0, values: values.dropLast() + [alpha]) }
    }

    /// The colour converted to another space through sRGB; `nil` if the other space is neither RGB nor gray.
    public func converted(to space: CGColorSpace, intent: CGColorRenderingIntent, options: CFDictionary?) -> CGColor? {
        if space == colorSpace { return self }
        switch space.model {
        case .rgb:
            let rgb = sRGBComponents
            let source = [Float(rgb.red), Float(rgb.green), Float(rgb.blue)]
            var result = source
            ColorTransform.between(CGColorSpaceCreateDeviceRGB(), .rgbFloat, space, .rgbFloat)?.apply(source, &result, count: 1)
            return CGColor(space: space, values: result.map { CGFloat($0) } + [alpha])
        case .monochrome:
            return CGColor(space: space, values: [CGFloat(luma), alpha])
        default:
            return nil
        }
    }

    /// The gray of the colour, by the luma of Rec. 601.
    package var luma: Double {
        let rgb = sRGBComponents
        return 0.299 * rgb.red + 0.587 * rgb.green + 0.114 * rgb.blue
    }

    /// The colour in sRGB, 0 to 1 within its gamut.
    package var sRGBComponents: (red: Double, green: Double, blue: Double) {
        let floats = values.dropLast().map { Float($0) }
        guard let space = colorSpace else { return (0, 0, 0) }
        switch space.model {
        case .monochrome where floats.count == 1:
            return (Double(floats[0]), Double(floats[0]), Double(floats[0]))
        case .rgb where floats.count == 3:
            var result = floats
            ColorTransform.between(space, .rgbFloat, nil, .rgbFloat)?.apply(floats, &result, count: 1)
            return (Double(result[0]), Double(result[1]), Double(result[2]))
        case .cmyk where floats.count == 4:
            if let transform = ColorTransform.between(space, .cmykFloat, nil, .rgbFloat) {
                var result: [Float] = [0, 0, 0]
                transform.apply(floats.map { $0 * 100 }, &result, count: 1)
                return (Double(result[0]), Double(result[1]), Double(result[2]))
            }
            let paper = floats.map { Double(1 - $0) }
            return (paper[0] * paper[3], paper[1] * paper[3], paper[2] * paper[3])
        default:
            return (0, 0, 0)
        }
    }

    public static func == (lhs: CGColor, rhs: CGColor) -> Bool { lhs.values == rhs.values && lhs.colorSpace == rhs.colorSpace }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(values)
        hasher.combine(colorSpace)
    }

    /// Opaque white, as a gray with a gamma of 2.2.
    public static let white = CGColor(genericGrayGamma2_2Gray: 1, alpha: 1)
    /// Opaque black, as a gray with a gamma of 2.2.
    public static let black = CGColor(genericGrayGamma2_2Gray: 0, alpha: 1)
    /// Transparent black, as a gray with a gamma of 2.2.
    public static let clear = CGColor(genericGrayGamma2_2Gray: 0, alpha: 0)
}
