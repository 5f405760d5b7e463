import TestSupport
import Testing

@testable import AVFoundation

@Suite("Settings of cameras")
struct CaptureSettingsTests {
    private let connection = AVCaptureConnection(inputPorts: [], output: AVCaptureVideoDataOutput())
    private let device = AVCaptureDevice(playing: URL(fileURLWithPath: "/nowhere.mov"))

    @Test("A connection's frames lie as the camera stores them, until it is asked to turn them")
    func orientation() {
        #expect(connection.videoOrientation == .landscapeRight && connection.videoRotationAngle == 0 && !connection.isVideoMirrored)
        #expect(AVCaptureVideoOrientation(rawValue: 1) == .portrait && AVCaptureVideoOrientation(rawValue: 4) == .landscapeLeft)
        #expect(connection.isVideoOrientationSupported && connection.isVideoMirroringSupported)
        let angles: [(AVCaptureVideoOrientation, CGFloat)] = [
            (.portrait, 90), (.landscapeLeft, 180), (.portraitUpsideDown, 270), (.landscapeRight, 0),
        ]
        for (orientation, angle) in angles {
            connection.videoOrientation = orientation
            #expect(connection.videoRotationAngle == angle && connection.isVideoRotationAngleSupported(angle))
            connection.videoRotationAngle = 0
            connection.videoRotationAngle = angle
            #expect(connection.videoOrientation == orientation)
        }
        #expect(!connection.isVideoRotationAngleSupported(45) && !connection.isVideoRotationAngleSupported(360))
    }

    @Test("A connection neither measures optics nor holds pictures still")
    func optics() {
        connection.automaticallyAdjustsVideoMirroring = true
        connection.isCameraIntrinsicMatrixDeliveryEnabled = false
        #expect(!connection.automaticallyAdjustsVideoMirroring && !connection.isCameraIntrinsicMatrixDeliveryEnabled)
        #expect(!connection.isCameraIntrinsicMatrixDeliverySupported && !connection.isVideoStabilizationSupported)
        connection.preferredVideoStabilizationMode = .auto
        #expect(connection.preferredVideoStabilizationMode == .auto && connection.activeVideoStabilizationMode == .off)
    }

    @Test("A camera has no lamp, zoom or exposure that a program could set, and says so")
    func lights() throws {
        #expect(!device.hasTorch && !device.isTorchModeSupported(.on) && device.isTorchModeSupported(.off) && !device.hasFlash)
        device.torchMode = .off
        let error = #expect(throws: AVError.self) { try device.setTorchModeOn(level: 1) }
        #expect(error?.code == .torchLevelUnavailable && error?.localizedDescription.contains("no lamp") == true)
        device.videoZoomFactor = 1
        device.ramp(toVideoZoomFactor: 1, withRate: 2)
        #expect(device.minAvailableVideoZoomFactor == 1 && device.maxAvailableVideoZoomFactor == 1 && !device.isRampingVideoZoom)
        #expect(
            !device.isExposureModeSupported(.custom) && !device.isWhiteBalanceModeSupported(.locked) && device.constituentDevices.isEmpty)
        #expect(device.systemPressureState.level == .nominal)
    }

    @Test("Sizes follow from the names of presets")
    func presets() {
        let session = AVCaptureSession()
        for (preset, width) in [
            (AVCaptureSession.Preset.iFrame960x540, 960), (.hd1280x720, 1280), (.iFrame1280x720, 1280), (.cif352x288, 352),
        ] {
            #expect(preset.size?.width == Int32(width) && session.canSetSessionPreset(preset), "\(preset.rawValue)")
        }
        #expect(AVCaptureSession.Preset.high.size == nil && AVCaptureSession.Preset.inputPriority.size == nil)
        #expect(AVCaptureSession.InterruptionReason(rawValue: 3) == .videoDeviceInUseByAnotherClient && !session.isInterrupted)
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
        #expect(!device.isAutoFocusRangeRestrictionSupported && device.focusMode == .locked && !device.isAdjustingFocus)
        #expect(AVCaptureDevice.FocusMode(rawValue: 2) == .continuousAutoFocus)
    }

    @Test("A rectangle of an aspect ratio lies in the middle of another")
    func aspectRatio() {
        let bounds = CGRect(x: 10, y: 20, width: 100, height: 50)
        #expect(AVMakeRect(aspectRatio: CGSize(width: 1, height: 1), insideRect: bounds) == CGRect(x: 35, y: 20, width: 50, height: 50))
        #expect(AVMakeRect(aspectRatio: CGSize(width: 4, height: 1), insideRect: bounds) == CGRect(x: 10, y: 32.5, width: 100, height: 25))
        #expect(AVMakeRect(aspectRatio: CGSize(width: 0, height: 1), insideRect: bounds).isNull)
    }

    @Test("A played file has one format, of its size and rate; a device that cannot be asked has none")
    func formats() throws {
        let folder = try TemporaryFolder()
        let url = folder.file("v.mov")
        try TestVideos.write(url, times: (0..<20).map { CMTime(value: $0, timescale: 20) }, codec: .jpeg)
        let camera = AVCaptureDevice(playing: url)
        let format = try #require(camera.formats.first)
        #expect(camera.formats.count == 1 && camera.activeFormat === format && camera.chosenSize == nil)
        #expect(format.formatDescription.dimensions == CMVideoDimensions(width: 64, height: 48) && format.mediaType == .video)
        let rates = try #require(format.videoSupportedFrameRateRanges.first)
        #expect(abs(rates.maxFrameRate - 20) < 0.5 && abs(rates.minFrameDuration.seconds - 0.05) < 0.002)
        #expect(device.formats.isEmpty && device.activeFormat.formatDescription.dimensions == CMVideoDimensions())
        #expect(AVFrameRateRange(5, 30).maxFrameDuration == CMTime(value: 1, timescale: 5))
        #expect(abs(AVFrameRateRange(29.97, 29.97).minFrameDuration.seconds - 1 / 29.97) < 1e-6)
    }

    @Test("A format that was set counts until the session is given a preset")
    func chosenFormat() throws {
        let folder = try TemporaryFolder()
        let url = folder.file("v.mov")
        try TestVideos.write(url, times: (0..<4).map { CMTime(value: $0, timescale: 20) }, codec: .jpeg)
        let camera = AVCaptureDevice(playing: url)
        let session = AVCaptureSession()
        session.addInput(try AVCaptureDeviceInput(device: camera))
        camera.activeFormat = try #require(camera.formats.first)
        session.sessionPreset = .inputPriority
        #expect(camera.chosenSize == CMVideoDimensions(width: 64, height: 48))
        session.sessionPreset = .hd1280x720
        #expect(camera.chosenSize == nil)
    }
}
