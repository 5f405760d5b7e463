import CoreGraphics
import Foundation

/// The target for drawing images, colours, paths and texts: a context and the direction of its y axis.
package struct DrawingTarget {
    package let context: CGContext
    /// Whether y points downwards in the context's initial user space.
    package let isFlipped: Bool
    /// The number of pixels per point.
    package let scale: CGFloat
    /// The object that represents the target in a program, such as AppKit's context.
    package let owner: AnyObject?

    package init(_ context: CGContext, isFlipped: Bool, scale: CGFloat = 1, owner: AnyObject? = nil) {
        (self.context, self.isFlipped, self.scale, self.owner) = (context, isFlipped, scale, owner)
    }

    /// Makes a target that draws into a new bitmap with 32 bits per pixel. The unit of user space is a point. Returns `nil` if a bitmap
    /// cannot have the size.
    ///
    /// - Parameters:
    ///   - size: the size in points. It is rounded up to whole pixels.
    ///   - isOpaque: whether the bitmap has no alpha. An opaque bitmap is initially black. A bitmap with alpha is initially transparent.
    package init?(size: CGSize, scale: CGFloat, isOpaque: Bool, isFlipped: Bool, owner: AnyObject? = nil) {
        let (width, height) = ((size.width * scale).rounded(.up), (size.height * scale).rounded(.up))
        guard scale > 0, width >= 1, height >= 1, width <= Self.longestSide, height <= Self.longestSide else { return nil }
        let alpha: CGImageAlphaInfo = isOpaque ? .noneSkipLast : .premultipliedLast
        guard let space = CGColorSpace(name: CGColorSpace.sRGB),
            let context = CGContext(
                data: nil, width: Int(width), height: Int(height), bitsPerComponent: 8, bytesPerRow: 0, space: space,
                bitmapInfo: alpha.rawValue)
        else { return nil }
        if isFlipped {
            context.translateBy(x: 0, y: height)
            context.scaleBy(x: scale, y: -scale)
        } else {
            context.scaleBy(x: scale, y: scale)
        }
        self.init(context, isFlipped: isFlipped, scale: scale, owner: owner)
    }

    /// The maximum length of a picture's side. If a side exceeds the maximum, no memory is allocated.
    private static let longestSide: CGFloat = 1_000_000

    /// Draws an image with its first row at the upper edge of a rectangle, for both directions of the y axis.
    package func draw(_ image: CGImage, in rect: CGRect, blendMode: CGBlendMode = .normal, alpha: CGFloat = 1) {
        context.saveGState()
        context.setBlendMode(blendMode)
        if alpha != 1 { context.setAlpha(alpha) }
        if isFlipped {
            context.translateBy(x: 0, y: rect.minY + rect.maxY)
            context.scaleBy(x: 1, y: -1)
        }
        context.draw(image, in: rect)
        context.restoreGState()
    }
}

/// The stack of a thread's drawing targets. The last one is the current target.
package enum DrawingStack {
    private final class Targets {
        var list: [DrawingTarget?] = []
    }

    private static let key = "osprey.drawing"

    private static var targets: Targets {
        let values = Thread.current.threadDictionary
        if let there = values[key] as? Targets { return there }
        let new = Targets()
        values[key] = new
        return new
    }

    /// The current target of this thread. If it is `nil`, drawing has no effect.
    package static var current: DrawingTarget? {
        get { targets.list.last ?? nil }
        set {
            let targets = targets
            if targets.list.isEmpty { targets.list.append(newValue) } else { targets.list[targets.list.count - 1] = newValue }
        }
    }

    /// Makes another target current until the matching ``pop()``.
    package static func push(_ target: DrawingTarget?) { targets.list.append(target) }

    /// Removes the target of the last ``push(_:)``.
    @discardableResult
    package static func pop() -> DrawingTarget? { targets.list.popLast() ?? nil }

    /// Makes a target current while `body` runs.
    package static func drawing<Result>(in target: DrawingTarget, _ body: () throws -> Result) rethrows -> Result {
        push(target)
        defer { pop() }
        return try body()
    }
}
