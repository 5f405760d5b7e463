/// The calls that control a builder with deferred evaluation. For other builders they do nothing.
extension ProgramBuilder {
    /// The argument's value. If it waits to be computed, it is computed now. `nil` if the value becomes known only in a later run.
    func value(of argument: Argument) throws -> Tensor? {
        guard let deferred, case .value(let name) = argument else { return tensor(of: argument) }
        return try deferred.tensor(of: name)
    }

    /// An argument for a tensor that may differ in the next run. The plans of this run do not depend on the tensor's elements, except where
    /// a shape depends on them.
    func given(_ tensor: Tensor) -> Argument { deferred?.given(tensor) ?? .tensor(tensor) }

    /// Keeps an argument's value until each `hold` has a matching `letGo`.
    func hold(_ argument: Argument) {
        if case .value(let name) = argument { deferred?.hold(name) }
    }

    func letGo(_ argument: Argument) {
        if case .value(let name) = argument { deferred?.letGo(name) }
    }

    /// Declares that from now on only held values are read.
    func dropUnheld() { deferred?.dropUnheld() }

    /// Computes the values that are held, so that the next operation begins a new subgraph.
    func settle() throws {
        guard let deferred else { return }
        deferred.dropUnheld()
        try deferred.evaluate()
    }

    /// An output of the run. The caller may write to it.
    func result(_ argument: Argument) throws -> Tensor {
        if let deferred, case .value(let name) = argument { return try deferred.ownTensor(of: name) }
        guard let tensor = tensor(of: argument) else { throw RuntimeError.invalidModel("an output is not computed") }
        return tensor.copied()
    }
}

extension Tensor {
    /// A copy in memory of its own.
    func copied() -> Tensor {
        let copy = Tensor(uninitialized: type)
        copy.copyBytes(of: self)
        return copy
    }
}
