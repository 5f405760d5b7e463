import CoreMLSpecification
import InputChecks

/// The numbers of all inputs of a model, concatenated, for models that read a feature vector.
struct FeatureVector {
    /// The number of features; `nil` if some input has no fixed width.
    let width: Int?
    private let sparseWidth: Int

    /// - Parameters:
    ///   - sparseWidth: the number of features that a dictionary from index to value represents.
    ///   - limit: the memory limit for these dictionaries as dense vectors.
    /// - Throws: `RuntimeError.unsupported` if they take more memory.
    init(_ interface: ModelInterface, sparseWidth: Int, limit: MemoryLimit) throws {
        self.sparseWidth = sparseWidth
        let widths = interface.inputs.map { FeatureVector.width($0.type, sparseWidth: sparseWidth) }
        width = widths.reduce(Int?.some(0)) { sum, width in
            guard let sum, let width else { return nil }
            let (next, overflow) = sum.addingReportingOverflow(width)
            return overflow ? nil : next
        }
        let dictionaries = interface.inputs.filter { if case .dictionaryType = $0.type { true } else { false } }.count
        try limit.check(product: [dictionaries, sparseWidth, MemoryLayout<Double>.size], "a vector of the model's features")
    }

    /// The number of features that an input represents; `nil` if its description does not determine it.
    private static func width(_ type: Specification.FeatureType.Kind, sparseWidth: Int) -> Int? {
        switch type {
        case .multiArrayType(let array) where array.shape.isEmpty: return nil
        case .multiArrayType(let array):
            guard array.shape.allSatisfy({ $0 > 0 && $0 <= 1 << 30 }) else { return nil }
            return array.shape.lazy.map { Int($0) }.checkedProduct()
        case .dictionaryType: return sparseWidth
        default: return 1
        }
    }

    /// Reads all numbers. A missing input counts as one missing value, by default NaN.
    func read(_ inputs: [PredictorValue?], missing: Double = .nan) throws -> [Double] {
        var features: [Double] = []
        features.reserveCapacity(inputs.count)
        for input in inputs {
            switch input?.withPlainDictionary {
            case nil: features.append(missing)
            case .double(let value): features.append(value)
            case .int64(let value): features.append(Double(value))
            case .tensor(let tensor): features.append(contentsOf: tensor.doubles)
            case .int64Dictionary(let dictionary):
                let start = features.count
                features.append(contentsOf: repeatElement(missing, count: sparseWidth))
                for (index, value) in dictionary where index >= 0 && index < sparseWidth {
                    features[start + Int(index)] = value
                }
            case .some(let other): throw RuntimeError.invalidInput("a \(other.kind) cannot be part of a feature vector")
            }
        }
        return features
    }
}

extension PredictorValue {
    /// The elements of an array, or a single number as a list; `nil` for other values.
    var numbers: [Double]? {
        switch self {
        case .double(let value): [value]
        case .int64(let value): [Double(value)]
        case .tensor(let tensor): tensor.doubles
        default: nil
        }
    }
}

extension Tensor {
    /// Makes a float64 tensor. `values` has one number for each element.
    convenience init(doubles values: [Double], shape: [Int]) {
        self.init(uninitialized: TensorType(.float64, shape))
        precondition(values.count == count, "a value for every element")
        _ = elements(as: Double.self).initialize(from: values)
    }
}

extension ModelInterface.Feature {
    var isDouble: Bool { if case .doubleType = type { true } else { false } }
    var isInt64: Bool { if case .int64Type = type { true } else { false } }
    var isArray: Bool { if case .multiArrayType = type { true } else { false } }
    var isImage: Bool { if case .imageType = type { true } else { false } }

    /// The numbers in the form that the model's description declares.
    func value(_ numbers: [Double], shape: [Int]? = nil) -> PredictorValue? {
        if isArray { return .tensor(Tensor(doubles: numbers, shape: shape ?? [numbers.count])) }
        guard let first = numbers.first else { return nil }
        if isInt64, first.isFinite, abs(first) < 9e18 { return .int64(Int64(first)) }
        return .double(first)
    }
}
