import CoreGraphics
import CoreImage
import Foundation
import UIFoundation

/// A colour space of AppKit.
open class NSColorSpace: NSObject, @unchecked Sendable {
    /// The colour space as a `CGColorSpace`.
    public let cgColorSpace: CGColorSpace?

    /// The colour space for a `CGColorSpace`.
    public init?(cgColorSpace: CGColorSpace) { self.cgColorSpace = cgColorSpace }

    private init(_ space: CGColorSpace?) { cgColorSpace = space }

    /// sRGB, the standard colour space of screens.
    public class var sRGB: NSColorSpace { NSColorSpace(CGColorSpace(name: CGColorSpace.sRGB)) }
    /// Display P3, the colour space of Apple's screens. It is wider than sRGB.
    public class var displayP3: NSColorSpace { NSColorSpace(CGColorSpace(name: CGColorSpace.displayP3)) }
    /// The device space of red, green and blue, which is treated as sRGB.
    public class var deviceRGB: NSColorSpace { NSColorSpace(CGColorSpaceCreateDeviceRGB()) }
    /// The generic space of red, green and blue, which is treated as sRGB.
    public class var genericRGB: NSColorSpace { sRGB }
    /// The device space of grays.
    public class var deviceGray: NSColorSpace { NSColorSpace(CGColorSpaceCreateDeviceGray()) }
    /// The space of grays with a gamma of 2.2.
    public class var genericGamma22Gray: NSColorSpace { NSColorSpace(CGColorSpace(name: CGColorSpace.genericGrayGamma2_2)) }

    /// The number of components, without alpha.
    public var numberOfColorComponents: Int { cgColorSpace?.numberOfComponents ?? 0 }

    open override func isEqual(_ object: Any?) -> Bool { (object as? NSColorSpace)?.cgColorSpace == cgColorSpace }
    open override var hash: Int { cgColorSpace.hashValue }
}

/// A colour with components in a colour space.
open class NSColor: NSObject, NSCopying, PaintColor, @unchecked Sendable {
    /// The colour as a `CGColor`.
    public let cgColor: CGColor

    private init(_ color: CGColor) { cgColor = color }

    /// Converts a colour of Core Graphics.
    public convenience init?(cgColor: CGColor) { self.init(cgColor) }

    /// A colour in sRGB, with components from 0 to 1.
    public convenience init(srgbRed red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        self.init(CGColor(srgbRed: red, green: green, blue: blue, alpha: alpha))
    }
    /// A colour in sRGB, with components from 0 to 1.
    public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        self.init(srgbRed: red, green: green, blue: blue, alpha: alpha)
    }
    /// The colour of a literal `#colorLiteral`, with components of sRGB from 0 to 1.
    public required convenience init(_colorLiteralRed red: Float, green: Float, blue: Float, alpha: Float) {
        self.init(red: CGFloat(red), green: CGFloat(green), blue: CGFloat(blue), alpha: CGFloat(alpha))
    }

    /// A colour whose components are treated as sRGB.
    public convenience init(calibratedRed red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        self.init(srgbRed: red, green: green, blue: blue, alpha: alpha)
    }
    /// A colour whose components are treated as sRGB.
    public convenience init(deviceRed red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        self.init(CGColor(red: red, green: green, blue: blue, alpha: alpha))
    }
    /// A gray, from 0 (black) to 1 (white).
    public convenience init(white: CGFloat, alpha: CGFloat) { self.init(CGColor(genericGrayGamma2_2Gray: white, alpha: alpha)) }
    /// A gray, from 0 (black) to 1 (white).
    public convenience init(calibratedWhite white: CGFloat, alpha: CGFloat) { self.init(white: white, alpha: alpha) }
    /// A device gray, from 0 (black) to 1 (white).
    public convenience init(deviceWhite white: CGFloat, alpha: CGFloat) { self.init(CGColor(gray: white, alpha: alpha)) }
    /// A colour with hue, saturation and brightness, all from 0 to 1.
    public convenience init(hue: CGFloat, saturation: CGFloat, brightness: CGFloat, alpha: CGFloat) {
        let rgb = ColorParts.rgb(hue: hue, saturation: saturation, brightness: brightness)
        self.init(srgbRed: rgb.red, green: rgb.green, blue: rgb.blue, alpha: alpha)
    }
    /// A colour with hue, saturation and brightness, all from 0 to 1.
    public convenience init(calibratedHue hue: CGFloat, saturation: CGFloat, brightness: CGFloat, alpha: CGFloat) {
        self.init(hue: hue, saturation: saturation, brightness: brightness, alpha: alpha)
    }
    /// Converts a colour of Core Image.
    public convenience init(ciColor color: CIColor) {
        self.init(srgbRed: color.red, green: color.green, blue: color.blue, alpha: color.alpha)
    }

    /// The colour space of the components.
    public var colorSpace: NSColorSpace { cgColor.colorSpace.flatMap { NSColorSpace(cgColorSpace: $0) } ?? .sRGB }

    /// The colour converted to another space; `nil` if the space is neither RGB nor gray.
    public func usingColorSpace(_ space: NSColorSpace) -> NSColor? {
        space.cgColorSpace.flatMap { cgColor.converted(to: $0, intent: .defaultIntent, options: nil) }.map { NSColor($0) }
    }

    /// The red component in sRGB, from 0 to 1.
    public var redComponent: CGFloat { ColorParts.components(cgColor).red }
    /// The green component in sRGB, from 0 to 1.
    public var greenComponent: CGFloat { ColorParts.components(cgColor).green }
    /// The blue component in sRGB, from 0 to 1.
    public var blueComponent: CGFloat { ColorParts.components(cgColor).blue }
    /// The alpha, from 0 (transparent) to 1 (opaque).
    public var alphaComponent: CGFloat { cgColor.alpha }
    /// The luma of the colour, from 0 to 1.
    public var whiteComponent: CGFloat { CGFloat(cgColor.luma) }
    /// The hue in sRGB, from 0 to 1.
    public var hueComponent: CGFloat { hsb.hue }
    /// The saturation in sRGB, from 0 to 1.
    public var saturationComponent: CGFloat { hsb.saturation }
    /// The brightness in sRGB, from 0 to 1.
    public var brightnessComponent: CGFloat { hsb.brightness }

    private var hsb: (hue: CGFloat, saturation: CGFloat, brightness: CGFloat) {
        ColorParts.hsb(redComponent, greenComponent, blueComponent)
    }

    /// Gets the components in sRGB, from 0 to 1.
    public func getRed(
        _ red: UnsafeMutablePointer<CGFloat>?, green: UnsafeMutablePointer<CGFloat>?, blue: UnsafeMutablePointer<CGFloat>?,
        alpha: UnsafeMutablePointer<CGFloat>?
    ) {
        let parts = ColorParts.components(cgColor)
        red?.pointee = parts.red
        green?.pointee = parts.green
        blue?.pointee = parts.blue
        alpha?.pointee = parts.alpha
    }

    /// Gets the hue, saturation and brightness in sRGB, from 0 to 1.
    public func getHue(
        _ hue: UnsafeMutablePointer<CGFloat>?, saturation: UnsafeMutablePointer<CGFloat>?, brightness: UnsafeMutablePointer<CGFloat>?,
        alpha: UnsafeMutablePointer<CGFloat>?
    ) {
        let parts = hsb
        hue?.pointee = parts.hue
        saturation?.pointee = parts.saturation
        brightness?.pointee = parts.brightness
        alpha?.pointee = alphaComponent
    }

    /// A copy of the colour with another alpha.
    public func withAlphaComponent(_ alpha: CGFloat) -> NSColor { NSColor(cgColor.copy(alpha: alpha) ?? cgColor) }

    /// A mixture of two colours, computed in sRGB.
    ///
    /// - Parameter fraction: the fraction of the other colour, from 0 to 1.
    public func blended(withFraction fraction: CGFloat, of color: NSColor) -> NSColor? {
        NSColor(ColorParts.mixture(cgColor, color.cgColor, fraction))
    }

    /// Makes this the fill colour and the stroke colour of the current context.
    public func set() {
        setFill()
        setStroke()
    }

    /// Makes this the fill colour of the current context.
    public func setFill() { DrawingStack.current?.context.setFillColor(cgColor) }

    /// Makes this the stroke colour of the current context.
    public func setStroke() { DrawingStack.current?.context.setStrokeColor(cgColor) }

    public func copy(with zone: NSZone? = nil) -> Any { self }

    open override func isEqual(_ object: Any?) -> Bool { (object as? NSColor)?.cgColor == cgColor }
    open override var hash: Int { cgColor.hashValue }
    open override var description: String { "NSColor \(redComponent) \(greenComponent) \(blueComponent) \(alphaComponent)" }
}

extension CIColor {
    /// Converts a colour of AppKit.
    public convenience init?(color: NSColor) { self.init(cgColor: color.cgColor) }
}
