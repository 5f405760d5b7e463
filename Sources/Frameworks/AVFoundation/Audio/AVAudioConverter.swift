import CoreMedia
import Foundation

/// The status that a converter's input block reports.
public enum AVAudioConverterInputStatus: Int, Sendable {
    /// The block returned a buffer.
    case haveData = 0
    /// The source has no samples now, but may have some later.
    case noDataNow = 1
    /// The source has ended.
    case endOfStream = 2
}

/// The status of a conversion.
public enum AVAudioConverterOutputStatus: Int, Sendable {
    /// The buffer is full.
    case haveData = 0
    /// The source had no more samples for now. The buffer contains the samples that were available.
    case inputRanDry = 1
    /// The source has ended, and all its samples have been converted.
    case endOfStream = 2
    /// The conversion failed.
    case error = 3
}

/// A block that provides samples of a converter's source.
public typealias AVAudioConverterInputBlock = (
    _ inNumberOfPackets: AVAudioPacketCount, _ outStatus: UnsafeMutablePointer<AVAudioConverterInputStatus>
) -> AVAudioBuffer?

/// The samples that a converter assumes before the start and after the end of the source.
public enum AVAudioConverterPrimeMethod: Int, Sendable {
    /// Uses samples before the first sample and after the last sample.
    case pre = 0
    /// Uses silence before the first sample.
    case normal = 1
    /// Uses silence before the first sample and after the last sample.
    case none = 2
}

/// Converts sound between sample formats, numbers of channels and sample rates.
open class AVAudioConverter: NSObject, @unchecked Sendable {
    /// The format of the source.
    public let inputFormat: AVAudioFormat
    /// The format of the result.
    public let outputFormat: AVAudioFormat
    private var resamplers: [Resampler] = []
    private var hasEnded = false

    /// Creates a converter between two formats. Returns `nil` if a format is not one of the common formats.
    public init?(from fromFormat: AVAudioFormat, to toFormat: AVAudioFormat) {
        guard fromFormat.commonFormat != .otherFormat, toFormat.commonFormat != .otherFormat else { return nil }
        (inputFormat, outputFormat) = (fromFormat, toFormat)
        let count = Int(toFormat.channelCount)
        channelMap = (0..<count).map { NSNumber(value: fromFormat.channelCount == 1 ? 0 : $0 < Int(fromFormat.channelCount) ? $0 : -1) }
        super.init()
        reset()
    }

    /// The index of the source channel for each channel of the result; -1 for silence. By default a single source channel is copied to all
    /// channels, and several source channels keep their order.
    open var channelMap: [NSNumber]
    /// Whether channels are mixed when the result has fewer channels than the source. Each channel of the result is then the mean of all source
    /// channels.
    open var downmix = false
    /// The quality of sample rate conversion. It has no effect: the quality is always the best.
    open var sampleRateConverterQuality = AVAudioQuality.max.rawValue
    /// The algorithm of sample rate conversion. It has no effect: the algorithm is always the same.
    open var sampleRateConverterAlgorithm: String? = AVSampleRateConverterAlgorithm_Normal
    /// The priming method. It has no effect: the converter always starts with silence, and without a delay.
    open var primeMethod = AVAudioConverterPrimeMethod.normal

    /// Resets the converter, so that it can convert a new source.
    open func reset() {
        resamplers = (0..<Int(outputFormat.channelCount)).map { _ in Resampler(from: inputFormat.sampleRate, to: outputFormat.sampleRate) }
        hasEnded = false
    }

    /// Converts a buffer to another buffer with the same sample rate.
    ///
    /// - Throws: ``AVError`` `operationNotAllowed` if the sample rates differ, a buffer does not have the converter's format, or the output buffer
    ///   is too small.
    open func convert(to outputBuffer: AVAudioPCMBuffer, from inputBuffer: AVAudioPCMBuffer) throws {
        guard inputFormat.sampleRate == outputFormat.sampleRate else {
            throw AVError(.operationNotAllowed, "sample rates are changed by convert(to:error:withInputFrom:) alone")
        }
        try check(inputBuffer)
        guard outputBuffer.format == outputFormat, outputBuffer.frameCapacity >= inputBuffer.frameLength else {
            throw AVError(
                .operationNotAllowed, "the buffer for the result has another format, or no room for \(inputBuffer.frameLength) frames")
        }
        outputBuffer.frameLength = inputBuffer.frameLength
        for (channel, samples) in mixed(inputBuffer).enumerated() { outputBuffer.write(samples[...], channel, at: 0) }
    }

    private func check(_ buffer: AVAudioBuffer) throws {
        guard buffer is AVAudioPCMBuffer, buffer.format == inputFormat else {
            throw AVError(.operationNotAllowed, "a buffer of \(buffer.format) was given where \(inputFormat) is converted")
        }
    }

    /// The samples of each channel of the result, at the source's sample rate.
    private func mixed(_ buffer: AVAudioPCMBuffer) -> [[Float]] {
        let channels = (0..<Int(inputFormat.channelCount)).map { buffer.floats($0) }
        let silence = [Float](repeating: 0, count: Int(buffer.frameLength))
        let wanted = Int(outputFormat.channelCount)
        if downmix, wanted < channels.count {
            let part = 1 / Float(channels.count)
            let mean = channels.reduce(silence) { sums, channel in zip(sums, channel).map { $0 + $1 * part } }
            return Array(repeating: mean, count: wanted)
        }
        return (0..<wanted).map { index in
            let source = index < channelMap.count ? channelMap[index].intValue : -1
            return channels.indices.contains(source) ? channels[source] : silence
        }
    }

    /// Fills a buffer with converted samples. The input block provides the samples of the source.
    ///
    /// - Parameters:
    ///   - outError: set if the status is `error`.
    ///   - inputBlock: called whenever more samples of the source are needed.
    @discardableResult
    open func convert(
        to outputBuffer: AVAudioBuffer, error outError: NSErrorPointer, withInputFrom inputBlock: AVAudioConverterInputBlock
    ) -> AVAudioConverterOutputStatus {
        do {
            guard let target = outputBuffer as? AVAudioPCMBuffer, target.format == outputFormat else {
                throw AVError(.operationNotAllowed, "a buffer of \(outputBuffer.format) was given for a result of \(outputFormat)")
            }
            return try fill(target, inputBlock)
        } catch {
            outError?.pointee = error as NSError
            return .error
        }
    }

    private func fill(_ target: AVAudioPCMBuffer, _ inputBlock: AVAudioConverterInputBlock) throws -> AVAudioConverterOutputStatus {
        var filled = 0
        while true {
            let room = Int(target.frameCapacity) - filled
            for channel in resamplers.indices {
                let samples = resamplers[channel].take(atMost: room)
                target.write(samples[...], channel, at: filled)
                if channel == resamplers.count - 1 { filled += samples.count }
            }
            target.frameLength = AVAudioFrameCount(filled)
            if filled == Int(target.frameCapacity) { return .haveData }
            if hasEnded { return filled > 0 ? .haveData : .endOfStream }
            var status = AVAudioConverterInputStatus.haveData
            let needed = Double(room) * inputFormat.sampleRate / outputFormat.sampleRate
            let given = inputBlock(AVAudioPacketCount(min(max(needed.rounded(.up), 1), 1e9)), &status)
            if status == .haveData, let given {
                try check(given)
                guard let buffer = given as? AVAudioPCMBuffer, buffer.frameLength > 0 else { return .inputRanDry }
                for (channel, samples) in mixed(buffer).enumerated() { resamplers[channel].append(samples) }
            } else if status == .endOfStream {
                for channel in resamplers.indices { resamplers[channel].finish() }
                hasEnded = true
            } else {
                return .inputRanDry
            }
        }
    }
}
