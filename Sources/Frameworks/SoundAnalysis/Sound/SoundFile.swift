import AVFoundation
import Foundation

/// Reads the windows of a sound file.
package enum SoundFile {
    /// The suffixes of files that are read as sounds.
    package static let extensions: Set<String> = [
        "wav", "wave", "aif", "aiff", "aifc", "caf", "mp3", "m4a", "aac", "flac", "ogg", "oga", "opus", "wma", "au", "snd", "amr", "3gp",
        "mp4", "mov",
    ]

    package static func isSound(_ url: URL) -> Bool { extensions.contains(url.pathExtension.lowercased()) }

    private static let readFrames: AVAudioFrameCount = 32_768
    /// The least number of samples per second that is sound. At a lower rate, a short file would take hours.
    static let lowestRate = 1_000.0

    /// Calls `use` with buffers of the file, one after the other, until it returns `false`.
    ///
    /// - Returns: whether the end of the file was reached.
    /// - Throws: ``SNError`` `invalidFile` that names the file.
    static func read(_ url: URL, _ use: (AVAudioPCMBuffer) throws -> Bool) throws -> Bool {
        let file = try open(url)
        guard let buffer = AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: readFrames) else {
            throw SNError(.invalidFile, "\(url.path): there is not enough memory to read it")
        }
        while true {
            do {
                try file.read(into: buffer)
            } catch {
                throw SNError(.invalidFile, "\(error.localizedDescription)")
            }
            guard buffer.frameLength > 0 else { return true }
            guard try use(buffer) else { return false }
        }
    }

    /// - Throws: ``SNError`` `invalidFile` that names the file.
    static func open(_ url: URL) throws -> AVAudioFile {
        let file: AVAudioFile
        do {
            file = try AVAudioFile(forReading: url)
        } catch {
            throw SNError(.invalidFile, error.localizedDescription)
        }
        let rate = file.processingFormat.sampleRate
        guard rate >= lowestRate else { throw SNError(.invalidFile, "\(url.path): \(rate) samples per second are too few for a sound") }
        return file
    }

    /// Calls `use` with each window of a file. If samples are left at the end, there is one more window: it ends with the last sample. The samples
    /// of a file that is shorter than a window are repeated to fill it.
    ///
    /// - Throws: ``SNError`` `invalidFile` that names the file, if it cannot be read, has no samples, or has samples that are not finite numbers.
    package static func windows(
        of url: URL, rate: Double, sampleCount: Int, overlap: Double, _ use: (ArraySlice<Float>) throws -> Void
    ) throws {
        var cutter = WindowCutter(sampleCount: sampleCount, overlap: overlap)
        var converter: MonoConverter?
        var last: [Float] = []
        var windowEnd = 0
        var total = 0
        func append(_ samples: [Float]) throws {
            guard samples.allSatisfy(\.isFinite) else {
                throw SNError(.invalidFile, "\(url.path): it has samples that are not finite numbers")
            }
            total += samples.count
            last = Array((last + samples).suffix(sampleCount))
            try cutter.append(samples) { start, window in
                windowEnd = start + sampleCount
                try use(window)
            }
        }
        _ = try read(url) { buffer in
            let current = try converter ?? MonoConverter(from: buffer.format, rate: rate)
            converter = current
            try append(current.append(buffer))
            return true
        }
        if let converter { try append(converter.finish()) }
        guard total > 0 else { throw SNError(.invalidFile, "\(url.path): it has no samples") }
        guard windowEnd < total else { return }
        if total < sampleCount { last = (0..<sampleCount).map { last[$0 % total] } }
        try use(last[...])
    }
}

extension SoundFile {
    /// The first samples of a file. The samples of a shorter file are repeated.
    ///
    /// - Throws: ``SNError`` `invalidFile` that names the file.
    package static func firstSamples(of url: URL, rate: Double, count: Int) throws -> [Float] {
        struct Enough: Error {}
        var samples: [Float] = []
        do {
            try windows(of: url, rate: rate, sampleCount: count, overlap: 0) { window in
                samples = Array(window)
                throw Enough()
            }
        } catch is Enough {}
        return samples
    }
}

extension SoundModel {
    /// The mean probability of each label over the windows of a file.
    ///
    /// - Throws: ``SNError`` that names the file, if it cannot be read or classified.
    package func classify(_ url: URL, overlap: Double = 0.5) throws -> [String: Double] {
        var (sums, count): ([String: Double], Int) = ([:], 0)
        try SoundFile.windows(of: url, rate: sampleRate, sampleCount: sampleCount, overlap: overlap) { window in
            for (label, probability) in try classify(window) { sums[label, default: 0] += probability }
            count += 1
        }
        return sums.mapValues { $0 / Double(max(count, 1)) }
    }
}
