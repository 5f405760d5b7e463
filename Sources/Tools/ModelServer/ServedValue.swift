import CoreML
import CoreVideo
import Foundation
import ImageIO
import JSON
import Reports
import Reports

/// The values in `model serve`'s protocol: objects with one key that names the kind of value.
package struct ServedValue {
    /// The line from which the request was parsed. Long strings, such as arrays in Base64, are not copied. They are read from the line on demand.
    private let line: UnsafeBufferPointer<UInt8>
    /// The memory of arrays and images that are not in the line.
    private let memory: (any RequestMemory)?

    init(_ line: UnsafeBufferPointer<UInt8>, in memory: (any RequestMemory)? = nil) {
        self.line = line
        self.memory = memory
    }

    struct ValueError: Error, CustomStringConvertible {
        let description: String
    }

    /// The feature value of `json`. An error names the invalid member.
    ///
    /// - Parameter name: the member's name in the request.
    func decode(_ json: JSON, at name: String, for feature: MLFeatureDescription?) throws -> MLFeatureValue {
        do {
            return try decode(json, for: feature)
        } catch let error as ValueError {
            throw ValueError(description: "'\(name)': \(error.description)")
        } catch let error as JSONError {
            throw ValueError(description: "'\(name)': \(error.description)")
        }
    }

    /// The feature value of `json`, converted to the type of `feature` if that is known.
    func decode(_ json: JSON, for feature: MLFeatureDescription?) throws -> MLFeatureValue {
        guard let members = json.object, members.count == 1, let (kind, content) = members.first else {
            throw ValueError(description: "it is no object with one key, the kind of value, such as {\"double\": 0.5}")
        }
        switch kind {
        case "array": return try array(content, for: feature)
        case "file": return try photo(content, for: feature)
        case "image": return MLFeatureValue(pixelBuffer: try PixelBuffers.make(pixels(content)))
        case "int":
            guard let number = content.integer else { break }
            return try value(number: Double(number), integer: number, for: feature)
        case "double":
            guard let number = content.double else { break }
            return try value(number: number, integer: Int(exactly: number), for: feature)
        case "string":
            guard let string = string(content) else { break }
            return MLFeatureValue(string: string)
        case "dictionary":
            guard let pairs = content.array else { break }
            let hasStringKeys = feature?.dictionaryConstraint?.keyType == .string
            return try Self.dictionary(
                pairs.map { pair in
                    guard let pair = pair.array, pair.count == 2 else {
                        throw ValueError(description: "a dictionary has an entry that is no pair")
                    }
                    // Callers do not always know whether the model takes string keys or integer keys.
                    let key = hasStringKeys ? pair[0].integer.map { JSON.string(String($0)) } : nil
                    return (key ?? pair[0], pair[1])
                })
        case "sequence":
            guard let elements = content.array else { break }
            if elements.isEmpty, let type = feature?.sequenceConstraint?.valueDescription.type {
                return MLFeatureValue(sequence: MLSequence(empty: type))
            }
            return try Self.sequence(elements)
        default: throw ValueError(description: "'\(kind)' is not a kind of value")
        }
        throw ValueError(description: "the value is no \(kind)")
    }

    private func array(_ json: JSON, for feature: MLFeatureDescription?) throws -> MLFeatureValue {
        guard let name = json["dtype"]?.string, let type = NumPyArray.ElementType(named: name) else {
            throw ValueError(description: "an array has no dtype that is known")
        }
        guard let extents = json["shape"]?.array?.map(\.integer), !extents.contains(nil) else {
            throw ValueError(description: "an array has no shape")
        }
        let shape = extents.compactMap { $0 }
        if let lent = try lentArray(json, type, shape) { return try value(lent, for: feature) }
        if let large = try largeArray(json["data"], type, shape) { return MLFeatureValue(multiArray: large) }
        return try value(NumPyArray(type: type, shape: shape, data: data(json)), for: feature)
    }

    /// A multi-array that uses the memory of the request's array without a copy; `nil` if multi-arrays do not support its type.
    private func lentArray(_ json: JSON, _ type: NumPyArray.ElementType, _ shape: [Int]) throws -> MLMultiArray? {
        guard let memory, let offset = json["offset"]?.integer, let count = json["count"]?.integer, count > 0,
            let dataType = MLMultiArray.dataType(type)
        else { return nil }
        try NumPyArray.check(type, shape, byteCount: count)
        let address = try memory.address(at: offset, count: count)
        guard Int(bitPattern: address) % type.byteCount == 0 else { return nil }
        var strides = [Int](repeating: 1, count: shape.count)
        for axis in shape.indices.dropFirst().reversed() { strides[axis - 1] = strides[axis] * shape[axis] }
        return try MLMultiArray(
            dataPointer: address, shape: shape.map { NSNumber(value: $0) }, dataType: dataType,
            strides: strides.map { NSNumber(value: $0) },
            deallocator: { _ in withExtendedLifetime(memory) {} })
    }

    /// A multi-array into which a large array is decoded directly; `nil` if multi-arrays do not support its type.
    private func largeArray(_ data: JSON?, _ type: NumPyArray.ElementType, _ shape: [Int]) throws -> MLMultiArray? {
        guard case .span(let range) = data, let dataType = MLMultiArray.dataType(type) else { return nil }
        let text = UnsafeBufferPointer(rebasing: line[range])
        guard let count = Base64.decodedCount(text) else { throw ValueError(description: "data is not Base64") }
        try NumPyArray.check(type, shape, byteCount: count)
        let array = try MLMultiArray(shape: shape.map { NSNumber(value: $0) }, dataType: dataType)
        let isDecoded = array.withUnsafeMutableBytes { bytes, _ in
            Base64.decode(text, into: UnsafeMutableRawBufferPointer(rebasing: bytes.prefix(count)))
        }
        guard isDecoded else { throw ValueError(description: "data is not Base64") }
        return array
    }

    /// The photo in a file, upright and in the format of the feature. If the feature accepts several sizes, the size with the most similar aspect
    /// ratio is taken.
    private func photo(_ json: JSON, for feature: MLFeatureDescription?) throws -> MLFeatureValue {
        guard let constraint = feature?.imageConstraint else {
            throw ValueError(description: "a photo's file is no value for an input that is no image")
        }
        guard let source = CGImageSourceCreateWithData(try data(json) as CFData, nil),
            let image = CGImageSourceCreateImageAtIndex(source, 0, nil)
        else { throw ValueError(description: "the photo cannot be decoded") }
        let properties = CGImageSourceCopyPropertiesAtIndex(source, 0, nil)
        let turned = (properties?[kCGImagePropertyOrientation as String] as? NSNumber)?.uint32Value
        let orientation = turned.flatMap(CGImagePropertyOrientation.init(rawValue:)) ?? .up
        return try MLFeatureValue(shapedImage: image, orientation: orientation, constraint: constraint)
    }

    private func pixels(_ json: JSON) throws -> PixelBuffers.Packed {
        guard let width = json["width"]?.integer, let height = json["height"]?.integer, let format = json["format"]?.string else {
            throw ValueError(description: "an image has no width, height or format")
        }
        return PixelBuffers.Packed(width: width, height: height, format: format, data: try data(json))
    }

    /// The bytes of an array, an image or a file.
    func data(_ json: JSON) throws -> Data {
        if let offset = json["offset"]?.integer, let count = json["count"]?.integer {
            guard let memory else { throw ValueError(description: "there is no shared memory") }
            return try memory.data(at: offset, count: count)
        }
        if case .span(let range)? = json["data"] {
            let text = UnsafeBufferPointer(rebasing: line[range])
            guard var data = Base64.decodedCount(text).map({ Data(count: $0) }),
                data.withUnsafeMutableBytes({ Base64.decode(text, into: $0) })
            else { throw ValueError(description: "data is not Base64") }
            return data
        }
        guard let text = json["data"]?.string else { throw ValueError(description: "there is no 'data' in it, a string of Base64") }
        guard let data = Data(base64Encoded: text) else { throw ValueError(description: "data is not Base64") }
        return data
    }

    /// A string of any length.
    private func string(_ json: JSON) -> String? {
        guard case .span(let range) = json else { return json.string }
        return String(validating: line[range], as: UTF8.self)
    }

    /// The value of an array. If the model takes a number, the value is a number. If not, it is the array.
    private func value(_ array: MLMultiArray, for feature: MLFeatureDescription?) throws -> MLFeatureValue {
        guard let type = feature?.type, type == .double || type == .int64, array.count == 1 else {
            return MLFeatureValue(multiArray: array)
        }
        return try value(array.numPyArray(), for: feature)
    }

    /// The value of an array whose type multi-arrays may not support.
    private func value(_ array: NumPyArray, for feature: MLFeatureDescription?) throws -> MLFeatureValue {
        if let type = feature?.type, type == .double || type == .int64, array.count == 1, let number = array.doubles().first {
            return try value(number: number, integer: Int(exactly: number), for: feature)
        }
        return MLFeatureValue(multiArray: try .make(array))
    }

    /// A JSON number as an integer or a floating-point number, whichever the model takes. Callers do not always distinguish 1 from 1.0.
    private func value(number: Double, integer: Int?, for feature: MLFeatureDescription?) throws -> MLFeatureValue {
        switch (feature?.type, integer) {
        case (.double?, _): return MLFeatureValue(double: number)
        case (.multiArray?, _):
            let rank = max(feature?.multiArrayConstraint?.shape.count ?? 1, 1)
            let bytes = withUnsafeBytes(of: number) { Data($0) }
            return MLFeatureValue(
                multiArray: try .make(NumPyArray(type: .float64, shape: Array(repeating: 1, count: rank), data: bytes)))
        case (_, let integer?): return MLFeatureValue(int64: Int64(integer))
        default: return MLFeatureValue(double: number)
        }
    }

    /// - Parameter space: the place for arrays and images. Arrays and images that do not fit are in the answer itself.
    static func encode(_ value: MLFeatureValue, into space: (any AnswerSpace)?) throws -> JSON {
        switch value.type {
        case .int64: return ["int": .integer(Int(value.int64Value))]
        case .double: return ["double": .number(value.doubleValue)]
        case .string: return ["string": .string(value.stringValue)]
        case .multiArray:
            guard let array = value.multiArrayValue else { break }
            return try encode(array, into: space)
        case .image:
            guard let buffer = value.imageBufferValue else { break }
            let pixels = try PixelBuffers.packed(buffer)
            let members: [(String, JSON)] = [
                ("width", .integer(pixels.width)), ("height", .integer(pixels.height)), ("format", .string(pixels.format)),
            ]
            return ["image": .object(members + content(pixels.data, space))]
        case .dictionary:
            let pairs = value.dictionaryValue.map { key, number -> JSON in
                let key: JSON = (key.base as? String).map(JSON.string) ?? .integer((key.base as? Int64).map(Int.init) ?? Int("\(key)") ?? 0)
                return [key, .number(number.doubleValue)]
            }
            return ["dictionary": .array(pairs)]
        case .sequence:
            guard let sequence = value.sequenceValue else { break }
            let elements: [JSON] =
                sequence.type == .string ? sequence.stringValues.map(JSON.string) : sequence.int64Values.map { .integer($0.intValue) }
            return ["sequence": .array(elements)]
        default: break
        }
        throw ValueError(description: "the value is undefined")
    }

    static func encode(_ array: MLMultiArray, into space: (any AnswerSpace)?) throws -> JSON {
        let array = try array.numPyArray()
        let members: [(String, JSON)] = [
            ("dtype", .string(String(describing: array.type))), ("shape", .array(array.shape.map(JSON.integer))),
        ]
        return ["array": .object(members + content(array.data, space))]
    }

    /// The JSON members for the bytes: their offset and count in `space`, or the bytes as Base64.
    private static func content(_ data: Data, _ space: (any AnswerSpace)?) -> [(String, JSON)] {
        if let offset = space?.place(data) { return [("offset", .integer(offset)), ("count", .integer(data.count))] }
        return [("data", .string(data.base64EncodedString()))]
    }
}
