import AVFoundation
import Foundation
import Locks
import TestSupport
import Testing

@Suite("Cameras", .serialized)
struct CaptureTests {
    private let folder = try? TemporaryFolder()

    /// A second of video at 20 frames a second.
    private func video() throws -> URL {
        let url = try #require(folder).file("v.mov")
        try TestVideos.write(url, times: (0..<20).map { CMTime(value: $0, timescale: 20) }, codec: .jpeg)
        return url
    }

    /// Runs a session on a device until it stops by itself, or after `seconds`.
    private func run(
        _ device: AVCaptureDevice, _ watcher: Watcher, seconds: Double = 10, discards: Bool = true
    ) throws -> (session: AVCaptureSession, elapsed: Double) {
        let session = AVCaptureSession()
        let output = AVCaptureVideoDataOutput()
        output.alwaysDiscardsLateVideoFrames = discards
        output.setSampleBufferDelegate(watcher, queue: DispatchQueue(label: "test.capture"))
        let input = try AVCaptureDeviceInput(device: device)
        #expect(session.canAddInput(input) && session.canAddOutput(output))
        session.addInput(input)
        session.addOutput(output)
        #expect(!session.canAddInput(input) && session.connections.count == 1)
        let start = ContinuousClock.now
        session.startRunning()
        while session.isRunning, ContinuousClock.now - start < .seconds(seconds) { usleep(5000) }
        let elapsed = ContinuousClock.now - start
        session.stopRunning()
        return (session, Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) / 1e18)
    }

    @Test("A file is played at its own pace, each frame at its time on the host's clock, and ends the session")
    func ownPace() throws {
        let watcher = Watcher()
        let (session, elapsed) = try run(AVCaptureDevice(playing: video()), watcher)
        let (frames, dropped) = watcher.seen
        // A machine with much else to do drops some.
        #expect(frames.count + dropped.count == 20 && frames.count >= 5)
        #expect((0.94...3).contains(elapsed) && !session.isRunning)
        let first = try #require(frames.first)
        for frame in frames {
            let time = (frame.time - first.time).seconds
            #expect(abs(time * 20 - (time * 20).rounded()) < 1e-4 && frame.hasPixels)
            #expect(frame.arrival - frame.time.seconds > -0.001)
        }
    }

    @Test("Frames that come while the delegate is busy are dropped and told of, without pixels; none waits")
    func lateFrames() throws {
        let watcher = Watcher(pause: 0.12)
        _ = try run(AVCaptureDevice(playing: video(), frameRate: 60), watcher)
        let (frames, dropped) = watcher.seen
        #expect(frames.count + dropped.count == 20 && dropped.count >= 8 && frames.count >= 2)
        #expect(dropped.allSatisfy { !$0.hasPixels && $0.reason == kCMSampleBufferDroppedFrameReason_FrameWasLate })
        // A frame arrives when it is made, however long the one before took; a machine with much else to do is late with one or another.
        let delays = frames.map { $0.arrival - $0.time.seconds }.sorted()
        #expect(delays[delays.count / 2] < 0.1, "\(delays)")
    }

    @Test("Late frames that are kept wait in a queue of bounded length")
    func waitingFrames() throws {
        let watcher = Watcher(pause: 0.05)
        _ = try run(AVCaptureDevice(playing: video(), frameRate: 2000), watcher, discards: false)
        let (frames, dropped) = watcher.seen
        #expect(frames.count + dropped.count == 20 && frames.count >= AVCaptureVideoDataOutput.maximumWaitingFrames)
        #expect(dropped.allSatisfy { $0.reason == kCMSampleBufferDroppedFrameReason_OutOfBuffers })
    }

    @Test("A file may be repeated until the session is stopped")
    func repeating() throws {
        let watcher = Watcher()
        let (_, elapsed) = try run(AVCaptureDevice(playing: video(), repeats: true, frameRate: 200), watcher, seconds: 0.6)
        let (frames, dropped) = watcher.seen
        #expect(frames.count + dropped.count > 25 && elapsed < 2)
        #expect(zip(frames.dropFirst(), frames).allSatisfy { $0.time > $1.time })
    }

    @Test("A camera that vanishes ends the session with an error, after the frames that it gave; the session may be started again")
    func vanishing() throws {
        let device = AVCaptureDevice(playing: URL(fileURLWithPath: "/"), repeats: false) { VanishingFrames(count: 5) }
        let told = Locked<[AVError?]>([])
        let observer = NotificationCenter.default.addObserver(forName: .AVCaptureSessionRuntimeError, object: nil, queue: nil) { note in
            let error = note.userInfo?[AVCaptureSessionErrorKey] as? AVError
            if error?.code == .deviceWasDisconnected { told.withLock { $0.append(error) } }
        }
        defer { NotificationCenter.default.removeObserver(observer) }
        let watcher = Watcher()
        let (session, elapsed) = try run(device, watcher)
        #expect(!session.isRunning && elapsed < 5 && watcher.seen.frames.count + watcher.seen.dropped.count == 5)
        session.startRunning()
        while session.isRunning { usleep(2000) }
        session.stopRunning()
        // A session that ended by itself has stopped before it tells why.
        let patience = ContinuousClock.now + .seconds(10)
        while told.withLock({ $0.count }) < 2, ContinuousClock.now < patience { usleep(2000) }
        #expect(told.withLock { $0.count } == 2)
        #expect(watcher.seen.frames.count + watcher.seen.dropped.count == 10)
    }

    @Test("A camera that is not there, and a file that cannot be read, are errors")
    func missing() throws {
        #expect(AVCaptureDevice(uniqueID: "/dev/video-none") == nil && AVCaptureDevice(uniqueID: "/dev/null") == nil)
        #expect(throws: AVError.self) { try AVCaptureDeviceInput(device: AVCaptureDevice(playing: URL(fileURLWithPath: "/none.mp4"))) }
        let url = try #require(folder).file("text.mp4")
        try Data("text".utf8).write(to: url)
        let session = AVCaptureSession()
        let output = AVCaptureVideoDataOutput()
        let watcher = Watcher()
        output.setSampleBufferDelegate(watcher, queue: DispatchQueue(label: "test.capture"))
        session.addInput(try AVCaptureDeviceInput(device: AVCaptureDevice(playing: url)))
        session.addOutput(output)
        let told = Locked<AVError?>(nil)
        let observer = NotificationCenter.default.addObserver(forName: .AVCaptureSessionRuntimeError, object: session, queue: nil) { note in
            told.withLock { $0 = note.userInfo?[AVCaptureSessionErrorKey] as? AVError }
        }
        defer { NotificationCenter.default.removeObserver(observer) }
        session.startRunning()
        #expect(!session.isRunning && told.withLock { $0 }?.code == .fileFormatNotRecognized)
    }
}

/// A camera that is pulled out after some frames.
private final class VanishingFrames: PlayableFrames, Sendable {
    private let left: Locked<Int>
    private let count: Int

    init(count: Int) { (left, self.count) = (Locked(count), count) }

    func next() throws -> CMSampleBuffer? {
        let number = left.withLock { left in
            left -= 1
            return count - 1 - left
        }
        guard number < count else { throw AVError(.deviceWasDisconnected) }
        let buffer = try TestVideos.picture(TestVideos.gray(number))
        let timing = CMSampleTimingInfo(
            duration: CMTime(value: 1, timescale: 100), presentationTimeStamp: CMTime(value: Int64(number), timescale: 100),
            decodeTimeStamp: .invalid)
        return try CMSampleBuffer(
            imageBuffer: buffer, formatDescription: CMFormatDescription(imageBuffer: buffer), sampleTiming: timing)
    }

    func cancel() {}
}

/// Notes what it is given, and takes its time.
private final class Watcher: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate, @unchecked Sendable {
    struct Frame {
        let time: CMTime
        let arrival: Double
        let hasPixels: Bool
        let reason: String?
    }

    private let pause: Double
    private let state = Locked((frames: [Frame](), dropped: [Frame]()))

    init(pause: Double = 0) { self.pause = pause }

    var seen: (frames: [Frame], dropped: [Frame]) { state.withLock { $0 } }

    private func frame(_ sample: CMSampleBuffer) -> Frame {
        Frame(
            time: CMSampleBufferGetPresentationTimeStamp(sample), arrival: CMClockGetTime(CMClockGetHostTimeClock()).seconds,
            hasPixels: CMSampleBufferGetImageBuffer(sample) != nil,
            reason: sample.attachments[.droppedFrameReason]?.value as? String)
    }

    func captureOutput(_ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection) {
        let frame = frame(sampleBuffer)
        state.withLock { $0.frames.append(frame) }
        if pause > 0 { usleep(UInt32(pause * 1e6)) }
    }

    func captureOutput(_ output: AVCaptureOutput, didDrop sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection) {
        let frame = frame(sampleBuffer)
        state.withLock { $0.dropped.append(frame) }
    }
}
