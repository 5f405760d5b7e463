import CFFmpeg
import CoreMedia
import Foundation
import InputChecks

/// An open video file or camera. Only one thread at a time may use it.
final class MediaReader: @unchecked Sendable {
    /// The name of the file or camera in error messages.
    let name: String
    private let reader: OpaquePointer

    /// Opens a file.
    ///
    /// - Throws: ``AVError`` that names the file; `fileFormatNotRecognized` if it cannot be read.
    init(file url: URL) throws {
        guard url.isFileURL else { throw AVError(.fileFormatNotRecognized, "\(url.absoluteString): only files can be read") }
        let path = url.path
        name = path
        do {
            try InputFile.check(path)
        } catch let error as InputFileError where !error.isOfSystem {
            throw AVError(.fileFormatNotRecognized, "\(path): \(error.reason)")
        } catch {
            // FFmpeg reports the error below.
        }
        reader = try Self.opening(path, .fileFormatNotRecognized) { cffmpeg_open_file(path, &$0, $1, $2) }
    }

    /// Opens a Video4Linux camera.
    ///
    /// - Parameters:
    ///   - size: the size in pixels; `nil` if the camera selects it.
    ///   - frameRate: the number of frames per second; `nil` if the camera selects it.
    /// - Throws: ``AVError`` that names the camera; `deviceNotConnected` if it cannot be used.
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

    /// All tracks of the file, and its duration.
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

    /// Calls a function of the C wrapper for FFmpeg with the reader.
    func withReader<Result>(_ body: (OpaquePointer) -> Result) -> Result { body(reader) }

    /// Prepares to decode a track. If `threads` is 0, one thread per processor is used.
    func start(_ track: TrackInfo, threads: Int = 0) throws {
        let (status, message) = withMessage { cffmpeg_start(reader, track.stream, Int32(threads), $0, $1) }
        guard status >= 0 else { throw AVError(.decoderNotFound, "\(name): \(message)") }
    }

    /// Seeks to the last key frame at or before `time`, or to the beginning.
    func seek(to time: CMTime, of track: TrackInfo) {
        let ticks = CMTimeConvertScale(time, timescale: track.timescale, method: .roundTowardNegativeInfinity).value / track.ticksPerUnit
        if cffmpeg_seek(reader, ticks) < 0 { cffmpeg_seek(reader, CFFMPEG_NO_TIME + 1) }
    }

    /// The next frame in presentation order; `nil` at the end.
    func nextFrame() -> DecodedFrame? {
        var frame: OpaquePointer?
        guard cffmpeg_next_frame(reader, &frame) > 0 else { return nil }
        return frame.map(DecodedFrame.init)
    }

    /// Wakes a thread that waits for a camera's frame. No more frames follow. Any thread may call this method.
    func stop() { cffmpeg_stop(reader) }

    /// The first error in reading or decoding so far; `nil` if there is none.
    var problem: AVError? {
        let (status, message) = withMessage { cffmpeg_problem(reader, $0, $1) }
        return status == 0 ? nil : AVError(.decodeFailed, "\(name): \(message)")
    }
}

/// Calls a function of the C wrapper for FFmpeg that may write an error message.
func withMessage(_ body: (UnsafeMutablePointer<CChar>, Int) -> Int32) -> (status: Int32, message: String) {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
        guard let base = buffer.baseAddress else { return (-1, "") }
        buffer.initialize(repeating: 0)
        let status = body(base, buffer.count)
        return (status, String(cString: base))
    }
}
