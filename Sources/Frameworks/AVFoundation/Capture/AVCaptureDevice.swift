import CFFmpeg
import CoreMedia
import Foundation
import InputChecks
import Locks

/// A camera. It is either a Video4Linux camera of this machine, or a file that is played as a camera.
open class AVCaptureDevice: NSObject, @unchecked Sendable {
    /// The path of a camera, such as `/dev/video0`, or the URL of a file.
    public let uniqueID: String
    /// The name that the driver gives the camera, or the name of the file.
    public let localizedName: String
    /// The type of camera: `external` for a camera of this machine, `file` for a file.
    public let deviceType: DeviceType
    let makeFeed: @Sendable (CaptureFormat) throws -> any CaptureFeed
    private let settings = Locked(Settings())
    let formatState = Locked(FormatState())

    private struct Settings {
        var minFrameDuration = CMTime.invalid
        var maxFrameDuration = CMTime.invalid
    }

    init(
        uniqueID: String, localizedName: String, deviceType: DeviceType,
        makeFeed: @escaping @Sendable (CaptureFormat) throws -> any CaptureFeed
    ) {
        (self.uniqueID, self.localizedName, self.deviceType, self.makeFeed) = (uniqueID, localizedName, deviceType, makeFeed)
    }

    /// The direction in which a camera points.
    public enum Position: Int, Sendable {
        /// The direction is unknown.
        case unspecified = 0
        /// Away from the user.
        case back = 1
        /// Facing the user.
        case front = 2
    }

    /// A type of camera.
    public struct DeviceType: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A camera built into a phone or laptop. A search for this type finds any camera of the machine.
        public static let builtInWideAngleCamera = DeviceType(rawValue: "AVCaptureDeviceTypeBuiltInWideAngleCamera")
        /// Any camera of this machine. A search for this type finds all of them.
        public static let external = DeviceType(rawValue: "AVCaptureDeviceTypeExternal")
        /// A file that is played as a camera.
        public static let file = DeviceType(rawValue: "OspreyFile")
    }

    /// The camera's name, because drivers do not report a model.
    public var modelID: String { localizedName }
    /// The direction in which the camera points. It is always `unspecified`, because drivers do not report it.
    public var position: Position { .unspecified }
    /// Whether the camera provides media of a type. It provides only video.
    public func hasMediaType(_ mediaType: AVMediaType) -> Bool { mediaType == .video }
    /// Whether a preset is supported. Always `true`: the driver selects the nearest supported size.
    public func supportsSessionPreset(_ preset: AVCaptureSession.Preset) -> Bool { true }

    /// Whether the camera or the file exists.
    public var isConnected: Bool {
        FileManager.default.fileExists(atPath: deviceType == .file ? URL(string: uniqueID)?.path ?? uniqueID : uniqueID)
    }

    // Settings need no lock, because no other program can change them.

    /// Does nothing and never throws, because cameras need no lock.
    public func lockForConfiguration() throws {}
    /// Does nothing.
    public func unlockForConfiguration() {}

    /// The minimum duration of a frame. It limits the frame rate. If it is invalid, the camera's default frame rate is used. It takes effect when a
    /// session starts.
    public var activeVideoMinFrameDuration: CMTime {
        get { settings.withLock { $0.minFrameDuration } }
        set { settings.withLock { $0.minFrameDuration = newValue } }
    }

    /// The maximum duration of a frame; invalid for the camera's default. The value is stored, but has no effect on the frames.
    public var activeVideoMaxFrameDuration: CMTime {
        get { settings.withLock { $0.maxFrameDuration } }
        set { settings.withLock { $0.maxFrameDuration = newValue } }
    }

    // MARK: Access

    /// Always `authorized`. The system checks its own permissions when a camera is opened.
    public class func authorizationStatus(for mediaType: AVMediaType) -> AVAuthorizationStatus { .authorized }

    /// Calls the handler immediately with `true`. The system checks its own permissions when a camera is opened.
    public class func requestAccess(for mediaType: AVMediaType, completionHandler handler: @escaping @Sendable (Bool) -> Void) {
        handler(true)
    }

    /// Always returns `true`. The system checks its own permissions when a camera is opened.
    public class func requestAccess(for mediaType: AVMediaType) async -> Bool { true }
}

/// Whether a program may use cameras. On Linux the system decides this by its own permissions when a camera is opened.
public enum AVAuthorizationStatus: Int, Sendable {
    /// The user has not been asked yet.
    case notDetermined = 0
    /// The user is not allowed to decide.
    case restricted = 1
    /// The user has denied the access.
    case denied = 2
    /// The program may use cameras.
    case authorized = 3
}

extension AVCaptureDevice {
    /// The camera at a path such as `/dev/video0`; `nil` if there is none.
    public convenience init?(uniqueID deviceUniqueID: String) {
        guard let name = Self.cameraName(deviceUniqueID) else { return nil }
        self.init(uniqueID: deviceUniqueID, localizedName: name, deviceType: .external) { format in
            try CameraFeed(deviceUniqueID, format)
        }
    }

    /// A video file that is played as a camera. Each frame is delivered at its time. Only Osprey has this initialiser.
    ///
    /// - Parameters:
    ///   - url: the file.
    ///   - repeats: whether the file is played again and again. If not, the session stops at the file's end.
    ///   - frameRate: the number of frames per second; `nil` for the times of the file.
    public convenience init(playing url: URL, repeats: Bool = false, frameRate: Double? = nil) {
        self.init(uniqueID: url.absoluteString, localizedName: url.lastPathComponent, deviceType: .file) { format in
            try PlayedFeed(repeats: repeats, frameRate: frameRate) { try SampleStream.opening(url, format) }
        }
    }

    /// Frames of any source that are played as a camera. Each frame is delivered at its time.
    ///
    /// - Parameters:
    ///   - url: the file or folder of the frames.
    ///   - open: called each time the frames are played. It returns the frames, starting with the first one.
    package convenience init(
        playing url: URL, repeats: Bool, open: @escaping @Sendable () throws -> any PlayableFrames
    ) {
        self.init(uniqueID: url.absoluteString, localizedName: url.lastPathComponent, deviceType: .file) { _ in
            try PlayedFeed(repeats: repeats, frameRate: nil, open: open)
        }
    }

    /// The machine's cameras, in the order of their device numbers.
    public class func devices() -> [AVCaptureDevice] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/dev")) ?? []
        let numbers = names.filter { $0.hasPrefix("video") }.compactMap { Int($0.dropFirst(5)) }.sorted()
        return numbers.compactMap { AVCaptureDevice(uniqueID: "/dev/video\($0)") }
    }

    /// The machine's cameras if the media type is video; empty for other media types.
    public class func devices(for mediaType: AVMediaType) -> [AVCaptureDevice] { mediaType == .video ? devices() : [] }

    /// The machine's first camera if the media type is video; `nil` if there is none.
    public class func `default`(for mediaType: AVMediaType) -> AVCaptureDevice? { devices(for: mediaType).first }

    /// The first camera that a discovery session would find; `nil` if there is none.
    public class func `default`(
        _ deviceType: DeviceType, for mediaType: AVMediaType?, position: Position
    ) -> AVCaptureDevice? {
        DiscoverySession(deviceTypes: [deviceType], mediaType: mediaType, position: position).devices.first
    }

    /// The driver's name for a camera; `nil` if the path is not a Video4Linux device that captures video.
    private static func cameraName(_ path: String) -> String? {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFCHR, cffmpeg_is_camera(path) != 0 else { return nil }
        let name = URL(fileURLWithPath: path).resolvingSymlinksInPath().lastPathComponent
        let text = try? Data(contentsOfFile: URL(fileURLWithPath: "/sys/class/video4linux/\(name)/name"))
        return text.map { String(decoding: $0, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines) }
    }

    /// The machine's cameras at the time of the search. Every camera matches the types wide-angle and external, because drivers do not
    /// report a type.
    open class DiscoverySession: NSObject, @unchecked Sendable {
        /// The cameras that were found, in the order of their device numbers.
        public let devices: [AVCaptureDevice]

        /// Searches for cameras immediately. No camera matches a position other than `unspecified`.
        public init(deviceTypes: [DeviceType], mediaType: AVMediaType?, position: Position) {
            let isWanted = deviceTypes.contains(.external) || deviceTypes.contains(.builtInWideAngleCamera)
            devices = isWanted && position == .unspecified ? AVCaptureDevice.devices(for: mediaType ?? .video) : []
        }
    }
}
