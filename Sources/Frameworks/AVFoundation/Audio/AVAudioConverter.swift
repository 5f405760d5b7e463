import CoreMedia
import Foundation

/// The word of a block that gives a converter its source.
public enum AVAudioConverterInputStatus: Int, Sendable {
    /// There is a buffer.
    case haveData = 0
    /// There is none now, and there may be later.
    case noDataNow = 1
    /// There is none any more.
    case endOfStream = 2
}

/// The word of a converter about its result.
public enum AVAudioConverterOutputStatus: Int, Sendable {
    /// The buffer is full.
    case haveData = 0
    /// The source had no more now; the buffer has what there was.
    case inputRanDry = 1
    /// The source has ended, and the result has.
    case endOfStream = 2
    /// It failed.
    case error = 3
}

/// Gives a converter its source.
public typealias AVAudioConverterInputBlock = (
    _ inNumberOfPackets: AVAudioPacketCount, _ outStatus: UnsafeMutablePointer<AVAudioConverterInputStatus>
) -> AVAudioBuffer?

/// How a converter begins.
public enum AVAudioConverterPrimeMethod: Int, Sendable {
    /// With samples before the first one and after the last one.
    case pre = 0
    /// With silence before the first one.
    case normal = 1
    /// With silence.
    case none = 2
}

/// Converts sound between kinds of samples, numbers of channels and sample rates.
open class AVAudioConverter: NSObject, @unchecked Sendable {
    /// The format of the source.
    public let inputFormat: AVAudioFormat
    /// The format of the result.
    public let outputFormat: AVAudioFormat
    private var resamplers: [Resampler] = []
    private var hasEnded = false

    /// `nil` for samples that are not of a common kind.
    public init?(from fromFormat: AVAudioFormat, to toFormat: AVAudioFormat) {
        guard fromFormat.commonFormat != .otherFormat, toFormat.commonFormat != .otherFormat else { return nil }
        (inputFormat, outputFormat) = (fromFormat, toFormat)
        let count = Int(toFormat.channelCount)
        channelMap = (0..<count).map { NSNumber(value: fromFormat.channelCount == 1 ? 0 : $0 < Int(fromFormat.channelCount) ? $0 : -1) }
        super.init()
        reset()
    }

    /// The channel of the source for each of the result; -1 is silence. One channel becomes all, and of more channels the first ones count.
    open var channelMap: [NSNumber]
    /// Whether channels are mixed where there are fewer in the result: each has the mean of all.
    open var downmix = false
    /// The quality of changes of the sample rate, which is always the best.
    open var sampleRateConverterQuality = AVAudioQuality.max.rawValue
    /// The way to change the sample rate, which is always the same.
    open var sampleRateConverterAlgorithm: String? = AVSampleRateConverterAlgorithm_Normal
    /// How the converter begins: always with silence, and without a delay.
    open var primeMethod = AVAudioConverterPrimeMethod.normal

    /// Begins again, as for another source.
    open func reset() {
        resamplers = (0..<Int(outputFormat.channelCount)).map { _ in Resampler(from: inputFormat.sampleRate, to: outputFormat.sampleRate) }
        hasEnded = false
    }

    /// Converts a buffer to another one of the same sample rate.
    ///
    /// - Throws: ``AVError`` `operationNotAllowed` where the sample rates differ, the formats are not the converter's, or there is no room.
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

    /// The samples of each channel of the result, at the source's rate.
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

    /// Fills a buffer with what a block gives, as long as it gives something.
    ///
    /// - Parameters:
    ///   - outError: set where the status is `error`.
    ///   - inputBlock: called for more of the source whenever that is needed.
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
