import CoreMLRuntime
import CoreMLSpecification
import CoreVideo
import Foundation

extension MLModelDescription {
    /// The description of the named function in a model file, or of the file's default function.
    convenience init(_ model: Specification.Model, functionName: String? = nil, classLabels: ClassLabels? = nil) throws {
        guard let description = model.description else { throw MLModelError(.io, "The model has no description.") }
        let interface = try ModelInterfaceDescription(description, functionName: functionName)
        let thresholds = model.thresholdInputs
        self.init(
            inputs: try interface.inputs.map { input in
                var input = input
                if thresholds.contains(input.name) { input.type?.isOptional = true }
                return try MLFeatureDescription(input)
            },
            outputs: try interface.outputs.map { try MLFeatureDescription($0) },
            predictedFeatureName: interface.predictedFeatureName.nonEmpty,
            predictedProbabilitiesName: interface.predictedProbabilitiesName.nonEmpty,
            information: description.metadata, classLabels: classLabels?.list, isUpdatable: model.isUpdatable,
            trainingInputs: try description.trainingInput.map { try MLFeatureDescription($0) },
            parameters: MLParameterDescription.all(of: model), states: try interface.states.map { try MLFeatureDescription($0) })
    }
}

/// The part of a model's description that belongs to one function.
struct ModelInterfaceDescription {
    let inputs: [Specification.FeatureDescription]
    let outputs: [Specification.FeatureDescription]
    let states: [Specification.FeatureDescription]
    let predictedFeatureName: String
    let predictedProbabilitiesName: String

    /// - Throws: `MLModelError.generic` that names the function if the model does not have it.
    init(_ description: Specification.ModelDescription, functionName: String?) throws {
        if description.functions.isEmpty {
            guard functionName == nil || functionName == "main" else {
                throw MLModelError(.generic, "The model has no function '\(functionName ?? "")'.")
            }
            inputs = description.input
            outputs = description.output
            states = description.state
            predictedFeatureName = description.predictedFeatureName
            predictedProbabilitiesName = description.predictedProbabilitiesName
            return
        }
        guard let function = description.function(named: functionName) else {
            let name = functionName ?? description.defaultFunctionName
            throw MLModelError(.generic, "The model has no function '\(name)'; it has \(description.functionList).")
        }
        inputs = function.input
        outputs = function.output
        states = function.state
        predictedFeatureName = function.predictedFeatureName
        predictedProbabilitiesName = function.predictedProbabilitiesName
    }
}

extension String {
    var nonEmpty: String? { isEmpty ? nil : self }
}

extension ClassLabels {
    var list: [Any] {
        switch self {
        case .strings(let labels): labels
        case .int64s(let labels): labels
        }
    }
}

extension MLFeatureDescription {
    package convenience init(_ description: Specification.FeatureDescription) throws {
        guard let type = description.type, let kind = type.type else {
            throw MLModelError(.io, "The feature '\(description.name)' has no type.")
        }
        func make(
            _ type: MLFeatureType, array: MLMultiArrayConstraint? = nil, image: MLImageConstraint? = nil,
            dictionary: MLDictionaryConstraint? = nil, sequence: MLSequenceConstraint? = nil, state: MLStateConstraint? = nil
        ) -> (
            MLFeatureType, MLMultiArrayConstraint?, MLImageConstraint?, MLDictionaryConstraint?, MLSequenceConstraint?, MLStateConstraint?
        ) {
            (type, array, image, dictionary, sequence, state)
        }
        let parts =
            switch kind {
            case .int64Type: make(.int64)
            case .doubleType: make(.double)
            case .stringType: make(.string)
            case .imageType(let image): make(.image, image: try MLImageConstraint(image, name: description.name))
            case .multiArrayType(let array): make(.multiArray, array: try MLMultiArrayConstraint(array, name: description.name))
            case .dictionaryType(let dictionary): make(.dictionary, dictionary: MLDictionaryConstraint(dictionary))
            case .sequenceType(let sequence): make(.sequence, sequence: MLSequenceConstraint(sequence))
            case .stateType(let state): make(.state, state: try MLStateConstraint(state, name: description.name))
            }
        self.init(
            name: description.name, type: parts.0, isOptional: type.isOptional, shortDescription: description.shortDescription,
            multiArrayConstraint: parts.1, imageConstraint: parts.2, dictionaryConstraint: parts.3, sequenceConstraint: parts.4,
            stateConstraint: parts.5)
    }
}

extension MLMultiArrayDataType {
    init(_ type: Specification.ArrayFeatureType.ArrayDataType, name: String) throws {
        switch type {
        case .double: self = .double
        // Old converters do not store the type of optional and intermediate features.
        case .float32, .invalidArrayDataType: self = .float32
        case .float16: self = .float16
        case .int32: self = .int32
        case .int8: self = .int8
        case .unrecognized(let number): throw MLModelError(.io, "The feature '\(name)' has the unknown data type \(number).")
        }
    }
}

extension MLMultiArrayConstraint {
    convenience init(_ type: Specification.ArrayFeatureType, name: String) throws {
        func extents(_ shape: [Int64]) throws -> [Int] {
            try shape.map { extent in
                guard let extent = Int(exactly: extent), extent >= 0, extent <= 1 << 40 else {
                    throw MLModelError(.io, "The feature '\(name)' has a dimension of \(extent).")
                }
                return extent
            }
        }
        var shape = try extents(type.shape)
        var constraint: MLMultiArrayShapeConstraint?
        switch type.shapeFlexibility {
        case .enumeratedShapes(let enumerated):
            var shapes = try enumerated.shapes.map { try extents($0.shape) }
            if shape.isEmpty, let first = shapes.first { shape = first }
            if !shapes.contains(shape), !shape.isEmpty { shapes.insert(shape, at: 0) }
            constraint = MLMultiArrayShapeConstraint(enumerated: shapes)
        case .shapeRange(let range):
            let ranges = range.sizeRanges.map { SizeRange($0) }
            if shape.isEmpty { shape = ranges.map(\.lower) }
            constraint = MLMultiArrayShapeConstraint(ranges: ranges)
        case nil: break
        }
        let defaultValue: Double? =
            switch type.defaultOptionalValue {
            case .intDefaultValue(let value): Double(value)
            case .floatDefaultValue(let value): Double(value)
            case .doubleDefaultValue(let value): value
            case nil: nil
            }
        self.init(
            shape: shape, dataType: try MLMultiArrayDataType(type.dataType, name: name), shapeConstraint: constraint,
            defaultValue: defaultValue)
    }
}

extension SizeRange {
    init(_ range: Specification.SizeRange) {
        self.init(lower: Int(clamping: range.lowerBound), upper: range.upperBound < 0 ? nil : Int(clamping: range.upperBound))
    }
}

extension MLImageConstraint {
    convenience init(_ type: Specification.ImageFeatureType, name: String) throws {
        func extent(_ value: some BinaryInteger) throws -> Int {
            guard let extent = Int(exactly: value), extent >= 0, extent <= 1 << 20 else {
                throw MLModelError(.io, "The image feature '\(name)' has an extent of \(value).")
            }
            return extent
        }
        func sides(_ range: Specification.SizeRange?) throws -> SizeRange {
            guard let range else { return SizeRange(lower: 0, upper: nil) }
            _ = try extent(range.lowerBound)
            return SizeRange(range)
        }
        let format: OSType =
            switch type.colorSpace {
            case .grayscale: kCVPixelFormatType_OneComponent8
            case .grayscaleFloat16: kCVPixelFormatType_OneComponent16Half
            default: kCVPixelFormatType_32BGRA
            }
        var width = try extent(type.width)
        var height = try extent(type.height)
        var constraint: MLImageSizeConstraint?
        switch type.sizeFlexibility {
        case .enumeratedSizes(let enumerated):
            var sizes = try enumerated.sizes.map { try MLImageSize(pixelsWide: extent($0.width), pixelsHigh: extent($0.height)) }
            if width > 0, height > 0, !sizes.contains(where: { $0.pixelsWide == width && $0.pixelsHigh == height }) {
                sizes.insert(MLImageSize(pixelsWide: width, pixelsHigh: height), at: 0)
            }
            // If the model has no default size, the default is the first listed size or the smallest size.
            if width == 0 || height == 0, let first = sizes.first { (width, height) = (first.pixelsWide, first.pixelsHigh) }
            constraint = MLImageSizeConstraint(enumerated: sizes)
        case .imageSizeRange(let range):
            let (widths, heights) = (try sides(range.widthRange), try sides(range.heightRange))
            if width == 0 || height == 0 { (width, height) = (widths.lower, heights.lower) }
            constraint = MLImageSizeConstraint(widths: widths, heights: heights)
        case nil: break
        }
        self.init(
            pixelsWide: width, pixelsHigh: height, pixelFormatType: format, sizeConstraint: constraint,
            isBGR: type.colorSpace == .bgr)
    }
}

extension MLDictionaryConstraint {
    convenience init(_ type: Specification.DictionaryFeatureType) {
        if case .int64KeyType = type.keyType {
            self.init(keyType: .int64)
        } else {
            self.init(keyType: .string)
        }
    }
}

extension MLSequenceConstraint {
    convenience init(_ type: Specification.SequenceFeatureType) {
        let element: MLFeatureType =
            if case .int64Type = type.type { .int64 } else { .string }
        self.init(
            valueDescription: MLFeatureDescription(name: "", type: element),
            counts: type.sizeRange.map { SizeRange($0) } ?? SizeRange(lower: 0, upper: nil))
    }
}

extension MLStateConstraint {
    convenience init(_ type: Specification.StateFeatureType, name: String) throws {
        guard case .arrayType(let array) = type.type else { throw MLModelError(.io, "The state '\(name)' has no type.") }
        let constraint = try MLMultiArrayConstraint(array, name: name)
        self.init(bufferShape: constraint.extents, dataType: constraint.dataType)
    }
}
