import CoreMLRuntime

/// The order of examples in consecutive epochs. Each epoch is shuffled anew. The order depends only on the seed and the epoch's number, so that a
/// resumed training continues with the same order.
struct EpochOrder {
    let seed: Int
    private var epoch = -1
    private var indices: [Int] = []

    init(seed: Int) { self.seed = seed }

    /// The index of the example at a position. Positions count through all epochs.
    ///
    /// - Parameters:
    ///   - count: the number of positions in an epoch.
    ///   - make: makes the indices of an epoch in a new order.
    mutating func index(_ position: Int, count: Int, _ make: (inout SplitMix64) -> [Int]) -> Int {
        if epoch != position / count {
            epoch = position / count
            var generator = SplitMix64(seed: seed &+ 7919 &* (epoch + 1))
            indices = make(&generator)
        }
        return indices[position % count]
    }
}
