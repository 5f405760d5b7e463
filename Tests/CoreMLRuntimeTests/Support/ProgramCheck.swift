import CoreMLSpecification
import Foundation
import Testing

@testable import CoreMLRuntime

/// The binding of an operation's argument in a program.
enum ProgramArgument {
    typealias MILSpec = Specification.MILSpec

    case name(String)
    case constant(MILSpec.Value)
    case several([ProgramArgument])

    static func int(_ value: Int) -> ProgramArgument { .tensor(.scalar(value)) }
    static func ints(_ values: [Int], _ shape: [Int]? = nil) -> ProgramArgument {
        .tensor(Tensor(values.map { Int32(clamping: $0) }, shape: shape))
    }
    static func float(_ value: Float) -> ProgramArgument { .tensor(.scalar(value)) }
    static func floats(_ values: [Float], _ shape: [Int]? = nil) -> ProgramArgument { .tensor(Tensor(values, shape: shape)) }
    static func bool(_ value: Bool) -> ProgramArgument { .tensor(.scalar(value)) }
    static func bools(_ values: [Bool]) -> ProgramArgument { .tensor(Tensor(values)) }

    static func string(_ text: String) -> ProgramArgument {
        .constant(value(of: type(.string, []), .strings(.with { $0.values = [text] })))
    }

    /// Bytes as they lie in the file.
    static func bytes(_ values: [UInt8], _ scalar: MILSpec.DataType, _ shape: [Int]) -> ProgramArgument {
        .constant(value(of: type(scalar, shape), .bytes(.with { $0.values = Bytes(copying: values) })))
    }

    static func tensor(_ tensor: Tensor) -> ProgramArgument { .constant(value(of: tensor)) }

    /// A list of strings or of numbers, as a classifier's labels are.
    static func list(_ elements: [MILSpec.TensorValue.Kind]) -> ProgramArgument {
        let values: [MILSpec.Value] = elements.map { value(of: type(.string, []), $0) }
        return .constant(
            MILSpec.Value.with {
                $0.type = MILSpec.ValueType.with { $0.type = .listType(MILSpec.ListType()) }
                $0.value = .immediateValue(.with { $0.value = .list(.with { $0.values = values }) })
            })
    }

    static func value(of tensor: Tensor) -> MILSpec.Value {
        let content: MILSpec.TensorValue.Kind
        switch tensor.scalar {
        case .float32: content = .floats(.with { $0.values = PackedFloats(tensor.doubles.map { Float($0) }) })
        case .bool: content = .bools(.with { $0.values = tensor.doubles.map { $0 != 0 } })
        case .int8, .uint8: content = .bytes(.with { $0.values = Bytes(copying: tensor.integers.map { UInt8(truncatingIfNeeded: $0) }) })
        default: content = .ints(.with { $0.values = tensor.integers.map { Int32(clamping: $0) } })
        }
        return value(of: type(tensor.type), content)
    }

    private static func value(of type: MILSpec.ValueType, _ content: MILSpec.TensorValue.Kind) -> MILSpec.Value {
        MILSpec.Value.with {
            $0.type = type
            $0.value = .immediateValue(.with { $0.value = .tensor(.with { $0.value = content }) })
        }
    }

    static func type(_ type: TensorType) -> MILSpec.ValueType {
        let scalar: MILSpec.DataType =
            switch type.scalar {
            case .float32: .float32
            case .bool: .bool
            case .int8: .int8
            case .uint8: .uint8
            case .int16: .int16
            case .uint16: .uint16
            default: .int32
            }
        return self.type(scalar, type.shape)
    }

    private static func type(_ scalar: MILSpec.DataType, _ shape: [Int]) -> MILSpec.ValueType {
        let tensor = MILSpec.TensorType.with {
            ($0.dataType, $0.rank) = (scalar, Int64(shape.count))
            $0.dimensions = shape.map { size in
                MILSpec.Dimension.with { $0.dimension = .constant(.with { $0.size = UInt64(size) }) }
            }
        }
        return MILSpec.ValueType.with { $0.type = .tensorType(tensor) }
    }
}

/// A program made as a message, run on the ways that a program can take.
struct ProgramCheck {
    typealias MILSpec = Specification.MILSpec

    enum Way: CaseIterable {
        /// A model that was written and read again: planned or, where shapes depend on values, interpreted with plans in between.
        case predictor
        /// The plain kernels alone.
        case plainKernels
    }

    private var inputs: [(name: String, tensor: Tensor)] = []
    private var states: [(name: String, type: TensorType)] = []
    private var operations: [MILSpec.Operation] = []

    @discardableResult
    mutating func input(_ name: String, _ tensor: Tensor) -> ProgramArgument {
        inputs.append((name, tensor))
        return .name(name)
    }

    @discardableResult
    mutating func state(_ name: String, _ type: TensorType) -> ProgramArgument {
        states.append((name, type))
        return .name(name)
    }

    mutating func call(
        _ kind: String, _ arguments: [String: ProgramArgument], outputs: [String] = ["result"], blocks: [MILSpec.Block] = []
    ) {
        operations.append(Self.operation(kind, arguments, outputs: outputs, blocks: blocks))
    }

    mutating func append(_ more: [MILSpec.Operation]) { operations += more }

    static func operation(
        _ kind: String, _ arguments: [String: ProgramArgument], outputs: [String], blocks: [MILSpec.Block] = []
    ) -> MILSpec.Operation {
        var operation = MILSpec.Operation()
        operation.type = kind
        operation.outputs = outputs.map { name in MILSpec.NamedValueType.with { $0.name = name } }
        operation.blocks = blocks
        for (key, argument) in arguments {
            operation.inputs[key] = MILSpec.Argument.with { $0.arguments = bindings(argument) }
        }
        return operation
    }

    private static func bindings(_ argument: ProgramArgument) -> [MILSpec.Argument.Binding] {
        switch argument {
        case .name(let name): return [MILSpec.Argument.Binding.with { $0.binding = .name(name) }]
        case .constant(let value): return [MILSpec.Argument.Binding.with { $0.binding = .value(value) }]
        case .several(let parts): return parts.flatMap { bindings($0) }
        }
    }

    static func block(_ operations: [MILSpec.Operation], outputs: [String]) -> MILSpec.Block {
        MILSpec.Block.with { ($0.operations, $0.outputs) = (operations, outputs) }
    }

    /// The message with these outputs, written and read again.
    func model(outputs: [String]) throws -> Specification.Model {
        var fixture = NetworkFixture()
        for (name, tensor) in inputs { fixture.input(name, tensor.shape.map { Int64($0) }) }
        for name in outputs { fixture.output(name) }
        var function = MILSpec.Function()
        for (name, tensor) in inputs {
            function.inputs.append(.with { ($0.name, $0.type) = (name, ProgramArgument.type(tensor.type)) })
        }
        for (name, type) in states {
            let state = MILSpec.StateType.with { $0.wrappedType = ProgramArgument.type(type) }
            function.inputs.append(.with { ($0.name, $0.type) = (name, MILSpec.ValueType.with { $0.type = .stateType(state) }) })
        }
        function.opset = "CoreML8"
        function.blockSpecializations = ["CoreML8": Self.block(operations, outputs: outputs)]
        let written = Specification.Model.with {
            $0.specificationVersion = 9
            $0.description = fixture.description
            $0.type = .mlProgram(MILSpec.Program.with { ($0.version, $0.functions) = (1, ["main": function]) })
        }
        return try Specification.Model(parsing: Bytes(copying: written.encoded()))
    }

    static func predictor(_ model: Specification.Model) throws -> any ModelPredictor {
        var options = PredictorOptions()
        options.allowsReducedPrecision = false
        return try PredictorFactory.predictor(for: model, options: options)
    }

    func predictor(outputs: [String]) throws -> any ModelPredictor { try Self.predictor(model(outputs: outputs)) }

    /// A predictor's answers for these outputs, in their order.
    func predict(
        _ predictor: any ModelPredictor, outputs: [String], states: [String: StateBuffer] = [:]
    ) throws -> [Tensor] {
        let arguments: [PredictorValue] = inputs.map { PredictorValue.tensor($0.tensor) }
        return try zip(outputs, try predictor.predict(arguments, states: states)).map { name, value in
            guard case .tensor(let tensor)? = value else { throw RuntimeError.failed("the output '\(name)' is no tensor") }
            return tensor
        }
    }

    /// The outputs in order. One without dimensions has one of one element, as a multi-array has.
    func run(_ way: Way, outputs: [String] = ["result"]) throws -> [Tensor] {
        let model = try model(outputs: outputs)
        switch way {
        case .predictor:
            let predictor = try Self.predictor(model)
            // The second prediction finds the plan that the first one made.
            _ = try predict(predictor, outputs: outputs, states: predictor.makeStates())
            return try predict(predictor, outputs: outputs, states: predictor.makeStates())
        case .plainKernels:
            guard case .mlProgram(let program)? = model.type else { throw RuntimeError.failed("no program") }
            let function = try MILTranslation(program, weights: WeightStore(folder: nil)).function()
            let named: [String: Tensor] = Dictionary(uniqueKeysWithValues: inputs.map { ($0.name, $0.tensor) })
            let results = try Interpreter().interpret(function, inputs: named, states: try Self.predictor(model).makeStates())
            return try outputs.map { name in
                guard let tensor = results[name] else { throw RuntimeError.failed("the output '\(name)' is missing") }
                return tensor.shape.isEmpty ? tensor.reshaped([1]) : tensor
            }
        }
    }

    /// Expects a shape and values of each output, on every way.
    func expect(
        outputs: [String] = ["result"], _ expected: [(shape: [Int], values: [Double])], tolerance: Double = 1e-5,
        location: SourceLocation = #_sourceLocation
    ) throws {
        for way in Way.allCases {
            let results = try run(way, outputs: outputs)
            #expect(results.count == expected.count, "\(subject), \(way)", sourceLocation: location)
            for (result, truth) in zip(results, expected) {
                let answer = "\(subject), \(way): \(result.type) \(result.doubles)"
                #expect(result.shape == truth.shape, "\(answer)", sourceLocation: location)
                // Whole numbers and flags are exact.
                let allowed = result.scalar.isFloatingPoint ? tolerance : 0
                #expect(result.agrees(with: truth.values, tolerance: allowed), "\(answer)", sourceLocation: location)
            }
        }
    }

    /// Expects an error, on every way.
    func expectRefusal(outputs: [String] = ["result"], location: SourceLocation = #_sourceLocation) {
        for way in Way.allCases {
            #expect(throws: RuntimeError.self, "\(subject), \(way)", sourceLocation: location) { try run(way, outputs: outputs) }
        }
    }

    /// The operations of the program, for messages.
    private var subject: String { operations.map(\.type).joined(separator: ", ") }

    /// One operation whose arguments `tensors` are the program's inputs.
    init(_ kind: String, _ tensors: [String: Tensor], with arguments: [String: ProgramArgument] = [:], outputs: [String] = ["result"]) {
        var all = arguments
        for (name, tensor) in tensors.sorted(by: { $0.key < $1.key }) { all[name] = input(name, tensor) }
        call(kind, all, outputs: outputs)
    }

    init() {}
}

/// Expects one output of this shape and these values from an operation, on every way.
func expectProgram(
    _ kind: String, _ tensors: [String: Tensor], with arguments: [String: ProgramArgument] = [:], _ shape: [Int], _ values: [Double],
    tolerance: Double = 1e-5, location: SourceLocation = #_sourceLocation
) throws {
    try ProgramCheck(kind, tensors, with: arguments).expect([(shape, values)], tolerance: tolerance, location: location)
}

/// Expects that an operation refuses its arguments, on every way.
func expectProgramRefusal(
    _ kind: String, _ tensors: [String: Tensor], with arguments: [String: ProgramArgument] = [:], outputs: [String] = ["result"],
    location: SourceLocation = #_sourceLocation
) {
    ProgramCheck(kind, tensors, with: arguments, outputs: outputs).expectRefusal(outputs: outputs, location: location)
}
