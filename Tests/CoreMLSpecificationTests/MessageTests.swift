import CoreMLSpecification
import Foundation
import TestSupport
import Testing

@Suite struct MessageTests {
    @Test("Messages that are built come back")
    func messagesThatAreBuiltComeBack() throws {
        let weights = (0..<5000).map { Float($0) / 7 }
        let model = Specification.Model.with {
            $0.specificationVersion = 4
            $0.description = .with {
                $0.input = [.with { $0.name = "x" }]
                $0.metadata = .with { $0.userDefined = ["b": "2", "a": "1"] }
            }
            $0.type = .neuralNetwork(
                .with {
                    $0.layers = [
                        .with {
                            $0.name = "conv"
                            $0.layer = .convolution(
                                .with {
                                    $0.kernelSize = [3, 3]
                                    $0.weights = .with { $0.floatValue = PackedFloats(weights) }
                                    $0.convolutionPaddingType = .valid(.init())
                                })
                        }
                    ]
                })
        }
        let folder = try TemporaryFolder()
        let url = folder.url.appendingPathComponent("m.mlmodel")
        try model.write(to: url)
        let read = try Specification.Model(contentsOf: url)
        #expect(read.encoded() == model.encoded())
        #expect(read.description?.metadata?.userDefined.map(\.key) == ["b", "a"])
        guard case .neuralNetwork(let network)? = read.type, case .convolution(let convolution)? = network.layers.first?.layer else {
            Issue.record("not a convolution")
            return
        }
        #expect(convolution.weights?.floatValue.elementsEqual(weights) == true)
        #expect(network.layers.first?.layer?.caseName == "convolution")
    }

    @Test("Long runs are not copied when written")
    func longRunsAreNotCopiedWhenWritten() throws {
        let weights = Bytes(copying: repeatElement(7, count: 1 << 20))
        let layer = Specification.NeuralNetworkLayer.with {
            $0.layer = .loadConstant(.with { $0.data = .with { $0.float16Value = weights } })
        }
        let segments = Specification.NeuralNetwork.with { $0.layers = [layer, layer] }.encodedSegments()
        let shared = segments.filter { $0.count == weights.count }
        #expect(shared.count == 2)
        for segment in shared {
            #expect(segment.withUnsafeBytes(\.baseAddress) == weights.withUnsafeBytes(\.baseAddress))
        }
    }

    @Test("Messages are values")
    func messagesAreValues() {
        var first = Specification.ConvolutionLayerParams.with { $0.weights = .with { $0.floatValue = [1, 2] } }
        let second = first
        first.weights?.floatValue.append(3)
        first.kernelSize.append(5)
        #expect(first.weights?.floatValue.count == 3)
        #expect(second.weights?.floatValue == [1, 2])
        #expect(second.kernelSize.isEmpty)
    }

    @Test("Unaligned floats are read where they are")
    func unalignedFloatsAreReadWhereTheyAre() throws {
        for shift in 0..<4 {
            let bytes = Bytes(copying: Array(repeating: 0, count: shift) + [0, 0, 0x80, 0x3F, 0, 0, 0, 0xC0])
            let floats = try #require(PackedFloats(bytes: bytes.slice(at: shift, count: 8)))
            #expect(Array(floats) == [1, -2])
            #expect(floats[1] == -2)
        }
        #expect(PackedFloats(bytes: [0, 0, 0]) == nil)
    }

    @Test("Slices stay inside their bytes")
    func slicesStayInsideTheirBytes() throws {
        let bytes: Bytes = [1, 2, 3]
        #expect(try bytes.slice(at: 1, count: 2) == [2, 3])
        #expect(try bytes.slice(at: 3, count: 0).isEmpty)
        for (offset, count) in [(-1, 1), (0, 4), (4, 0), (1, Int.max), (Int.max, 1), (0, -1)] {
            #expect(throws: SpecificationError.self) { try bytes.slice(at: offset, count: count) }
        }
        #expect(throws: SpecificationError.self) { try bytes.integer(at: 0, as: UInt32.self) }
        #expect(try bytes.integer(at: 1, as: UInt16.self) == 0x0302)
    }
}
