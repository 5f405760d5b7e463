import CoreMLSpecification

/// Inputs of a network, with its answers in float32. The errors of other precisions are measured on these inputs.
final class PrecisionProbe {
    private struct Sample {
        let inputs: [PredictorValue?]
        /// The numbers of each output in float32; `nil` for outputs whose errors are not measured, such as labels and integers.
        let answers: [[Double]?]
    }

    private let interface: ModelInterface
    private let exact: any ModelPredictor
    private let content: ProbeContent
    /// The samples that are used so far, by their numbers. An input without an answer of finite numbers gives none.
    private var samples: [Int: Sample?]

    /// The number of inputs.
    let sampleCount: Int
    /// Whether the network reads an image.
    let hasPictures: Bool

    /// The number of elements below which the errors of an output may vary by several times between inputs of random numbers. A network with array
    /// inputs is measured on `manySamples` inputs if its smallest output has fewer elements.
    private static let few = 256
    private static let manySamples = 4

    /// A probe whose first input has an answer of finite numbers; `nil` if there is none. A network with image inputs answers a picture in each
    /// `ProbePicture.Light`, because the errors differ between them. The other inputs are answered when they are used.
    init?(_ interface: ModelInterface, answeredBy predictor: any ModelPredictor) {
        for content in ProbeContent.allCases {
            guard let first = Self.sample(content, interface, predictor, number: 0) else { continue }
            let smallest = first.answers.compactMap { $0?.count }.min() ?? 0
            let isScattered = content == .natural && smallest < Self.few
            let counts = interface.inputs.map { input in
                switch input.type {
                case .multiArrayType where isScattered: Self.manySamples
                case .imageType: ProbePicture.Light.allCases.count
                default: 1
                }
            }
            (self.interface, exact, self.content, samples) = (interface, predictor, content, [0: first])
            sampleCount = counts.max() ?? 1
            hasPictures = interface.inputs.contains { if case .imageType = $0.type { true } else { false } }
            return
        }
        return nil
    }

    private func sample(_ number: Int) -> Sample? {
        if let known = samples[number] { return known }
        let sample = Self.sample(content, interface, exact, number: number)
        samples[number] = .some(sample)
        return sample
    }

    private static func sample(
        _ content: ProbeContent, _ interface: ModelInterface, _ predictor: any ModelPredictor, number: Int
    ) -> Sample? {
        guard let inputs = content.inputs(interface, predictor, number: number), let outputs = try? predictor.predict(inputs) else {
            return nil
        }
        let answers = outputs.map(numbers)
        let all = answers.compactMap { $0 }
        guard !all.isEmpty, all.allSatisfy({ $0.allSatisfy(\.isFinite) }) else { return nil }
        return Sample(inputs: inputs, answers: answers)
    }

    /// The errors of `predictor` on an input, one for each output whose error is measured. An error is the norm of the difference from the float32
    /// answer, divided by the norm of that answer. The errors are infinite if the predictor fails. An input without an answer of finite numbers has
    /// no errors.
    func errors(of predictor: any ModelPredictor, onSample number: Int) -> [Int: Double] {
        guard let sample = sample(number) else { return [:] }
        let outputs = (try? predictor.predict(sample.inputs)) ?? []
        var errors: [Int: Double] = [:]
        for (index, answer) in sample.answers.enumerated() {
            guard let answer else { continue }
            let numbers = outputs.indices.contains(index) ? Self.numbers(outputs[index]) : nil
            errors[index] = numbers.map { Self.error(of: $0, from: answer) } ?? .infinity
        }
        return errors
    }

    static func error(of numbers: [Double], from truth: [Double]) -> Double {
        guard numbers.count == truth.count else { return .infinity }
        var (difference, size) = (0.0, 0.0)
        for index in truth.indices {
            difference += (numbers[index] - truth[index]) * (numbers[index] - truth[index])
            size += truth[index] * truth[index]
        }
        guard difference > 0 else { return difference.isNaN ? .infinity : 0 }
        let error = size > 0 ? (difference / size).squareRoot() : .infinity
        return error.isNaN ? .infinity : error
    }

    private static func numbers(_ value: PredictorValue?) -> [Double]? {
        switch value {
        case .tensor(let tensor):
            switch tensor.scalar {
            case .float16, .float32, .float64: tensor.count > 0 ? tensor.doubles : nil
            default: nil
            }
        case .probabilities(let probabilities): probabilities.values
        case .double(let number): [number]
        default: nil
        }
    }
}

/// The content of a probe's inputs. The same interface gives the same inputs in every process.
enum ProbeContent: CaseIterable {
    /// A picture for images, and numbers of mean 0 and variance 1 for arrays of floating-point numbers.
    case natural
    /// A picture for images, and small whole numbers for all arrays, as in networks that look up words.
    case indices

    /// The upper limit of the whole numbers in a probe, which may be indices into a vocabulary. Every vocabulary has more entries than
    /// this.
    private static let indexLimit = 4

    /// The inputs with the index `number`, counted from 0. `nil` if an input is neither an image, an array nor a number, or if its declared size is
    /// not valid.
    func inputs(_ interface: ModelInterface, _ predictor: any ModelPredictor, number: Int) -> [PredictorValue?]? {
        var random = SplitMix64(seed: number + 1)
        let lights = ProbePicture.Light.allCases
        var values: [PredictorValue?] = []
        for (index, input) in interface.inputs.enumerated() {
            switch input.type {
            case _ where input.isOptional: values.append(nil)
            case .imageType(let image):
                let picture = ProbePicture(width: image.width, height: image.height, light: lights[number % lights.count])
                guard let picture else { return nil }
                values.append(.image(picture))
            case .multiArrayType(let array):
                let scalar = predictor.scalarType(ofInput: index) ?? .float32
                let type = TensorType.float32(array.shape.map { Int(clamping: $0) })
                guard !type.shape.isEmpty, type.shape.allSatisfy({ $0 > 0 }), (try? type.validate(input.name)) != nil else { return nil }
                let isWhole = self == .indices || ![.float16, .float32, .float64].contains(scalar)
                let tensor = Tensor(uninitialized: type)
                for element in tensor.floats.indices {
                    tensor.floats[element] = isWhole ? Float(element % Self.indexLimit) : random.normal()
                }
                values.append(.tensor(tensor.converted(to: scalar)))
            case .doubleType: values.append(.double(1))
            case .int64Type: values.append(.int64(1))
            default: return nil
            }
        }
        return values
    }
}

extension SplitMix64 {
    /// A random number of mean 0 and variance 1: the sum of twelve uniform ones. It calls no function of the system's library, because the last bits
    /// of such functions differ between systems.
    fileprivate mutating func normal() -> Float {
        var sum = -6.0
        for _ in 0..<12 { sum += unit() }
        return Float(sum)
    }
}
