import CoreML
import Foundation
import InputChecks
import JSON
import ModelServer
import Reports
import SoundAnalysis

/// A feature's value on the command line: `NAME=FILE`, or `NAME=VALUE` for a number or a string.
struct FeatureSource {
    let name: String
    let text: String

    init(_ argument: String, option: String) throws {
        guard let separator = argument.firstIndex(of: "="), separator > argument.startIndex else {
            throw UsageError("option '\(option)' takes NAME=FILE, not '\(argument)'")
        }
        name = String(argument[..<separator])
        text = String(argument[argument.index(after: separator)...])
    }

    /// The value, converted to the type in `description`.
    func value(for description: MLFeatureDescription) throws -> MLFeatureValue {
        if let constraint = description.imageConstraint {
            return try MLFeatureValue(shapedImageAt: URL(fileURLWithPath: text), constraint: constraint)
        }
        switch (text as NSString).pathExtension.lowercased() {
        case "npy":
            return try Self.value(NumPyArray(contentsOf: text), for: description)
        case "json":
            let content = try Data(contentsOfFile: URL(fileURLWithPath: text))
            return try Self.value(JSON(parsing: content), for: description)
        case let suffix where SoundFile.extensions.contains(suffix) && description.type == .multiArray:
            return try sound(for: description)
        default:
            return try literal(for: description)
        }
    }

    /// The first samples of a file of sound at 16 kHz, as many as the model takes. A shorter file is repeated.
    private func sound(for description: MLFeatureDescription) throws -> MLFeatureValue {
        guard let shape = description.multiArrayConstraint?.shape.map(\.intValue), let count = shape.last, count > 0,
            shape.product() == count
        else { throw UsageError("the input '\(name)' is no list of samples, which a file of sound could give") }
        let samples = try SoundFile.firstSamples(of: URL(fileURLWithPath: text), rate: 16_000, count: count)
        return MLFeatureValue(multiArray: MLMultiArray(MLShapedArray<Float>(scalars: samples, shape: shape)))
    }

    private func literal(for description: MLFeatureDescription) throws -> MLFeatureValue {
        switch description.type {
        case .int64:
            guard let value = Int64(text) else { throw UsageError("the input '\(name)' is a whole number, not '\(text)'") }
            return MLFeatureValue(int64: value)
        case .double:
            guard let value = Double(text) else { throw UsageError("the input '\(name)' is a number, not '\(text)'") }
            return MLFeatureValue(double: value)
        case .string:
            return MLFeatureValue(string: text)
        case .image:
            guard let constraint = description.imageConstraint else { throw UnsuitableInput(description) }
            return try MLFeatureValue(shapedImageAt: URL(fileURLWithPath: text), constraint: constraint)
        default:
            throw UsageError("the input '\(name)' is read from a .npy or .json file, not from '\(text)'")
        }
    }
}

// Numbers, arrays and JSON as values of a feature.
extension FeatureSource {
    /// An array, or a number if the feature is a number. If the model takes another shape with the same number of elements, the array is reshaped.
    static func value(_ array: NumPyArray, for description: MLFeatureDescription) throws -> MLFeatureValue {
        if description.type != .multiArray, array.count == 1, let number = array.doubles().first {
            return try value(JSON.number(number), for: description)
        }
        let value = MLFeatureValue(multiArray: try .make(array))
        guard let shape = description.multiArrayConstraint?.shape.map(\.intValue), !shape.isEmpty, shape != array.shape,
            !description.isAllowedValue(value), shape.product() == array.count
        else { return value }
        return MLFeatureValue(multiArray: try MLMultiArray.make(array).reshaped(shape))
    }

    /// The value of `json` for a feature of any type except images.
    static func value(_ json: JSON, for description: MLFeatureDescription) throws -> MLFeatureValue {
        switch description.type {
        case .double:
            if let number = json.double { return MLFeatureValue(double: number) }
        case .int64:
            if let number = json.integer { return MLFeatureValue(int64: Int64(number)) }
        case .string:
            if let string = json.string { return MLFeatureValue(string: string) }
        case .dictionary:
            if let members = json.object {
                let hasIntegerKeys = description.dictionaryConstraint?.keyType == .int64
                return try ServedValue.dictionary(
                    members.map { name, value in (hasIntegerKeys ? Int(name).map(JSON.integer) : .string(name), value) })
            }
        case .sequence:
            if let elements = json.array { return try ServedValue.sequence(elements) }
        case .multiArray:
            return try value(array(json), for: description)
        default: break
        }
        throw UnsuitableInput(description)
    }

    /// An array of doubles from nested lists of numbers.
    static func array(_ json: JSON) throws -> NumPyArray {
        var shape: [Int] = []
        var level = json
        while case .array(let elements) = level {
            shape.append(elements.count)
            guard let first = elements.first else { break }
            level = first
        }
        var numbers: [Double] = []
        try flatten(json, shape[...], into: &numbers)
        return try NumPyArray(type: .float64, shape: shape, data: numbers.withUnsafeBytes { Data($0) })
    }

    private static func flatten(_ json: JSON, _ shape: ArraySlice<Int>, into numbers: inout [Double]) throws {
        if let extent = shape.first {
            guard let elements = json.array, elements.count == extent else { throw JSONError(description: "lists of different lengths") }
            for element in elements { try flatten(element, shape.dropFirst(), into: &numbers) }
        } else {
            guard let number = json.double else { throw JSONError(description: "an array's element is not a number") }
            numbers.append(number)
        }
    }
}

/// An input that does not fit the model.
struct UnsuitableInput: Error, CustomStringConvertible {
    let description: String

    init(_ feature: MLFeatureDescription) {
        description = "the input '\(feature.name)' is not a value of the type \(FeatureTypeName.name(feature.type))"
    }
}
