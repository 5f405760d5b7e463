import CoreGraphics
import Foundation

/// The screen of the device. There is no screen on Linux: this one tells only how pixels relate to points.
open class UIScreen: NSObject, @unchecked Sendable {
    /// The screen that programs draw for.
    public static let main = UIScreen()

    /// The number of pixels per point: 1, as in the default formats of renderers.
    open var scale: CGFloat { 1 }
    /// The number of the display's own pixels per point: 1.
    open var nativeScale: CGFloat { 1 }
}
