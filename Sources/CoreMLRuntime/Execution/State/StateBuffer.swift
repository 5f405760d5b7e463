/// What a program keeps between predictions. The caller makes sure that a state has one prediction at a time.
package final class StateBuffer: @unchecked Sendable {
    /// Replaced as a whole, or written where it lies by a plan that took it.
    package var tensor: Tensor {
        didSet { isOwn = false }
    }
    /// Whether nobody else holds the tensor. One that was set may be an array of the caller's, an output, or a constant of the program.
    private var isOwn = false
    /// What was overwritten, the last at the end, since somebody began to see to it that it can be undone; `nil` while nobody does.
    fileprivate var overwritten: [(tensor: Tensor, slice: OverwrittenSlice)]?

    package init(_ tensor: Tensor) {
        self.tensor = tensor
    }

    /// A state of zeros.
    package init(zeros type: TensorType) {
        tensor = Tensor(uninitialized: type)
        tensor.rawBytes.initializeMemory(as: UInt8.self, repeating: 0)
        isOwn = true
    }

    /// Replaces what the state holds by a tensor that nobody else has.
    package func own(_ tensor: Tensor) {
        self.tensor = tensor
        isOwn = true
    }

    /// Makes the tensor one that nobody else has: a copy, where somebody may.
    package func makeOwn() {
        guard !isOwn else { return }
        let copy = Tensor(uninitialized: tensor.type)
        copy.copyBytes(of: tensor)
        own(copy)
    }

    /// The tensor for a reader that may hand it on.
    func share() -> Tensor {
        isOwn = false
        return tensor
    }

    /// The tensor for a writer, who gives it back with `own`. Should another prediction begin before that, it has a copy.
    func take() -> Tensor {
        makeOwn()
        return share()
    }

    /// Notes what a slice of `tensor` held.
    func note(_ slice: OverwrittenSlice, of tensor: Tensor) { overwritten?.append((tensor, slice)) }

    /// Undoes what was overwritten after the first `count` times, and takes `before` back.
    fileprivate func goBack(to before: Tensor, _ count: Int) {
        for (written, slice) in (overwritten ?? []).dropFirst(count).reversed() { slice.putBack(into: written) }
        overwritten?.removeSubrange(count...)
        tensor = before
    }
}

extension [String: StateBuffer] {
    /// The result of `body`, which predicts with these states; where it throws, they are as they were before.
    package func restoringOnFailure<Result>(_ body: () throws -> Result) rethrows -> Result {
        let before = values.map { (state: $0, tensor: $0.tensor, count: $0.overwritten?.count) }
        for state in values where state.overwritten == nil { state.overwritten = [] }
        defer { for (state, _, count) in before where count == nil { state.overwritten = nil } }
        do {
            return try body()
        } catch {
            for (state, tensor, count) in before { state.goBack(to: tensor, count ?? 0) }
            throw error
        }
    }
}
