import CoreGraphics
import Foundation

extension AVCaptureDevice {
    /// Whether a lamp beside the camera is lit.
    public enum TorchMode: Int, Sendable {
        /// It is dark.
        case off = 0
        /// It is lit.
        case on = 1
        /// It is lit where it is needed.
        case auto = 2
    }

    /// Whether a lamp lights for a photo.
    public enum FlashMode: Int, Sendable {
        /// It does not.
        case off = 0
        /// It does.
        case on = 1
        /// It does where it is needed.
        case auto = 2
    }

    /// The brightest that a lamp can be now, for ``setTorchModeOn(level:)``.
    public class var maxAvailableTorchLevel: Float { .greatestFiniteMagnitude }

    /// Whether there is a lamp: never, as drivers do not report one.
    public var hasTorch: Bool { false }
    /// Whether the lamp can be lit now: never.
    public var isTorchAvailable: Bool { false }
    /// Whether the lamp is lit: never.
    public var isTorchActive: Bool { false }
    /// How bright the lamp is, from 0 to 1: 0.
    public var torchLevel: Float { 0 }
    /// Whether the lamp can be in a mode: only dark.
    public func isTorchModeSupported(_ torchMode: TorchMode) -> Bool { torchMode == .off }
    /// Whether the lamp is lit: it is dark. Other modes are not supported: to set one stops the program.
    public var torchMode: TorchMode {
        get { .off }
        set { precondition(newValue == .off, "the lamp of the camera \(localizedName) was to be lit, which has none") }
    }
    /// Always throws `torchLevelUnavailable`, as there is no lamp.
    public func setTorchModeOn(level torchLevel: Float) throws {
        throw AVError(.torchLevelUnavailable, "\(localizedName): the camera has no lamp")
    }
    /// Whether there is a lamp for photos: never.
    public var hasFlash: Bool { false }
    /// Whether the lamp for photos can be lit now: never.
    public var isFlashAvailable: Bool { false }

    // MARK: Zoom

    /// How much larger the middle of the picture is shown: 1. Others are not supported: to set one stops the program.
    public var videoZoomFactor: CGFloat {
        get { 1 }
        set { precondition(newValue == 1, "the camera \(localizedName) was to zoom by \(newValue), which it does not support") }
    }
    /// The least zoom: 1.
    public var minAvailableVideoZoomFactor: CGFloat { 1 }
    /// The greatest zoom: 1.
    public var maxAvailableVideoZoomFactor: CGFloat { 1 }
    /// The factor from a zoom to the number that a user interface shows: always 1.
    public var displayVideoZoomFactorMultiplier: CGFloat { 1 }
    /// Whether the zoom changes now: never.
    public var isRampingVideoZoom: Bool { false }
    /// Changes the zoom bit by bit: to 1, where it is already.
    public func ramp(toVideoZoomFactor factor: CGFloat, withRate rate: Float) { videoZoomFactor = factor }
    /// Does nothing: the zoom does not change.
    public func cancelVideoZoomRamp() {}
    /// The zooms at which another of several cameras is used: none.
    public var virtualDeviceSwitchOverVideoZoomFactors: [NSNumber] { [] }
    /// The cameras that this one is made of: none but itself.
    public var constituentDevices: [AVCaptureDevice] { [] }
    /// Whether this is one camera made of several: never.
    public var isVirtualDevice: Bool { false }

    // MARK: Heat

    /// How much the camera is in need of rest.
    open class SystemPressureState: NSObject, @unchecked Sendable {
        /// A level of the pressure.
        public struct Level: RawRepresentable, Hashable, Sendable {
            public let rawValue: String
            public init(rawValue: String) { self.rawValue = rawValue }

            /// Not at all.
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

        /// The step: none, as drivers do not report it.
        public var level: Level { .nominal }
    }

    /// How much the camera is in need of rest: not at all, as drivers do not report it.
    public var systemPressureState: SystemPressureState { SystemPressureState() }
}
