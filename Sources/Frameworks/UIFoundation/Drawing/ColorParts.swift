import CoreGraphics
import Foundation

/// A colour for drawing text and shapes. The colours of UIKit, AppKit and Core Graphics conform.
package protocol PaintColor {
    var cgColor: CGColor { get }
}

/// Colour computations for the colour classes of UIKit and AppKit.
package enum ColorParts {
    /// Converts hue, saturation and brightness to red, green and blue. All are from 0 to 1.
    package static func rgb(hue: CGFloat, saturation: CGFloat, brightness: CGFloat) -> (red: CGFloat, green: CGFloat, blue: CGFloat) {
        let (s, v) = (min(max(saturation, 0), 1), min(max(brightness, 0), 1))
        let turn = hue.isFinite ? (hue == 1 ? 0 : hue - hue.rounded(.down)) * 6 : 0
        // Around the circle of hues, each component is at its maximum for a third. For a sixth on each side of it, the component rises or
        // falls. It is at its minimum elsewhere.
        func component(_ offset: CGFloat) -> CGFloat {
            let k = (turn + offset).truncatingRemainder(dividingBy: 6)
            return v - v * s * max(0, min(k, 4 - k, 1))
        }
        return (component(5), component(3), component(1))
    }

    /// Converts red, green and blue to hue, saturation and brightness. All are from 0 to 1. A gray has the hue 0.
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

    /// A mixture of two colours, computed in sRGB. A fraction of 0 gives the first colour, and 1 gives the second.
    package static func mixture(_ first: CGColor, _ second: CGColor, _ fraction: CGFloat) -> CGColor {
        let (a, b, t) = (components(first), components(second), min(max(fraction, 0), 1))
        func between(_ x: CGFloat, _ y: CGFloat) -> CGFloat { x + (y - x) * t }
        return CGColor(
            srgbRed: between(a.red, b.red), green: between(a.green, b.green), blue: between(a.blue, b.blue),
            alpha: between(a.alpha, b.alpha))
    }
}
