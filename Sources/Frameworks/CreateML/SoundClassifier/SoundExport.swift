import CoreML
import CoreMLRuntime
import CoreMLSpecification
import SoundAnalysis

/// The shape of the spectrogram between the two models of a pipeline.
enum LogMelShape {
    static let samples = LogMelSpectrogram.sampleCount
    static let frames = LogMelSpectrogram.frameCount
    static let bands = LogMelSpectrogram.bandCount
}

/// A trained classifier of sounds as a Core ML model, with the input and outputs of Apple's classifiers: `audioSamples`, `target` and
/// `targetProbability`. The model is a pipeline. Its first model makes a spectrogram, and its second one is a neural network.
struct SoundExport: NetworkClassifierExport {
    let head: ClassifierHead
    let labels: [String]

    static let labelName = "target"
    static let probabilitiesName = "targetProbability"
    private static let spectrogramName = "preprocessed_data"
    private static let statisticsName = "statistics"
    /// The version of the format that introduced the preprocessing of sound, and arrays of any rank.
    private static let specificationVersion: Int32 = 4

    func specification(_ metadata: MLModelMetadata) -> Specification.Model {
        let classifier = classifier
        var pipeline = Specification.Pipeline()
        pipeline.models = [Self.preprocessing, classifier]
        pipeline.names = ["preprocessing", "classifier"]
        var whole = Specification.PipelineClassifier()
        whole.pipeline = pipeline
        var model = Specification.Model()
        model.specificationVersion = Self.specificationVersion
        model.type = .pipelineClassifier(whole)
        var description = classifier.description ?? Specification.ModelDescription()
        description.input = [Self.samples]
        description.metadata = metadata.specification
        description.metadata?.userDefined["sampleRate"] = String(LogMelSpectrogram.sampleRate)
        model.description = description
        return model
    }

    /// A model that gives the statistics of a window of samples.
    static var extractor: Specification.Model {
        var list = LayerList()
        SoundStatistics.add(statisticsName, of: spectrogramName, to: &list)
        var network = Specification.NeuralNetwork()
        network.layers = list.layers
        network.arrayInputShapeMapping = .exactArrayMapping
        var statistics = Specification.Model()
        statistics.specificationVersion = specificationVersion
        statistics.type = .neuralNetwork(network)
        var inner = Specification.ModelDescription()
        inner.input = [spectrogram]
        inner.output = [.init(array: statisticsName, [1, SoundStatistics.count])]
        statistics.description = inner
        var pipeline = Specification.Pipeline()
        pipeline.models = [preprocessing, statistics]
        pipeline.names = ["preprocessing", "statistics"]
        var model = Specification.Model()
        model.specificationVersion = specificationVersion
        model.type = .pipeline(pipeline)
        inner.input = [samples]
        model.description = inner
        return model
    }

    private static var samples: Specification.FeatureDescription {
        var samples = Specification.FeatureDescription(array: SoundModel.inputName, [LogMelShape.samples])
        samples.shortDescription = "\(LogMelShape.samples) samples of one channel at 16 kHz, from -1 to 1"
        return samples
    }

    private static var spectrogram: Specification.FeatureDescription {
        .init(array: spectrogramName, [1, LogMelShape.frames, LogMelShape.bands])
    }

    private static var preprocessing: Specification.Model {
        var preprocessing = Specification.CoreMLModels.SoundAnalysisPreprocessing()
        preprocessing.soundAnalysisPreprocessingType = .vggish(.init())
        var description = Specification.ModelDescription()
        description.input = [samples]
        description.output = [spectrogram]
        var model = Specification.Model()
        model.specificationVersion = specificationVersion
        model.type = .soundAnalysisPreprocessing(preprocessing)
        model.description = description
        return model
    }

    private var classifier: Specification.Model {
        var list = LayerList()
        SoundStatistics.add(Self.statisticsName, of: Self.spectrogramName, to: &list)
        var name = Self.statisticsName
        for (index, layer) in head.layers.enumerated() {
            if index > 0 { name = list.relu("rectified\(index)", name) }
            name = list.innerProduct(
                "scores\(index + 1)", name, (layer.outputs, layer.inputs), layer.weights.map { Float($0) },
                bias: layer.offsets.map { Float($0) })
        }
        var description = Specification.ModelDescription()
        description.input = [Self.spectrogram]
        return Specification.Model(
            classifier: list.layers, scores: name, labels: labels, outputs: (Self.labelName, Self.probabilitiesName), description,
            specificationVersion: Self.specificationVersion)
    }
}
