import Glibc

/// The logarithmic mel spectrogram that the network VGGish reads (arXiv:1609.09430). Its input is a window of sound at 16 kHz.
///
/// A frame has 25 ms, and begins 10 ms after the frame before it. Each frame is multiplied by a periodic Hann window, and the magnitudes of its
/// Fourier transform are computed. Triangular filters add up these magnitudes in 64 bands, which are equally wide on the mel scale. The result is the
/// logarithm of each sum plus 0.01.
package enum LogMelSpectrogram {
    /// The number of samples per second.
    package static let sampleRate = 16_000
    /// The number of samples of a window, 0.975 s.
    package static let sampleCount = 15_600
    package static let frameCount = 96
    package static let bandCount = 64

    private static let frameLength = 400
    private static let hop = 160
    private static let transformLength = 512
    private static let frequencies = 125.0...7_500.0
    private static let offset = 0.01

    /// The spectrogram [frames, bands] of a window, in row-major order. A sample that is not finite makes the frames that contain it NaN.
    ///
    /// - Precondition: there are `sampleCount` samples.
    package static func values(_ samples: UnsafeBufferPointer<Float>) -> [Float] {
        precondition(samples.count == sampleCount, "a window of sound has \(sampleCount) samples")
        var result = [Float](repeating: 0, count: frameCount * bandCount)
        var (real, imaginary) = ([Double](repeating: 0, count: half), [Double](repeating: 0, count: half))
        var magnitudes = [Double](repeating: 0, count: half + 1)
        for frame in 0..<frameCount {
            // Even samples become real parts, and odd samples imaginary parts: a transform of half the length is enough for real samples.
            for index in 0..<half {
                let (even, odd) = (2 * index, 2 * index + 1)
                let place = reversed[index]
                real[place] = even < frameLength ? Double(samples[frame * hop + even]) * hann[even] : 0
                imaginary[place] = odd < frameLength ? Double(samples[frame * hop + odd]) * hann[odd] : 0
            }
            transform(&real, &imaginary)
            measure(real, imaginary, &magnitudes)
            for (band, filter) in filters.enumerated() {
                var sum = 0.0
                for (index, weight) in filter.weights.enumerated() { sum += weight * magnitudes[filter.start + index] }
                result[frame * bandCount + band] = Float(log(sum + offset))
            }
        }
        return result
    }

    // MARK: Fourier transform

    /// The length of the complex transform.
    private static let half = transformLength / 2

    private static let hann = (0..<frameLength).map { 0.5 - 0.5 * cos(2 * Double.pi * Double($0) / Double(frameLength)) }

    /// The factors e^(−2πik / `transformLength`).
    private static let factors = (0..<half).map { index in
        let angle = -2 * Double.pi * Double(index) / Double(transformLength)
        return (real: cos(angle), imaginary: sin(angle))
    }

    /// Each index with its bits in reverse order.
    private static let reversed: [Int] = {
        let bits = half.trailingZeroBitCount
        return (0..<half).map { index in (0..<bits).reduce(0) { $0 << 1 | index >> $1 & 1 } }
    }()

    /// The complex Fourier transform in place, of elements in the order of reversed bits.
    private static func transform(_ real: inout [Double], _ imaginary: inout [Double]) {
        real.withUnsafeMutableBufferPointer { real in
            imaginary.withUnsafeMutableBufferPointer { imaginary in
                var width = 1
                while width < half {
                    let step = half / width
                    for start in stride(from: 0, to: half, by: 2 * width) {
                        for index in 0..<width {
                            let factor = factors[index * step]
                            let (low, high) = (start + index, start + index + width)
                            let x = real[high] * factor.real - imaginary[high] * factor.imaginary
                            let y = real[high] * factor.imaginary + imaginary[high] * factor.real
                            (real[high], imaginary[high]) = (real[low] - x, imaginary[low] - y)
                            (real[low], imaginary[low]) = (real[low] + x, imaginary[low] + y)
                        }
                    }
                    width *= 2
                }
            }
        }
    }

    /// The magnitudes of the transform of real samples, from the transform of their even and odd samples.
    private static func measure(_ real: [Double], _ imaginary: [Double], _ magnitudes: inout [Double]) {
        magnitudes[0] = abs(real[0] + imaginary[0])
        magnitudes[half] = abs(real[0] - imaginary[0])
        for index in 1..<half {
            let mirror = half - index
            let even = (real: (real[index] + real[mirror]) / 2, imaginary: (imaginary[index] - imaginary[mirror]) / 2)
            let odd = (real: (imaginary[index] + imaginary[mirror]) / 2, imaginary: (real[mirror] - real[index]) / 2)
            let factor = factors[index]
            let x = even.real + odd.real * factor.real - odd.imaginary * factor.imaginary
            let y = even.imaginary + odd.real * factor.imaginary + odd.imaginary * factor.real
            magnitudes[index] = (x * x + y * y).squareRoot()
        }
    }

    // MARK: Mel bands

    /// The weights of successive frequencies of the transform, from the frequency `start` on.
    private struct Filter {
        let start: Int
        let weights: [Double]
    }

    private static func mel(_ frequency: Double) -> Double { 1127 * log(1 + frequency / 700) }

    private static let filters: [Filter] = {
        let (low, high) = (mel(frequencies.lowerBound), mel(frequencies.upperBound))
        let edges = (0..<bandCount + 2).map { low + (high - low) * Double($0) / Double(bandCount + 1) }
        let bins = (0...half).map { mel(Double($0) * Double(sampleRate) / Double(transformLength)) }
        return (0..<bandCount).map { band in
            let weights = bins.enumerated().map { index, mel -> Double in
                // The constant part of the samples has no pitch.
                guard index > 0 else { return 0 }
                let rising = (mel - edges[band]) / (edges[band + 1] - edges[band])
                let falling = (edges[band + 2] - mel) / (edges[band + 2] - edges[band + 1])
                return max(0, min(rising, falling))
            }
            let start = weights.firstIndex { $0 > 0 } ?? 0
            let end = (weights.lastIndex { $0 > 0 } ?? -1) + 1
            return Filter(start: start, weights: start < end ? Array(weights[start..<end]) : [])
        }
    }()
}
