import AVFoundation
import Foundation
import Locks
import TestSupport
import Testing

@Suite("Playing videos", .serialized)
struct PlaybackTests {
    private let folder = try? TemporaryFolder()

    private func video(_ times: [CMTime], transform: CGAffineTransform = .identity) throws -> URL {
        let url = try #require(folder).file("v.mov")
        try TestVideos.write(url, times: times, codec: .jpeg, timescale: 1000, transform: transform)
        return url
    }

    private func even(_ count: Int, rate: Double) -> [CMTime] {
        (0..<count).map { CMTime(seconds: Double($0) / rate, preferredTimescale: 1000) }
    }

    private func now() -> Double { CMClockGetTime(CMClockGetHostTimeClock()).seconds }

    /// The gray of a frame that an output gave.
    private func gray(_ buffer: CVPixelBuffer?) throws -> Int {
        let buffer = try #require(buffer)
        let base = try #require(CVPixelBufferGetBaseAddress(buffer))
        return Int(base.load(fromByteOffset: 40 * CVPixelBufferGetBytesPerRow(buffer) + 60 * 4, as: UInt8.self))
    }

    @Test("While an item rests, any time may be asked for, and gives the frame that is shown then")
    func resting() throws {
        let times = [0, 40, 80, 130, 210, 250].map { CMTime(value: $0, timescale: 1000) }
        let item = AVPlayerItem(url: try video(times))
        let output = AVPlayerItemVideoOutput(pixelBufferAttributes: [kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_32BGRA])
        item.add(output)
        #expect(item.status == .readyToPlay && item.presentationSize == CGSize(width: 64, height: 48) && item.outputs == [output])
        // Onwards, back, and beyond the end.
        for (millisecond, number) in [(0, 0), (39, 0), (131, 3), (249, 4), (85, 2), (0, 0), (900, 5)] as [(Int64, Int)] {
            let time = CMTime(value: millisecond, timescale: 1000)
            var shown = CMTime.invalid
            let isNew = output.hasNewPixelBuffer(forItemTime: time)
            #expect(isNew == (millisecond != 39), "\(millisecond)")
            let pixels = output.copyPixelBuffer(forItemTime: time, itemTimeForDisplay: &shown)
            #expect(shown == times[number] && !output.hasNewPixelBuffer(forItemTime: time))
            #expect(abs(try gray(pixels) - Int(TestVideos.gray(number))) <= 4, "\(millisecond)")
        }
        #expect(output.copyPixelBuffer(forItemTime: CMTime(value: -1, timescale: 10), itemTimeForDisplay: nil) == nil)
        #expect(output.copyPixelBuffer(forItemTime: .invalid, itemTimeForDisplay: nil) == nil)
        item.remove(output)
        #expect(output.copyPixelBuffer(forItemTime: .zero, itemTimeForDisplay: nil) == nil && item.outputs.isEmpty)
    }

    @Test("A player lets the time go on at its rate; who looks often sees the frames in their order, each when it is due")
    func ownPace() throws {
        let times = even(20, rate: 20)
        let player = AVPlayer(url: try video(times))
        let item = try #require(player.currentItem)
        let output = AVPlayerItemVideoOutput()
        item.add(output)
        let ends = Locked(0)
        let observer = NotificationCenter.default.addObserver(forName: .AVPlayerItemDidPlayToEndTime, object: item, queue: nil) { _ in
            ends.withLock { $0 += 1 }
        }
        defer { NotificationCenter.default.removeObserver(observer) }
        #expect(player.timeControlStatus == .paused && player.currentTime() == .zero && player.status == .readyToPlay)
        let start = now()
        player.rate = 2
        var shown: [CMTime] = []
        while player.timeControlStatus == .playing, now() - start < 10 {
            let time = output.itemTime(forHostTime: now())
            var display = CMTime.invalid
            if output.hasNewPixelBuffer(forItemTime: time),
                output.copyPixelBuffer(forItemTime: time, itemTimeForDisplay: &display) != nil
            {
                #expect(display <= time && times.contains(display))
                shown.append(display)
            }
            usleep(4000)
        }
        // A second at twice its pace; a machine with much else to do leaves some out.
        #expect((0.49...3).contains(now() - start) && shown.count >= 5 && zip(shown.dropFirst(), shown).allSatisfy { $0 > $1 })
        #expect(player.rate == 0 && abs(player.currentTime().seconds - item.duration.seconds) < 1e-6)
        let told = now()
        while ends.withLock({ $0 }) == 0, now() - told < 20 { usleep(1000) }
        #expect(ends.withLock { $0 } == 1)
    }

    @Test("A program that rarely asks gets the frame of the moment, whatever was left out")
    func rareLooks() throws {
        let player = AVPlayer(url: try video(even(160, rate: 200)))
        let output = AVPlayerItemVideoOutput()
        try #require(player.currentItem).add(output)
        player.play()
        var delays: [Double] = []
        for _ in 0..<9 {
            usleep(80_000)
            let time = output.itemTime(forHostTime: now())
            var display = CMTime.invalid
            if output.copyPixelBuffer(forItemTime: time, itemTimeForDisplay: &display) != nil { delays.append((time - display).seconds) }
        }
        #expect(delays.count >= 5 && delays.allSatisfy { $0 >= 0 } && delays.sorted()[delays.count / 2] < 0.06, "\(delays)")
        player.pause()
        let time = player.currentTime()
        usleep(20_000)
        #expect(player.currentTime() == time && time > .zero && player.rate == 0)
    }

    @Test("A step moves the time to another frame's beginning, and not beyond the item")
    func steps() throws {
        let times = even(20, rate: 20)
        let item = AVPlayerItem(url: try video(times))
        let output = AVPlayerItemVideoOutput()
        item.add(output)
        #expect(item.canStepForward && item.canStepBackward)
        for (count, number) in [(1, 1), (1, 2), (5, 7), (-3, 4), (0, 4), (-9, 0), (19, 19)] {
            item.step(byCount: count)
            #expect(item.currentTime() == times[number], "\(count)")
            var shown = CMTime.invalid
            _ = output.copyPixelBuffer(forItemTime: item.currentTime(), itemTimeForDisplay: &shown)
            #expect(shown == times[number], "\(count)")
        }
        // Within a frame, the step begins at the frame's beginning.
        item.seek(to: CMTime(value: 130, timescale: 1000))
        item.step(byCount: 1)
        #expect(item.currentTime() == times[3])
        for (count, time) in [(Int.max, item.duration), (Int.min, .zero)] {
            item.step(byCount: count)
            #expect(item.currentTime() == time)
        }
        let missing = AVPlayerItem(url: URL(fileURLWithPath: "/missing.mov"))
        missing.step(byCount: 1)
        #expect(!missing.canStepForward && missing.currentTime() == .zero)
    }

    @Test("A seek sets the time exactly and flushes the outputs, also at the end, from which an item may be played again")
    func seeking() async throws {
        let item = AVPlayerItem(url: try video(even(20, rate: 20)))
        let player = AVPlayer(playerItem: item)
        let (output, flushes) = (AVPlayerItemVideoOutput(), Flushes())
        output.setDelegate(flushes, queue: DispatchQueue(label: "test.playback"))
        item.add(output)
        let half = CMTime(value: 1, timescale: 2)
        let isDone = await player.seek(to: half, toleranceBefore: .zero, toleranceAfter: .zero)
        #expect(isDone && player.currentTime() == half)
        var shown = CMTime.invalid
        #expect(output.copyPixelBuffer(forItemTime: player.currentTime(), itemTimeForDisplay: &shown) != nil && shown == half)
        #expect(await player.seek(to: .positiveInfinity) && player.currentTime() == item.duration)
        #expect(await player.seek(to: CMTime(value: -5, timescale: 1)) && player.currentTime() == .zero)
        #expect(await player.seek(to: .invalid) == false)
        #expect(await player.seek(to: Date()) == false)
        #expect(await AVPlayer(playerItem: nil).seek(to: .zero) == false)
        #expect(flushes.wait(for: 3))
        // Round and round.
        player.actionAtItemEnd = .none
        let rounds = Locked(0)
        let observer = NotificationCenter.default.addObserver(forName: .AVPlayerItemDidPlayToEndTime, object: item, queue: nil) { _ in
            rounds.withLock { $0 += 1 }
            player.seek(to: .zero)
        }
        defer { NotificationCenter.default.removeObserver(observer) }
        player.rate = 10
        let start = now()
        while rounds.withLock({ $0 }) < 3, now() - start < 10 { try await Task.sleep(for: .milliseconds(5)) }
        #expect(rounds.withLock { $0 } >= 3 && player.rate == 10 && now() - start > 0.25)
        player.replaceCurrentItem(with: nil)
        #expect(player.status == .unknown && player.currentTime() == .zero)
    }

    @Test("An observer is called at multiples of its interval while the item plays, and no more when it is removed")
    func observers() throws {
        let player = AVPlayer(url: try video(even(20, rate: 20)))
        let times = Locked<[Double]>([])
        let observer = player.addPeriodicTimeObserver(
            forInterval: CMTime(value: 1, timescale: 5), queue: DispatchQueue(label: "test.observer")
        ) { time in times.withLock { $0.append(time.seconds) } }
        player.rate = 4
        let start = now()
        while player.rate != 0, now() - start < 5 { usleep(5000) }
        usleep(20_000)
        let seen = times.withLock { $0 }
        // When it begins, up to four times on the way, and when it ends.
        #expect(seen.count >= 3 && seen == seen.sorted() && abs((seen.last ?? 0) - 1) < 0.05, "\(seen)")
        player.removeTimeObserver(observer)
        player.seek(to: .zero)
        usleep(20_000)
        #expect(times.withLock { $0 } == seen)
    }

    @Test("A file that is no video fails with a reason, and one that was cut off plays as far as it goes")
    func failures() throws {
        let text = try #require(folder).file("text.mov")
        try Data("text".utf8).write(to: text)
        let (item, output) = (AVPlayerItem(url: text), AVPlayerItemVideoOutput())
        #expect(!output.itemTime(forHostTime: now()).isValid)
        item.add(output)
        #expect(item.status == .failed && (item.error as? AVError)?.code == .fileFormatNotRecognized && item.presentationSize == .zero)
        #expect(output.copyPixelBuffer(forItemTime: .zero, itemTimeForDisplay: nil) == nil && !output.itemTime(forHostTime: .nan).isValid)
        #expect(AVPlayer(playerItem: item).status == .failed)
        let cut = try #require(folder).file("cut.mov")
        let file = try TestVideos.indexFirst(Data(contentsOf: video(even(20, rate: 20))))
        try file.prefix(file.count * 3 / 4).write(to: cut)
        let (rest, frames) = (AVPlayerItem(url: cut), AVPlayerItemVideoOutput())
        rest.add(frames)
        var seen = 0
        for time in even(20, rate: 20) where frames.hasNewPixelBuffer(forItemTime: time) {
            if frames.copyPixelBuffer(forItemTime: time, itemTimeForDisplay: nil) != nil { seen += 1 }
        }
        let good = try TestVideos.read(cut).samples.count
        #expect(seen == good && (10..<20).contains(seen))
        #expect(rest.status == .failed && rest.error?.localizedDescription.contains("cut.mov") == true)
    }

    @Test("A file that is played as a camera says how far its frames are turned")
    func rotation() throws {
        for (angle, transform) in [
            (0, CGAffineTransform.identity), (90, CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 48, ty: 0)),
            (180, CGAffineTransform(a: -1, b: 0, c: 0, d: -1, tx: 64, ty: 48)),
            (270, CGAffineTransform(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: 64)),
        ] {
            let device = AVCaptureDevice(playing: try video(even(2, rate: 20), transform: transform))
            let coordinator = AVCaptureDevice.RotationCoordinator(device: device, previewLayer: nil)
            #expect(coordinator.videoRotationAngleForHorizonLevelCapture == CGFloat(angle))
            #expect(coordinator.videoRotationAngleForHorizonLevelPreview == CGFloat(angle) && coordinator.device === device)
            try FileManager.default.removeItem(at: try #require(folder).file("v.mov"))
        }
    }
}

/// Counts how often an output was flushed.
private final class Flushes: NSObject, AVPlayerItemOutputPullDelegate, @unchecked Sendable {
    private let count = Locked(0)

    func outputSequenceWasFlushed(_ output: AVPlayerItemOutput) { count.withLock { $0 += 1 } }

    func wait(for number: Int) -> Bool {
        for _ in 0..<10_000 where count.withLock({ $0 }) < number { usleep(2000) }
        return count.withLock { $0 } == number
    }
}
