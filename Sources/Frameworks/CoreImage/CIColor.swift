import CoreGraphics

/// A colour: red, green, blue and straight alpha in sRGB, from 0 to 1.
public final class CIColor: NSObject, NSCopying, @unchecked Sendable {
    /// The red component, 0…1 in the colour's space.
    public let red: CGFloat
    /// The green component, 0…1 in the colour's space.
    public let green: CGFloat
    /// The blue component, 0…1 in the colour's space.
    public let blue: CGFloat
    /// Opacity, 0…1.
    public let alpha: CGFloat
    /// The colour space of the components.
    public let colorSpace: CGColorSpace
    private let storage: UnsafeMutablePointer<CGFloat>

    /// A colour of sRGB; components are 0…1.
    public init(red r: CGFloat, green g: CGFloat, blue b: CGFloat, alpha a: CGFloat) {
        (red, green, blue, alpha) = (r, g, b, a)
        colorSpace = CGColorSpace(name: CGColorSpace.sRGB) ?? CGColorSpaceCreateDeviceRGB()
        storage = .allocate(capacity: 4)
        for (index, component) in [r, g, b, a].enumerated() { (storage + index).initialize(to: component) }
    }

    deinit { storage.deallocate() }

    /// An opaque colour of sRGB; components are 0…1.
    public convenience init(red r: CGFloat, green g: CGFloat, blue b: CGFloat) { self.init(red: r, green: g, blue: b, alpha: 1) }

    /// Converts a colour to sRGB. If it cannot be converted, the result is black with the colour's alpha.
    public convenience init(cgColor color: CGColor) {
        let space = CGColorSpace(name: CGColorSpace.sRGB) ?? CGColorSpaceCreateDeviceRGB()
        let components = color.converted(to: space, intent: .defaultIntent, options: nil)?.components ?? []
        let at = { (index: Int) in index < components.count ? components[index] : 0 }
        self.init(red: at(0), green: at(1), blue: at(2), alpha: color.alpha)
    }

    /// A colour from the components in a string, `"r g b a"` or `"r g b"`. Missing components are 0, and a missing alpha is 1.
    public convenience init(string representation: String) {
        let numbers = representation.split(whereSeparator: { $0 == " " || $0 == "," }).map { CGFloat(Double($0) ?? 0) }
        let at = { (index: Int) in index < numbers.count ? numbers[index] : 0 }
        self.init(red: at(0), green: at(1), blue: at(2), alpha: numbers.count > 3 ? numbers[3] : 1)
    }

    /// The number of components, including alpha.
    public var numberOfComponents: Int { 4 }
    /// Red, green, blue and alpha. The pointer is valid while the colour exists.
    public var components: UnsafePointer<CGFloat> { UnsafePointer(storage) }
    /// The components as text, separated by spaces.
    public var stringRepresentation: String { "\(red) \(green) \(blue) \(alpha)" }

    /// Opaque black.
    public static var black: CIColor { CIColor(red: 0, green: 0, blue: 0) }
    /// Opaque white.
    public static var white: CIColor { CIColor(red: 1, green: 1, blue: 1) }
    /// Opaque gray, 0.5 of white.
    public static var gray: CIColor { CIColor(red: 0.5, green: 0.5, blue: 0.5) }
    /// Opaque red.
    public static var red: CIColor { CIColor(red: 1, green: 0, blue: 0) }
    /// Opaque green.
    public static var green: CIColor { CIColor(red: 0, green: 1, blue: 0) }
    /// Opaque blue.
    public static var blue: CIColor { CIColor(red: 0, green: 0, blue: 1) }
    /// Opaque cyan.
    public static var cyan: CIColor { CIColor(red: 0, green: 1, blue: 1) }
    /// Opaque magenta.
    public static var magenta: CIColor { CIColor(red: 1, green: 0, blue: 1) }
    /// Opaque yellow.
    public static var yellow: CIColor { CIColor(red: 1, green: 1, blue: 0) }
    /// Black without opacity.
    public static var clear: CIColor { CIColor(red: 0, green: 0, blue: 0, alpha: 0) }

    public func copy(with zone: NSZone? = nil) -> Any { self }

    override public func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? CIColor else { return false }
        return (red, green, blue, alpha) == (other.red, other.green, other.blue, other.alpha)
    }

    override public var hash: Int { stringRepresentation.hashValue }
    override public var description: String { "(\(stringRepresentation))" }

    /// The colour with its components multiplied by alpha. Image nodes draw colours in this form.
    var premultiplied: SIMD4<Float> {
        let alpha = Float(alpha)
        return SIMD4(Float(red) * alpha, Float(green) * alpha, Float(blue) * alpha, alpha)
    }
}
