import Foundation
import TestSupport
import Testing

@testable import AVFoundation

@Suite("Files of sound, and what converts it")
struct SoundTests {
    private let folder = try? TemporaryFolder()

    private func format(
        _ kind: AVAudioCommonFormat = .pcmFormatFloat32, _ rate: Double = 16000, _ channels: UInt32 = 1, interleaved: Bool = false
    ) throws -> AVAudioFormat {
        try #require(AVAudioFormat(commonFormat: kind, sampleRate: rate, channels: channels, interleaved: interleaved))
    }

    /// A buffer of a channel for each list of samples.
    private func buffer(_ format: AVAudioFormat, _ channels: [[Float]]) throws -> AVAudioPCMBuffer {
        let count = channels[0].count
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: UInt32(count)))
        buffer.frameLength = UInt32(count)
        for (channel, samples) in channels.enumerated() { buffer.write(samples[...], channel, at: 0) }
        return buffer
    }

    private func wave(_ frequency: Double, _ rate: Double, _ count: Int) -> [Float] {
        (0..<count).map { Float(0.5 * sin(2 * Double.pi * frequency * Double($0) / rate)) }
    }

    /// A WAV file of samples of 16 bits, byte by byte as the format asks for.
    private func waveFile(_ samples: [Int16], channels: UInt16, rate: UInt32) -> Data {
        var data = Data("RIFF".utf8)
        func add(_ number: UInt32, _ bytes: Int) {
            for byte in 0..<bytes { data.append(UInt8(truncatingIfNeeded: number >> (8 * UInt32(byte)))) }
        }
        let size = UInt32(2 * samples.count)
        add(size + 36, 4)
        data += Data("WAVEfmt ".utf8)
        for (number, bytes) in [
            (16, 4), (1, 2), (UInt32(channels), 2), (rate, 4), (rate * UInt32(channels) * 2, 4), (UInt32(channels) * 2, 2), (16, 2),
        ] {
            add(number, bytes)
        }
        data += Data("data".utf8)
        add(size, 4)
        for sample in samples { add(UInt32(UInt16(bitPattern: sample)), 2) }
        return data
    }

    @Test("Formats have the bytes that Core Audio counts, and settings that make them again")
    func formats() throws {
        let standard = try #require(AVAudioFormat(standardFormatWithSampleRate: 44100, channels: 2))
        #expect(
            standard.isStandard && standard.streamDescription.pointee.mBytesPerFrame == 4
                && standard.streamDescription.pointee.mFramesPerPacket == 1)
        let turns = try format(.pcmFormatInt16, 8000, 2, interleaved: true)
        #expect(
            turns.streamDescription.pointee.mBytesPerFrame == 4 && turns.streamDescription.pointee.mBitsPerChannel == 16
                && !turns.isStandard)
        for one in [standard, turns, try format(.pcmFormatFloat64, 22050), try format(.pcmFormatInt32, 1, 2)] {
            #expect(AVAudioFormat(settings: one.settings) == one && AVAudioFormat(streamDescription: one.streamDescription) == one)
        }
        #expect(standard != turns && AVAudioFormat(standardFormatWithSampleRate: 44100, channels: 3) == nil)
        #expect(
            AVAudioFormat(standardFormatWithSampleRate: 0, channels: 1) == nil
                && AVAudioFormat(settings: [AVFormatIDKey: kAudioFormatMPEG4AAC]) == nil)
    }

    @Test("Buffers have their channels where their format says, and as many bytes as frames count")
    func buffers() throws {
        let turns = try buffer(format(.pcmFormatInt16, 8000, 2, interleaved: true), [[0.5, -0.5, 2], [0.25, 0, -2]])
        let pointers = try #require(turns.int16ChannelData)
        #expect(turns.stride == 2 && turns.floatChannelData == nil && pointers[1] == pointers[0] + 1)
        #expect((0..<6).map { pointers[0][$0] } == [16384, 8192, -16384, 0, 32767, -32768])
        let list = UnsafeMutableAudioBufferListPointer(turns.mutableAudioBufferList)
        #expect(
            list.count == 1 && list[0].mNumberChannels == 2 && list[0].mDataByteSize == 12
                && list[0].mData == UnsafeMutableRawPointer(pointers[0]))
        let planes = try buffer(format(.pcmFormatFloat32, 8000, 2), [[1, 2], [3, 4]])
        let other = UnsafeMutableAudioBufferListPointer(planes.mutableAudioBufferList)
        #expect(other.count == 2 && other.map(\.mDataByteSize) == [8, 8] && planes.floatChannelData?[1][1] == 4)
        planes.frameLength = 1
        #expect(other.map(\.mDataByteSize) == [4, 4] && planes.floats(1) == [3])
        let integers = try buffer(format(.pcmFormatInt32), [[-1, 0.5]])
        #expect(integers.int32ChannelData?[0][1] == 1 << 30)
        withExtendedLifetime((turns, planes, integers)) {}
    }

    @Test("A file of samples is read exactly, part by part and from any frame on")
    func reading() throws {
        let url = try #require(folder).file("a.wav")
        let samples = (0..<6000).map { Int16(truncatingIfNeeded: $0 * 7919) }
        try waveFile(samples, channels: 2, rate: 8000).write(to: url)
        let file = try AVAudioFile(forReading: url)
        #expect(file.length == 3000 && file.processingFormat == AVAudioFormat(standardFormatWithSampleRate: 8000, channels: 2))
        #expect(file.fileFormat.commonFormat == .pcmFormatInt16 && file.fileFormat.isInterleaved && file.fileFormat.sampleRate == 8000)
        let part = try #require(AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: 700))
        var read: [[Float]] = [[], []]
        while file.framePosition < file.length {
            try file.read(into: part)
            for channel in 0..<2 { read[channel] += part.floats(channel) }
        }
        for channel in 0..<2 { #expect(read[channel] == (0..<3000).map { Float(samples[2 * $0 + channel]) / 32768 }) }
        try file.read(into: part)
        #expect(part.frameLength == 0 && file.framePosition == 3000)
        for place in [0, 1, 1999, 2990] {
            file.framePosition = Int64(place)
            try file.read(into: part, frameCount: 3)
            #expect(part.frameLength == 3 && part.floats(0) == (place..<(place + 3)).map { Float(samples[2 * $0]) / 32768 }, "\(place)")
        }
        let whole = try AVAudioFile(forReading: url, commonFormat: .pcmFormatInt16, interleaved: true)
        let integers = try #require(AVAudioPCMBuffer(pcmFormat: whole.processingFormat, frameCapacity: 3000))
        try whole.read(into: integers)
        #expect((0..<6000).map { integers.int16ChannelData?[0][$0] } == samples)
    }

    @Test("A file that is not a sound file is an error that names the file")
    func notReadable() throws {
        let url = try #require(folder).file("text.wav")
        try Data("text".utf8).write(to: url)
        let error = #expect(throws: AVError.self) { try AVAudioFile(forReading: url) }
        #expect(error?.localizedDescription.contains("text.wav") == true)
        #expect(throws: AVError.self) { try AVAudioFile(forReading: URL(fileURLWithPath: "/none.wav")) }
        let video = try #require(folder).file("v.mov")
        try TestVideos.write(video, times: [.zero], codec: .jpeg)
        let silent = #expect(throws: AVError.self) { try AVAudioFile(forReading: video) }
        #expect(silent?.localizedDescription.contains("no sound") == true)
    }

    @Test(
        "WAV files are written in every form, and read again", arguments: [(16, false), (24, false), (32, false), (32, true), (64, true)])
    func writing(_ bits: Int, _ isFloat: Bool) throws {
        let url = try #require(folder).file("\(bits)\(isFloat).wav")
        let settings: [String: Any] = [
            AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 22050.0, AVNumberOfChannelsKey: 2, AVLinearPCMBitDepthKey: bits,
            AVLinearPCMIsFloatKey: isFloat,
        ]
        let file = try AVAudioFile(forWriting: url, settings: settings)
        let (left, right) = (wave(440, 22050, 1001), wave(1000, 22050, 1001))
        try file.write(from: buffer(file.processingFormat, [left, right]))
        try file.write(from: buffer(file.processingFormat, [[1, -1, 0], [2, -2, 0.5]]))
        #expect(file.length == 1004)
        file.close()
        #expect(throws: AVError.self) { try file.write(from: buffer(file.processingFormat, [[0], [0]])) }
        let again = try AVAudioFile(forReading: url)
        #expect(again.length == 1004 && again.processingFormat.sampleRate == 22050)
        let read = try #require(AVAudioPCMBuffer(pcmFormat: again.processingFormat, frameCapacity: 1004))
        try again.read(into: read)
        let step = isFloat ? 1e-7 : Float(1 / pow(2, Double(bits - 1)))
        #expect(zip(read.floats(0), left + [1, -1, 0]).allSatisfy { abs($0 - $1) <= step * 1.01 })
        #expect(abs(read.floats(1)[1001] - (isFloat ? 2 : 1)) <= step * 1.01)
    }

    @Test("Only WAV files of samples are written")
    func notWritable() throws {
        let folder = try #require(folder)
        let settings: [String: Any] = [AVSampleRateKey: 8000, AVNumberOfChannelsKey: 1]
        #expect(throws: AVError.self) { try AVAudioFile(forWriting: folder.file("a.m4a"), settings: settings) }
        #expect(throws: AVError.self) { try AVAudioFile(forWriting: folder.file("a.wav"), settings: [AVSampleRateKey: 8000]) }
        let aac = settings.merging([AVFormatIDKey: kAudioFormatMPEG4AAC]) { $1 }
        #expect(throws: AVError.self) { try AVAudioFile(forWriting: folder.file("b.wav"), settings: aac) }
        #expect(!FileManager.default.fileExists(atPath: folder.file("b.wav").path))
    }

    /// All that a converter makes of samples that it is given in parts.
    private func converted(_ samples: [Float], from source: Double, to target: Double, part: Int = 1000, room: UInt32 = 700) throws
        -> [Float]
    {
        let (input, output) = (try format(.pcmFormatFloat32, source), try format(.pcmFormatFloat32, target))
        let converter = try #require(AVAudioConverter(from: input, to: output))
        var rest = samples[...]
        var result: [Float] = []
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: output, frameCapacity: room))
        var error: NSError?
        while true {
            let status = converter.convert(to: buffer, error: &error) { _, status in
                guard !rest.isEmpty, let given = try? self.buffer(input, [Array(rest.prefix(part))]) else {
                    status.pointee = .endOfStream
                    return nil
                }
                rest = rest.dropFirst(part)
                status.pointee = .haveData
                return given
            }
            guard status == .haveData else { break }
            result += buffer.floats(0)
        }
        #expect(error == nil)
        return result
    }

    @Test(
        "A change of the sample rate keeps tones, and takes away those that the lower rate cannot have",
        arguments: [(48000.0, 16000.0), (44100, 16000), (16000, 48000), (22050, 16000), (8000, 16000)])
    func rates(_ source: Double, _ target: Double) throws {
        let count = Int(source / 2)
        let low = try converted(wave(1000, source, count), from: source, to: target)
        #expect(abs(low.count - Int(target / 2)) <= 1)
        // The ends are beside silence.
        let middle = 400..<(low.count - 400)
        let expected = wave(1000, target, low.count)
        let worst = middle.map { abs(low[$0] - expected[$0]) }.max() ?? 1
        #expect(worst < 1e-3, "\(worst)")
        if target < source {
            let high = try converted(wave(target * 0.6, source, count), from: source, to: target)
            let left = middle.map { abs(high[$0]) }.max() ?? 1
            #expect(left < 1e-3, "\(left)")
        }
        let parts = try converted(wave(1000, source, 3000), from: source, to: target, part: 7, room: 13)
        let whole = try converted(wave(1000, source, 3000), from: source, to: target, part: 3000, room: 20000)
        #expect(parts == whole)
    }

    @Test("At one sample rate kinds of samples and channels are converted, and nothing else")
    func kinds() throws {
        let stereo = try format(.pcmFormatFloat32, 8000, 2)
        let integers = try format(.pcmFormatInt16, 8000, 1, interleaved: true)
        let converter = try #require(AVAudioConverter(from: stereo, to: integers))
        let source = try buffer(stereo, [[0.5, -0.25], [0, 0.75]])
        let target = try #require(AVAudioPCMBuffer(pcmFormat: integers, frameCapacity: 2))
        try converter.convert(to: target, from: source)
        #expect(target.frameLength == 2 && target.int16ChannelData?[0][0] == 16384 && target.int16ChannelData?[0][1] == -8192)
        converter.downmix = true
        try converter.convert(to: target, from: source)
        #expect(target.int16ChannelData?[0][0] == 8192 && target.int16ChannelData?[0][1] == 8192)
        (converter.downmix, converter.channelMap) = (false, [1])
        try converter.convert(to: target, from: source)
        #expect(target.int16ChannelData?[0][1] == 24576)
        let both = try #require(AVAudioConverter(from: integers, to: stereo))
        let copy = try #require(AVAudioPCMBuffer(pcmFormat: stereo, frameCapacity: 2))
        try both.convert(to: copy, from: target)
        #expect(copy.floats(0) == [0, 0.75] && copy.floats(1) == [0, 0.75])
        #expect(throws: AVError.self) { try converter.convert(to: target, from: target) }
        let slow = try #require(AVAudioConverter(from: stereo, to: format(.pcmFormatFloat32, 4000, 2)))
        #expect(throws: AVError.self) { try slow.convert(to: copy, from: source) }
        var error: NSError?
        let status = slow.convert(to: target, error: &error) { _, _ in nil }
        #expect(status == .error && error != nil)
    }

    @Test("A source that has no data for now ends the result early, and conversion goes on later")
    func drying() throws {
        let (input, output) = (try format(.pcmFormatFloat32, 8000), try format(.pcmFormatFloat32, 8000))
        let converter = try #require(AVAudioConverter(from: input, to: output))
        let target = try #require(AVAudioPCMBuffer(pcmFormat: output, frameCapacity: 4))
        var given: [Float]? = [1, 2]
        func next() -> (AVAudioConverterOutputStatus, [Float]) {
            let status = converter.convert(to: target, error: nil) { _, status in
                defer { given = nil }
                status.pointee = given == nil ? .noDataNow : .haveData
                return given.flatMap { try? self.buffer(input, [$0]) }
            }
            return (status, target.floats(0))
        }
        var (status, samples) = next()
        #expect(status == .inputRanDry && samples == [1, 2])
        given = (0..<200).map { Float($0) }
        (status, samples) = next()
        #expect(status == .haveData && samples == [0, 1, 2, 3])
    }
}
