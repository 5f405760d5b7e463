// Looks at a camera of Linux's driver `vivid`, which shows colour bars and can be made to fail. `make test-camera` runs it in a virtual machine.
//
//   CameraCheck /dev/video0

import AVFoundation
import Foundation

/// Collects the frames of a session, and how it ended.
final class Watcher: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate, @unchecked Sendable {
    struct Frame {
        let time: Double
        let size: [Int]
        /// The mean colour, as red, green and blue, in the middle of each of eight bars; none of frames in other formats.
        let bars: [[Double]]
    }

    private let condition = NSCondition()
    private var frames: [Frame] = []
    private var dropped = 0
    private var error: (any Error)?
    private var observers: [any NSObjectProtocol] = []
    private let pause: UInt32

    init(_ session: AVCaptureSession, pause: UInt32 = 0) {
        self.pause = pause
        super.init()
        let center = NotificationCenter.default
        observers.append(
            center.addObserver(forName: .AVCaptureSessionRuntimeError, object: session, queue: nil) { [weak self] notification in
                self?.change { $0.error = notification.userInfo?[AVCaptureSessionErrorKey] as? any Error }
            })
    }

    deinit { observers.forEach(NotificationCenter.default.removeObserver) }

    var seen: (frames: [Frame], dropped: Int, error: (any Error)?) { condition.withLock { (frames, dropped, error) } }

    private func change(_ body: (Watcher) -> Void) {
        condition.lock()
        body(self)
        condition.broadcast()
        condition.unlock()
    }

    /// Waits until enough was seen, or an error; `false` where the time is over before.
    func wait(seconds: Double, until isEnough: ([Frame], (any Error)?) -> Bool) -> Bool {
        let end = Date(timeIntervalSinceNow: seconds)
        condition.lock()
        defer { condition.unlock() }
        while !isEnough(frames, error) {
            if !condition.wait(until: end) { return isEnough(frames, error) }
        }
        return true
    }

    func captureOutput(_ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection) {
        guard let pixels = CMSampleBufferGetImageBuffer(sampleBuffer) else { return }
        let frame = Frame(
            time: CMSampleBufferGetPresentationTimeStamp(sampleBuffer).seconds,
            size: [CVPixelBufferGetWidth(pixels), CVPixelBufferGetHeight(pixels)], bars: bars(in: pixels))
        change { $0.frames.append(frame) }
        usleep(pause)
    }

    func captureOutput(_ output: AVCaptureOutput, didDrop sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection) {
        change { $0.dropped += 1 }
    }

    private func bars(in pixels: CVPixelBuffer) -> [[Double]] {
        guard CVPixelBufferGetPixelFormatType(pixels) == kCVPixelFormatType_32BGRA else { return [] }
        CVPixelBufferLockBaseAddress(pixels, .readOnly)
        defer { CVPixelBufferUnlockBaseAddress(pixels, .readOnly) }
        guard let base = CVPixelBufferGetBaseAddress(pixels)?.assumingMemoryBound(to: UInt8.self) else { return [] }
        let (width, height) = (CVPixelBufferGetWidth(pixels), CVPixelBufferGetHeight(pixels))
        let stride = CVPixelBufferGetBytesPerRow(pixels)
        return (0..<8).map { bar in
            // Below the text that the driver writes into the picture.
            let (x, y) = ((2 * bar + 1) * width / 16, height * 3 / 4)
            return (0..<3).map { channel in
                let values = (-4..<4).flatMap { row in
                    (-4..<4).map { Double(base[(y + row) * stride + (x + $0) * 4 + 2 - channel]) }
                }
                return values.reduce(0, +) / Double(values.count)
            }
        }
    }
}

var failures = 0

func say(_ text: String) { FileHandle.standardOutput.write(Data((text + "\n").utf8)) }

@MainActor
func check(_ isRight: Bool, _ text: String) {
    say((isRight ? "ok    " : "FAIL  ") + text)
    if !isRight { failures += 1 }
}

@MainActor
func driver(_ setting: String) {
    let words: [UnsafeMutablePointer<CChar>?] = ["v4l2-ctl", "-d", path, "-c", setting].map { (word: String) in strdup(word) }
    defer { words.forEach { free($0) } }
    var (process, status) = (pid_t(), Int32(-1))
    let code = posix_spawn(&process, "/usr/bin/v4l2-ctl", nil, nil, words + [nil], nil)
    if code == 0 { waitpid(process, &status, 0) }
    check(status == 0, "the driver takes \(setting)")
}

/// A session that has been started.
@MainActor
func running(
    _ preset: AVCaptureSession.Preset, pause: UInt32 = 0, pixelFormat: OSType? = kCVPixelFormatType_32BGRA
) throws -> (session: AVCaptureSession, watcher: Watcher) {
    guard let device = AVCaptureDevice(uniqueID: path) else { throw CocoaError(.fileNoSuchFile) }
    let (session, output) = (AVCaptureSession(), AVCaptureVideoDataOutput())
    let watcher = Watcher(session, pause: pause)
    session.sessionPreset = preset
    if let pixelFormat { output.videoSettings = [kCVPixelBufferPixelFormatTypeKey as String: pixelFormat] }
    output.setSampleBufferDelegate(watcher, queue: DispatchQueue(label: "camera"))
    session.addInput(try AVCaptureDeviceInput(device: device))
    session.addOutput(output)
    session.startRunning()
    return (session, watcher)
}

/// Seconds that stopping takes.
func stopping(_ session: AVCaptureSession) -> Double {
    let start = ContinuousClock.now
    session.stopRunning()
    return (ContinuousClock.now - start) / .seconds(1)
}

let path = CommandLine.arguments.dropFirst().first ?? "/dev/video0"
// White, yellow, cyan, green, magenta, red, blue and black, at three quarters.
let colours = [7, 6, 3, 2, 5, 4, 1, 0].map { bits in [4, 2, 1].map { bits & $0 != 0 ? 191.0 : 0.0 } }

let cameras = AVCaptureDevice.devices(for: .video)
check(cameras.map(\.uniqueID) == [path], "one camera among the driver's devices: \(cameras.map(\.uniqueID))")
check(cameras.first?.localizedName.hasPrefix("vivid") == true, "its name is \(cameras.first?.localizedName ?? "unknown")")

for (preset, size) in [(AVCaptureSession.Preset.vga640x480, [640, 480]), (.hd1280x720, [1280, 720])] {
    let (session, watcher) = try running(preset)
    let isEnough = watcher.wait(seconds: 60) { $0.count >= 8 || $1 != nil }
    let time = stopping(session)
    let (frames, _, error) = watcher.seen
    check(isEnough && error == nil, "\(frames.count) frames of \(preset.rawValue), \(error.map { "\($0)" } ?? "no error")")
    check(frames.allSatisfy { $0.size == size }, "they have \(size[0]) × \(size[1]) pixels")
    check(zip(frames, frames.dropFirst()).allSatisfy { $0.time < $1.time }, "their times rise")
    let apart = frames.flatMap { zip($0.bars, colours).flatMap { zip($0, $1).map { abs($0 - $1) } } }
    check(!apart.isEmpty && apart.max() ?? 255 < 8, "the bars' colours are off by at most \(apart.max() ?? 255) of 255")
    check(time < 2, "stopping takes \(time) s")
}

do {
    let device = AVCaptureDevice(uniqueID: path)
    let sizes = (device?.formats ?? []).map(\.formatDescription.dimensions)
    check(
        sizes.contains(CMVideoDimensions(width: 640, height: 480)) && Set(sizes).count == sizes.count, "the driver lists the sizes \(sizes)"
    )
    let rates = (device?.formats ?? []).flatMap(\.videoSupportedFrameRateRanges)
    check(!rates.isEmpty && rates.allSatisfy { $0.minFrameRate > 0 && $0.maxFrameRate >= $0.minFrameRate }, "and rates of each")
}

do {
    let (session, watcher) = try running(.vga640x480, pause: 400_000, pixelFormat: nil)
    _ = watcher.wait(seconds: 60) { $0.count >= 6 || $1 != nil }
    session.stopRunning()
    let (frames, dropped, _) = watcher.seen
    check(frames.count >= 6 && dropped > 0, "a slow delegate sees \(frames.count) frames, and is told of \(dropped) dropped ones")
}

do {
    let (session, watcher) = try running(.vga640x480)
    _ = watcher.wait(seconds: 60) { $0.count >= 2 || $1 != nil }
    driver("percentage_of_dropped_buffers=100")
    usleep(1_000_000)
    let before = watcher.seen.frames.count
    usleep(1_000_000)
    check(watcher.seen.frames.count <= before + 1 && session.isRunning, "the camera stands still, and the session waits")
    let time = stopping(session)
    check(time < 2, "stopping takes \(time) s all the same")
    let start = ContinuousClock.now
    let (other, second) = try running(.vga640x480)
    let waited = (ContinuousClock.now - start) / .seconds(1)
    let told = second.seen.error
    check(!other.isRunning && told != nil && waited < 30, "a camera without pictures: \(told.map { "\($0)" } ?? "no error")")
    driver("percentage_of_dropped_buffers=0")
}

do {
    let (session, watcher) = try running(.vga640x480)
    _ = watcher.wait(seconds: 60) { $0.count >= 2 || $1 != nil }
    driver("disconnect=1")
    let isTold = watcher.wait(seconds: 20) { $1 != nil }
    let error = watcher.seen.error as? AVError
    check(isTold && error?.code == .deviceWasDisconnected, "the camera vanishes: \(watcher.seen.error.map { "\($0)" } ?? "no error")")
    usleep(200_000)
    check(!session.isRunning && stopping(session) < 2, "the session has ended")
}

say(failures == 0 ? "all is right" : "\(failures) of the checks failed")
exit(failures == 0 ? 0 : 1)
