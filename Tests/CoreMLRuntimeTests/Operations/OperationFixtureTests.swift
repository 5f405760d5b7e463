import Foundation
import TestSupport
import Testing

@testable import CoreMLRuntime

/// Cases that Scripts/operation_fixtures.py computed with NumPy and PyTorch.
struct OperationFixtureTests {
    struct Case: Decodable, Sendable, CustomTestStringConvertible {
        var kind: String
        var arguments: [String: Value]
        var outputs: [Value]

        var testDescription: String { "\(kind) of \(arguments["x"]?.shape ?? arguments["data"]?.shape ?? [])" }
    }

    struct Value: Decodable, Sendable {
        var shape: [Int]?
        var floats: [Float]?
        var ints: [Int32]?
        var bools: [Bool]?
        var string: String?
        var list: [Value]?

        var tensor: Tensor? {
            if let floats { return Tensor(floats, shape: shape) }
            if let ints { return Tensor(ints, shape: shape) }
            if let bools { return Tensor(bools, shape: shape) }
            return nil
        }
    }

    static let cases = (try? read()) ?? []

    private static func read() throws -> [Case] {
        try JSONDecoder().decode([Case].self, from: Data(contentsOf: Fixtures.url("operations.json")))
    }

    @Test("There are cases")
    func thereAreCases() throws { #expect(try Self.read().count > 100) }

    @Test("The kernel agrees with PyTorch", arguments: cases)
    func theKernelAgreesWithPyTorch(_ test: Case) throws {
        var call = OperationCall(kind: test.kind, name: "test", inputs: [:])
        for (name, value) in test.arguments {
            if let string = value.string {
                call.strings[name] = [string]
            } else {
                call.inputs[name] = (value.list ?? [value]).compactMap(\.tensor).map { .init(type: $0.type, tensor: $0) }
            }
        }
        let definition = try OperationRegistry.definition(for: test.kind)
        let types = try definition.outputTypes(call)
        #expect(types.map(\.shape) == test.outputs.map { $0.shape ?? [] })
        let outputs = types.map { Tensor(uninitialized: $0) }
        try definition.compute(call, outputs: outputs)
        for (output, expected) in zip(outputs, test.outputs) {
            let truth = try #require(expected.tensor).doubles
            let worst = zip(output.doubles, truth).map { abs($0 - $1) / max(1, abs($1)) }.max() ?? 0
            #expect(output.scalar.isFloatingPoint ? worst < 2e-5 : worst == 0)
        }
    }
}
