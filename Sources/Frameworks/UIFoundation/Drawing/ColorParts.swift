import CoreGraphics
import Foundation

/// A colour for drawing text and shapes: of UIKit, of AppKit or of Core Graphics.
package protocol PaintColor {
    var cgColor: CGColor { get }
}

/// The computations that both classes of colours need.
package enum ColorParts {
    /// The red, green and blue of a hue, all from 0 to 1.
    package static func rgb(hue: CGFloat, saturation: CGFloat, brightness: CGFloat) -> (red: CGFloat, green: CGFloat, blue: CGFloat) {
        let (s, v) = (min(max(saturation, 0), 1), min(max(brightness, 0), 1))
        let turn = hue.isFinite ? (hue == 1 ? 0 : hue - hue.rounded(.down)) * 6 : 0
        // Each component is full for a third of the circle, rises or falls for a sixth on either side, and is least elsewhere.
        func component(_ offset: CGFloat) -> CGFloat {
            let k = (turn + offset).truncatingRemainder(dividingBy: 6)
            return v - v * s * max(0, min(k, 4 - k, 1))
        }
        return (component(5), component(3), component(1))
    }

    /// The hue, saturation and brightness of a colour, all from 0 to 1. A gray has the hue 0.
    package static func hsb(_ red: CGFloat, _ green: CGFloat, _ blue: CGFloat) -> (hue: CGFloat, saturation: CGFloat, brightness: CGFloat) {
        let (largest, smallest) = (max(red, green, blue), min(red, green, blue))
        let range = largest - smallest
        guard range > 0, largest > 0 else { return (0, 0, largest) }
        var hue: CGFloat
        if largest == red {
            hue = (green - blue) / range
        } else if largest == green {
            hue = 2 + (blue - red) / range
        } else {
            hue = 4 + (red - green) / range
        }
        hue /= 6
        return (hue < 0 ? hue + 1 : hue, range / largest, largest)
    }

    /// A colour's components in sRGB, and its alpha.
    package static func components(_ color: CGColor) -> (red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        let rgb = color.sRGBComponents
        return (CGFloat(rgb.red), CGFloat(rgb.green), CGFloat(rgb.blue), color.alpha)
    }

    /// A mixture of two colours in sRGB: the first one at 0, the second one at 1.
    package static func mixture(_ first: CGColor, _ second: CGColor, _ fraction: CGFloat) -> CGColor {
        let (a, b, t) = (components(first), components(second), min(max(fraction, 0), 1))
        func between(_ x: CGFloat, _ y: CGFloat) -> CGFloat { x + (y - x) * t }
        return CGColor(
            srgbRed: between(a.red, b.red), green: between(a.green, b.green), blue: between(a.blue, b.blue),
            alpha: between(a.alpha, b.alpha))
    }
}
