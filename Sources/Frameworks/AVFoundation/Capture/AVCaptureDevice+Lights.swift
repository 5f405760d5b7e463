import CoreGraphics
import Foundation

extension AVCaptureDevice {
    /// Whether the torch of a camera is on.
    public enum TorchMode: Int, Sendable {
        /// It is dark.
        case off = 0
        /// It is lit.
        case on = 1
        /// The torch is on if it is needed.
        case auto = 2
    }

    /// Whether the flash is used for a photo.
    public enum FlashMode: Int, Sendable {
        /// It does not.
        case off = 0
        /// It does.
        case on = 1
        /// The flash is used if it is needed.
        case auto = 2
    }

    /// The value for ``setTorchModeOn(level:)`` that stands for the greatest brightness that is possible now.
    public class var maxAvailableTorchLevel: Float { .greatestFiniteMagnitude }

    /// Whether the camera has a torch: never, as drivers do not report one.
    public var hasTorch: Bool { false }
    /// Whether the torch can be switched on now: never.
    public var isTorchAvailable: Bool { false }
    /// Whether the torch is on: never.
    public var isTorchActive: Bool { false }
    /// The brightness of the torch, from 0 to 1: 0.
    public var torchLevel: Float { 0 }
    /// Whether the torch supports a mode: only `off`.
    public func isTorchModeSupported(_ torchMode: TorchMode) -> Bool { torchMode == .off }
    /// Whether the torch is on: it is `off`. Setting another mode stops the program.
    public var torchMode: TorchMode {
        get { .off }
        set { precondition(newValue == .off, "the lamp of the camera \(localizedName) was to be lit, which has none") }
    }
    /// Always throws `torchLevelUnavailable`, as there is no torch.
    public func setTorchModeOn(level torchLevel: Float) throws {
        throw AVError(.torchLevelUnavailable, "\(localizedName): the camera has no lamp")
    }
    /// Whether the camera has a flash: never.
    public var hasFlash: Bool { false }
    /// Whether the flash can be used now: never.
    public var isFlashAvailable: Bool { false }

    // MARK: Zoom

    /// The zoom factor: 1. Setting another factor stops the program.
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
    /// Whether the zoom is changing now: never.
    public var isRampingVideoZoom: Bool { false }
    /// Changes the zoom gradually. The only supported factor is 1, which is already set.
    public func ramp(toVideoZoomFactor factor: CGFloat, withRate rate: Float) { videoZoomFactor = factor }
    /// Does nothing: the zoom does not change.
    public func cancelVideoZoomRamp() {}
    /// The zoom factors at which a virtual device switches to another camera. Always empty.
    public var virtualDeviceSwitchOverVideoZoomFactors: [NSNumber] { [] }
    /// The cameras of a virtual device. It is empty, as this is a single camera.
    public var constituentDevices: [AVCaptureDevice] { [] }
    /// Whether the device combines several cameras: never.
    public var isVirtualDevice: Bool { false }

    // MARK: Heat

    /// The pressure on the camera, such as heat, that may force it to slow down or stop.
    open class SystemPressureState: NSObject, @unchecked Sendable {
        /// A level of the pressure.
        public struct Level: RawRepresentable, Hashable, Sendable {
            public let rawValue: String
            public init(rawValue: String) { self.rawValue = rawValue }

            /// Off.
            public static let nominal = Level(rawValue: "AVCaptureSystemPressureLevelNominal")
            /// A little.
            public static let fair = Level(rawValue: "AVCaptureSystemPressureLevelFair")
            /// Much.
            public static let serious = Level(rawValue: "AVCaptureSystemPressureLevelSerious")
            /// Very much.
            public static let critical = Level(rawValue: "AVCaptureSystemPressureLevelCritical")
            /// The camera stops.
            public static let shutdown = Level(rawValue: "AVCaptureSystemPressureLevelShutdown")
        }

        /// The level of the pressure: `nominal`, as drivers do not report it.
        public var level: Level { .nominal }
    }

    /// The pressure on the camera, such as heat, that may force it to slow down or stop. It is always `nominal`, as drivers do not report
    /// it.
    public var systemPressureState: SystemPressureState { SystemPressureState() }
}
