import CoreGraphics
import UIFoundation

/// The context that this thread draws in; `nil` where there is none.
public func UIGraphicsGetCurrentContext() -> CGContext? { DrawingStack.current?.context }

/// Draws in another context until ``UIGraphicsPopContext()``. It counts as one whose y grows downwards.
public func UIGraphicsPushContext(_ context: CGContext) { DrawingStack.push(DrawingTarget(context, isFlipped: true)) }

/// Ends the last ``UIGraphicsPushContext(_:)``.
public func UIGraphicsPopContext() { DrawingStack.pop() }

/// Draws in a new transparent bitmap until ``UIGraphicsEndImageContext()``, one pixel for a point.
public func UIGraphicsBeginImageContext(_ size: CGSize) { UIGraphicsBeginImageContextWithOptions(size, false, 1) }

/// Draws in a new bitmap until ``UIGraphicsEndImageContext()``. A size without area gives no context.
///
/// - Parameters:
///   - opaque: whether the bitmap has no alpha; it is black at first then.
///   - scale: pixels of a point; 0 is that of the screen, which is 1 here.
public func UIGraphicsBeginImageContextWithOptions(_ size: CGSize, _ opaque: Bool, _ scale: CGFloat) {
    DrawingStack.push(DrawingTarget(size: size, scale: scale == 0 ? 1 : scale, isOpaque: opaque, isFlipped: true))
}

/// The picture that was drawn since ``UIGraphicsBeginImageContext(_:)``; `nil` where there is no context.
public func UIGraphicsGetImageFromCurrentImageContext() -> UIImage? {
    guard let target = DrawingStack.current, let image = target.context.makeImage() else { return nil }
    return UIImage(cgImage: image, scale: target.scale, orientation: .up)
}

/// Ends the last ``UIGraphicsBeginImageContext(_:)``.
public func UIGraphicsEndImageContext() { DrawingStack.pop() }
