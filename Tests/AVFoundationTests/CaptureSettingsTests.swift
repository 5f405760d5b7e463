import AVFoundation
import Testing

@Suite("Settings of cameras")
struct CaptureSettingsTests {
    private let connection = AVCaptureConnection(inputPorts: [], output: AVCaptureVideoDataOutput())
    private let device = AVCaptureDevice(playing: URL(fileURLWithPath: "/nowhere.mov"))

    @Test("A connection's frames lie as the camera stores them")
    func orientation() {
        #expect(connection.videoOrientation == .landscapeRight && !connection.isVideoOrientationSupported)
        #expect(AVCaptureVideoOrientation(rawValue: 1) == .portrait && AVCaptureVideoOrientation(rawValue: 4) == .landscapeLeft)
    }

    @Test("A connection neither measures optics nor mirrors")
    func optics() {
        connection.automaticallyAdjustsVideoMirroring = true
        connection.isCameraIntrinsicMatrixDeliveryEnabled = false
        #expect(!connection.automaticallyAdjustsVideoMirroring && !connection.isCameraIntrinsicMatrixDeliveryEnabled)
        #expect(!connection.isCameraIntrinsicMatrixDeliverySupported)
    }

    @Test("A phone's kinds of cameras have Apple's names, and a search for them finds none")
    func deviceTypes() {
        let types: [AVCaptureDevice.DeviceType] = [
            .builtInTelephotoCamera, .builtInUltraWideCamera, .builtInDualCamera, .builtInDualWideCamera, .builtInTripleCamera,
            .builtInTrueDepthCamera, .builtInLiDARDepthCamera,
        ]
        #expect(Set(types).count == 7 && types[2].rawValue == "AVCaptureDeviceTypeBuiltInDualCamera")
        #expect(AVCaptureDevice.DiscoverySession(deviceTypes: types, mediaType: .video, position: .unspecified).devices.isEmpty)
    }

    @Test("A camera's focus is its driver's")
    func focus() {
        #expect(!device.isFocusModeSupported(.continuousAutoFocus) && !device.isFocusPointOfInterestSupported)
        #expect(AVCaptureDevice.FocusMode(rawValue: 2) == .continuousAutoFocus)
    }
}
