import AVFoundation
import Foundation

/// Converts buffers of sound, one after the other, to samples of one channel at another rate. Several channels are mixed.
package final class MonoConverter {
    private let converter: AVAudioConverter
    private let output: AVAudioPCMBuffer

    private static let room: AVAudioFrameCount = 16_384

    /// - Throws: ``SNError`` `invalidFormat` if the samples of a format are not of a common type, or are fewer than 1,000 per second.
    package init(from format: AVAudioFormat, rate: Double) throws {
        guard format.sampleRate >= SoundFile.lowestRate, let mono = AVAudioFormat(standardFormatWithSampleRate: rate, channels: 1),
            let converter = AVAudioConverter(from: format, to: mono),
            let output = AVAudioPCMBuffer(pcmFormat: mono, frameCapacity: Self.room)
        else { throw SNError(.invalidFormat, "the sound cannot be converted from \(format)") }
        converter.downmix = true
        (self.converter, self.output) = (converter, output)
    }

    /// The samples that a further buffer gives. The last ones come with the next buffer or at the end.
    package func append(_ buffer: AVAudioBuffer) throws -> [Float] {
        var next: AVAudioBuffer? = buffer
        return try convert { status in
            status.pointee = next == nil ? .noDataNow : .haveData
            defer { next = nil }
            return next
        }
    }

    /// The last samples. Nothing can be appended afterwards, until the converter is reset.
    package func finish() throws -> [Float] {
        try convert { status in
            status.pointee = .endOfStream
            return nil
        }
    }

    /// Prepares for another sound.
    package func reset() { converter.reset() }

    private func convert(_ input: (UnsafeMutablePointer<AVAudioConverterInputStatus>) -> AVAudioBuffer?) throws -> [Float] {
        var samples: [Float] = []
        while true {
            var error: NSError?
            let status = converter.convert(to: output, error: &error) { _, status in input(status) }
            if status == .error {
                throw SNError(.invalidFormat, "the sound cannot be converted: \(error?.localizedDescription ?? "unknown reason")")
            }
            if let channel = output.floatChannelData?[0] { samples += UnsafeBufferPointer(start: channel, count: Int(output.frameLength)) }
            guard status == .haveData, output.frameLength == output.frameCapacity else { return samples }
        }
    }
}
