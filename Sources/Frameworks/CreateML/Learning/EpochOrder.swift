import CoreMLRuntime

/// The order of examples in a row of epochs, each of which is shuffled anew. It depends on the seed and the epoch only, so that a training that is
/// resumed goes on with it.
struct EpochOrder {
    let seed: Int
    private var epoch = -1
    private var indices: [Int] = []

    init(seed: Int) { self.seed = seed }

    /// The index of the example at a position in the row.
    ///
    /// - Parameters:
    ///   - count: the positions of an epoch.
    ///   - make: the indices of an epoch in a new order.
    mutating func index(_ position: Int, count: Int, _ make: (inout SplitMix64) -> [Int]) -> Int {
        if epoch != position / count {
            epoch = position / count
            var generator = SplitMix64(seed: seed &+ 7919 &* (epoch + 1))
            indices = make(&generator)
        }
        return indices[position % count]
    }
}
