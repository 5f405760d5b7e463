import CoreGraphics
import UIFoundation

/// The current context of this thread; `nil` if there is none.
public func UIGraphicsGetCurrentContext() -> CGContext? { DrawingStack.current?.context }

/// Makes another context current until ``UIGraphicsPopContext()``. Its y axis must point downwards.
public func UIGraphicsPushContext(_ context: CGContext) { DrawingStack.push(DrawingTarget(context, isFlipped: true)) }

/// Ends the last ``UIGraphicsPushContext(_:)``.
public func UIGraphicsPopContext() { DrawingStack.pop() }

/// Makes a new transparent bitmap current until ``UIGraphicsEndImageContext()``, with one pixel for each point.
public func UIGraphicsBeginImageContext(_ size: CGSize) { UIGraphicsBeginImageContextWithOptions(size, false, 1) }

/// Makes a new bitmap current until ``UIGraphicsEndImageContext()``. If the size has no area, there is no current context.
///
/// - Parameters:
///   - opaque: whether the bitmap has no alpha. An opaque bitmap is black at first.
///   - scale: the number of pixels per point. 0 means the scale of the screen, which is 1 in Osprey.
public func UIGraphicsBeginImageContextWithOptions(_ size: CGSize, _ opaque: Bool, _ scale: CGFloat) {
    DrawingStack.push(DrawingTarget(size: size, scale: scale == 0 ? 1 : scale, isOpaque: opaque, isFlipped: true))
}

/// The picture that has been drawn since ``UIGraphicsBeginImageContext(_:)``; `nil` if there is no context.
public func UIGraphicsGetImageFromCurrentImageContext() -> UIImage? {
    guard let target = DrawingStack.current, let image = target.context.makeImage() else { return nil }
    return UIImage(cgImage: image, scale: target.scale, orientation: .up)
}

/// Ends the last ``UIGraphicsBeginImageContext(_:)``.
public func UIGraphicsEndImageContext() { DrawingStack.pop() }
