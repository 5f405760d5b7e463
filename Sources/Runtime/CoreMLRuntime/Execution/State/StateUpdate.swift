/// A `slice_update` of a state. No operation reads the state's previous value afterwards. The slice is written in place.
enum StateUpdate: OperationDefinition {
    static let kinds = ["osprey.state_update"]

    static func outputTypes(_ call: OperationCall) throws -> [TensorType] { try SliceUpdate.outputTypes(call) }

    static func compute(_ call: OperationCall, outputs: [Tensor]) throws { _ = try write(call, into: outputs[0], input: 0) }

    /// Writes the slice into `state`, an input of a plan. Returns the previous contents of the slice. If this throws, nothing was written.
    static func write(_ call: OperationCall, into state: Tensor, input: Int) throws -> OverwrittenSlice {
        let (update, region) = try SliceUpdate.slice(call)
        let held = OverwrittenSlice(of: state, input: input, region, update.shape)
        state.copy(update.shape, from: update, StridedRegion(strides: update.type.strides), to: region)
        return held
    }
}

/// The previous content of an overwritten slice of a plan's input.
package struct OverwrittenSlice: Sendable {
    /// The index of the input.
    let input: Int
    private let region: StridedRegion
    private let elements: Tensor

    fileprivate init(of tensor: Tensor, input: Int, _ region: StridedRegion, _ shape: [Int]) {
        self.input = input
        self.region = region
        elements = Tensor(uninitialized: TensorType(tensor.scalar, shape))
        elements.fill(from: tensor, region)
    }

    /// Restores the content in the input's tensor.
    func putBack(into tensor: Tensor) {
        tensor.copy(elements.shape, from: elements, StridedRegion(strides: elements.type.strides), to: region)
    }
}
