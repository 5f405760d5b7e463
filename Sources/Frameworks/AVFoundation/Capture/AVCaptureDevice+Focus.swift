import CoreGraphics

extension AVCaptureDevice {
    /// How a lens is moved.
    public enum FocusMode: Int, Sendable {
        /// It stays where it is.
        case locked = 0
        /// It looks for the sharpest place once.
        case autoFocus = 1
        /// It looks for the sharpest place whenever that is needed.
        case continuousAutoFocus = 2
    }

    /// Whether a program can choose a way to focus: never, as the driver does it.
    public func isFocusModeSupported(_ focusMode: FocusMode) -> Bool { false }

    /// Whether a program can choose the place that is to be sharp: never.
    public var isFocusPointOfInterestSupported: Bool { false }
}
