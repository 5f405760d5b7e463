import AVFoundation
import Foundation
import ImageIO
import Locks
import TestSupport
import Testing

@Suite("Reading video files")
struct AssetReaderTests {
    private let folder = try? TemporaryFolder()

    private func place(_ name: String) throws -> URL { try #require(folder).file(name) }

    @Test("Frames that are not evenly spaced come back at exactly their times, in their order", arguments: ["v.mp4", "v.mov"])
    func exactTimes(_ name: String) throws {
        let url = try place(name)
        // With reordered frames of H.264, in ticks of no round number.
        let ticks: [Int64] = [0, 1001, 1002, 2500, 4004, 9009, 9010, 9011, 20000, 20500, 33333, 40000]
        let times = ticks.map { CMTime(value: $0, timescale: 30000) }
        try TestVideos.write(url, times: times, timescale: 30000)
        let (samples, reader) = try TestVideos.read(url)
        #expect(samples.map { CMSampleBufferGetPresentationTimeStamp($0) } == times)
        #expect(reader.status == .completed && reader.error == nil)
        for (number, sample) in samples.enumerated() {
            // Gray of all of the range becomes luma of 16 to 235.
            let luma = 16 + Double(TestVideos.gray(number)) * 219 / 255
            #expect(abs(Double(try TestVideos.bytes(sample, x: 60, y: 40)[0]) - luma) < 4, "frame \(number)")
        }
    }

    @Test("The pixels of an uncompressed video are those in the file, in two planes and in three")
    func uncompressed() throws {
        let url = try place("v.y4m")
        try TestVideos.writeUncompressed(url, frames: 3)
        let biplanar = try TestVideos.read(url).samples
        let planar = try TestVideos.read(url, [kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_420YpCbCr8PlanarFullRange]).samples
        #expect(biplanar.count == 3 && planar.count == 3)
        for (number, (two, three)) in zip(biplanar, planar).enumerated() {
            let buffer = try #require(CMSampleBufferGetImageBuffer(two))
            #expect(CVPixelBufferGetPixelFormatType(buffer) == kCVPixelFormatType_420YpCbCr8BiPlanarFullRange)
            #expect((CVPixelBufferGetWidth(buffer), CVPixelBufferGetHeight(buffer)) == (18, 10))
            for (x, y) in [(0, 0), (17, 0), (5, 7), (17, 9)] {
                let luma = UInt8(truncatingIfNeeded: 16 + (y * 18 + x) % 200 + number)
                #expect(try TestVideos.bytes(two, x: x, y: y) == [luma])
                #expect(try TestVideos.bytes(three, x: x, y: y) == [luma])
            }
            let chroma = [UInt8(100 + number), UInt8(155 - number)]
            #expect(try TestVideos.bytes(two, plane: 1, x: 8, y: 4, count: 2) == chroma)
            #expect(try TestVideos.bytes(three, plane: 1, x: 8, y: 4) == [chroma[0]])
            #expect(try TestVideos.bytes(three, plane: 2, x: 8, y: 4) == [chroma[1]])
        }
    }

    @Test("Frames are in the decoder's memory, unless a program wants to write them")
    func copies() throws {
        let url = try place("v.y4m")
        try TestVideos.writeUncompressed(url, frames: 2)
        func isShared(_ copies: Bool) throws -> Bool {
            let asset = AVURLAsset(url: url)
            let reader = try AVAssetReader(asset: asset)
            let output = AVAssetReaderTrackOutput(track: try #require(asset.tracks.first), outputSettings: [:])
            output.alwaysCopiesSampleData = copies
            reader.add(output)
            try #require(reader.startReading())
            let sample = try #require(output.copyNextSampleBuffer())
            let buffer = try #require(CMSampleBufferGetImageBuffer(sample))
            // The chroma of a copy lies right behind its luma.
            let luma = try #require(CVPixelBufferGetBaseAddressOfPlane(buffer, 0))
            let chroma = try #require(CVPixelBufferGetBaseAddressOfPlane(buffer, 1))
            return chroma != luma + CVPixelBufferGetBytesPerRowOfPlane(buffer, 0) * CVPixelBufferGetHeightOfPlane(buffer, 0)
        }
        let (shared, copied) = (try isShared(false), try isShared(true))
        #expect(shared && !copied)
    }

    @Test("BGRA is made on demand, and other formats are refused")
    func bgra() throws {
        let url = try place("v.mov")
        try TestVideos.write(url, times: (0..<3).map { CMTime(value: $0, timescale: 25) }, codec: .jpeg)
        let format = [kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_32BGRA]
        for (number, sample) in try TestVideos.read(url, format).samples.enumerated() {
            let color = try TestVideos.bytes(sample, x: 60, y: 40, count: 4)
            for component in color.prefix(3) { #expect(abs(Int(component) - Int(TestVideos.gray(number))) <= 4) }
            #expect(color[3] == 255)
        }
        let asset = AVURLAsset(url: url)
        let reader = try AVAssetReader(asset: asset)
        let track = try #require(asset.tracks.first)
        #expect(!reader.canAdd(AVAssetReaderTrackOutput(track: track, outputSettings: [kCVPixelBufferPixelFormatTypeKey: 17])))
    }

    @Test("A time range holds the frames that begin in it, whichever key frames there are")
    func timeRange() throws {
        let url = try place("v.mp4")
        let times = (0..<40).map { CMTime(value: $0, timescale: 20) }
        try TestVideos.write(url, times: times)
        let range = CMTimeRange(start: CMTime(value: 11, timescale: 20), end: CMTime(value: 19, timescale: 20))
        let (samples, reader) = try TestVideos.read(url, range: range)
        #expect(samples.map { CMSampleBufferGetPresentationTimeStamp($0) } == Array(times[11..<19]) && reader.status == .completed)
    }

    @Test("The asset tells duration, size, rate and turn, at once or asynchronously")
    func properties() async throws {
        let url = try place("v.mov")
        let quarter = CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 48, ty: 0)
        try TestVideos.write(url, times: (0..<50).map { CMTime(value: $0, timescale: 25) }, timescale: 25, transform: quarter)
        let asset = AVURLAsset(url: url)
        #expect(asset.status(of: .duration) == .notYetLoaded)
        let (duration, tracks) = try await asset.load(.duration, .tracks)
        #expect(abs(duration.seconds - 2) < 0.001 && tracks.count == 1 && asset.status(of: .duration) == .loaded(duration))
        let track = try #require(try await asset.loadTracks(withMediaType: .video).first)
        let (size, rate, transform) = try await track.load(.naturalSize, .nominalFrameRate, .preferredTransform)
        #expect(size == CGSize(width: 64, height: 48) && abs(rate - 25) < 0.01 && transform == quarter)
        #expect(track.formatDescriptions.count == 1 && track.naturalTimeScale == 25 && track.estimatedFrameCount == 50)
        let formats = try await track.load(.formatDescriptions)
        #expect(formats.map { CMFormatDescriptionGetMediaSubType($0) } == [kCMVideoCodecType_H264])
    }

    @Test("A picture of a time is that of the frame that is shown then, turned and reduced where asked")
    func imageGenerator() async throws {
        let url = try place("v.mp4")
        let turn = CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 48, ty: 0)
        try TestVideos.write(url, times: (0..<30).map { CMTime(value: $0, timescale: 10) }, transform: turn)
        let generator = AVAssetImageGenerator(asset: AVURLAsset(url: url))
        generator.requestedTimeToleranceBefore = .zero
        generator.requestedTimeToleranceAfter = .zero
        generator.appliesPreferredTrackTransform = true
        generator.maximumSize = CGSize(width: 0, height: 32)
        for number in [17, 3, 29] {
            let (image, time) = try await generator.image(at: CMTime(seconds: Double(number) / 10 + 0.05, preferredTimescale: 600))
            #expect(abs(time.seconds - Double(number) / 10) < 1e-9)
            #expect((image.width, image.height) == (24, 32))
            let bytes = try #require(image.dataProvider?.data as Data?)
            // Turned clockwise, the white quarter is at the upper right.
            let rows = image.bytesPerRow
            #expect(bytes[2 * rows + 20 * 4] > 245)
            #expect(abs(Int(bytes[2 * rows + 2 * 4]) - Int(TestVideos.gray(number))) <= 5)
        }
        await #expect(throws: AVError.self) { try await generator.image(at: CMTime(value: 100, timescale: 1)) }
        var failures = 0
        for await result in generator.images(for: [.zero, CMTime(value: 50, timescale: 1)]) {
            if case .failure = result { failures += 1 }
        }
        #expect(failures == 1)
    }

    @Test("Pictures of several times come in their order, each with its time or its error; those that are cancelled are told of")
    func severalPictures() throws {
        let url = try place("v.mp4")
        try TestVideos.write(url, times: (0..<30).map { CMTime(value: $0, timescale: 10) })
        let generator = AVAssetImageGenerator(asset: AVURLAsset(url: url))
        (generator.requestedTimeToleranceBefore, generator.requestedTimeToleranceAfter) = (.zero, .zero)
        let times = [CMTime(value: 5, timescale: 10), CMTime(value: 500, timescale: 1), CMTime(value: 2, timescale: 10)]
        let told = Locked<[String]>([])
        let done = DispatchSemaphore(value: 0)
        generator.generateCGImagesAsynchronously(forTimes: times.map { NSValue(time: $0) }) { asked, image, actual, result, error in
            told.withLock {
                $0.append("\(asked.seconds) \(image?.width ?? 0) \(actual.seconds == asked.seconds) \(result) \(error == nil)")
            }
            done.signal()
        }
        for _ in times { #expect(done.wait(timeout: .now() + 30) == .success) }
        #expect(told.withLock { $0 } == ["0.5 64 true succeeded true", "500.0 0 false failed false", "0.2 64 true succeeded true"])
        let ends = Locked<[AVAssetImageGenerator.Result]>([])
        let many: [NSValue] = (0..<20).map { NSValue(time: CMTime(value: $0, timescale: 10)) }
        generator.generateCGImagesAsynchronously(forTimes: many) { _, _, _, result, _ in
            let count: Int = ends.withLock { list in
                list.append(result)
                return list.count
            }
            if count == 1 { generator.cancelAllCGImageGeneration() }
            done.signal()
        }
        for _ in many { #expect(done.wait(timeout: .now() + 30) == .success) }
        let list: [AVAssetImageGenerator.Result] = ends.withLock { $0 }
        #expect(list.count == 20 && list.first == .succeeded && list.last == .cancelled)
    }

    @Test("A reader that is cancelled or dropped gives no more frames")
    func cancelling() throws {
        let url = try place("v.mp4")
        try TestVideos.write(url, times: (0..<60).map { CMTime(value: $0, timescale: 20) })
        let asset = AVURLAsset(url: url)
        let reader = try AVAssetReader(asset: asset)
        let output = AVAssetReaderTrackOutput(track: try #require(asset.tracks.first), outputSettings: [:])
        #expect(!reader.startReading() && reader.status == .failed)
        let second = try AVAssetReader(asset: asset)
        second.add(output)
        #expect(second.startReading() && output.copyNextSampleBuffer() != nil)
        second.cancelReading()
        #expect(output.copyNextSampleBuffer() == nil && second.status == .cancelled)
    }
}
