import CoreMLRuntime
import Foundation

/// Chooses the training pictures of an epoch. Pictures with rare labels are drawn more often than others.
///
/// This is repeat-factor sampling. Source: Gupta, Dollár and Girshick, "LVIS: a dataset for large vocabulary instance segmentation", 2019. A label
/// in the fraction f of the pictures has the factor max(1, √(t / f)). The threshold t is the fraction of the most common label. A picture has the
/// largest factor of its labels. If all labels are equally common, no picture is repeated.
struct PictureSampling: Sendable {
    /// The cumulative sums of the pictures' factors.
    private let sums: [Double]
    /// The number of pictures in an epoch, including repetitions.
    let epochLength: Int

    init(_ images: [AnnotatedImage]) {
        var counts: [String: Int] = [:]
        for image in images {
            for label in Set(image.objects.map(\.label)) { counts[label, default: 0] += 1 }
        }
        let largest = Double(counts.values.max() ?? 1)
        var sum = 0.0
        sums = images.map { image in
            let rarest = image.objects.compactMap { counts[$0.label] }.min().map(Double.init) ?? largest
            sum += (largest / rarest).squareRoot()
            return sum
        }
        epochLength = Int(sum.rounded())
    }

    /// The pictures of an epoch in random order. Each picture occurs as often as its factor, rounded up or down.
    func epoch(_ generator: inout SplitMix64) -> [Int] {
        guard let total = sums.last else { return [] }
        // Equal steps from a random start reach every picture in proportion to its factor.
        let (step, start) = (total / Double(epochLength), Double.random(in: 0..<1, using: &generator))
        return (0..<epochLength).map { index(at: (Double($0) + start) * step) }.shuffled(using: &generator)
    }

    /// Draws a picture at random, in proportion to its factor.
    func draw(_ generator: inout SplitMix64) -> Int {
        index(at: Double.random(in: 0..<max(sums.last ?? 1, 1), using: &generator))
    }

    /// The index of the picture that `place` belongs to, in the cumulative sums of the factors.
    private func index(at place: Double) -> Int {
        var (low, high) = (0, sums.count - 1)
        while low < high {
            let middle = (low + high) / 2
            if sums[middle] > place { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
