/// A state that a program keeps between predictions. The caller ensures that only one prediction at a time uses it.
package final class StateBuffer: @unchecked Sendable {
    /// The state's value. A program replaces the whole tensor. A plan that has taken the tensor writes to it in place.
    package var tensor: Tensor {
        didSet { isOwn = false }
    }
    /// Whether no other code holds the tensor. A tensor that was set may be an array of the caller, an output, or a constant of the program.
    private var isOwn = false
    /// The previous contents of overwritten slices, the latest at the end. Only `restoringOnFailure` records the slices. Outside of that
    /// call, this is `nil`.
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

    /// Replaces the state's value by a tensor that no other code holds.
    package func own(_ tensor: Tensor) {
        self.tensor = tensor
        isOwn = true
    }

    /// Ensures that no other code holds the tensor. If other code may hold the tensor, replaces it by a copy.
    package func makeOwn() {
        guard !isOwn else { return }
        let copy = Tensor(uninitialized: tensor.type)
        copy.copyBytes(of: tensor)
        own(copy)
    }

    /// The tensor for a reader that may pass it on.
    func share() -> Tensor {
        isOwn = false
        return tensor
    }

    /// Gives the tensor to a writer, which returns it with `own`. A prediction that begins before that gets a copy.
    func take() -> Tensor {
        makeOwn()
        return share()
    }

    /// Records the previous content of a slice of `tensor`.
    func note(_ slice: OverwrittenSlice, of tensor: Tensor) { overwritten?.append((tensor, slice)) }

    /// Undoes all recorded writes except the first `count`, and restores the tensor `before`.
    fileprivate func goBack(to before: Tensor, _ count: Int) {
        for (written, slice) in (overwritten ?? []).dropFirst(count).reversed() { slice.putBack(into: written) }
        overwritten?.removeSubrange(count...)
        tensor = before
    }
}

extension [String: StateBuffer] {
    /// Returns the result of `body`, which predicts with these states. If `body` throws, the states are restored.
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
