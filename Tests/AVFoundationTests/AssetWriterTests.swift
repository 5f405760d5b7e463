import AVFoundation
import Foundation
import TestSupport
import Testing

@Suite("Writing video files")
struct AssetWriterTests {
    private let folder = try? TemporaryFolder()

    private func place(_ name: String) throws -> URL { try #require(folder).file(name) }

    @Test("Other programs find the written frames, times and sizes in a file", .enabled(if: FFmpegProgram.exists, "needs ffprobe"))
    func asOthersReadIt() throws {
        let url = try place("v.mp4")
        let times = [0, 40, 80, 130, 210, 250].map { CMTime(value: $0, timescale: 1000) }
        try TestVideos.write(url, times: times, timescale: 1000, transform: CGAffineTransform(a: -1, b: 0, c: 0, d: -1, tx: 64, ty: 48))
        let text = try FFmpegProgram.run(
            "ffprobe",
            [
                "-v", "error", "-show_entries",
                "stream=codec_name,width,height:frame=best_effort_timestamp_time:stream_side_data=rotation", "-of", "compact", url.path,
            ])
        let found = text.split(separator: "\n").filter { $0.hasPrefix("frame|") }
            .compactMap { $0.split(separator: "=").last.flatMap { Double($0.prefix { $0 != "|" }) } }
        #expect(found == times.map(\.seconds))
        #expect(text.contains("codec_name=h264|width=64|height=48") && text.contains("rotation=-180") || text.contains("rotation=180"))
    }

    @Test("Frames of another size are scaled to the video's")
    func scaling() throws {
        let url = try place("v.mov")
        let writer = try AVAssetWriter(url: url, fileType: .mov)
        let input = AVAssetWriterInput(
            mediaType: .video,
            outputSettings: [AVVideoCodecKey: AVVideoCodecType.jpeg.rawValue, AVVideoWidthKey: 40, AVVideoHeightKey: 20])
        let adaptor = AVAssetWriterInputPixelBufferAdaptor(assetWriterInput: input)
        #expect(adaptor.pixelBufferPool == nil)
        writer.add(input)
        #expect(writer.startWriting() && adaptor.pixelBufferPool != nil)
        writer.startSession(atSourceTime: CMTime(value: 1, timescale: 1))
        // A frame before the session's beginning is left out.
        #expect(adaptor.append(try TestVideos.picture(0), withPresentationTime: .zero))
        #expect(adaptor.append(try TestVideos.picture(90), withPresentationTime: CMTime(value: 1, timescale: 1)))
        #expect(adaptor.append(try TestVideos.picture(150, width: 31, height: 17), withPresentationTime: CMTime(value: 2, timescale: 1)))
        try writer.complete()
        let samples = try TestVideos.read(url).samples
        #expect(samples.map { CMSampleBufferGetPresentationTimeStamp($0).seconds } == [0, 1])
        #expect(samples.allSatisfy { CMSampleBufferGetImageBuffer($0).map { CVPixelBufferGetWidth($0) } == 40 })
        #expect(abs(Int(try TestVideos.bytes(samples[1], x: 38, y: 18)[0]) - 150) <= 4)
    }

    @Test("With an interval for fragments, a file that was never completed plays as far as it was written", arguments: ["v.mp4", "v.mov"])
    func fragments(name: String) throws {
        let (url, copy) = (try place(name), try place("copy-\(name)"))
        let writer = try AVAssetWriter(url: url, fileType: name.hasSuffix("mov") ? .mov : .mp4)
        writer.movieFragmentInterval = CMTime(value: 1, timescale: 1)
        let input = AVAssetWriterInput(mediaType: .video, outputSettings: [AVVideoCodecKey: AVVideoCodecType.jpeg])
        let adaptor = AVAssetWriterInputPixelBufferAdaptor(assetWriterInput: input)
        writer.add(input)
        #expect(writer.startWriting())
        writer.startSession(atSourceTime: .zero)
        for number in 0..<100 {
            let picture = try TestVideos.picture(TestVideos.gray(number))
            #expect(adaptor.append(picture, withPresentationTime: CMTime(value: CMTimeValue(number), timescale: 20)))
        }
        // As if the program were killed here, after five seconds.
        try FileManager.default.copyItem(at: url, to: copy)
        let times = try TestVideos.read(copy).samples.map { CMSampleBufferGetPresentationTimeStamp($0).seconds }
        #expect(times.count >= 60 && times == (0..<times.count).map { Double($0) / 20 })
        try writer.complete()
        #expect(try TestVideos.read(url).samples.count == 100)
    }

    @Test("Times that do not rise, sizes that no encoder takes and frames before the start are errors")
    func wrongUse() throws {
        let time = CMTime(value: 1, timescale: 10)
        let writer = try AVAssetWriter(url: place("v.mp4"), fileType: .mp4)
        let input = AVAssetWriterInput(mediaType: .video, outputSettings: nil)
        let adaptor = AVAssetWriterInputPixelBufferAdaptor(assetWriterInput: input)
        #expect(!writer.startWriting() && writer.status == .failed)
        let second = try AVAssetWriter(url: place("v.mp4"), fileType: .mp4)
        #expect(!second.canAdd(AVAssetWriterInput(mediaType: .audio, outputSettings: nil)))
        #expect(!second.canAdd(AVAssetWriterInput(mediaType: .video, outputSettings: [AVVideoCodecKey: AVVideoCodecType.proRes422])))
        second.add(input)
        let picture = try TestVideos.picture(9)
        #expect(!adaptor.append(picture, withPresentationTime: time))
        #expect(second.startWriting() && adaptor.append(picture, withPresentationTime: time))
        #expect(!adaptor.append(picture, withPresentationTime: time) && second.status == .failed)
        #expect(throws: AVError.self) { try second.complete() }
        // The written file plays.
        #expect(try TestVideos.read(place("v.mp4")).samples.count == 1)
        #expect(throws: AVError.self) { try AVAssetWriter(url: place("v.mp4"), fileType: .mp4) }
        #expect(throws: AVError.self) { try AVAssetWriter(url: place("v.heic"), fileType: .heic) }
    }

    @Test("A disk that is full is an error, and what was written until then plays", .enabled(if: SmallDisk.isPossible, "needs mount"))
    func fullDisk() throws {
        let disk = try SmallDisk(kilobytes: 500)
        let url = disk.folder.appendingPathComponent("v.mov")
        let writer = try AVAssetWriter(url: url, fileType: .mov)
        let input = AVAssetWriterInput(mediaType: .video, outputSettings: [AVVideoCodecKey: AVVideoCodecType.jpeg])
        let adaptor = AVAssetWriterInputPixelBufferAdaptor(assetWriterInput: input)
        writer.add(input)
        try #require(writer.startWriting())
        var written: Int64 = 0
        var random = SplitMix64(seed: 3)
        while written < 2000 {
            let picture = try TestVideos.picture(0, width: 160, height: 120)
            let base = try #require(CVPixelBufferGetBaseAddress(picture))
            for place in stride(from: 0, to: 160 * 120 * 4, by: 8) {
                base.storeBytes(of: random.next(), toByteOffset: place, as: UInt64.self)
            }
            guard adaptor.append(picture, withPresentationTime: CMTime(value: written, timescale: 30)) else { break }
            written += 1
        }
        #expect((5..<2000).contains(written) && (writer.error as? AVError)?.code == .diskFull)
        #expect(throws: AVError.self) { try writer.complete() }
        let (samples, reader) = try TestVideos.read(url)
        #expect(abs(Int64(samples.count) - written) <= 1 && reader.status == .completed)
    }
}

/// A file system of a size, for as long as it is held.
private final class SmallDisk {
    let folder: URL
    private let parent: TemporaryFolder

    static let isPossible: Bool = {
        guard getuid() == 0, let folder = try? TemporaryFolder() else { return false }
        guard mount("none", folder.path, "tmpfs", 0, "size=64k") == 0 else { return false }
        umount(folder.path)
        return true
    }()

    init(kilobytes: Int) throws {
        parent = try TemporaryFolder()
        folder = try parent.folder("disk")
        try #require(mount("none", folder.path, "tmpfs", 0, "size=\(kilobytes)k") == 0)
    }

    deinit { umount(folder.path) }
}
