import CoreMLSpecification
import Testing

@testable import CoreMLRuntime

/// A deterministic stream of numbers.
struct Noise {
    private var state: UInt64

    init(_ seed: Int) { state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

    mutating func next() -> Float {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Float(Int32(truncatingIfNeeded: state >> 33) % 2001 - 1000) / 1000
    }

    mutating func tensor(_ shape: [Int], scale: Float = 1) -> Tensor {
        let tensor = Tensor(uninitialized: .float32(shape))
        for index in 0..<tensor.count { tensor.floats[index] = next() * scale }
        return tensor
    }

    mutating func positive(_ shape: [Int]) -> Tensor {
        let tensor = tensor(shape)
        for index in 0..<tensor.count { tensor.floats[index] = abs(tensor.floats[index]) + 0.5 }
        return tensor
    }
}

/// Builds a function, runs it as a plan and with the plain kernels, and compares.
struct PlanCheck {
    var builder = ProgramBuilder()
    var noise = Noise(7)
    var inputs: [Tensor] = []

    mutating func input(_ shape: [Int], _ name: String = "x") throws -> Argument {
        inputs.append(noise.tensor(shape))
        return try builder.input(name, .float32(shape))
    }

    mutating func conv(
        _ x: Argument, _ outputs: Int, _ kernel: [Int], strides: [Int]? = nil, pad: [Int]? = nil, dilations: [Int]? = nil,
        groups: Int = 1, bias: Bool = true, name: String = ""
    ) throws -> Argument {
        let channels = try builder.type(of: x).shape[1]
        var arguments: [String: Argument] = [
            "x": x, "weight": .tensor(noise.tensor([outputs, channels / groups] + kernel, scale: 0.2)), "groups": .int(groups),
            "pad_type": .string("custom"), "pad": .ints(pad ?? kernel.flatMap { [$0 / 2, $0 / 2] }),
            "strides": .ints(strides ?? kernel.map { _ in 1 }), "dilations": .ints(dilations ?? kernel.map { _ in 1 }),
        ]
        if bias { arguments["bias"] = .tensor(noise.tensor([outputs])) }
        return try builder.emitOne("conv", name: name, arguments)
    }

    mutating func call(_ kind: String, _ x: Argument, _ arguments: [String: Argument] = [:]) throws -> Argument {
        try builder.emitOne(kind, arguments.merging(["x": x]) { $1 })
    }

    mutating func batchNorm(_ x: Argument) throws -> Argument {
        let channels = try builder.type(of: x).shape[1]
        return try call(
            "batch_norm", x,
            [
                "mean": .tensor(noise.tensor([channels])), "variance": .tensor(noise.positive([channels])),
                "gamma": .tensor(noise.tensor([channels])), "beta": .tensor(noise.tensor([channels])),
            ])
    }

    /// The largest difference over the largest value, of all outputs; and the plan.
    @discardableResult
    mutating func check(
        _ outputs: [Argument], _ precision: PlanOptions.Precision = .float32, tolerance: Double = 2e-5, threads: Int = 2,
        usesAMX: Bool = Processor.hasAMX, exactProducts: Set<String> = [], weights: PreparedWeights = PreparedWeights(),
        comment: String = "", location: SourceLocation = #_sourceLocation
    ) throws -> Plan {
        let function = try builder.finish(outputs: outputs.enumerated().map { ("out\($0.offset)", $0.element) })
        var options = PlanOptions(precision: precision, threads: threads)
        options.usesAMX = usesAMX
        options.exactProducts = exactProducts
        let plan = try Plan(function, options: options, weights: weights)
        let names = Dictionary(uniqueKeysWithValues: zip(function.inputs.map(\.name), inputs))
        let expected = try Interpreter().interpret(function, inputs: names)
        for _ in 0..<2 {
            let results = try plan.run(function.inputs.compactMap { names[$0.name] })
            for (name, result) in zip(function.body.outputs, results) {
                let truth = try #require(expected[name])
                #expect(result.type == truth.type)
                let largest = truth.doubles.map(abs).max() ?? 0
                let error = zip(result.doubles, truth.doubles).map { abs($0 - $1) }.max() ?? 0
                let agrees = error <= tolerance * max(largest, 1e-3)
                #expect(agrees, "\(comment) \(name) differs by \(error) of \(largest): \(plan.stepNames)", sourceLocation: location)
            }
        }
        return plan
    }
}

extension Plan {
    /// The kinds of the operations that run on plain kernels, in the order of their steps.
    var plainKinds: [String] {
        steps.compactMap { step -> String? in
            guard case .plain(let call, _, _) = step.action else { return nil }
            return call.call.kind
        }
    }

    /// The number of steps that do more than to bring a value into another memory format.
    var computingStepCount: Int { steps.count { $0.kernel != .reordering } }

    /// The number of steps of a kernel.
    func count(of kernel: KernelName) -> Int { steps.count { $0.kernel == kernel } }

    /// The kernels of the steps whose names begin with an operation or value, such as `softmax`.
    func kernels(of prefix: String) -> Set<KernelName> { Set(steps.filter { $0.name.hasPrefix(prefix) }.map(\.kernel)) }

    /// The kernels of the runtime that compute steps, in order.
    var ownKernels: [KernelName] {
        steps.filter { if case .kernel = $0.action { true } else { false } }.map(\.kernel)
    }

    /// Whether the library computes some step with its reference code.
    var usesReferenceCode: Bool {
        steps.contains { if case .primitive(let primitive, _) = $0.action { primitive.isReference } else { false } }
    }
}

extension KernelName {
    /// The kernels that the table has for convolutions.
    static let ofConvolutions = Set(KernelTable.standard.convolution.map { $0.name })
    /// The kernels that the table has for attention.
    static let ofAttention = Set(KernelTable.standard.attention.map { $0.name })
}
