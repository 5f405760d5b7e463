import CoreML
import CoreMLSpecification
import Foundation
import TestSupport
import Testing

@Suite("Sizes that a model's file gives are checked before they are used", .serialized)
struct HostileSizeTests {
    private func load(_ hexadecimal: String, _ configuration: MLModelConfiguration = MLModelConfiguration()) throws -> MLModel {
        let digits = Array(hexadecimal)
        let bytes = stride(from: 0, to: digits.count, by: 2).compactMap { UInt8(String(digits[$0...$0 + 1]), radix: 16) }
        let folder = try TemporaryFolder()
        try Data(bytes).write(to: folder.file("Model.mlmodel"))
        return try MLModel(contentsOf: folder.file("Model.mlmodel"), configuration: configuration)
    }

    @Test(
        "An input of more elements than an Int counts is an error",
        arguments: [
            // [2³¹, 2³¹] and [2²⁰, 2²⁰, 2²⁰, 2²⁰]
            "080412320a170a01781a122a100a0a8080808008808080800810a0800452170a01791a122a100a0a8080808008808080"
                + "800810a08004a21f120a0e0a01721201781a017992080252002801",
            "080412300a190a01781a142a120a0c80804080804080804080804010a0800452130a01791a0e2a0c0a06808040808040"
                + "10a08004a21f120a0e0a01721201781a017992080252002801",
        ])
    func products(model: String) {
        #expect {
            try load(model)
        } throws: { error in
            error is MLModelError && error.localizedDescription.contains("larger than the limit")
        }
    }

    @Test("An input of a hundred dimensions is an error", arguments: [2, 64, 1 << 20, Int64.max])
    func dimensions(size: Int64) {
        let shape = [Int64](repeating: size, count: 100)
        let input = TestModels.feature("input", TestModels.array(shape))
        var layer = Specification.NeuralNetworkLayer()
        (layer.name, layer.input, layer.output) = ("r", ["input"], ["output"])
        layer.layer = .activation(.with { $0.nonlinearityType = .relu(.init()) })
        let network = Specification.NeuralNetwork.with { $0.layers = [layer] }
        let model = TestModels.model(.neuralNetwork(network), [input], [TestModels.feature("output", TestModels.array([]))])
        #expect(throws: MLModelError.self) { try TestModels.load(model) }
    }

    /// The memory of the process in MiB: now, and at most since the last call.
    private func memory() throws -> (now: Int, most: Int) {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        func figure(_ name: String) -> Int {
            let line = status.split(separator: "\n").first { $0.hasPrefix(name) } ?? ""
            return (Int(line.split(whereSeparator: { !$0.isNumber }).first ?? "") ?? 0) >> 10
        }
        let figures = (figure("VmRSS"), figure("VmHWM"))
        try? "5".write(toFile: "/proc/self/clear_refs", atomically: false, encoding: .utf8)
        return figures
    }

    @Test("A layer that fills more memory than the model may take is an error before it does")
    func filling() throws {
        let before = try memory().now
        // An array of 32768 × 32768 ones, 4 GiB.
        let model =
            "080412200a0e0a01781a092a070a010310a08004520e0a01791a092a070a010310a08004a21f1a0a160a01661a0179ea"
            + "430d0d0000803f12068080028080022801"
        #expect {
            try load(model)
        } throws: { error in
            error.localizedDescription.contains("OSPREY_MEMORY_LIMIT")
        }
        // Other tests run meanwhile.
        #expect(try memory().most - before < 2048)
    }
}
