import CoreGraphics
import UIFoundation

/// The current context of this thread; `nil` if there is none.
public func UIGraphicsGetCurrentContext() -> CGContext? { DrawingStack.current?.context }

/// Makes another context current until ``UIGraphicsPopContext()``. Its y axis is assumed to point downwards.
public func UIGraphicsPushContext(_ context: CGContext) { DrawingStack.push(DrawingTarget(context, isFlipped: true)) }

/// Ends the last ``UIGraphicsPushContext(_:)``.
public func UIGraphicsPopContext() { DrawingStack.pop() }

/// Makes a new transparent bitmap current until ``UIGraphicsEndImageContext()``, with one pixel for each point.
public func UIGraphicsBeginImageContext(_ size: CGSize) { UIGraphicsBeginImageContextWithOptions(size, false, 1) }

/// Makes a new bitmap current until ``UIGraphicsEndImageContext()``. A size without area gives no context.
///
/// - Parameters:
///   - opaque: whether the bitmap has no alpha. Such a bitmap is black at first.
///   - scale: the number of pixels in a point. 0 stands for the scale of the screen, which is 1 here.
public func UIGraphicsBeginImageContextWithOptions(_ size: CGSize, _ opaque: Bool, _ scale: CGFloat) {
    DrawingStack.push(DrawingTarget(size: size, scale: scale == 0 ? 1 : scale, isOpaque: opaque, isFlipped: true))
}

/// The picture that was drawn since ``UIGraphicsBeginImageContext(_:)``; `nil` if there is no context.
public func UIGraphicsGetImageFromCurrentImageContext() -> UIImage? {
    guard let target = DrawingStack.current, let image = target.context.makeImage() else { return nil }
    return UIImage(cgImage: image, scale: target.scale, orientation: .up)
}

/// Ends the last ``UIGraphicsBeginImageContext(_:)``.
public func UIGraphicsEndImageContext() { DrawingStack.pop() }
