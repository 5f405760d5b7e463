import CFFmpeg
import CoreMedia
import Foundation

/// A sound file. All files that FFmpeg decodes can be read, and WAV files can be written.
open class AVAudioFile: NSObject, @unchecked Sendable {
    /// The URL of the file.
    public let url: URL
    /// The format of the stored samples. For an encoded file, the format of the codec.
    public let fileFormat: AVAudioFormat
    /// The format of the buffers that are read or written.
    public let processingFormat: AVAudioFormat
    private let source: SoundSource?
    private let target: WaveWriter?

    /// Opens a file for reading. Its samples are converted to 32-bit floating-point numbers, in a separate buffer for each channel.
    ///
    /// - Throws: ``AVError`` that names the file.
    public convenience init(forReading fileURL: URL) throws {
        try self.init(forReading: fileURL, commonFormat: .pcmFormatFloat32, interleaved: false)
    }

    /// Opens a file for reading. Its samples are converted to the given format.
    ///
    /// - Throws: ``AVError`` that names the file.
    public init(forReading fileURL: URL, commonFormat format: AVAudioCommonFormat, interleaved: Bool) throws {
        let source = try SoundSource(fileURL)
        guard format != .otherFormat else {
            throw AVError(.operationNotAllowed, "\(fileURL.path): a file is read as samples of a common kind")
        }
        (url, self.source, target, fileFormat) = (fileURL, source, nil, source.format)
        processingFormat = AVAudioFormat(format, source.rate, AVAudioChannelCount(source.channels), isInterleaved: interleaved)
    }

    /// Creates a WAV file for writing. Samples are passed as 32-bit floating-point numbers, in a separate buffer for each channel. An
    /// existing file is overwritten.
    ///
    /// - Parameter settings: the sample rate, the number of channels and the sample format of the file.
    /// - Throws: ``AVError`` if the file is not a WAV file of uncompressed samples, or cannot be written.
    public convenience init(forWriting fileURL: URL, settings: [String: Any]) throws {
        try self.init(forWriting: fileURL, settings: settings, commonFormat: .pcmFormatFloat32, interleaved: false)
    }

    /// Creates a WAV file for writing. Samples are passed in the given format. An existing file is overwritten.
    ///
    /// - Throws: ``AVError`` if the file is not a WAV file of uncompressed samples, or cannot be written.
    public init(forWriting fileURL: URL, settings: [String: Any], commonFormat format: AVAudioCommonFormat, interleaved: Bool) throws {
        let target = try WaveWriter(fileURL, settings)
        guard format != .otherFormat else {
            throw AVError(.operationNotAllowed, "\(fileURL.path): a file is written from samples of a common kind")
        }
        (url, source, self.target, fileFormat) = (fileURL, nil, target, target.format)
        processingFormat = AVAudioFormat(format, target.rate, AVAudioChannelCount(target.channels), isInterleaved: interleaved)
    }

    /// The number of frames in the file. If the file does not give the number, it is computed from the duration.
    open var length: AVAudioFramePosition { source?.length ?? target?.count ?? 0 }

    /// The index of the frame that is read or written next. It can be set only for a file that is being read.
    open var framePosition: AVAudioFramePosition {
        get { source?.position ?? target?.count ?? 0 }
        set { source?.position = max(newValue, 0) }
    }

    /// Reads as many frames as fit into the buffer, or the remaining frames. At the end of the file it reads no frames.
    ///
    /// - Throws: ``AVError`` if the buffer has another format, or the file is damaged.
    open func read(into buffer: AVAudioPCMBuffer) throws { try read(into: buffer, frameCount: buffer.frameCapacity) }

    /// Reads a number of frames, or the remaining frames. At the end of the file it reads no frames.
    ///
    /// - Throws: ``AVError`` if the buffer has another format, or the file is damaged.
    open func read(into buffer: AVAudioPCMBuffer, frameCount frames: AVAudioFrameCount) throws {
        guard let source, buffer.format == processingFormat else {
            throw AVError(.operationNotAllowed, "\(url.path): it is not read into a buffer of \(buffer.format)")
        }
        var filled = 0
        let wanted = Int(min(frames, buffer.frameCapacity))
        while filled < wanted, let part = try source.next(atMost: wanted - filled) {
            for (channel, samples) in part.enumerated() { buffer.write(samples[...], channel, at: filled) }
            filled += part.first?.count ?? 0
        }
        buffer.frameLength = AVAudioFrameCount(filled)
    }

    /// Writes all frames of a buffer.
    ///
    /// - Throws: ``AVError`` if the buffer has another format, or the file cannot be written.
    open func write(from buffer: AVAudioPCMBuffer) throws {
        guard let target, buffer.format == processingFormat else {
            throw AVError(.operationNotAllowed, "\(url.path): a buffer of \(buffer.format) is not written to it")
        }
        try target.write((0..<target.channels).map { buffer.floats($0) })
    }

    /// Completes a file that is being written. Nothing can be written afterwards. If this method is not called, the file is completed when
    /// the object is released.
    open func close() { target?.close() }

    deinit { target?.close() }
}
