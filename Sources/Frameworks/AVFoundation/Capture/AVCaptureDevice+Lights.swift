import CoreGraphics
import Foundation

extension AVCaptureDevice {
    /// The mode of a camera's torch.
    public enum TorchMode: Int, Sendable {
        /// The torch is off.
        case off = 0
        /// The torch is on.
        case on = 1
        /// The torch is on when it is needed.
        case auto = 2
    }

    /// The use of the flash for a photo.
    public enum FlashMode: Int, Sendable {
        /// The flash is not used.
        case off = 0
        /// The flash is used.
        case on = 1
        /// The flash is used when it is needed.
        case auto = 2
    }

    /// The argument of ``setTorchModeOn(level:)`` for the greatest brightness that is currently possible.
    public class var maxAvailableTorchLevel: Float { .greatestFiniteMagnitude }

    /// Whether the camera has a torch: always `false`, because drivers do not report one.
    public var hasTorch: Bool { false }
    /// Whether the torch can be switched on now: always `false`.
    public var isTorchAvailable: Bool { false }
    /// Whether the torch is on: always `false`.
    public var isTorchActive: Bool { false }
    /// The brightness of the torch, from 0 to 1: always 0.
    public var torchLevel: Float { 0 }
    /// Whether the torch supports a mode. Only `off` is supported.
    public func isTorchModeSupported(_ torchMode: TorchMode) -> Bool { torchMode == .off }
    /// The mode of the torch: always `off`. Setting another mode stops the program.
    public var torchMode: TorchMode {
        get { .off }
        set { precondition(newValue == .off, "the lamp of the camera \(localizedName) was to be lit, which has none") }
    }
    /// Always throws `torchLevelUnavailable`, because there is no torch.
    public func setTorchModeOn(level torchLevel: Float) throws {
        throw AVError(.torchLevelUnavailable, "\(localizedName): the camera has no lamp")
    }
    /// Whether the camera has a flash: always `false`.
    public var hasFlash: Bool { false }
    /// Whether the flash can be used now: always `false`.
    public var isFlashAvailable: Bool { false }

    // MARK: Zoom

    /// The zoom factor: always 1. Setting another factor stops the program.
    public var videoZoomFactor: CGFloat {
        get { 1 }
        set { precondition(newValue == 1, "the camera \(localizedName) was to zoom by \(newValue), which it does not support") }
    }
    /// The least zoom: 1.
    public var minAvailableVideoZoomFactor: CGFloat { 1 }
    /// The greatest zoom: 1.
    public var maxAvailableVideoZoomFactor: CGFloat { 1 }
    /// The factor by which a user interface multiplies the zoom factor to display it: always 1.
    public var displayVideoZoomFactorMultiplier: CGFloat { 1 }
    /// Whether the zoom is changing now: always `false`.
    public var isRampingVideoZoom: Bool { false }
    /// Changes the zoom gradually. The only supported factor is 1, which is already set.
    public func ramp(toVideoZoomFactor factor: CGFloat, withRate rate: Float) { videoZoomFactor = factor }
    /// Does nothing, because the zoom does not change.
    public func cancelVideoZoomRamp() {}
    /// The zoom factors at which a virtual device switches to another camera. Always empty.
    public var virtualDeviceSwitchOverVideoZoomFactors: [NSNumber] { [] }
    /// The cameras of a virtual device. The list is empty, because this is a single camera.
    public var constituentDevices: [AVCaptureDevice] { [] }
    /// Whether the device combines several cameras: always `false`.
    public var isVirtualDevice: Bool { false }

    // MARK: Heat

    /// The system pressure on the camera, such as heat. It may force the camera to slow down or stop.
    open class SystemPressureState: NSObject, @unchecked Sendable {
        /// A level of system pressure.
        public struct Level: RawRepresentable, Hashable, Sendable {
            public let rawValue: String
            public init(rawValue: String) { self.rawValue = rawValue }

            /// No pressure.
            public static let nominal = Level(rawValue: "AVCaptureSystemPressureLevelNominal")
            /// Slight pressure.
            public static let fair = Level(rawValue: "AVCaptureSystemPressureLevelFair")
            /// Strong pressure.
            public static let serious = Level(rawValue: "AVCaptureSystemPressureLevelSerious")
            /// Very strong pressure.
            public static let critical = Level(rawValue: "AVCaptureSystemPressureLevelCritical")
            /// The pressure is so strong that the camera stops.
            public static let shutdown = Level(rawValue: "AVCaptureSystemPressureLevelShutdown")
        }

        /// The level of the pressure: always `nominal`, because drivers do not report it.
        public var level: Level { .nominal }
    }

    /// The system pressure on the camera, such as heat. It is always `nominal`, because drivers do not report it.
    public var systemPressureState: SystemPressureState { SystemPressureState() }
}
