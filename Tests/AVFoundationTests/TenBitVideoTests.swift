import AVFoundation
import Foundation
import Locks
import TestSupport
import Testing

/// HEVC of ten bits, as FFmpeg's program encodes and decodes it.
@Suite("Videos of ten bits", .enabled(if: FFmpegProgram.exists, "needs ffmpeg"))
struct TenBitVideoTests {
    private let width = 66
    private let height = 50

    /// A video of eight frames, and its samples as FFmpeg decodes them: 4:2:0 in three planes, two bytes each.
    private func video(in folder: TemporaryFolder) throws -> (url: URL, samples: [UInt16]) {
        let (url, raw) = (folder.file("v.mov"), folder.file("v.yuv"))
        let source = ["-v", "error", "-f", "lavfi", "-i", "testsrc2=size=\(width)x\(height):rate=20", "-frames:v", "8"]
        let encoding = ["-c:v", "libx265", "-x265-params", "log-level=none", "-pix_fmt", "yuv420p10le", "-tag:v", "hvc1", url.path]
        try FFmpegProgram.run("ffmpeg", source + encoding)
        try FFmpegProgram.run("ffmpeg", ["-v", "error", "-i", url.path, "-f", "rawvideo", "-pix_fmt", "yuv420p10le", raw.path])
        return (url, try Data(contentsOf: raw).withUnsafeBytes { Array($0.bindMemory(to: UInt16.self)) })
    }

    /// The bytes of luma and of interleaved chroma.
    private func bytes(_ sample: CMSampleBuffer) throws -> [UInt8] {
        let buffer = try #require(sample.imageBuffer)
        #expect(CVPixelBufferGetPixelFormatType(buffer) == kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange)
        return try (0..<2).flatMap { plane in
            let base = try #require(CVPixelBufferGetBaseAddressOfPlane(buffer, plane)).assumingMemoryBound(to: UInt8.self)
            let stride = CVPixelBufferGetBytesPerRowOfPlane(buffer, plane)
            return (0..<CVPixelBufferGetHeightOfPlane(buffer, plane)).flatMap { y in
                (0..<(plane == 0 ? width : (width + 1) / 2 * 2)).map { base[y * stride + $0] }
            }
        }
    }

    @Test("Samples are rounded to eight bits when they are read, also by several threads at once and in any order")
    func rounding() throws {
        let folder = try TemporaryFolder()
        let (url, samples) = try video(in: folder)
        let (luma, chroma) = (width * height, (width + 1) / 2 * ((height + 1) / 2))
        #expect(samples.count == 8 * (luma + 2 * chroma) && samples.contains { $0 % 4 != 0 })
        let frames = try TestVideos.read(url).samples
        try #require(frames.count == 8)
        for number in [1, 2, 5, 7] {
            let frame = samples[number * (luma + 2 * chroma)..<(number + 1) * (luma + 2 * chroma)].map { UInt8(min(($0 + 2) / 4, 255)) }
            let wanted = Array(frame[..<luma]) + (0..<chroma).flatMap { [frame[luma + $0], frame[luma + chroma + $0]] }
            let same = Locked(0)
            DispatchQueue.concurrentPerform(iterations: 4) { _ in
                if (try? bytes(frames[number])) == wanted { same.withLock { $0 += 1 } }
            }
            #expect(same.withLock { $0 } == 4)
        }
    }

    @Test("A program that writes into its frames gets copies of the decoder's")
    func copies() throws {
        let folder = try TemporaryFolder()
        let (url, _) = try video(in: folder)
        let rounded = try TestVideos.read(url).samples
        let asset = AVURLAsset(url: url)
        let reader = try AVAssetReader(asset: asset)
        let output = AVAssetReaderTrackOutput(track: try #require(asset.tracks.first), outputSettings: [:])
        output.alwaysCopiesSampleData = true
        reader.add(output)
        try #require(reader.startReading())
        let first = try #require(output.copyNextSampleBuffer())
        let second = try #require(output.copyNextSampleBuffer())
        memset(try #require(first.imageBuffer.flatMap { CVPixelBufferGetBaseAddressOfPlane($0, 0) }), 0, width)
        #expect(try bytes(second) == bytes(rounded[1]) && bytes(first).prefix(width).allSatisfy { $0 == 0 })
    }
}
