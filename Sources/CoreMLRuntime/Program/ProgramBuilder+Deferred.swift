/// What whoever builds says to a builder that puts operations off. Others do nothing here.
extension ProgramBuilder {
    /// The argument's value where it is known or waits to be computed, which is done then; `nil` where only a later run can tell.
    func value(of argument: Argument) throws -> Tensor? {
        guard let deferred, case .value(let name) = argument else { return tensor(of: argument) }
        return try deferred.tensor(of: name)
    }

    /// A tensor that is another one at the next run: what is prepared for this one does not depend on its elements, where it need not.
    func given(_ tensor: Tensor) -> Argument { deferred?.given(tensor) ?? .tensor(tensor) }

    /// Keeps an argument's value until it is let go as often as it was held.
    func hold(_ argument: Argument) {
        if case .value(let name) = argument { deferred?.hold(name) }
    }

    func letGo(_ argument: Argument) {
        if case .value(let name) = argument { deferred?.letGo(name) }
    }

    /// From here on only values that are held are read.
    func dropUnheld() { deferred?.dropUnheld() }

    /// Computes the values that are held, so that what follows is a subgraph of its own.
    func settle() throws {
        guard let deferred else { return }
        deferred.dropUnheld()
        try deferred.evaluate()
    }

    /// An output of the run, which the caller may write.
    func result(_ argument: Argument) throws -> Tensor {
        if let deferred, case .value(let name) = argument { return try deferred.ownTensor(of: name) }
        guard let tensor = tensor(of: argument) else { throw RuntimeError.invalidModel("an output is not computed") }
        return tensor.copied()
    }
}

extension Tensor {
    /// The same elements in memory of their own.
    func copied() -> Tensor {
        let copy = Tensor(uninitialized: type)
        copy.copyBytes(of: self)
        return copy
    }
}
