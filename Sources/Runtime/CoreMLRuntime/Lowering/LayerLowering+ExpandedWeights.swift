import CoreMLSpecification
import Locks

/// The expanded weights of a network whose layers are lowered again for every prediction. Weights in float16 or in quantized form are
/// expanded once. The network then keeps the expanded weights.
///
/// Every prediction reads a weight in the same shape, so each weight is kept only once.
final class ExpandedWeights: @unchecked Sendable {
    /// The source of weights in the file. The network stays in memory unchanged, so the addresses identify its weights.
    struct Source: Hashable, Sendable {
        private let places: [UInt]
        private let type: TensorType
        private let axis: Int
        private let form: String

        init(_ parameters: [Specification.WeightParams?], _ type: TensorType, axis: Int, form: String) {
            self.places = parameters.flatMap { weights -> [UInt] in
                let numbers = weights?.places ?? []
                return [UInt(numbers.count)] + numbers
            }
            self.type = type
            self.axis = axis
            self.form = form
        }
    }

    private let lock = Lock()
    private var tensors: [Source: Tensor] = [:]
    /// The identities of the tensors that are not views of the file, so that their elements are read only once.
    private var identities: [ObjectIdentifier: TensorIdentity] = [:]

    /// The weights of `source`. If they are new, `make` makes them.
    func tensor(of source: Source, _ make: () throws -> Tensor) throws -> Tensor {
        // Other threads wait for the lock, because they are likely to need the same weights.
        try lock.withLock {
            if let tensor = tensors[source] { return tensor }
            let tensor = try make()
            tensors[source] = tensor
            if tensor.place == nil { identities[ObjectIdentifier(tensor)] = TensorIdentity(tensor) }
            return tensor
        }
    }

    /// The identity of the numbers that a tensor holds.
    func identity(of tensor: Tensor) -> TensorIdentity {
        lock.withLock { identities[ObjectIdentifier(tensor)] } ?? TensorIdentity(tensor)
    }

    /// The number of tensors that are kept.
    var count: Int { lock.withLock { tensors.count } }
}

extension Specification.WeightParams {
    /// The addresses of the numbers, and of the scales, offsets or tables with which they are decoded.
    fileprivate var places: [UInt] {
        var places: [UInt] = []
        func add(_ bytes: UnsafeRawBufferPointer) {
            guard !bytes.isEmpty else { return }
            places += [UInt(bitPattern: bytes.baseAddress), UInt(bytes.count)]
        }
        floatValue.withUnsafeBytes { add($0) }
        float16Value.withUnsafeBytes { add($0) }
        rawValue.withUnsafeBytes { add($0) }
        int8RawValue.withUnsafeBytes { add($0) }
        guard let quantization else { return places }
        places.append(UInt(truncatingIfNeeded: quantization.numberOfBits))
        switch quantization.quantizationType {
        case .linearQuantization(let linear):
            linear.scale.withUnsafeBytes { add($0) }
            linear.bias.withUnsafeBytes { add($0) }
        case .lookupTableQuantization(let lookup): lookup.floatValue.withUnsafeBytes { add($0) }
        case nil: break
        }
        return places
    }
}
