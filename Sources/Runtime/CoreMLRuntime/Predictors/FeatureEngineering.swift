import CoreMLSpecification

/// Scales every element: `scale × (x + shift)`.
final class ScalerPredictor: ModelPredictor {
    private let shift: [Double]
    private let scale: [Double]
    private let output: ModelInterface.Feature?

    init(_ specification: Specification.Scaler, interface: ModelInterface) {
        shift = Array(specification.shiftValue)
        scale = Array(specification.scaleValue)
        output = interface.outputs.first
    }

    func predict(_ inputs: [PredictorValue?]) throws -> [PredictorValue?] {
        guard var numbers = inputs.first??.numbers else { throw RuntimeError.invalidInput("the scaler takes a number or an array") }
        func fits(_ values: [Double]) -> Bool { values.count <= 1 || values.count == numbers.count }
        guard fits(shift), fits(scale) else {
            throw RuntimeError.invalidInput("the scaler has \(shift.count) shifts and \(scale.count) scales for \(numbers.count) numbers")
        }
        for index in numbers.indices {
            let offset = shift.isEmpty ? 0 : shift[shift.count == 1 ? 0 : index]
            let factor = scale.isEmpty ? 1 : scale[scale.count == 1 ? 0 : index]
            numbers[index] = factor * (numbers[index] + offset)
        }
        return [output?.value(numbers, shape: inputs[0]?.shape)]
    }
}

/// Divides every element by the norm of all elements.
final class NormalizerPredictor: ModelPredictor {
    private let norm: Specification.Normalizer.NormType
    private let output: ModelInterface.Feature?

    init(_ specification: Specification.Normalizer, interface: ModelInterface) throws {
        norm = specification.normType
        if case .unrecognized(let number) = norm { throw RuntimeError.unsupported("the norm \(number) is not supported") }
        output = interface.outputs.first
    }

    func predict(_ inputs: [PredictorValue?]) throws -> [PredictorValue?] {
        guard let numbers = inputs.first??.numbers else { throw RuntimeError.invalidInput("the normalizer takes a number or an array") }
        let size: Double =
            switch norm {
            case .l1: numbers.reduce(0) { $0 + abs($1) }
            case .l2: numbers.reduce(0) { $0 + $1 * $1 }.squareRoot()
            default: numbers.reduce(0) { max($0, abs($1)) }
            }
        return [output?.value(size == 0 ? numbers : numbers.map { $0 / size }, shape: inputs[0]?.shape)]
    }
}

/// Replaces missing values by a given value.
final class ImputerPredictor: ModelPredictor {
    private let imputed: Specification.Imputer.ImputedValue
    private let replaced: Specification.Imputer.ReplaceValue?
    private let output: ModelInterface.Feature?

    init(_ specification: Specification.Imputer, interface: ModelInterface) throws {
        guard let imputed = specification.imputedValue else { throw RuntimeError.invalidModel("the imputer has no value") }
        self.imputed = imputed
        replaced = specification.replaceValue
        output = interface.outputs.first
    }

    func predict(_ inputs: [PredictorValue?]) throws -> [PredictorValue?] {
        guard let input = (inputs.first ?? nil)?.withPlainDictionary else { return [replacement] }
        switch input {
        case .double(let value): return [isMissing(value) ? replacement : input]
        case .int64(let value):
            let missing: Int64 = if case .replaceInt64Value(let value) = replaced { value } else { .min }
            return [value == missing ? replacement : input]
        case .string(let value):
            let missing: String = if case .replaceStringValue(let value) = replaced { value } else { "" }
            return [value == missing ? replacement : input]
        case .tensor(let tensor): return [try impute(tensor)]
        case .stringDictionary(let dictionary):
            guard case .imputedStringDictionary(let map) = imputed else { return [input] }
            return [.stringDictionary(dictionary.merging(map.map.dictionary.filter { dictionary[$0.key].map(isMissing) ?? true }) { $1 })]
        case .int64Dictionary(let dictionary):
            guard case .imputedInt64Dictionary(let map) = imputed else { return [input] }
            return [.int64Dictionary(dictionary.merging(map.map.dictionary.filter { dictionary[$0.key].map(isMissing) ?? true }) { $1 })]
        default: throw RuntimeError.invalidInput("the imputer does not take a \(input.kind)")
        }
    }

    private func isMissing(_ value: Double) -> Bool {
        switch replaced {
        case .replaceDoubleValue(let missing): missing.isNaN ? value.isNaN : value == missing
        case .replaceInt64Value(let missing): value == Double(missing)
        default: value.isNaN
        }
    }

    private func impute(_ tensor: Tensor) throws -> PredictorValue {
        let values: [Double] =
            switch imputed {
            case .imputedDoubleArray(let array): Array(array.vector)
            case .imputedInt64Array(let array): array.vector.map(Double.init)
            case .imputedDoubleValue(let value): [value]
            case .imputedInt64Value(let value): [Double(value)]
            default: []
            }
        var numbers = tensor.doubles
        guard values.count == 1 || values.count == numbers.count else {
            throw RuntimeError.invalidInput("the imputer has \(values.count) values for \(numbers.count) numbers")
        }
        for index in numbers.indices where isMissing(numbers[index]) {
            numbers[index] = values[values.count == 1 ? 0 : index]
        }
        return .tensor(Tensor(doubles: numbers, shape: tensor.shape))
    }

    private var replacement: PredictorValue? {
        switch imputed {
        case .imputedDoubleValue(let value): .double(value)
        case .imputedInt64Value(let value): output?.isDouble == true ? .double(Double(value)) : .int64(value)
        case .imputedStringValue(let value): .string(value)
        case .imputedDoubleArray(let array): .tensor(Tensor(doubles: Array(array.vector), shape: [array.vector.count]))
        case .imputedInt64Array(let array): .tensor(Tensor(doubles: array.vector.map(Double.init), shape: [array.vector.count]))
        case .imputedStringDictionary(let map): .stringDictionary(map.map.dictionary)
        case .imputedInt64Dictionary(let map): .int64Dictionary(map.map.dictionary)
        }
    }
}

/// Concatenates all inputs to one vector.
final class FeatureVectorizerPredictor: ModelPredictor {
    private struct Column: Sendable {
        let input: Int
        let name: String
        let dimensions: Int
    }

    private let columns: [Column]
    private let width: Int

    /// - Throws: `RuntimeError.invalidModel` for a column that is not an input, or an impossible width; `unsupported` if the vector takes
    ///   more memory than `limit`.
    init(_ specification: Specification.FeatureVectorizer, interface: ModelInterface, limit: MemoryLimit) throws {
        var width = 0
        columns = try specification.inputList.map { column in
            guard let input = interface.inputIndex(column.inputColumn) else {
                throw RuntimeError.invalidModel("the feature vectorizer has no input '\(column.inputColumn)'")
            }
            guard column.inputDimensions <= 1 << 28, width <= 1 << 28 else {
                throw RuntimeError.invalidModel("the feature vectorizer is too wide")
            }
            width += Int(column.inputDimensions)
            return Column(input: input, name: column.inputColumn, dimensions: Int(column.inputDimensions))
        }
        // The numbers are held twice, because they are first collected and then copied to the output array.
        try limit.check(product: [width, 2, MemoryLayout<Double>.size], "the feature vectorizer")
        self.width = width
    }

    func predict(_ inputs: [PredictorValue?]) throws -> [PredictorValue?] {
        var numbers: [Double] = []
        numbers.reserveCapacity(width)
        for column in columns {
            let start = numbers.count
            switch inputs[column.input]?.withPlainDictionary {
            case nil: numbers.append(contentsOf: repeatElement(.nan, count: column.dimensions))
            case .int64Dictionary(let dictionary):
                numbers.append(contentsOf: repeatElement(0, count: column.dimensions))
                for (index, value) in dictionary where index >= 0 && index < column.dimensions {
                    numbers[start + Int(index)] = value
                }
            case .some(let value):
                guard let part = value.numbers, part.count == column.dimensions else {
                    throw RuntimeError.invalidInput("'\(column.name)' does not have \(column.dimensions) numbers")
                }
                numbers.append(contentsOf: part)
            }
        }
        return [.tensor(Tensor(doubles: numbers, shape: [numbers.count]))]
    }
}

/// Extracts chosen elements of an array.
final class ArrayFeatureExtractorPredictor: ModelPredictor {
    private let indices: [Int]
    private let output: ModelInterface.Feature?

    init(_ specification: Specification.ArrayFeatureExtractor, interface: ModelInterface) {
        indices = specification.extractIndex.map { Int(clamping: $0) }
        output = interface.outputs.first
    }

    func predict(_ inputs: [PredictorValue?]) throws -> [PredictorValue?] {
        guard let numbers = inputs.first??.numbers else { throw RuntimeError.invalidInput("the extractor takes an array") }
        let chosen = try indices.map { index in
            guard index < numbers.count else {
                throw RuntimeError.invalidInput("the element \(index) is outside an array of \(numbers.count)")
            }
            return numbers[index]
        }
        return [output?.value(chosen)]
    }
}

extension PredictorValue {
    /// The shape of an array, `nil` for other values.
    var shape: [Int]? {
        if case .tensor(let tensor) = self { tensor.shape } else { nil }
    }
}
