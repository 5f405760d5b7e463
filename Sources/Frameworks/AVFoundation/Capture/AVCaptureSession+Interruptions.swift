import Foundation

/// The key of the number of an ``AVCaptureSession/InterruptionReason``.
public let AVCaptureSessionInterruptionReasonKey = "AVCaptureSessionInterruptionReasonKey"
/// The key of an ``AVCaptureDevice/SystemPressureState``.
public let AVCaptureSessionInterruptionSystemPressureStateKey = "AVCaptureSessionInterruptionSystemPressureStateKey"

extension NSNotification.Name {
    /// The system paused a session. It never does on Linux, so that nothing posts this.
    public static let AVCaptureSessionWasInterrupted = NSNotification.Name("AVCaptureSessionWasInterruptedNotification")
    /// The system no longer pauses a session. It never did on Linux, so that nothing posts this.
    public static let AVCaptureSessionInterruptionEnded = NSNotification.Name("AVCaptureSessionInterruptionEndedNotification")
}

extension AVCaptureSession {
    /// Why the system paused a session.
    public enum InterruptionReason: Int, Sendable {
        /// The program is not in front.
        case videoDeviceNotAvailableInBackground = 1
        /// Another program listens.
        case audioDeviceInUseByAnotherClient = 2
        /// Another program has the camera.
        case videoDeviceInUseByAnotherClient = 3
        /// Several programs are in front.
        case videoDeviceNotAvailableWithMultipleForegroundApps = 4
        /// The camera needs rest.
        case videoDeviceNotAvailableDueToSystemPressure = 5
    }
}
