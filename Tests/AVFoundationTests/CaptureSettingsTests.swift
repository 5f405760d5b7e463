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

    @Test("A rectangle of an aspect ratio lies in the middle of another")
    func aspectRatio() {
        let bounds = CGRect(x: 10, y: 20, width: 100, height: 50)
        #expect(AVMakeRect(aspectRatio: CGSize(width: 1, height: 1), insideRect: bounds) == CGRect(x: 35, y: 20, width: 50, height: 50))
        #expect(AVMakeRect(aspectRatio: CGSize(width: 4, height: 1), insideRect: bounds) == CGRect(x: 10, y: 32.5, width: 100, height: 25))
        #expect(AVMakeRect(aspectRatio: CGSize(width: 0, height: 1), insideRect: bounds).isNull)
    }
}
