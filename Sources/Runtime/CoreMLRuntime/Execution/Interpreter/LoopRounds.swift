/// The rounds of all loops of a run. A run beyond the limits is assumed never to end.
///
/// A real loop has a round for each step of a sequence, and a round computes whole vectors. A loop that computes only a few numbers in each round, such
/// as a counter and a condition, reaches its limit sooner. Its rounds take microseconds, so that the run fails within a fraction of a second. The limits
/// count what a program does, not the time that it takes. Therefore a program ends in the same way on every machine.
struct LoopRounds {
    /// The maximum number of rounds.
    var limit = 1_000_000
    /// The maximum number of rounds if they make less than `lightByteCount` bytes of tensors each, on average.
    var lightLimit = 1 << 16
    static let lightByteCount = 256

    private(set) var count = 0
    /// The number of bytes that the run had made before its first round.
    private var firstByteCount = 0

    /// Begins another round. Returns false, and counts no round, if the run has reached a limit.
    ///
    /// - Parameter byteCount: the number of bytes of all tensors that the run has made so far.
    mutating func begin(after byteCount: Int) -> Bool {
        if count == 0 { firstByteCount = byteCount }
        guard count < limit, count < lightLimit || byteCount - firstByteCount >= count * Self.lightByteCount else { return false }
        count += 1
        return true
    }
}
