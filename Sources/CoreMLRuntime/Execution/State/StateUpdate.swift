/// `slice_update` of a state whose former value nothing reads any more: the slice is written where the state lies.
enum StateUpdate: OperationDefinition {
    static let kinds = ["osprey.state_update"]

    static func outputTypes(_ call: OperationCall) throws -> [TensorType] { try SliceUpdate.outputTypes(call) }

    static func compute(_ call: OperationCall, outputs: [Tensor]) throws { _ = try write(call, into: outputs[0], input: 0) }

    /// Writes the slice into `state`, which lies in the memory of a plan's input, and returns what it held. Where that throws, nothing is
    /// written.
    static func write(_ call: OperationCall, into state: Tensor, input: Int) throws -> OverwrittenSlice {
        let (update, region) = try SliceUpdate.slice(call)
        let held = OverwrittenSlice(of: state, input: input, region, update.shape)
        state.copy(update.shape, from: update, StridedRegion(strides: update.type.strides), to: region)
        return held
    }
}

/// What a slice of a plan's input held before it was overwritten.
package struct OverwrittenSlice: Sendable {
    /// The number of the input.
    let input: Int
    private let region: StridedRegion
    private let elements: Tensor

    fileprivate init(of tensor: Tensor, input: Int, _ region: StridedRegion, _ shape: [Int]) {
        self.input = input
        self.region = region
        elements = Tensor(uninitialized: TensorType(tensor.scalar, shape))
        elements.fill(from: tensor, region)
    }

    /// Puts it back into the input's tensor.
    func putBack(into tensor: Tensor) {
        tensor.copy(elements.shape, from: elements, StridedRegion(strides: elements.type.strides), to: region)
    }
}
