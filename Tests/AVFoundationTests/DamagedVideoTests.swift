import AVFoundation
import Foundation
import ImageIO
import TestSupport
import Testing

@Suite("Videos that are not as they should be")
struct DamagedVideoTests {
    private let folder = try? TemporaryFolder()

    private func place(_ name: String) throws -> URL { try #require(folder).file(name) }

    @Test("A file that is no video is an error that names it", arguments: ["", "some text, nothing else\n", "\u{0}\u{0}\u{0}\u{8}moov"])
    func noVideo(_ content: String) throws {
        let url = try place("v.mp4")
        try Data(content.utf8).write(to: url)
        let asset = AVURLAsset(url: url)
        #expect(asset.tracks.isEmpty && asset.duration.isIndefinite && !asset.isReadable)
        let error = #expect(throws: AVError.self) { try AVAssetReader(asset: asset) }
        #expect(error?.code == .fileFormatNotRecognized && error?.localizedDescription.contains(url.path) == true)
        #expect(throws: AVError.self) { try AVAssetReader(asset: AVURLAsset(url: place("missing.mp4"))) }
    }

    @Test("A file that was cut off gives its good frames, and then an error")
    func truncated() throws {
        let (whole, cut) = (try place("v.mov"), try place("cut.mov"))
        let times = (0..<20).map { CMTime(value: $0, timescale: 10) }
        try TestVideos.write(whole, times: times, codec: .jpeg)
        let file = try TestVideos.indexFirst(Data(contentsOf: whole))
        try file.write(to: cut)
        #expect(try TestVideos.read(cut).samples.count == 20)
        try file.prefix(file.count * 3 / 4).write(to: cut)
        let (samples, reader) = try TestVideos.read(cut)
        #expect((10..<20).contains(samples.count))
        #expect(samples.map { CMSampleBufferGetPresentationTimeStamp($0) } == Array(times.prefix(samples.count)))
        #expect(reader.status == .failed && reader.error?.localizedDescription.contains("cut.mov") == true)
    }

    @Test("A frame that cannot be decoded is left out, and told at the end")
    func corrupt() throws {
        let url = try place("v.mov")
        try TestVideos.write(url, times: (0..<9).map { CMTime(value: $0, timescale: 10) }, codec: .jpeg)
        var data = try Data(contentsOf: url)
        // The fifth picture loses all that makes it one.
        var starts: [Int] = []
        while let next = data.range(of: Data([0xFF, 0xD8, 0xFF]), in: (starts.last.map { $0 + 3 } ?? 0)..<data.count) {
            starts.append(next.lowerBound)
        }
        try #require(starts.count == 9)
        data.replaceSubrange(starts[4]..<starts[5], with: Data(count: starts[5] - starts[4]))
        try data.write(to: url)
        let (samples, reader) = try TestVideos.read(url)
        #expect(samples.count == 8 && reader.status == .failed && reader.error is AVError)
    }

    @Test("Frames whose size changes on the way have each its own")
    func changingSize() throws {
        let url = try place("v.mjpeg")
        var data = Data()
        for number in 0..<6 {
            let (width, height) = number < 3 ? (64, 48) : (32, 80)
            data += try jpeg(TestVideos.picture(TestVideos.gray(number), width: width, height: height))
        }
        try data.write(to: url)
        let (samples, reader) = try TestVideos.read(url)
        let widths = samples.compactMap { CMSampleBufferGetImageBuffer($0).map { CVPixelBufferGetWidth($0) } }
        #expect(widths == [64, 64, 64, 32, 32, 32] && reader.status == .completed)
        let last = try #require(samples.last)
        #expect(abs(Int(try TestVideos.bytes(last, x: 30, y: 70)[0]) - Int(TestVideos.gray(5))) <= 4)
        #expect(last.formatDescription?.dimensions == CMVideoDimensions(width: 32, height: 80))
    }

    private func jpeg(_ buffer: CVPixelBuffer) throws -> Data {
        let image = try #require(CGImage(raster: buffer.makeRaster()))
        let data = NSMutableData()
        let destination = try #require(CGImageDestinationCreateWithData(data, "public.jpeg" as CFString, 1, nil))
        CGImageDestinationAddImage(destination, image, nil)
        try #require(CGImageDestinationFinalize(destination))
        return Data(referencing: data)
    }

    @Test("Frames without times follow each other at the video's rate", .enabled(if: FFmpegProgram.exists, "needs ffmpeg"))
    func missingTimes() throws {
        let raw = try place("v.h264")
        let encoding = ["-c:v", "libx264", "-pix_fmt", "yuv420p", "-f", "h264", raw.path]
        try FFmpegProgram.run("ffmpeg", ["-v", "error", "-f", "lavfi", "-i", "testsrc=size=64x48:rate=20", "-t", "1.5"] + encoding)
        let times = try TestVideos.read(raw).samples.map { CMSampleBufferGetPresentationTimeStamp($0).seconds }
        #expect(times.count == 30)
        #expect(times.enumerated().allSatisfy { abs(Double($0) / 20 - $1) < 1e-6 }, "\(times)")
    }
}

/// The programs that FFmpeg's package brings.
enum FFmpegProgram {
    static let exists = ["ffmpeg", "ffprobe"].allSatisfy { FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)") }

    @discardableResult
    static func run(_ name: String, _ words: [String]) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/\(name)")
        process.arguments = words
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return String(decoding: output, as: UTF8.self)
    }
}

@Suite("Videos of many cameras", .enabled(if: FFmpegProgram.exists && SharedData.has("video"), "needs ffprobe and ../shared/data/video"))
struct SharedVideoTests {
    @Test(
        "Frames and times are those that ffprobe finds",
        arguments: ["video/selfie_handheld.mov", "video/tld_jumping.mpg", "video/bottles.mp4", "throws/tennis_up1.mp4"])
    func asFFprobe(_ path: String) throws {
        let url = SharedData.url(path)
        let text = try FFmpegProgram.run(
            "ffprobe", ["-v", "quiet", "-select_streams", "v:0", "-show_entries", "packet=pts_time", "-of", "csv=p=0", url.path])
        let expected = text.split(whereSeparator: { ",\n".contains($0) }).compactMap { Double($0) }.sorted()
        let (samples, reader) = try TestVideos.read(url)
        let times = samples.map { CMSampleBufferGetPresentationTimeStamp($0).seconds }
        #expect(times.count == expected.count && reader.status == .completed)
        #expect(zip(times, expected).allSatisfy { abs($0 - $1) < 2e-6 })
    }
}
