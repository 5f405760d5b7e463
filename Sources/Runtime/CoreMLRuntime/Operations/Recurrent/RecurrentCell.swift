import CKernels
import CThreads

/// The matrices of several gates, [hidden, hidden] each, prepared for products with a single vector.
final class RecurrentMatrix: Sendable {
    private let memory: ConstantMemory
    private let hidden: Int
    private let outputs: Int

    /// Makes one `RecurrentMatrix` for each of `parts`. A part is a number of consecutive gates.
    static func parts(_ parts: [Int], of matrices: UnsafePointer<Float>, hidden: Int) -> [RecurrentMatrix] {
        var first = 0
        return parts.map { gates in
            defer { first += gates }
            let memory = ConstantMemory(byteCount: dimensions(gates: gates, hidden: hidden).product() * MemoryLayout<Float>.size)
            arrange(matrices + first * hidden * hidden, gates: gates, hidden: hidden, in: memory)
            return RecurrentMatrix(memory, gates: gates, hidden: hidden)
        }
    }

    /// The dimensions of the arranged matrices in memory.
    static func dimensions(gates: Int, hidden: Int) -> [Int] { [hidden, gates * RecurrentCell.stride(hidden)] }

    /// Arranges the matrices of `gates` gates that follow each other.
    static func arrange(_ matrices: UnsafePointer<Float>, gates: Int, hidden: Int, in memory: ConstantMemory) {
        let values = memory.pointer.assumingMemoryBound(to: Float.self)
        let stride = RecurrentCell.stride(hidden)
        for gate in 0..<gates {
            kernel_vector_product_weights(
                Int64(hidden), Int64(hidden), matrices + gate * hidden * hidden, nil, values + gate * stride, Int64(gates * stride))
        }
    }

    /// - Parameter memory: the result of `arrange`. The memory may be empty at first, but must be filled before the first product.
    init(_ memory: ConstantMemory, gates: Int, hidden: Int) {
        self.memory = memory
        self.hidden = hidden
        outputs = gates * RecurrentCell.stride(hidden)
    }

    /// Adds the products with `x` to `y`, which has `RecurrentCell.stride` numbers for each gate.
    func addProduct(with x: UnsafePointer<Float>, to y: UnsafeMutablePointer<Float>) {
        var work = KernelVectorProduct()
        (work.source, work.destination) = (KernelElementFloat32, KernelElementFloat32)
        (work.inputs, work.outputs, work.padded_outputs) = (Int64(hidden), Int64(outputs), Int64(outputs))
        work.weights = UnsafePointer(memory.pointer.assumingMemoryBound(to: Float.self))
        work.bias = UnsafePointer(y)
        kernel_vector_product_run(&work, x, y, Int32(clamping: Threads.limit))
    }
}

/// The numbers of one instance during its run through a sequence. Each gate and state takes `stride` numbers. The first `hidden` of them are in use.
final class RecurrentCell: @unchecked Sendable {
    let hidden: Int
    let stride: Int
    let matrices: [RecurrentMatrix]
    let states: [UnsafeMutablePointer<Float>]
    /// Memory of `stride` numbers for intermediate values.
    let scratch: UnsafeMutablePointer<Float>
    let peephole: UnsafePointer<Float>?

    private let gates: Int
    private let memory: UnsafeMutablePointer<Float>
    private let bias: UnsafePointer<Float>?

    /// The number of floats for each gate and state: `hidden` rounded up to a multiple of 16, so that it consists of whole vectors.
    static func stride(_ hidden: Int) -> Int { hidden.rounded(toMultipleOf: 16) }

    init(
        hidden: Int, gates: Int, states: Int, matrices: [RecurrentMatrix], _ call: OperationCall, _ direction: RecurrentDirection
    ) throws {
        let stride = RecurrentCell.stride(hidden)
        peephole = call.has("peephole" + direction.suffix) ? try call.floats("peephole" + direction.suffix) : nil
        bias = direction.recurrentBias
        let memory = UnsafeMutablePointer<Float>.allocate(capacity: max((gates + states + 1) * stride, 1))
        memory.initialize(repeating: 0, count: (gates + states + 1) * stride)
        (self.hidden, self.stride, self.gates, self.matrices, self.memory) = (hidden, stride, gates, matrices, memory)
        self.states = (0..<states).map { memory + (gates + $0) * stride }
        scratch = memory + (gates + states) * stride
    }

    deinit { memory.deallocate() }

    func gate(_ index: Int) -> UnsafeMutablePointer<Float> { memory + index * stride }

    /// Loads the products of the gates with a step's input: `hidden` numbers for each gate.
    func load(_ projections: UnsafePointer<Float>?) {
        guard let projections else { return }
        for gate in 0..<gates { self.gate(gate).update(from: projections + gate * hidden, count: hidden) }
    }

    /// The separate bias that a gate adds to its product with the state; `nil` if there is none.
    func recurrentBias(of gate: Int) -> UnsafePointer<Float>? { bias.map { $0 + gate * hidden } }

    func addRecurrentBias(to gate: Int) {
        guard let bias = recurrentBias(of: gate) else { return }
        let target = self.gate(gate)
        for index in 0..<hidden { target[index] += bias[index] }
    }
}
