import CoreGraphics
import Foundation

// Cameras of Linux focus and expose as their drivers do it. They say that nothing else is supported; to set it all the same stops the program, as it
// does on Apple's platforms.

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

    /// The distances that a lens looks at.
    public enum AutoFocusRangeRestriction: Int, Sendable {
        /// All.
        case none = 0
        /// Near ones.
        case near = 1
        /// Far ones.
        case far = 2
    }

    /// How long a camera's sensor sees light.
    public enum ExposureMode: Int, Sendable {
        /// As long as now.
        case locked = 0
        /// The best time is looked for once.
        case autoExpose = 1
        /// The best time is looked for whenever that is needed.
        case continuousAutoExposure = 2
        /// As long as the program says.
        case custom = 3
    }

    /// How colours are balanced.
    public enum WhiteBalanceMode: Int, Sendable {
        /// As they are now.
        case locked = 0
        /// The balance is looked for once.
        case autoWhiteBalance = 1
        /// The balance is looked for whenever that is needed.
        case continuousAutoWhiteBalance = 2
    }

    private func refuse(_ what: String) -> Never {
        preconditionFailure("\(what) of the camera \(localizedName) was set, which it does not support")
    }

    /// Whether a program can choose a way to focus: never, as the driver does it.
    public func isFocusModeSupported(_ focusMode: FocusMode) -> Bool { false }
    /// How the camera focuses, as far as a program knows: not at all. Setting it is not supported.
    public var focusMode: FocusMode {
        get { .locked }
        set { if newValue != focusMode { refuse("the focus mode") } }
    }
    /// Whether a program can choose the place that is to be sharp: never.
    public var isFocusPointOfInterestSupported: Bool { false }
    /// The place that is to be sharp: the middle. Setting it is not supported.
    public var focusPointOfInterest: CGPoint {
        get { CGPoint(x: 0.5, y: 0.5) }
        set { if newValue != focusPointOfInterest { refuse("the place that is to be sharp") } }
    }
    /// Whether the lens moves now, as far as a program knows: never.
    public var isAdjustingFocus: Bool { false }
    /// Whether a program can choose the distances to look at: never.
    public var isAutoFocusRangeRestrictionSupported: Bool { false }
    /// The distances to look at: all. Setting it is not supported.
    public var autoFocusRangeRestriction: AutoFocusRangeRestriction {
        get { .none }
        set { if newValue != autoFocusRangeRestriction { refuse("the distances to look at") } }
    }
    /// Whether the lens can move slowly: never.
    public var isSmoothAutoFocusSupported: Bool { false }
    /// Whether the lens moves slowly: never. Setting it is not supported.
    public var isSmoothAutoFocusEnabled: Bool {
        get { false }
        set { if newValue { refuse("the speed of the lens") } }
    }

    /// Whether a program can choose a way to expose: never, as the driver does it.
    public func isExposureModeSupported(_ exposureMode: ExposureMode) -> Bool { false }
    /// How the camera exposes, as far as a program knows: always the same. Setting it is not supported.
    public var exposureMode: ExposureMode {
        get { .locked }
        set { if newValue != exposureMode { refuse("the exposure mode") } }
    }
    /// Whether a program can choose the place that is to be neither dark nor light: never.
    public var isExposurePointOfInterestSupported: Bool { false }
    /// The place that is to be neither dark nor light: the middle. Setting it is not supported.
    public var exposurePointOfInterest: CGPoint {
        get { CGPoint(x: 0.5, y: 0.5) }
        set { if newValue != exposurePointOfInterest { refuse("the place that is to be neither dark nor light") } }
    }
    /// Whether the exposure changes now, as far as a program knows: never.
    public var isAdjustingExposure: Bool { false }

    /// Whether a program can choose a balance of colours: never, as the driver does it.
    public func isWhiteBalanceModeSupported(_ whiteBalanceMode: WhiteBalanceMode) -> Bool { false }
    /// How colours are balanced, as far as a program knows: always the same. Setting it is not supported.
    public var whiteBalanceMode: WhiteBalanceMode {
        get { .locked }
        set { if newValue != whiteBalanceMode { refuse("the balance of colours") } }
    }
    /// Whether the camera sees better in the dark if it is asked to: never.
    public var isLowLightBoostSupported: Bool { false }
    /// Whether the camera sees better in the dark: never. Setting it is not supported.
    public var automaticallyEnablesLowLightBoostWhenAvailable: Bool {
        get { false }
        set { if newValue { refuse("the boost in the dark") } }
    }
}
