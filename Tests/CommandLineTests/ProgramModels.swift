import CoreMLSpecification
import TestSupport

/// ML Programs of one operation each, on vectors of two floats.
enum ProgramModels {
    typealias MIL = Specification.MILSpec

    static var vector: Specification.FeatureType.Kind {
        .multiArrayType(
            .with {
                ($0.shape, $0.dataType) = ([2], .float32)
            })
    }

    /// Two functions: `positive` is the default one, `negative` the other. y = max(x, 0) and y = |x|.
    static var twoFunctions: Specification.Model {
        model(
            functions: ["relu": "positive", "abs": "magnitude"].sorted { $0.value < $1.value }.map { operation, name in
                (name, function(inputs: [named("x", tensor)], operations: [apply(operation, ["x": "x"], to: "y")]))
            }
        ) { description in
            description.functions = ["positive", "magnitude"].map { name in
                .with {
                    $0.name = name
                    $0.input = [feature("x", vector)]
                    $0.output = [feature("y", vector)]
                }
            }
            description.defaultFunctionName = "positive"
        }
    }

    /// y = total + x, which is the new total.
    static var runningTotal: Specification.Model {
        let state = MIL.ValueType.with { $0.type = .stateType(.with { $0.wrappedType = tensor }) }
        var update = apply("write_state", ["input": "total", "data": "y"], to: "")
        update.outputs = []
        let operations = [apply("read_state", ["input": "total"], to: "old"), apply("add", ["x": "old", "y": "x"], to: "y"), update]
        let main = function(inputs: [named("x", tensor), named("total", state)], operations: operations)
        return model(functions: [("main", main)]) { description in
            description.input = [feature("x", vector)]
            description.output = [feature("y", vector)]
            let array = Specification.ArrayFeatureType.with { ($0.shape, $0.dataType) = ([2], .float16) }
            description.state = [feature("total", .stateType(.with { $0.type = .arrayType(array) }))]
        }
    }

    private static func model(
        functions: [(String, MIL.Function)], _ describe: (inout Specification.ModelDescription) -> Void
    ) -> Specification.Model {
        var program = MIL.Program()
        program.version = 1
        for (name, function) in functions { program.functions[name] = function }
        var model = Specification.Model()
        (model.specificationVersion, model.type) = (9, .mlProgram(program))
        var description = Specification.ModelDescription()
        describe(&description)
        model.description = description
        return model
    }

    private static var tensor: MIL.ValueType {
        .with {
            $0.type = .tensorType(
                .with {
                    ($0.dataType, $0.rank) = (.float32, 1)
                    $0.dimensions = [.with { $0.dimension = .constant(.with { $0.size = 2 }) }]
                })
        }
    }

    private static func named(_ name: String, _ type: MIL.ValueType) -> MIL.NamedValueType {
        .with {
            ($0.name, $0.type) = (name, type)
        }
    }

    private static func apply(_ type: String, _ inputs: [String: String], to output: String) -> MIL.Operation {
        .with {
            $0.type = type
            for (key, name) in inputs { $0.inputs[key] = .with { $0.arguments = [.with { $0.binding = .name(name) }] } }
            $0.outputs = [named(output, tensor)]
        }
    }

    private static func function(inputs: [MIL.NamedValueType], operations: [MIL.Operation]) -> MIL.Function {
        .with {
            ($0.inputs, $0.opset) = (inputs, "CoreML8")
            $0.blockSpecializations["CoreML8"] = .with { ($0.operations, $0.outputs) = (operations, ["y"]) }
        }
    }
}
