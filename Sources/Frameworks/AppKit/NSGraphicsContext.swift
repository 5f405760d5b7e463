import CoreGraphics
import Foundation
import UIFoundation

/// How the source is combined with the destination, which is what is there.
public enum NSCompositingOperation: UInt, Sendable {
    /// Transparent.
    case clear = 0
    /// The source in place of what is there.
    case copy = 1
    /// The source over what is there.
    case sourceOver = 2
    /// The source, only where there is something.
    case sourceIn = 3
    /// The source, only where there is nothing.
    case sourceOut = 4
    /// The source over what is there, only there.
    case sourceAtop = 5
    /// The destination over the source.
    case destinationOver = 6
    /// The destination, only where there is a source.
    case destinationIn = 7
    /// The destination, only where there is no source.
    case destinationOut = 8
    /// The destination over the source, only where there is a source.
    case destinationAtop = 9
    /// Each, where the other is not.
    case xor = 10
    /// The sum less 1.
    case plusDarker = 11
    /// The sum.
    case plusLighter = 13
    /// The product.
    case multiply = 14
    /// The inverse of the product of both inverses.
    case screen = 15
    /// `multiply` where it is dark, `screen` where it is light.
    case overlay = 16
    /// The darker one.
    case darken = 17
    /// The lighter one.
    case lighten = 18
    /// Lightened by the source.
    case colorDodge = 19
    /// Darkened by the source.
    case colorBurn = 20
    /// Gently darker or lighter.
    case softLight = 21
    /// `multiply` where the source is dark, `screen` where it is light.
    case hardLight = 22
    /// The difference.
    case difference = 23
    /// The difference, with less contrast.
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

/// How carefully images are scaled.
public enum NSImageInterpolation: UInt, Sendable {
    /// As the context decides.
    case `default` = 0
    /// Not at all.
    case none = 1
    /// Little.
    case low = 2
    /// Most.
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

/// A context that images, colours, paths and texts draw in.
open class NSGraphicsContext: NSObject {
    /// The context as Core Graphics has it.
    public let cgContext: CGContext
    /// Whether y grows downwards.
    public let isFlipped: Bool

    /// A context of Core Graphics.
    public init(cgContext graphicsPort: CGContext, flipped initialFlippedState: Bool) {
        (cgContext, isFlipped) = (graphicsPort, initialFlippedState)
    }

    /// A context that draws in a bitmap; `nil` for a bitmap that cannot be drawn in.
    public convenience init?(bitmapImageRep bitmapRep: NSBitmapImageRep) {
        guard let context = bitmapRep.canvas() else { return nil }
        self.init(cgContext: context, flipped: false)
    }

    /// The context that this thread draws in; `nil` where drawing has no effect.
    open class var current: NSGraphicsContext? {
        get {
            DrawingStack.current.map { target in
                (target.owner as? NSGraphicsContext) ?? NSGraphicsContext(cgContext: target.context, flipped: target.isFlipped)
            }
        }
        set { DrawingStack.current = newValue.map { DrawingTarget($0.cgContext, isFlipped: $0.isFlipped, owner: $0) } }
    }

    /// Remembers this thread's context, and its colours, clip and transform.
    open class func saveGraphicsState() {
        let target = DrawingStack.current
        target?.context.saveGState()
        DrawingStack.push(target)
    }

    /// Draws again in the context that was remembered last, as it was.
    open class func restoreGraphicsState() {
        DrawingStack.pop()
        DrawingStack.current?.context.restoreGState()
    }

    /// Remembers colours, clip and transform.
    open func saveGraphicsState() { cgContext.saveGState() }

    /// Takes up what was remembered last.
    open func restoreGraphicsState() { cgContext.restoreGState() }

    /// Does nothing: drawings are there at once.
    open func flushGraphics() {}

    /// How carefully images are scaled.
    open var imageInterpolation = NSImageInterpolation.default {
        didSet { cgContext.interpolationQuality = imageInterpolation.quality }
    }

    /// Whether edges are smooth.
    open var shouldAntialias = true {
        didSet { cgContext.setShouldAntialias(shouldAntialias) }
    }

    /// How drawings are combined with what is there.
    open var compositingOperation = NSCompositingOperation.sourceOver {
        didSet { cgContext.setBlendMode(compositingOperation.blendMode) }
    }
}

extension CGRect {
    /// Fills the rectangle in the current context, in its colour for areas.
    public func fill(using operation: NSCompositingOperation = .sourceOver) { drawing(operation) { $0.fill(self) } }

    /// Draws a frame inside the rectangle, in the current context's colour for areas.
    public func frame(withWidth width: CGFloat = 1, using operation: NSCompositingOperation = .sourceOver) {
        let (outer, inner) = (standardized, standardized.insetBy(dx: width, dy: width))
        drawing(operation) { context in
            context.beginPath()
            context.addRect(outer)
            if !inner.isNull { context.addRect(inner) }
            context.fillPath(using: .evenOdd)
        }
    }

    /// Draws in the current context nowhere but inside the rectangle from now on.
    public func clip() { DrawingStack.current?.context.clip(to: self) }

    private func drawing(_ operation: NSCompositingOperation, _ body: (CGContext) -> Void) {
        guard let context = DrawingStack.current?.context else { return }
        context.saveGState()
        context.setBlendMode(operation.blendMode)
        body(context)
        context.restoreGState()
    }
}
