import CoreMLSpecification
import Foundation
import TestSupport
import Testing

/// Files made to do harm end in an error, or in a model, with little memory.
@Suite struct HostileModelTests {
    private func lengthDelimited(_ field: UInt8, _ content: [UInt8]) -> [UInt8] {
        var length = content.count
        var varint: [UInt8] = []
        while length >= 0x80 {
            varint.append(UInt8(length & 0x7F) | 0x80)
            length >>= 7
        }
        return [field << 3 | 2] + varint + [UInt8(length)] + content
    }

    @Test("Messages nest at most a hundred deep")
    func messagesNestAtMostAHundredDeep() throws {
        /// Lists of a type that is a list of a type…
        func nestedValueType(_ depth: Int) -> [UInt8] {
            (0..<depth).reduce(into: []) { bytes, _ in bytes = lengthDelimited(2, lengthDelimited(1, bytes)) }
        }
        #expect(throws: Never.self) { try Specification.MILSpec.ValueType(parsing: Bytes(copying: nestedValueType(50))) }
        #expect(throws: SpecificationError.self) { try Specification.MILSpec.ValueType(parsing: Bytes(copying: nestedValueType(51))) }
        #expect(throws: SpecificationError.self) { try Specification.MILSpec.ValueType(parsing: Bytes(copying: nestedValueType(2000))) }
    }

    @Test("Deepest nesting fits a small stack")
    func deepestNestingFitsASmallStack() throws {
        // A network in a branch in a network…, the messages that take most of the stack.
        var network: [UInt8] = []
        for _ in 0..<33 {
            let branch = lengthDelimited(1, network)
            let layer = [0xEA, 0x25] + lengthDelimited(0, branch).dropFirst()
            network = lengthDelimited(1, layer)
        }
        let bytes = Bytes(copying: network)
        let finished = DispatchSemaphore(value: 0)
        let thread = Thread {
            _ = try? Specification.NeuralNetwork(parsing: bytes)
            finished.signal()
        }
        thread.stackSize = 512 << 10
        thread.start()
        finished.wait()
        #expect(try Specification.NeuralNetwork(parsing: bytes).layers.count == 1)
    }

    @Test("Empty messages do not take many times the file")
    func emptyMessagesDoNotTakeManyTimesTheFile() throws {
        // Two bytes each, of which the type in memory takes some fifty times as much.
        let bombs = Bytes(copying: Array(repeating: [0x0A, 0x00], count: 1 << 20).joined())
        #expect(throws: SpecificationError.self) { try Specification.NeuralNetwork(parsing: bombs) }
    }

    @Test(
        "Truncated models are errors or models",
        .enabled(if: SharedData.has("models"), "needs ../shared/data/models"),
        arguments: ["GestureClassifier.mlmodel", "human_pose_8bit.mlmodel", "trees_happy_sunday.mlmodel"])
    func truncatedModelsAreErrorsOrModels(_ name: String) throws {
        let file = try Bytes(contentsOf: SharedData.url("models/\(name)"))
        for step in 0..<100 {
            let part = try file.slice(at: 0, count: file.count * step / 100)
            _ = try? Specification.Model(parsing: part).encodedSegments()
        }
    }

    @Test(
        "Flipped bytes are errors or models",
        .enabled(if: SharedData.has("models"), "needs ../shared/data/models"),
        arguments: [
            "Tiny8x8Classifier.mlmodel", "MarsHabitatPricer_tiny.mlmodel", "trees_2_numeric_items_no_context_binary_reward.mlmodel",
        ])
    func flippedBytesAreErrorsOrModels(_ name: String) throws {
        let original = Array(try Bytes(contentsOf: SharedData.url("models/\(name)")))
        var generator = SplitMix64(state: 1)
        for _ in 0..<1000 {
            var damaged = original
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                // Half of them where the structure is: weights take up most of a file.
                let range = Bool.random(using: &generator) ? damaged.indices : 0..<min(400, damaged.count)
                damaged[Int.random(in: range, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            }
            _ = try? Specification.Model(parsing: Bytes(copying: damaged)).encodedSegments()
        }
    }
}
