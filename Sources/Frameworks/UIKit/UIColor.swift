import CoreGraphics
import CoreImage
import Foundation
import UIFoundation

/// A colour with components in a colour space.
open class UIColor: NSObject, NSCopying, PaintColor, @unchecked Sendable {
    /// The colour as a `CGColor`.
    public let cgColor: CGColor

    /// Converts a colour of Core Graphics.
    public required init(cgColor: CGColor) { self.cgColor = cgColor }

    /// A colour in sRGB, with components from 0 to 1.
    public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        self.init(cgColor: CGColor(srgbRed: red, green: green, blue: blue, alpha: alpha))
    }

    /// The colour of a literal `#colorLiteral`, with components of sRGB from 0 to 1.
    public required convenience init(_colorLiteralRed red: Float, green: Float, blue: Float, alpha: Float) {
        self.init(red: CGFloat(red), green: CGFloat(green), blue: CGFloat(blue), alpha: CGFloat(alpha))
    }

    /// A colour in Display P3, with components from 0 to 1.
    public convenience init(displayP3Red red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        let space = CGColorSpace(name: CGColorSpace.displayP3)
        let color = space.flatMap { CGColor(colorSpace: $0, components: [red, green, blue, alpha]) }
        self.init(cgColor: color ?? CGColor(srgbRed: red, green: green, blue: blue, alpha: alpha))
    }

    /// A gray, from 0 (black) to 1 (white).
    public convenience init(white: CGFloat, alpha: CGFloat) {
        self.init(cgColor: CGColor(genericGrayGamma2_2Gray: white, alpha: alpha))
    }

    /// A colour with hue, saturation and brightness, all from 0 to 1.
    public convenience init(hue: CGFloat, saturation: CGFloat, brightness: CGFloat, alpha: CGFloat) {
        let rgb = ColorParts.rgb(hue: hue, saturation: saturation, brightness: brightness)
        self.init(red: rgb.red, green: rgb.green, blue: rgb.blue, alpha: alpha)
    }

    /// Converts a colour of Core Image.
    public convenience init(ciColor: CIColor) {
        self.init(red: ciColor.red, green: ciColor.green, blue: ciColor.blue, alpha: ciColor.alpha)
    }

    /// The colour as a `CIColor`.
    public var ciColor: CIColor { CIColor(cgColor: cgColor) }

    /// Gets the components in sRGB, from 0 to 1. Always returns `true`.
    @discardableResult
    public func getRed(
        _ red: UnsafeMutablePointer<CGFloat>?, green: UnsafeMutablePointer<CGFloat>?, blue: UnsafeMutablePointer<CGFloat>?,
        alpha: UnsafeMutablePointer<CGFloat>?
    ) -> Bool {
        let parts = ColorParts.components(cgColor)
        red?.pointee = parts.red
        green?.pointee = parts.green
        blue?.pointee = parts.blue
        alpha?.pointee = parts.alpha
        return true
    }

    /// Gets the hue, saturation and brightness in sRGB, from 0 to 1. Always returns `true`.
    @discardableResult
    public func getHue(
        _ hue: UnsafeMutablePointer<CGFloat>?, saturation: UnsafeMutablePointer<CGFloat>?, brightness: UnsafeMutablePointer<CGFloat>?,
        alpha: UnsafeMutablePointer<CGFloat>?
    ) -> Bool {
        let parts = ColorParts.components(cgColor)
        let hsb = ColorParts.hsb(parts.red, parts.green, parts.blue)
        hue?.pointee = hsb.hue
        saturation?.pointee = hsb.saturation
        brightness?.pointee = hsb.brightness
        alpha?.pointee = parts.alpha
        return true
    }

    /// Gets the luma of the colour, from 0 (black) to 1 (white). Always returns `true`.
    @discardableResult
    public func getWhite(_ white: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?) -> Bool {
        white?.pointee = CGFloat(cgColor.luma)
        alpha?.pointee = cgColor.alpha
        return true
    }

    /// A copy of the colour with another alpha.
    public func withAlphaComponent(_ alpha: CGFloat) -> UIColor { UIColor(cgColor: cgColor.copy(alpha: alpha) ?? cgColor) }

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

    open override func isEqual(_ object: Any?) -> Bool { (object as? UIColor)?.cgColor == cgColor }
    open override var hash: Int { cgColor.hashValue }
    open override var description: String {
        let parts = ColorParts.components(cgColor)
        return "UIColor \(parts.red) \(parts.green) \(parts.blue) \(parts.alpha)"
    }
}

extension CIColor {
    /// Converts a colour of UIKit.
    public convenience init(color: UIColor) { self.init(cgColor: color.cgColor) }
}
