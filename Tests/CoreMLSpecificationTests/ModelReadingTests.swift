import CoreMLSpecification
import Foundation
import TestSupport
import Testing

/// Real models, as other writers wrote them.
@Suite(.enabled(if: SharedData.has("models"), "needs ../shared/data/models"))
struct ModelReadingTests {
    @Test("Models come back byte for byte", arguments: SharedData.modelNames)
    func modelsComeBackByteForByte(_ name: String) throws {
        let url = SharedData.url("models/\(name)")
        let model = try Specification.Model(contentsOf: url)
        #expect(model.unknownFields.isEmpty)
        let again = model.encoded()
        // Google's writers leave the order of a map's entries open and this one keeps it, so that nothing may differ.
        #expect(again == (try Data(contentsOf: url)))
        #expect(try Specification.Model(parsing: Bytes(copying: again)).encoded() == again)
    }

    @Test("All values of a model are those that coremltools reads")
    func valuesAreWhatCoremltoolsReads() throws {
        let rows = try JSONDecoder().decode([ModelRow].self, from: Data(contentsOf: Fixtures.url("models.json")))
        #expect(rows.count == 10)
        for row in rows {
            let model = try Specification.Model(contentsOf: SharedData.url("models/\(row.file)"))
            #expect(ModelRow(model, file: row.file) == row)
        }
    }

    @Test("Weights stay in the mapped file")
    func weightsStayInTheMappedFile() throws {
        let url = SharedData.url("models/model_cpm.mlmodel")
        let file = try Bytes(contentsOf: url)
        let model = try Specification.Model(parsing: file)
        let memory = file.withUnsafeBytes { UInt(bitPattern: $0.baseAddress)..<UInt(bitPattern: $0.baseAddress! + $0.count) }
        guard case .neuralNetwork(let network)? = model.type else { throw SpecificationError("not a network") }
        var count = 0
        for case .convolution(let convolution)? in network.layers.map(\.layer) {
            let weights = try #require(convolution.weights).floatValue
            count += weights.count
            #expect(weights.withUnsafeBytes { memory.contains(UInt(bitPattern: $0.baseAddress)) })
        }
        #expect(count > 400_000)
    }
}

/// A model, as `make_fixtures.py` describes it.
private struct ModelRow: Codable, Equatable {
    var file: String
    var specificationVersion: Int32
    var kind: String
    var inputs: [String]
    var outputs: [String]
    var inputKinds: [String]
    var inputShapes: [[Int64]]
    var layers: [LayerRow]
    var nodes: NodesRow?

    init(_ model: Specification.Model, file: String) {
        self.file = file
        specificationVersion = model.specificationVersion
        kind = model.type?.caseName ?? ""
        let description = model.description ?? .init()
        inputs = description.input.map(\.name)
        outputs = description.output.map(\.name)
        inputKinds = description.input.map { $0.type?.type?.caseName ?? "" }
        inputShapes = description.input.map {
            if case .multiArrayType(let array)? = $0.type?.type { array.shape } else { [] }
        }
        switch model.type {
        case .neuralNetwork(let network)?: layers = network.layers.map(LayerRow.init)
        case .neuralNetworkClassifier(let network)?: layers = network.layers.map(LayerRow.init)
        case .treeEnsembleRegressor(let trees)?:
            layers = []
            nodes = NodesRow(trees.treeEnsemble?.nodes ?? [])
        default: layers = []
        }
    }
}

private struct LayerRow: Codable, Equatable {
    var name: String
    var input: [String]
    var output: [String]
    var kind: String
    var convolution: ConvolutionRow?

    init(_ layer: Specification.NeuralNetworkLayer) {
        name = layer.name
        input = layer.input
        output = layer.output
        kind = layer.layer?.caseName.lowercased() ?? ""
        if case .convolution(let params)? = layer.layer { convolution = ConvolutionRow(params) }
    }
}

private struct ConvolutionRow: Codable, Equatable {
    var outputChannels: UInt64
    var kernelChannels: UInt64
    var groups: UInt64
    var kernelSize: [UInt64]
    var stride: [UInt64]
    var dilation: [UInt64]
    var padding: String
    var isDeconvolution: Bool
    var weights: WeightsRow
    var bias: WeightsRow

    init(_ params: Specification.ConvolutionLayerParams) {
        outputChannels = params.outputChannels
        kernelChannels = params.kernelChannels
        groups = params.nGroups
        kernelSize = params.kernelSize
        stride = params.stride
        dilation = params.dilationFactor
        padding = params.convolutionPaddingType?.caseName ?? ""
        isDeconvolution = params.isDeconvolution
        weights = WeightsRow(params.weights ?? .init())
        bias = WeightsRow(params.bias ?? .init())
    }
}

private struct WeightsRow: Codable, Equatable {
    var count: Int
    var sum: Double
    var float16Bytes: Int
    var rawBytes: Int
    var bits: UInt64
    var scaleSum: Double

    init(_ params: Specification.WeightParams) {
        count = params.floatValue.count
        sum = params.floatValue.reduce(0) { $0 + Double($1) }
        float16Bytes = params.float16Value.count
        rawBytes = params.rawValue.count
        bits = params.quantization?.numberOfBits ?? 0
        scaleSum = 0
        if case .linearQuantization(let linear)? = params.quantization?.quantizationType {
            scaleSum = linear.scale.reduce(0) { $0 + Double($1) }
        }
    }

    /// Sums depend on the order of the additions.
    static func == (left: Self, right: Self) -> Bool {
        left.count == right.count && left.float16Bytes == right.float16Bytes && left.rawBytes == right.rawBytes && left.bits == right.bits
            && abs(left.sum - right.sum) <= 1e-9 * max(1, Double(left.count)) && abs(left.scaleSum - right.scaleSum) <= 1e-9
    }
}

private struct NodesRow: Codable, Equatable {
    var count: Int
    var leaves: Int
    var values: Double
    var leafValues: Double

    init(_ nodes: [Specification.TreeEnsembleParameters.TreeNode]) {
        count = nodes.count
        leaves = nodes.count { $0.nodeBehavior == .leafNode }
        values = nodes.reduce(0) { $0 + ($1.branchFeatureValue.isNaN ? 0 : $1.branchFeatureValue) }
        leafValues = nodes.reduce(0) { sum, node in node.evaluationInfo.reduce(sum) { $0 + $1.evaluationValue } }
    }
}
