import AVFoundation
import Foundation
import Locks
import OspreyExtras
import TestSupport
import Testing
import Vision

@Suite("The live loop")
struct StableSceneTests {
    private let folder = try? TemporaryFolder()

    /// Nine frames that pan, and then a camera at rest.
    private func places(_ count: Int) -> [CGPoint] { (0..<count).map { CGPoint(x: 9 * min($0, 9), y: 4 * min($0, 9)) } }

    private func sample(_ place: CGPoint, _ number: Int) throws -> CMSampleBuffer {
        let buffer = try ShiftedScenes.pixelBuffer(x: place.x, y: place.y)
        let timing = CMSampleTimingInfo(
            duration: .invalid, presentationTimeStamp: CMTime(value: Int64(number), timescale: 30), decodeTimeStamp: .invalid)
        return try CMSampleBuffer(
            imageBuffer: buffer, formatDescription: CMFormatDescription(imageBuffer: buffer), sampleTiming: timing)
    }

    @Test("Frames of a moving scene are registered; once it rests the newest is analyzed, and the others are left out meanwhile")
    func steps() throws {
        let (analyzed, gate) = (Locked<[Int]>([]), DispatchSemaphore(value: 0))
        let request = VNCoreMLRequest(model: try VNCoreMLModel(TestModels.meanColor(side: 8)))
        let analyzer = StableSceneAnalyzer(
            requests: [request, VNDetectBarcodesRequest()], stability: .init(historyLength: 5, maximumDistance: 10)
        ) { analysis in
            let labels = analysis.requests[0].results as? [VNClassificationObservation]
            if labels?.isEmpty == false, analysis.error == nil, analysis.time.seconds * 30 == Double(analysis.frame) {
                analyzed.withLock { $0.append(analysis.frame) }
            }
            gate.wait()
        }
        var uses: [StableSceneAnalyzer.Step.Use] = []
        for (number, place) in places(20).enumerated() {
            let step = try analyzer.take(sample(place, number))
            #expect(step.frame == number && (number == 0 || number > 9 || abs(step.shift.x - 9) < 0.5))
            uses.append(step.use)
        }
        // The scene rests from the tenth frame on; five shifts have to be known.
        let first = try #require(uses.firstIndex(of: .analyzed))
        #expect((13...15).contains(first) && uses.prefix(first).allSatisfy { $0 == .registered })
        #expect(uses[(first + 1)...].allSatisfy { $0 == .leftOut })
        gate.signal()
        analyzer.waitUntilIdle()
        #expect(analyzed.withLock { $0 } == [first])
        #expect(analyzer.counts.taken == 20 && analyzer.counts.analyzed == 1 && analyzer.counts.leftOut == 19 - first)
        // The queue is free again: the next frame is looked at.
        #expect(try analyzer.take(sample(places(21)[20], 20)).use == .analyzed)
        gate.signal()
        analyzer.waitUntilIdle()
    }

    @Test("A file that is played as a camera with a slow model: no frame waits longer than an analysis, and the answer comes with the rest")
    func camera() throws {
        let url = try #require(folder).file("rest.mov")
        try SceneVideos.write(url, places: places(60))
        let loop = Loop(model: try VNCoreMLModel(TestModels.meanColor(side: 8)))
        let output = AVCaptureVideoDataOutput()
        output.setSampleBufferDelegate(loop, queue: DispatchQueue(label: "test.live"))
        let session = AVCaptureSession()
        session.addInput(try AVCaptureDeviceInput(device: AVCaptureDevice(playing: url, frameRate: 60)))
        session.addOutput(output)
        session.startRunning()
        while session.isRunning { usleep(5000) }
        loop.analyzer.waitUntilIdle()
        let (counts, dropped, waits) = (loop.analyzer.counts, loop.state.withLock { $0.dropped }, loop.state.withLock { $0.waits })
        #expect(counts.taken + dropped == 60 && counts.analyzed >= 1)
        try #require(waits.count == counts.analyzed && !waits.isEmpty)
        // Each analysis takes 0.1 s, and each frame is answered within two of them, its own and the one before; a machine with much else to
        // do is late with one or another.
        #expect(waits.sorted()[waits.count / 2] < 0.3, "\(waits)")
        // The scene rests for most of a second: it has been looked at more than once, but never all of its frames.
        #expect(counts.taken < 25 || counts.analyzed <= 12)
    }
}

/// FlowerShop's loop with a model that takes a tenth of a second.
private final class Loop: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate, @unchecked Sendable {
    let analyzer: StableSceneAnalyzer
    let state = Locked((dropped: 0, waits: [Double]()))

    init(model: VNCoreMLModel) {
        let request = VNCoreMLRequest(model: model) { _, _ in usleep(100_000) }
        let state = state
        analyzer = StableSceneAnalyzer(requests: [request], stability: .init(historyLength: 8)) { analysis in
            let wait = CMClockGetTime(CMClockGetHostTimeClock()).seconds - analysis.time.seconds
            state.withLock { $0.waits.append(wait) }
        }
    }

    func captureOutput(_ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection) {
        _ = try? analyzer.take(sampleBuffer)
    }

    func captureOutput(_ output: AVCaptureOutput, didDrop sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection) {
        state.withLock { $0.dropped += 1 }
    }
}
