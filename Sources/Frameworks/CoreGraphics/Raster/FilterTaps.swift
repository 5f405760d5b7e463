import Foundation

/// The source samples and weights from which each output sample along one axis is computed.
///
/// If the axis is shrunk, the weight of a source sample is proportional to the fraction of it that the output sample covers. All source
/// samples therefore have the same total weight. If the axis is enlarged, samples are interpolated linearly between their centres, and the
/// outermost samples are repeated. Samples outside the source count as zero.
struct FilterTaps {
    /// The first source sample of each output sample.
    private(set) var first: [Int32] = []
    /// The index of each output sample's first weight. The last element is the number of weights.
    private(set) var offset: [Int32] = [0]
    private(set) var weights: [Float] = []
    /// The range of source samples that the output samples need.
    private(set) var range = 0..<0
    /// Whether the output samples are successive source samples, without any change.
    private(set) var isCopy = false

    var count: Int { first.count }

    /// The sum of an output sample's weights: 1 inside the source, less at its borders, 0 outside.
    func coverage(_ index: Int) -> Float {
        var sum: Float = 0
        for k in Int(offset[index])..<Int(offset[index + 1]) { sum += weights[k] }
        return sum
    }

    /// - Parameters:
    ///   - sourceCount: the number of source samples.
    ///   - start: the beginning of the part that is read. It may be fractional and outside the source.
    ///   - length: the length of this part, in source samples.
    ///   - outputCount: the number of output samples.
    ///   - isFlipped: whether the order is reversed: the first output sample comes from the end of the part.
    init(sourceCount: Int, start: Double, length: Double, outputCount: Int, isFlipped: Bool) {
        let step = length / Double(outputCount)
        first.reserveCapacity(outputCount)
        offset.reserveCapacity(outputCount + 1)
        var low = Int.max
        var high = 0
        for output in 0..<outputCount {
            let position = Double(isFlipped ? outputCount - 1 - output : output)
            if step > 1 {
                appendArea(from: start + position * step, to: start + (position + 1) * step, step: step, sourceCount: sourceCount)
            } else {
                appendLinear(centre: start + (position + 0.5) * step, sourceCount: sourceCount)
            }
            let taps = Int(offset[output + 1] - offset[output])
            if taps > 0 {
                low = min(low, Int(first[output]))
                high = max(high, Int(first[output]) + taps)
            }
        }
        range = low < high ? low..<high : 0..<0
        isCopy =
            step == 1 && !isFlipped && weights.count == outputCount
            && range.count == outputCount && weights.allSatisfy { $0 == 1 }
    }

    private mutating func appendArea(from: Double, to: Double, step: Double, sourceCount: Int) {
        let left = min(max(from, 0), Double(sourceCount))
        let right = min(max(to, 0), Double(sourceCount))
        let begin = Int(left)
        let end = min(Int(right.rounded(.up)), sourceCount)
        first.append(Int32(min(begin, sourceCount - 1)))
        if begin < end {
            for sample in begin..<end {
                let covered = min(right, Double(sample + 1)) - max(left, Double(sample))
                weights.append(Float(covered / step))
            }
        }
        offset.append(Int32(weights.count))
    }

    private mutating func appendLinear(centre: Double, sourceCount: Int) {
        guard centre >= 0, centre <= Double(sourceCount) else {
            first.append(0)
            offset.append(Int32(weights.count))
            return
        }
        let position = centre - 0.5
        let floor = position.rounded(.down)
        let fraction = Float(position - floor)
        let left = Int(floor)
        if fraction == 0 || left < 0 || left + 1 >= sourceCount {
            first.append(Int32(min(max(left, 0), sourceCount - 1)))
            weights.append(1)
        } else {
            first.append(Int32(left))
            weights.append(1 - fraction)
            weights.append(fraction)
        }
        offset.append(Int32(weights.count))
    }
}
