import CFFmpeg
import CoreMedia
import Foundation

/// A file of sound: any that FFmpeg decodes to read, and WAV to write.
open class AVAudioFile: NSObject, @unchecked Sendable {
    /// The file.
    public let url: URL
    /// The format of the file: of its samples, or of what its codec holds.
    public let fileFormat: AVAudioFormat
    /// The format of buffers that are read and written.
    public let processingFormat: AVAudioFormat
    private let source: SoundSource?
    private let target: WaveWriter?

    /// Opens a file to read it as floating-point numbers of 32 bits, a buffer for each channel.
    ///
    /// - Throws: ``AVError`` that names the file.
    public convenience init(forReading fileURL: URL) throws {
        try self.init(forReading: fileURL, commonFormat: .pcmFormatFloat32, interleaved: false)
    }

    /// Opens a file to read it as samples of a kind.
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

    /// Makes a WAV file to write floating-point numbers of 32 bits to, a buffer for each channel. A file that is there is written over.
    ///
    /// - Parameter settings: the sample rate, the channels and the samples of the file.
    /// - Throws: ``AVError`` for another kind of file, and where it cannot be written.
    public convenience init(forWriting fileURL: URL, settings: [String: Any]) throws {
        try self.init(forWriting: fileURL, settings: settings, commonFormat: .pcmFormatFloat32, interleaved: false)
    }

    /// Makes a WAV file to write samples of a kind to. A file that is there is written over.
    ///
    /// - Throws: ``AVError`` for another kind of file, and where it cannot be written.
    public init(forWriting fileURL: URL, settings: [String: Any], commonFormat format: AVAudioCommonFormat, interleaved: Bool) throws {
        let target = try WaveWriter(fileURL, settings)
        guard format != .otherFormat else {
            throw AVError(.operationNotAllowed, "\(fileURL.path): a file is written from samples of a common kind")
        }
        (url, source, self.target, fileFormat) = (fileURL, nil, target, target.format)
        processingFormat = AVAudioFormat(format, target.rate, AVAudioChannelCount(target.channels), isInterleaved: interleaved)
    }

    /// The frames of the file. Of codecs whose files do not count them it is what follows from their duration.
    open var length: AVAudioFramePosition { source?.length ?? target?.count ?? 0 }

    /// The frame that is read or written next. Only a file that is read can be put to another one.
    open var framePosition: AVAudioFramePosition {
        get { source?.position ?? target?.count ?? 0 }
        set { source?.position = max(newValue, 0) }
    }

    /// Reads as many frames as the buffer has room for, or what is left: nothing at the end.
    ///
    /// - Throws: ``AVError`` for a buffer of another format, and where the file is damaged.
    open func read(into buffer: AVAudioPCMBuffer) throws { try read(into: buffer, frameCount: buffer.frameCapacity) }

    /// Reads frames, or what is left: nothing at the end.
    ///
    /// - Throws: ``AVError`` for a buffer of another format, and where the file is damaged.
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
    /// - Throws: ``AVError`` for a buffer of another format, and where the file cannot be written.
    open func write(from buffer: AVAudioPCMBuffer) throws {
        guard let target, buffer.format == processingFormat else {
            throw AVError(.operationNotAllowed, "\(url.path): a buffer of \(buffer.format) is not written to it")
        }
        try target.write((0..<target.channels).map { buffer.floats($0) })
    }

    /// Completes a file that is written; nothing can be written afterwards. Without it the file is completed when the object goes.
    open func close() { target?.close() }

    deinit { target?.close() }
}
