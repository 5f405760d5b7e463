import CoreMLSpecification

/// A value that goes into or comes out of a predictor.
package enum PredictorValue: Sendable {
    case int64(Int64)
    case double(Double)
    case string(String)
    case tensor(Tensor)
    /// An image. It writes itself into the network's input, with the network's size, channel order and scale.
    case image(any ImageTensorSource)
    case probabilities(ClassProbabilities)
    case stringDictionary([String: Double])
    case int64Dictionary([Int64: Double])
    case strings([String])
    case int64s([Int64])

    /// The name of the type, for messages.
    package var kind: String {
        switch self {
        case .int64: "Int64"
        case .double: "Double"
        case .string: "String"
        case .tensor: "MultiArray"
        case .image: "Image"
        case .probabilities, .stringDictionary, .int64Dictionary: "Dictionary"
        case .strings, .int64s: "Sequence"
        }
    }

    /// The value in the form that the next model of a pipeline needs: a classifier's probabilities become a dictionary. Other values are unchanged.
    var withPlainDictionary: PredictorValue {
        guard case .probabilities(let probabilities) = self else { return self }
        switch probabilities.labels {
        case .strings(let labels): return .stringDictionary(Dictionary(zip(labels, probabilities.values)) { _, last in last })
        case .int64s(let labels): return .int64Dictionary(Dictionary(zip(labels, probabilities.values)) { _, last in last })
        }
    }
}

extension Array where Element == PredictorValue? {
    /// The number of bytes of the arrays among the values.
    var arrayByteCount: Int {
        reduce(0) { sum, value in
            if case .tensor(let tensor)? = value { sum + tensor.type.byteCount } else { sum }
        }
    }
}

/// A classifier's labels in the order of its probabilities.
package enum ClassLabels: Sendable, Equatable {
    case strings([String])
    case int64s([Int64])

    package var count: Int {
        switch self {
        case .strings(let labels): labels.count
        case .int64s(let labels): labels.count
        }
    }

    package func value(at index: Int) -> PredictorValue {
        switch self {
        case .strings(let labels): .string(labels[index])
        case .int64s(let labels): .int64(labels[index])
        }
    }
}

/// A probability for each of a classifier's labels, in the order of the labels.
package final class ClassProbabilities: Sendable {
    package let labels: ClassLabels
    package let values: [Double]

    /// - Precondition: there is a value for every label.
    package init(labels: ClassLabels, values: [Double]) {
        precondition(labels.count == values.count, "a probability for every label")
        self.labels = labels
        self.values = values
    }

    /// The index of the first label with the highest probability; 0 if all are NaN.
    package var best: Int {
        var best = 0
        for index in values.indices where values[index] > values[best] || (values[best].isNaN && !values[index].isNaN) {
            best = index
        }
        return best
    }
}

/// The channels of an image tensor, in their order.
package enum ImageChannels: Sendable {
    case rgb
    case bgr
    case gray

    package var count: Int { self == .gray ? 1 : 3 }

    /// The channels of a colour space; `nil` if it is unknown.
    init?(_ space: Specification.ImageFeatureType.ColorSpace) {
        switch space {
        case .rgb: self = .rgb
        case .bgr: self = .bgr
        case .grayscale, .grayscaleFloat16: self = .gray
        default: return nil
        }
    }
}

/// The conversion of an image's pixels to the elements of a tensor: `element = value × scale + bias`, for values 0…255.
package struct ImagePreprocessing: Hashable, Sendable {
    package var channels: ImageChannels
    package var scale: Float
    /// The bias of each channel, in the order of `channels`.
    package var biases: [Float]

    package init(channels: ImageChannels, scale: Float = 1, biases: [Float]? = nil) {
        self.channels = channels
        self.scale = scale
        self.biases = biases ?? [Float](repeating: 0, count: channels.count)
    }
}

/// An image that can become a network's input in one pass.
package protocol ImageTensorSource: Sendable {
    var width: Int { get }
    var height: Int { get }

    /// Writes `channels × height × width` elements, plane by plane, at the image's own size.
    func write(to destination: UnsafeMutablePointer<Float>, _ preprocessing: ImagePreprocessing) throws
}
