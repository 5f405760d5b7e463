import CoreMLSpecification
import Foundation

/// The parts of a model: the layers of a neural network, the operations of an ML Program, or the models of a pipeline.
public enum MLModelStructure: Sendable {
    /// A neural network of layers.
    case neuralNetwork(NeuralNetwork)
    /// An ML Program.
    case program(Program)
    /// Models that run one after the other.
    case pipeline(Pipeline)
    /// A model of any other type.
    case unsupported

    /// The layers of a neural network, in the order in which they run.
    public struct NeuralNetwork: Sendable {
        /// The layers, in the order in which they run.
        public let layers: [Layer]

        /// A layer of a neural network.
        public struct Layer: Sendable {
            /// The layer's name.
            public let name: String
            /// The layer's type in the model format, such as `convolution`.
            public let type: String
            /// The names of the values that it reads.
            public let inputNames: [String]
            /// The names of the values that it computes.
            public let outputNames: [String]
        }
    }

    /// The models of a pipeline, in the order in which they run.
    public struct Pipeline: Sendable {
        /// The names of the models, in the order in which they run; some may be empty.
        public let subModelNames: [String]
        /// The models, in the order in which they run.
        public let subModels: [MLModelStructure]
    }

    /// Reads the structure of a model on disk.
    ///
    /// - Throws: `MLModelError.io` if the model cannot be read.
    public static func load(contentsOf url: URL) async throws -> MLModelStructure {
        MLModelStructure(try ModelFile.read(url).model)
    }

    /// Reads the structure of a model in memory.
    public static func load(asset: MLModelAsset) async throws -> MLModelStructure {
        MLModelStructure(asset.package.model)
    }

    /// The maximum depth of nested pipelines that is described.
    private static let maximumDepth = 16

    init(_ model: Specification.Model, depth: Int = 0) {
        switch model.type {
        case .neuralNetwork(let network): self = .neuralNetwork(NeuralNetwork(network.layers))
        case .neuralNetworkClassifier(let network): self = .neuralNetwork(NeuralNetwork(network.layers))
        case .neuralNetworkRegressor(let network): self = .neuralNetwork(NeuralNetwork(network.layers))
        case .mlProgram(let program): self = .program(Program(program))
        case .pipeline(let pipeline): self = MLModelStructure(pipeline, depth: depth)
        case .pipelineClassifier(let model): self = MLModelStructure(model.pipeline, depth: depth)
        case .pipelineRegressor(let model): self = MLModelStructure(model.pipeline, depth: depth)
        default: self = .unsupported
        }
    }

    private init(_ pipeline: Specification.Pipeline?, depth: Int) {
        guard let pipeline, depth < MLModelStructure.maximumDepth else {
            self = .unsupported
            return
        }
        self = .pipeline(
            Pipeline(
                subModelNames: pipeline.models.indices.map { $0 < pipeline.names.count ? pipeline.names[$0] : "model\($0)" },
                subModels: pipeline.models.map { MLModelStructure($0, depth: depth + 1) }))
    }
}

extension MLModelStructure.NeuralNetwork {
    init(_ layers: [Specification.NeuralNetworkLayer]) {
        self.layers = layers.map { layer in
            let type = layer.layer.flatMap { Mirror(reflecting: $0).children.first?.label } ?? "unknown"
            return Layer(name: layer.name, type: type, inputNames: layer.input, outputNames: layer.output)
        }
    }
}
