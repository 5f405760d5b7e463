import Foundation

/// Makes sounds of several kinds, and WAV files byte by byte.
package struct SoundSimulator {
    package static let kinds = ["chirps", "clicks", "noise", "tones"]

    private var generator: SplitMix64

    package init(seed: UInt64) { generator = SplitMix64(seed: Int(seed)) }

    /// Samples of a sound with another pitch, rhythm and loudness in each call, and a little noise.
    package mutating func samples(_ kind: String, seconds: Double, rate: Double = 16_000) -> [Float] {
        let (pitch, loudness) = (generator.number(250, 1_200), generator.number(0.2, 0.8))
        let rhythm = generator.number(4, 9)
        let phase = generator.number(0, 1)
        return (0..<Int(seconds * rate)).map { index in
            let time = Double(index) / rate
            let noise = generator.number(-1, 1)
            let value: Double =
                switch kind {
                case "noise": noise
                case "tones": (sin(2 * .pi * pitch * time) + 0.5 * sin(4 * .pi * pitch * time)) / 1.5
                case "chirps": sin(2 * .pi * (pitch * time + 900 * (time * 2).truncatingRemainder(dividingBy: 1) * time))
                default: exp(-60 * (time * rhythm + phase).truncatingRemainder(dividingBy: 1) / rhythm) * noise
                }
            return Float(loudness * value + 0.01 * noise)
        }
    }

    /// Writes a folder of WAV files for each kind.
    ///
    /// - Parameter count: the number of files of each kind.
    package static func write(
        to folder: URL, _ kinds: [String] = SoundSimulator.kinds, count: Int, seconds: Double = 1.2, seed: UInt64
    ) throws {
        var simulator = SoundSimulator(seed: seed)
        for kind in kinds {
            let place = folder.appendingPathComponent(kind)
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            for number in 0..<count {
                try wave([simulator.samples(kind, seconds: seconds)]).write(to: place.appendingPathComponent("\(number).wav"))
            }
        }
    }

    /// A WAV file of 32-bit floating-point samples, which may be any numbers.
    ///
    /// - Parameter channels: the samples of each channel, all of the same length.
    package static func wave(_ channels: [[Float]], rate: Int = 16_000) -> Data {
        let size = 4 * channels.count * (channels.first?.count ?? 0)
        var data = Data("RIFF".utf8)
        func add(_ number: Int, _ bytes: Int) { for byte in 0..<bytes { data.append(UInt8(truncatingIfNeeded: number >> (8 * byte))) } }
        add(size + 36, 4)
        data += Data("WAVEfmt ".utf8)
        for (number, bytes) in [
            (16, 4), (3, 2), (channels.count, 2), (rate, 4), (rate * 4 * channels.count, 4), (4 * channels.count, 2), (32, 2),
        ] {
            add(number, bytes)
        }
        data += Data("data".utf8)
        add(size, 4)
        for index in 0..<(channels.first?.count ?? 0) {
            for channel in channels { add(Int(channel[index].bitPattern), 4) }
        }
        return data
    }
}
