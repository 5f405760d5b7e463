import CoreMLSpecification
import Foundation
import JSON
import ModelServer
import TestSupport
import Testing

@testable import osprey
@testable import Reports

/// Requests with arrays so large that they are decoded where they lie.
@Suite struct LargeRequestTests {
    @Test("Base64 agrees with Foundation")
    func base64AgreesWithFoundation() throws {
        var generator = SystemRandomNumberGenerator()
        for count in [0, 1, 2, 3, 4, 5, 6, 100, 3000, 3001, 3002] {
            let bytes = Data((0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) })
            let text = Array(bytes.base64EncodedString().utf8)
            var decoded = Data(count: count)
            let isDecoded = text.withUnsafeBufferPointer { text in
                #expect(Base64.decodedCount(text) == count)
                return decoded.withUnsafeMutableBytes { Base64.decode(text, into: $0) }
            }
            #expect(isDecoded)
            #expect(decoded == bytes)
        }
    }

    @Test("Text that is not base64 is refused", arguments: ["A", "AAA", "AA=A", "====", "A===", "AAAA=AAA", "AA A", "AAÄ", "AAAAAA\n="])
    func textThatIsNotBase64IsRefused(text: String) {
        let text = Array(text.utf8)
        text.withUnsafeBufferPointer { text in
            guard let count = Base64.decodedCount(text) else { return }
            var bytes = [UInt8](repeating: 0, count: count)
            #expect(!bytes.withUnsafeMutableBytes { Base64.decode(text, into: $0) })
        }
    }

    @Test("Long strings stay where they are")
    func longStringsStayWhereTheyAre() throws {
        let long = String(repeating: "x", count: 50)
        let text = Array(#"{"a": "\#(long)", "b": "short", "c": "\n\#(long)", "d": ["\#(long)"]}"#.utf8)
        let json = try text.withUnsafeBufferPointer { try JSON(parsing: $0, spansFrom: 50) }
        guard case .span(let range)? = json["a"], case .span(let last)? = json["d"]?.array?.first else {
            Issue.record("the long strings were read")
            return
        }
        #expect(String(decoding: text[range], as: UTF8.self) == long)
        #expect(String(decoding: text[last], as: UTF8.self) == long)
        #expect(json["b"]?.string == "short")
        #expect(json["c"]?.string == "\n" + long)
        #expect(throws: JSONError.self) {
            try Array((#"{"a": ""# + long).utf8).withUnsafeBufferPointer { try JSON(parsing: $0, spansFrom: 10) }
        }
    }

    /// `y = 2 · x` over arrays of any length.
    private func model() throws -> URL {
        var linear = Specification.ActivationLinear()
        linear.alpha = 2
        var activation = Specification.ActivationParams()
        activation.nonlinearityType = .linear(linear)
        var layer = Specification.NeuralNetworkLayer()
        (layer.name, layer.input, layer.output, layer.layer) = ("double", ["x"], ["y"], .activation(activation))
        var network = Specification.NeuralNetwork()
        network.layers = [layer]
        network.arrayInputShapeMapping = .exactArrayMapping
        func feature(_ name: String) -> Specification.FeatureDescription {
            var array = Specification.ArrayFeatureType()
            array.dataType = .float32
            var feature = Specification.FeatureDescription()
            feature.name = name
            feature.type = Specification.FeatureType()
            feature.type?.type = .multiArrayType(array)
            return feature
        }
        var model = Specification.Model()
        model.specificationVersion = 4
        model.description = Specification.ModelDescription()
        model.description?.input = [feature("x")]
        model.description?.output = [feature("y")]
        model.type = .neuralNetwork(network)
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).mlmodel")
        try model.write(to: file)
        return file
    }

    @Test("A large array is answered and a bad one refused")
    func aLargeArrayIsAnsweredAndABadOneRefused() throws {
        let file = try model()
        defer { try? FileManager.default.removeItem(at: file) }
        let server = ModelSession()
        func answer(_ request: String) -> JSON { Array(request.utf8).withUnsafeBufferPointer(server.answer) }
        let model = try #require(answer(#"{"id": 1, "op": "load", "path": "\#(file.path)"}"#)["model"]?.integer)
        func predict(_ type: String, _ shape: [Int], _ data: String) -> JSON {
            answer(
                #"{"id": 2, "op": "predict", "model": \#(model), "inputs": {"x": {"array": {"dtype": "\#(type)", "shape": \#(shape), "data": "\#(data)"}}}}"#
            )
        }
        let values = (0..<6000).map { Double($0) }
        let doubles = values.withUnsafeBytes { Data($0) }.base64EncodedString()
        let expected = values.map { Float(2 * $0) }.withUnsafeBytes { Data($0) }.base64EncodedString()
        #expect(predict("float64", [2, 3000], doubles)["outputs"]?["y"]?["array"]?["data"]?.string == expected)
        let integers = values.map { Int16($0) }.withUnsafeBytes { Data($0) }.base64EncodedString()
        #expect(predict("int16", [6000], integers)["outputs"]?["y"]?["array"]?["data"]?.string == expected)
        #expect(predict("float64", [2, 3001], doubles)["ok"]?.text == "false")
        #expect(predict("float64", [Int.max, Int.max], doubles)["ok"]?.text == "false")
        for text in [String(doubles.dropLast()) + "!", String(doubles.dropLast())] {
            #expect(predict("float64", [6000], text)["error"]?["message"]?.string == "'inputs.x': data is not Base64")
        }
        #expect(predict("int16", [6000], String(integers.dropFirst()) + "\u{20AC}")["ok"]?.text == "false")
    }

    @Test("Lines of any length are read")
    func linesOfAnyLengthAreRead() throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: file) }
        let lengths = [0, 1, 5_000_000, 0, 3, 40_000_000, 7, 2_000_000, 2]
        let text = lengths.map { String(repeating: "a", count: $0) }.joined(separator: "\n")
        try Data(text.utf8).write(to: file)
        let descriptor = open(file.path, O_RDONLY)
        defer { close(descriptor) }
        let reader = LineReader(descriptor: descriptor)
        var found: [Int] = []
        while let length = reader.next({ line in line.first == 0x0A || line.last == 0x0A ? -1 : line.count }) {
            found.append(length)
        }
        #expect(found == lengths)
    }
}
