import CoreGraphics
import Foundation
import UIFoundation

/// The formula that combines the source with the destination, which consists of the pixels drawn so far.
public enum NSCompositingOperation: UInt, Sendable {
    /// Full transparency, regardless of source and destination.
    case clear = 0
    /// The source, including its transparency. The destination is discarded.
    case copy = 1
    /// The source over the destination.
    case sourceOver = 2
    /// The source, only where there is a destination.
    case sourceIn = 3
    /// The source, only where there is no destination.
    case sourceOut = 4
    /// The source over the destination, only where there is a destination.
    case sourceAtop = 5
    /// The destination over the source.
    case destinationOver = 6
    /// The destination, only where there is a source.
    case destinationIn = 7
    /// The destination, only where there is no source.
    case destinationOut = 8
    /// The destination over the source, only where there is a source.
    case destinationAtop = 9
    /// The source where there is no destination, and the destination where there is no source.
    case xor = 10
    /// The sum of source and destination minus 1, but at least 0.
    case plusDarker = 11
    /// The sum of source and destination, but at most 1.
    case plusLighter = 13
    /// The product of source and destination.
    case multiply = 14
    /// 1 minus the product of (1 − source) and (1 − destination).
    case screen = 15
    /// `multiply` where the destination is dark, `screen` where it is light.
    case overlay = 16
    /// The darker of source and destination.
    case darken = 17
    /// The lighter of source and destination.
    case lighten = 18
    /// The destination, lightened by the source.
    case colorDodge = 19
    /// The destination, darkened by the source.
    case colorBurn = 20
    /// Gently darkens where the source is dark, and lightens where it is light.
    case softLight = 21
    /// `multiply` where the source is dark, `screen` where it is light.
    case hardLight = 22
    /// The absolute difference of source and destination.
    case difference = 23
    /// Like `difference`, with less contrast.
    case exclusion = 24

    var blendMode: CGBlendMode {
        switch self {
        case .clear: .clear
        case .copy: .copy
        case .sourceOver: .normal
        case .sourceIn: .sourceIn
        case .sourceOut: .sourceOut
        case .sourceAtop: .sourceAtop
        case .destinationOver: .destinationOver
        case .destinationIn: .destinationIn
        case .destinationOut: .destinationOut
        case .destinationAtop: .destinationAtop
        case .xor: .xor
        case .plusDarker: .plusDarker
        case .plusLighter: .plusLighter
        case .multiply: .multiply
        case .screen: .screen
        case .overlay: .overlay
        case .darken: .darken
        case .lighten: .lighten
        case .colorDodge: .colorDodge
        case .colorBurn: .colorBurn
        case .softLight: .softLight
        case .hardLight: .hardLight
        case .difference: .difference
        case .exclusion: .exclusion
        }
    }
}

/// The quality with which images are scaled.
public enum NSImageInterpolation: UInt, Sendable {
    /// The context selects the quality.
    case `default` = 0
    /// No interpolation.
    case none = 1
    /// The lowest quality with interpolation.
    case low = 2
    /// The highest quality.
    case high = 3
    /// A quality between low and high.
    case medium = 4

    var quality: CGInterpolationQuality {
        switch self {
        case .default: .default
        case .none: .none
        case .low: .low
        case .high: .high
        case .medium: .medium
        }
    }
}

/// A context in which images, colours, paths and texts are drawn.
open class NSGraphicsContext: NSObject {
    /// The context as a `CGContext`.
    public let cgContext: CGContext
    /// Whether the y axis points downwards.
    public let isFlipped: Bool

    /// An AppKit context for a `CGContext`.
    public init(cgContext graphicsPort: CGContext, flipped initialFlippedState: Bool) {
        (cgContext, isFlipped) = (graphicsPort, initialFlippedState)
    }

    /// A context that draws in a bitmap; `nil` if the bitmap does not support drawing.
    public convenience init?(bitmapImageRep bitmapRep: NSBitmapImageRep) {
        guard let context = bitmapRep.canvas() else { return nil }
        self.init(cgContext: context, flipped: false)
    }

    /// The current context of this thread. If it is `nil`, drawing has no effect.
    open class var current: NSGraphicsContext? {
        get {
            DrawingStack.current.map { target in
                (target.owner as? NSGraphicsContext) ?? NSGraphicsContext(cgContext: target.context, flipped: target.isFlipped)
            }
        }
        set { DrawingStack.current = newValue.map { DrawingTarget($0.cgContext, isFlipped: $0.isFlipped, owner: $0) } }
    }

    /// Saves this thread's current context, including its colours, clip and transform.
    open class func saveGraphicsState() {
        let target = DrawingStack.current
        target?.context.saveGState()
        DrawingStack.push(target)
    }

    /// Restores the context that was saved last, including its colours, clip and transform.
    open class func restoreGraphicsState() {
        DrawingStack.pop()
        DrawingStack.current?.context.restoreGState()
    }

    /// Saves the context's colours, clip and transform.
    open func saveGraphicsState() { cgContext.saveGState() }

    /// Restores the state that was saved last.
    open func restoreGraphicsState() { cgContext.restoreGState() }

    /// Does nothing, because drawings are written immediately.
    open func flushGraphics() {}

    /// The quality with which images are scaled.
    open var imageInterpolation = NSImageInterpolation.default {
        didSet { cgContext.interpolationQuality = imageInterpolation.quality }
    }

    /// Whether edges are antialiased.
    open var shouldAntialias = true {
        didSet { cgContext.setShouldAntialias(shouldAntialias) }
    }

    /// The formula that combines drawings with the pixels drawn so far.
    open var compositingOperation = NSCompositingOperation.sourceOver {
        didSet { cgContext.setBlendMode(compositingOperation.blendMode) }
    }
}

extension CGRect {
    /// Fills the rectangle in the current context with the fill colour.
    public func fill(using operation: NSCompositingOperation = .sourceOver) { drawing(operation) { $0.fill(self) } }

    /// Draws a frame inside the rectangle with the fill colour of the current context.
    public func frame(withWidth width: CGFloat = 1, using operation: NSCompositingOperation = .sourceOver) {
        let (outer, inner) = (standardized, standardized.insetBy(dx: width, dy: width))
        drawing(operation) { context in
            context.beginPath()
            context.addRect(outer)
            if !inner.isNull { context.addRect(inner) }
            context.fillPath(using: .evenOdd)
        }
    }

    /// Clips the current context to the rectangle.
    public func clip() { DrawingStack.current?.context.clip(to: self) }

    private func drawing(_ operation: NSCompositingOperation, _ body: (CGContext) -> Void) {
        guard let context = DrawingStack.current?.context else { return }
        context.saveGState()
        context.setBlendMode(operation.blendMode)
        body(context)
        context.restoreGState()
    }
}
