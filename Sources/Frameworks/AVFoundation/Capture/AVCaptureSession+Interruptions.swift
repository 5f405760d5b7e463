import Foundation

/// The key for the raw value of an ``AVCaptureSession/InterruptionReason``.
public let AVCaptureSessionInterruptionReasonKey = "AVCaptureSessionInterruptionReasonKey"
/// The key of an ``AVCaptureDevice/SystemPressureState``.
public let AVCaptureSessionInterruptionSystemPressureStateKey = "AVCaptureSessionInterruptionSystemPressureStateKey"

extension NSNotification.Name {
    /// Posted when the system pauses a session. This never happens on Linux.
    public static let AVCaptureSessionWasInterrupted = NSNotification.Name("AVCaptureSessionWasInterruptedNotification")
    /// Posted when a paused session continues. This never happens on Linux.
    public static let AVCaptureSessionInterruptionEnded = NSNotification.Name("AVCaptureSessionInterruptionEndedNotification")
}

extension AVCaptureSession {
    /// The reason why the system paused a session.
    public enum InterruptionReason: Int, Sendable {
        /// The program is in the background.
        case videoDeviceNotAvailableInBackground = 1
        /// Another program uses the microphone.
        case audioDeviceInUseByAnotherClient = 2
        /// Another program uses the camera.
        case videoDeviceInUseByAnotherClient = 3
        /// Several programs are in the foreground.
        case videoDeviceNotAvailableWithMultipleForegroundApps = 4
        /// The system pressure on the camera, such as heat, is too high.
        case videoDeviceNotAvailableDueToSystemPressure = 5
    }
}
