import CFFmpeg
import CoreMedia
import Foundation

/// The decoded samples of a file's first audio track, read in parts.
final class SoundSource {
    let rate: Double
    let channels: Int
    let format: AVAudioFormat
    let length: AVAudioFramePosition
    private let url: URL
    private let track: TrackInfo
    private var reader: MediaReader
    private var frame: DecodedFrame?
    /// The number of samples of `frame` that have already been returned.
    private var taken = 0
    private var place: AVAudioFramePosition = 0

    init(_ url: URL) throws {
        self.url = url
        reader = try MediaReader(file: url)
        guard let track = reader.info().tracks.first(where: { $0.kind == .audio }), let info = reader.sound(track), info.sampleRate > 0,
            (1...64).contains(info.channels)
        else { throw AVError(.invalidSourceMedia, "\(url.path): there is no sound in it") }
        (self.track, rate, channels) = (track, Double(info.sampleRate), Int(info.channels))
        try reader.start(track, threads: 1)
        let duration = track.timeRange.duration.isNumeric ? track.timeRange.duration : reader.info().containerDuration
        length = duration.isNumeric ? AVAudioFramePosition((duration.seconds * rate).rounded()) : 0
        format = Self.format(info, track)
    }

    private static func format(_ info: CFFmpegSoundInfo, _ track: TrackInfo) -> AVAudioFormat {
        let (rate, channels) = (Double(info.sampleRate), AVAudioChannelCount(info.channels))
        let kinds: [Int32: AVAudioCommonFormat] =
            info.isFloat != 0 ? [32: .pcmFormatFloat32, 64: .pcmFormatFloat64] : [16: .pcmFormatInt16, 32: .pcmFormatInt32]
        if info.isLinear != 0, let kind = kinds[info.bitsOfSample] { return AVAudioFormat(kind, rate, channels, isInterleaved: true) }
        let codecs = [
            "aac": kAudioFormatMPEG4AAC, "mp3": kAudioFormatMPEGLayer3, "flac": kAudioFormatFLAC, "alac": kAudioFormatAppleLossless,
            "opus": kAudioFormatOpus,
        ]
        var description = AudioStreamBasicDescription()
        (description.mSampleRate, description.mChannelsPerFrame) = (rate, channels)
        description.mFormatID = info.isLinear != 0 ? kAudioFormatLinearPCM : codecs[track.codecName] ?? track.codec
        description.mBitsPerChannel = UInt32(max(info.bitsOfSample, 0))
        return AVAudioFormat(.otherFormat, rate, channels, isInterleaved: true, description: description)
    }

    /// The index of the next audio frame. Setting it seeks to that frame.
    var position: AVAudioFramePosition {
        get { place }
        set { if newValue != place { seek(to: newValue) } }
    }

    /// Seeks to a packet before an audio frame, and decodes up to the frame.
    private func seek(to wanted: AVAudioFramePosition) {
        (frame, taken, place) = (nil, 0, wanted)
        let start = track.timeRange.start.isNumeric ? track.timeRange.start : .zero
        // Codecs need some packets before the wanted one.
        let early = max(Double(wanted) / rate - 0.5, 0)
        reader.seek(to: start + CMTime(seconds: early, preferredTimescale: 1_000_000), of: track)
        while let next = reader.nextFrame() {
            let count = AVAudioFramePosition(cffmpeg_sample_count(next.handle))
            guard let ticks = next.time else { continue }
            let first = AVAudioFramePosition(((track.time(ticks) - start).seconds * rate).rounded())
            guard first + count > wanted else { continue }
            (frame, taken) = (next, Int(max(wanted - first, 0)))
            return
        }
    }

    /// The next samples of each channel, at least one; `nil` at the end.
    ///
    /// - Throws: ``AVError`` if the file is damaged and the rest cannot be decoded.
    func next(atMost count: Int) throws -> [[Float]]? {
        while true {
            if let frame {
                let left = Int(cffmpeg_sample_count(frame.handle)) - taken
                if left > 0 {
                    let part = min(left, count)
                    defer { (taken, place) = (taken + part, place + AVAudioFramePosition(part)) }
                    return (0..<channels).map { channel in
                        var samples = [Float](repeating: 0, count: part)
                        cffmpeg_copy_samples(frame.handle, Int32(channel), Int32(taken), Int32(part), &samples)
                        return samples
                    }
                }
            }
            guard let next = reader.nextFrame() else {
                frame = nil
                if place == 0, let problem = reader.problem { throw problem }
                return nil
            }
            (frame, taken) = (next, 0)
        }
    }
}

extension MediaReader {
    /// The description of an audio track; `nil` for other tracks.
    func sound(_ track: TrackInfo) -> CFFmpegSoundInfo? {
        var info = CFFmpegSoundInfo()
        return withReader { cffmpeg_sound_info($0, track.stream, &info) } < 0 ? nil : info
    }
}
