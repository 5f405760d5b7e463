import CoreMLSpecification
import Testing

@testable import CoreMLRuntime

/// Quantized weights of a network's layers that are not expanded: those of 8 bits stay as they are in the model's file.
@Suite struct QuantizedLayerWeightsTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var shape: [Int]
        var axis: Int
        var isSigned: Bool
        var hasOneScale = false
        var hasOneBias = false

        var testDescription: String { "\(shape) axis \(axis) signed \(isSigned) scales \(hasOneScale) biases \(hasOneBias)" }
        var channels: Int { shape[axis] }
        var scales: [Float] { (0..<(hasOneScale ? 1 : channels)).map { 0.01 + Float($0 % 7) * 0.003 } }
        /// Whole numbers of scales.
        var biases: [Float] {
            if hasOneBias && !hasOneScale { return [0] }
            return (0..<(hasOneBias ? 1 : channels)).map { Float($0 % 5 * 60 - 120) * scales[hasOneScale ? 0 : $0] }
        }
        var bytes: [UInt8] { (0..<shape.product()).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ $0 / 11) } }

        func numbers(_ bytes: [UInt8], _ biases: [Float]) -> [Double] {
            let inner = shape[(axis + 1)...].product()
            return bytes.enumerated().map { index, byte in
                let channel = index / inner % channels
                let integer = isSigned ? Double(Int8(bitPattern: byte)) : Double(byte)
                return integer * Double(scales[hasOneScale ? 0 : channel]) + Double(biases[hasOneBias ? 0 : channel])
            }
        }

        func stored(_ biases: [Float]) -> StoredNumbers? {
            StoredNumbers(Bytes(copying: bytes), isSigned: isSigned, shape, axis: axis, scales: scales, biases: biases)
        }
    }

    static let cases: [Case] = [
        Case(shape: [64, 64], axis: 0, isSigned: false), Case(shape: [64, 64], axis: 0, isSigned: true),
        Case(shape: [40, 12, 3, 3], axis: 0, isSigned: false), Case(shape: [40, 12, 3, 3], axis: 1, isSigned: false),
        Case(shape: [64, 80], axis: 1, isSigned: true), Case(shape: [64, 80], axis: 0, isSigned: false, hasOneScale: true),
        Case(shape: [64, 80], axis: 0, isSigned: false, hasOneScale: true, hasOneBias: true),
        Case(shape: [64, 80], axis: 0, isSigned: false, hasOneBias: true),
    ]

    @Test("Integers stand for the weights", arguments: cases)
    func integersStandForTheWeights(_ example: Case) throws {
        let stored = try #require(example.stored(example.biases))
        let found = Tensor(.float32(example.shape), stored: stored).doubles
        let wanted = example.numbers(example.bytes, example.biases)
        #expect(zip(found, wanted).allSatisfy { abs($0 - $1) < 1e-6 })
    }

    @Test("Layers compute with quantized weights", arguments: cases)
    func layersComputeWithQuantizedWeights(_ example: Case) throws {
        guard example.axis == 0, example.shape.count == 2 else { return }
        // The second biases are no whole numbers of scales, so that the weights are expanded.
        for biases in [example.biases, example.biases.map { $0 + 0.0021 }] {
            for bits in example.isSigned ? 8...8 : 1...8 { try compare(example, biases, bits: bits) }
        }
    }

    private func compare(_ example: Case, _ biases: [Float], bits: Int) throws {
        let integers = example.bytes.map { Int($0) & (1 << bits - 1) }
        let weights = Specification.WeightParams.with {
            if example.isSigned {
                $0.int8RawValue = Bytes(copying: example.bytes)
            } else {
                $0.rawValue = packedFromTheHighestBit(integers, bits: bits)
            }
            $0.quantization = .with {
                $0.numberOfBits = UInt64(bits)
                $0.quantizationType = .linearQuantization(
                    .with { ($0.scale, $0.bias) = (PackedFloats(example.scales), PackedFloats(biases)) })
            }
        }
        let (outputs, inputs) = (example.shape[0], example.shape[1])
        var fixture = NetworkFixture()
        fixture.input("x", [Int64(inputs)])
        fixture.output("y", [Int64(outputs)])
        fixture.layer(
            .innerProduct(.with { ($0.inputChannels, $0.outputChannels, $0.weights) = (UInt64(inputs), UInt64(outputs), weights) }),
            ["x"], ["y"])
        let x = (0..<inputs).map { Float($0 % 9) - 4 }
        let numbers = example.numbers(integers.map { UInt8($0) }, biases)
        let wanted = (0..<outputs).map { row in (0..<inputs).reduce(0.0) { $0 + numbers[row * inputs + $1] * Double(x[$1]) } }
        let found = try #require(try fixture.run(["x": Tensor(x)])["y"]).doubles
        #expect(zip(found, wanted).allSatisfy { abs($0 - $1) < 1e-3 }, "\(bits) bits")
    }

    @Test("Other weights are expanded")
    func otherWeightsAreExpanded() {
        let example = Self.cases[0]
        #expect(example.stored(example.biases.map { $0 + 0.003 }) == nil)
        #expect(example.stored(example.biases.map { _ in .nan }) == nil)
        #expect(example.stored(example.biases.map { _ in 1e9 }) == nil)
        let bytes = Bytes(copying: example.bytes)
        func stored(_ shape: [Int], axis: Int = 0, scale: Float = 1, bias: [Float] = []) -> StoredNumbers? {
            StoredNumbers(bytes, isSigned: false, shape, axis: axis, scales: [scale], biases: bias)
        }
        #expect(stored([64, 64]) != nil)
        #expect(stored([64, 8, 8], axis: 2) == nil)
        #expect(stored([4096]) == nil)
        #expect(stored([63, 63]) == nil)
        #expect(stored([64, 64], scale: 0, bias: [1]) == nil)
        #expect(stored([64, 64], scale: .infinity) == nil)
    }
}
