import CoreML
import Foundation
import JSON

/// Answers the operation `plan` with the parts of a model and their costs.
extension ModelSession {
    static func plan(_ path: String, _ configuration: MLModelConfiguration) throws -> JSON {
        let plan = try MLComputePlan(contentsOf: URL(fileURLWithPath: path), configuration: configuration)
        return structure(plan.modelStructure, plan)
    }

    private static func structure(_ structure: MLModelStructure, _ plan: MLComputePlan) -> JSON {
        switch structure {
        case .neuralNetwork(let network):
            let layers = network.layers.map { layer in
                JSON.object([
                    ("name", .string(layer.name)), ("type", .string(layer.type)), ("inputs", names(layer.inputNames)),
                    ("outputs", names(layer.outputNames)),
                ])
            }
            return ["layers": .array(layers)]
        case .program(let program):
            let functions = program.functions.sorted { $0.key < $1.key }.map { name, function in
                let inputs = names(function.inputs.map(\.name))
                return (name, JSON.object([("inputs", inputs), ("block", block(function.block, plan))]))
            }
            return ["functions": .object(functions)]
        case .pipeline(let pipeline):
            let models = zip(pipeline.subModelNames, pipeline.subModels).map { name, model in
                JSON.object([("name", .string(name)), ("structure", self.structure(model, plan))])
            }
            return ["models": .array(models)]
        case .unsupported: return [:]
        }
    }

    private static func block(_ block: MLModelStructure.Program.Block, _ plan: MLComputePlan) -> JSON {
        let operations = block.operations.map { operation in
            let inputs = operation.inputs.sorted { $0.key < $1.key }.map { name, argument in
                // A constant has no name.
                let bindings = argument.bindings.map { if case .name(let value) = $0 { JSON.string(value) } else { JSON.null } }
                return (name, JSON.array(bindings))
            }
            return JSON.object([
                ("operator", .string(operation.operatorName)), ("inputs", .object(inputs)),
                ("outputs", names(operation.outputs.map(\.name))),
                ("blocks", .array(operation.blocks.map { self.block($0, plan) })),
                ("weight", plan.estimatedCost(of: operation).map { JSON.number($0.weight) } ?? JSON.null),
                ("isComputed", .bool(plan.deviceUsage(for: operation) != nil)),
            ])
        }
        return [
            "inputs": names(block.inputs.map(\.name)), "outputs": names(block.outputNames), "operations": .array(operations),
        ]
    }

    private static func names(_ names: [String]) -> JSON { .array(names.map { .string($0) }) }
}
