import CoreMLSpecification

/// Turns a window of sound into the spectrogram that the network VGGish reads.
final class SoundPreprocessingPredictor: ModelPredictor {
    private let isDouble: Bool

    /// - Throws: `RuntimeError.unsupported` for a type of preprocessing other than VGGish's. `RuntimeError.invalidModel` if the input is not an
    ///   array of 15,600 samples, or the output is not an array [1, 96, 64].
    init(_ specification: Specification.CoreMLModels.SoundAnalysisPreprocessing, interface: ModelInterface) throws {
        guard case .vggish? = specification.soundAnalysisPreprocessingType else {
            throw RuntimeError.unsupported("the soundAnalysisPreprocessing is of an unknown type; only vggish is supported")
        }
        func array(_ features: [ModelInterface.Feature]) -> Specification.ArrayFeatureType? {
            guard features.count == 1, case .multiArrayType(let array) = features[0].type else { return nil }
            return array
        }
        guard let input = array(interface.inputs), let output = array(interface.outputs) else {
            throw RuntimeError.invalidModel("the soundAnalysisPreprocessing takes an array and gives an array")
        }
        guard input.shape == [Int64(LogMelSpectrogram.sampleCount)] else {
            throw RuntimeError.invalidModel(
                "the soundAnalysisPreprocessing takes \(LogMelSpectrogram.sampleCount) samples, not an array \(input.shape)")
        }
        guard output.shape == Self.shape.map({ Int64($0) }) else {
            throw RuntimeError.invalidModel("the soundAnalysisPreprocessing gives an array \(Self.shape), not \(output.shape)")
        }
        isDouble = output.dataType == .double
    }

    private static let shape = [1, LogMelSpectrogram.frameCount, LogMelSpectrogram.bandCount]

    func predict(_ inputs: [PredictorValue?]) throws -> [PredictorValue?] {
        guard let numbers = inputs.first??.numbers, numbers.count == LogMelSpectrogram.sampleCount else {
            let count = (inputs.first ?? nil)?.numbers.map { "\($0.count)" } ?? "no"
            throw RuntimeError.invalidInput(
                "the soundAnalysisPreprocessing takes \(LogMelSpectrogram.sampleCount) samples, which are 0.975 s at 16 kHz, not \(count)")
        }
        let values = numbers.map { Float($0) }.withUnsafeBufferPointer { LogMelSpectrogram.values($0) }
        return [.tensor(isDouble ? Tensor(doubles: values.map(Double.init), shape: Self.shape) : Tensor(values, shape: Self.shape))]
    }
}
