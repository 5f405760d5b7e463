import CoreMedia
import Foundation

/// Writes a WAV file. Its header is completed when the file is closed.
final class WaveWriter {
    let rate: Double
    let channels: Int
    let format: AVAudioFormat
    /// The number of frames that have been written.
    private(set) var count: AVAudioFramePosition = 0
    private let bits: Int
    private let isFloat: Bool
    private let name: String
    private var file: FileHandle?

    /// The largest number of bytes of samples, because the header stores the number in 32 bits.
    private static let longest = 4_000_000_000

    init(_ url: URL, _ settings: [String: Any]) throws {
        name = url.path
        func number(_ key: String) -> Double? { (settings[key] as? NSNumber)?.doubleValue }
        guard ["wav", "wave"].contains(url.pathExtension.lowercased()),
            (number(AVFormatIDKey) ?? Double(kAudioFormatLinearPCM)) == Double(kAudioFormatLinearPCM),
            number(AVLinearPCMIsBigEndianKey) != 1
        else { throw AVError(.exportFailed, "\(url.path): of sounds only WAV files of samples as they are can be written") }
        guard let rate = number(AVSampleRateKey), rate >= 1, rate <= 10_000_000, let channels = number(AVNumberOfChannelsKey),
            channels >= 1,
            channels <= 64
        else { throw AVError(.exportFailed, "\(url.path): the settings name no sample rate or no number of channels") }
        (self.rate, self.channels, isFloat) = (rate.rounded(), Int(channels), number(AVLinearPCMIsFloatKey) == 1)
        bits = Int(number(AVLinearPCMBitDepthKey) ?? (isFloat ? 32 : 16))
        guard (isFloat ? [32, 64] : [16, 24, 32]).contains(bits) else {
            throw AVError(.exportFailed, "\(url.path): samples of \(bits) bits cannot be written")
        }
        var description = AudioStreamBasicDescription()
        description.mFormatID = kAudioFormatLinearPCM
        description.mFormatFlags = kAudioFormatFlagIsPacked | (isFloat ? kAudioFormatFlagIsFloat : kAudioFormatFlagIsSignedInteger)
        (description.mSampleRate, description.mChannelsPerFrame, description.mBitsPerChannel) = (self.rate, UInt32(channels), UInt32(bits))
        (description.mBytesPerFrame, description.mBytesPerPacket) = (UInt32(bits / 8 * Int(channels)), UInt32(bits / 8 * Int(channels)))
        description.mFramesPerPacket = 1
        format = AVAudioFormat(streamDescription: &description) ?? AVAudioFormat(.otherFormat, rate, 1, isInterleaved: true)
        do {
            try Data().write(to: url)
            let file = try FileHandle(forWritingTo: url)
            self.file = file
            try file.write(contentsOf: header)
        } catch {
            throw AVError(.exportFailed, "\(url.path): \(error.localizedDescription)")
        }
    }

    private var bytesOfFrame: Int { bits / 8 * channels }

    private var header: Data {
        let size = UInt32(clamping: Int(count) * bytesOfFrame)
        var data = Data("RIFF".utf8)
        func add<Number: FixedWidthInteger>(_ number: Number) { withUnsafeBytes(of: number.littleEndian) { data.append(contentsOf: $0) } }
        add(size &+ 36 &+ size % 2)
        data += Data("WAVEfmt ".utf8)
        add(UInt32(16))
        add(UInt16(isFloat ? 3 : 1))
        add(UInt16(channels))
        add(UInt32(rate))
        add(UInt32(clamping: Int(rate) * bytesOfFrame))
        add(UInt16(bytesOfFrame))
        add(UInt16(bits))
        data += Data("data".utf8)
        add(size)
        return data
    }

    /// - Parameter samples: the samples of each channel. All channels have the same number of samples.
    func write(_ samples: [[Float]]) throws {
        guard let file else { throw AVError(.operationNotAllowed, "\(name): the file is closed") }
        let frames = samples.first?.count ?? 0
        guard (Int(count) + frames) * bytesOfFrame <= Self.longest else {
            throw AVError(.exportFailed, "\(name): a WAV file has 4 GB at most")
        }
        var data = Data(capacity: frames * bytesOfFrame)
        for frame in 0..<frames {
            for channel in samples { append(channel[frame], to: &data) }
        }
        do {
            try file.write(contentsOf: data)
        } catch {
            throw AVError(.exportFailed, "\(name): \(error.localizedDescription)")
        }
        count += AVAudioFramePosition(frames)
    }

    private func append(_ sample: Float, to data: inout Data) {
        func add(_ bits: UInt64, _ bytes: Int) {
            for byte in 0..<bytes { data.append(UInt8(truncatingIfNeeded: bits >> (8 * UInt64(byte)))) }
        }
        if isFloat {
            if bits == 32 { add(UInt64(sample.bitPattern), 4) } else { add(Double(sample).bitPattern, 8) }
            return
        }
        let scale = Double(UInt64(1) << UInt64(bits - 1))
        let value = sample.isNaN ? 0 : min(max((Double(sample) * scale).rounded(), -scale), scale - 1)
        add(UInt64(bitPattern: Int64(value)), bits / 8)
    }

    func close() {
        guard let file else { return }
        self.file = nil
        if Int(count) * bytesOfFrame % 2 == 1 { try? file.write(contentsOf: Data([0])) }
        try? file.seek(toOffset: 0)
        try? file.write(contentsOf: header)
        try? file.close()
    }
}
