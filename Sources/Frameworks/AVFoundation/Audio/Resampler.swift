import Foundation

/// Changes the sample rate of one channel, as a stream.
///
/// Each sample of the result is a weighted sum of the samples around its time. The weights are a sinc function with a Kaiser window. Frequencies
/// above the Nyquist frequency of the lower sample rate, source or result, are attenuated. The attenuation is 90 dB from 5 % above that frequency
/// on. The resampler adds no delay.
struct Resampler {
    /// The number of zero crossings of the sinc function on each side of its middle.
    private static let zeros = 32
    /// The parameter β of the Kaiser window, for an attenuation of 90 dB.
    private static let beta = 9.0

    /// The distance between two samples of the result is `step / phases` samples of the source. This is its denominator.
    private let phases: Int
    private let step: Int
    /// The number of source samples on each side of a time that contribute to a sample of the result.
    private let reach: Int
    /// The number of source samples after a time that must be available; 0 if the rates are equal.
    private let ahead: Int
    /// For each phase, the weights of the source samples around the new sample. A phase is a position between two source samples.
    private let weights: [[Float]]
    /// The source samples that are still needed. The first one has the index `start`.
    private var samples: [Float] = []
    private var start = 0
    private var received = 0
    /// The index of the next sample of the result.
    private var next = 0
    private var isFinished = false

    /// - Parameters:
    ///   - source: the number of samples per second of the source. It is rounded to a whole number, as is `target`.
    init(from source: Double, to target: Double) {
        let (from, to) = (max(Int(source.rounded()), 1), max(Int(target.rounded()), 1))
        let divisor = Self.greatestDivisor(from, to)
        // Some pairs of rates have very many phases. Then only a limited number of phases is computed, and each phase is rounded to one of
        // them.
        (phases, step) = (to / divisor, from / divisor)
        let isSame = phases == step
        let band = isSame ? 1 : 0.97 * min(1, Double(phases) / Double(step))
        let reach = isSame ? 1 : Int((Double(Self.zeros) / band).rounded(.up))
        (self.reach, ahead) = (reach, isSame ? 0 : reach)
        let (tables, count) = (min(phases, Self.mostTables), 2 * reach)
        weights = (0..<tables).map { table in
            let part = Double(table) / Double(tables)
            let row = (0..<count).map { Self.weight(Double($0 - reach + 1) - part, band, reach) }
            let sum = row.reduce(0, +)
            return row.map { Float($0 / sum) }
        }
    }

    private static let mostTables = 1024

    private static func greatestDivisor(_ a: Int, _ b: Int) -> Int { b == 0 ? a : greatestDivisor(b, a % b) }

    private static func weight(_ distance: Double, _ band: Double, _ reach: Int) -> Double {
        let place = distance / Double(reach)
        guard abs(place) < 1 else { return 0 }
        let angle = Double.pi * distance * band
        let sine = angle == 0 ? 1 : sin(angle) / angle
        return sine * bessel(beta * (1 - place * place).squareRoot())
    }

    /// The modified Bessel function of the first kind of order 0, by its series.
    private static func bessel(_ x: Double) -> Double {
        var (sum, term, index) = (1.0, 1.0, 1.0)
        while term > 1e-12 * sum {
            term *= (x / 2 / index) * (x / 2 / index)
            sum += term
            index += 1
        }
        return sum
    }

    /// Adds samples of the source.
    mutating func append(_ more: some Collection<Float>) {
        samples += more
        received += more.count
    }

    /// Marks the end of the source: no more samples follow, and the result ends where the source does.
    mutating func finish() { isFinished = true }

    /// The next samples of the result, or fewer than `count` if more samples of the source are needed.
    mutating func take(atMost count: Int) -> [Float] {
        var result: [Float] = []
        while result.count < count {
            let (quotient, rest) = (next * step).quotientAndRemainder(dividingBy: phases)
            if quotient + ahead >= received, !isFinished || quotient >= received { break }
            let row = weights[rest * weights.count / phases]
            // The index, in `samples`, of the first source sample that contributes.
            let first = quotient - reach + 1 - start
            var sum: Float = 0
            for index in max(0, -first)..<max(min(row.count, samples.count - first), max(0, -first)) {
                sum += row[index] * samples[first + index]
            }
            result.append(sum)
            next += 1
        }
        let needed = max(next * step / phases - reach + 1, 0)
        if needed - start > 4096 {
            samples.removeFirst(min(needed - start, samples.count))
            start = needed
        }
        return result
    }

    /// Whether all samples of the result have been returned.
    var isAtEnd: Bool { isFinished && next * step / phases >= received }
}
