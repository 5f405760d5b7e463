import CFFmpeg
import CoreMedia
import Foundation

/// An opened video file or camera. One thread at a time uses it.
final class MediaReader: @unchecked Sendable {
    /// What errors call it.
    let name: String
    private let reader: OpaquePointer

    /// Opens a file.
    ///
    /// - Throws: ``AVError`` that names the file: `fileFormatNotRecognized` for one that cannot be read.
    init(file url: URL) throws {
        guard url.isFileURL else { throw AVError(.fileFormatNotRecognized, "\(url.absoluteString): only files can be read") }
        let path = url.path
        name = path
        reader = try Self.opening(path, .fileFormatNotRecognized) { cffmpeg_open_file(path, &$0, $1, $2) }
    }

    /// Opens a Video4Linux camera.
    ///
    /// - Parameters:
    ///   - size: in pixels; as `frameRate`, `nil` where the camera chooses.
    /// - Throws: ``AVError`` that names the camera: `deviceNotConnected` for one that cannot be used.
    init(camera path: String, size: CMVideoDimensions?, frameRate: Double?) throws {
        name = path
        reader = try Self.opening(path, .deviceNotConnected) {
            cffmpeg_open_camera(path, size?.width ?? 0, size?.height ?? 0, frameRate ?? 0, &$0, $1, $2)
        }
    }

    deinit { cffmpeg_close(reader) }

    private static func opening(
        _ name: String, _ code: AVError.Code, _ open: (inout OpaquePointer?, UnsafeMutablePointer<CChar>, Int) -> Int32
    ) throws -> OpaquePointer {
        var reader: OpaquePointer?
        let (_, message) = withMessage { open(&reader, $0, $1) }
        guard let reader else { throw AVError(code, "\(name): \(message)") }
        return reader
    }

    /// The file's tracks, whatever they are, and how long it is.
    func info() -> MediaInfo {
        let tracks = (0..<cffmpeg_stream_count(reader)).map { index in
            var info = CFFmpegStreamInfo()
            cffmpeg_stream_info(reader, index, &info)
            return TrackInfo(info, stream: index)
        }
        let duration = cffmpeg_duration(reader)
        return MediaInfo(
            tracks: tracks, containerDuration: duration < 0 ? .indefinite : CMTime(value: duration, timescale: 1_000_000))
    }

    /// Prepares to decode a track, with as many threads as there are processors.
    func start(_ track: TrackInfo, threads: Int = 0) throws {
        let (status, message) = withMessage { cffmpeg_start(reader, track.stream, Int32(threads), $0, $1) }
        guard status >= 0 else { throw AVError(.decoderNotFound, "\(name): \(message)") }
    }

    /// Goes to the last frame at or before `time` from which decoding can begin, or to the beginning.
    func seek(to time: CMTime, of track: TrackInfo) {
        let ticks = CMTimeConvertScale(time, timescale: track.timescale, method: .roundTowardNegativeInfinity).value / track.ticksPerUnit
        if cffmpeg_seek(reader, ticks) < 0 { cffmpeg_seek(reader, CFFMPEG_NO_TIME + 1) }
    }

    /// The next frame in the order of presentation; `nil` at the end.
    func nextFrame() -> DecodedFrame? {
        var frame: OpaquePointer?
        guard cffmpeg_next_frame(reader, &frame) > 0 else { return nil }
        return frame.map(DecodedFrame.init)
    }

    /// Lets whoever waits for a camera's frame go on; no frames follow. Any thread may call it.
    func stop() { cffmpeg_stop(reader) }

    /// What could not be read or decoded until now.
    var problem: AVError? {
        let (status, message) = withMessage { cffmpeg_problem(reader, $0, $1) }
        return status == 0 ? nil : AVError(.decodeFailed, "\(name): \(message)")
    }
}

/// Calls a function of the shim that may write a sentence.
func withMessage(_ body: (UnsafeMutablePointer<CChar>, Int) -> Int32) -> (status: Int32, message: String) {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
        guard let base = buffer.baseAddress else { return (-1, "") }
        buffer.initialize(repeating: 0)
        let status = body(base, buffer.count)
        return (status, String(cString: base))
    }
}
