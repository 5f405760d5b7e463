/// A description of an input or output of a model.
package struct FeatureSummary: Sendable {
    package var name: String

    /// The type's name in the format, without `Type`: `multiArray`, `image`, `dictionary`, `int64`, …
    package var type: String

    package var isOptional: Bool
    package var description: String

    /// The default shape of an array, or the width and height of an image.
    package var shape: [Int] = []

    /// The element type of an array, the colour space of an image, or the key type of a dictionary. Examples are `float32`, `rgb` and
    /// `string`.
    package var detail: String?

    /// Additional shapes or sizes that are allowed; `nil` if there are none.
    package var flexibility: String?

    package init(_ feature: Specification.FeatureDescription) {
        name = feature.name
        description = feature.shortDescription
        isOptional = feature.type?.isOptional ?? false
        let kind = feature.type?.type
        type = kind.map { String($0.caseName.dropLast("Type".count)) } ?? "unknown"
        switch kind {
        case .multiArrayType(let array)?: add(array)
        case .stateType(let state)?:
            if case .arrayType(let array)? = state.type { add(array) }
        case .imageType(let image)?: add(image)
        case .dictionaryType(let dictionary)?: detail = dictionary.keyType.map { $0.caseName.hasPrefix("string") ? "string" : "int64" }
        case .sequenceType(let sequence)?:
            detail = sequence.type.map { $0.caseName.hasPrefix("string") ? "string" : "int64" }
        default: break
        }
    }

    /// The description in one line, such as `multiArray 1 × 3 × 224 × 224 float32`.
    package var text: String {
        let extents = shape.map(String.init).joined(separator: " × ")
        return [type, extents, detail ?? "", flexibility.map { "(\($0))" } ?? "", isOptional ? "optional" : ""]
            .filter { !$0.isEmpty }.joined(separator: " ")
    }

    private mutating func add(_ array: Specification.ArrayFeatureType) {
        shape = array.shape.map { Int($0) }
        detail = String(describing: array.dataType)
        switch array.shapeFlexibility {
        case .enumeratedShapes(let shapes)?:
            flexibility = "or " + shapes.shapes.map { $0.shape.map(String.init).joined(separator: " × ") }.joined(separator: ", ")
        case .shapeRange(let range)?:
            flexibility = range.sizeRanges.map(Self.text).joined(separator: " × ")
        case nil: break
        }
    }

    private mutating func add(_ image: Specification.ImageFeatureType) {
        shape = [Int(image.width), Int(image.height)]
        detail = String(describing: image.colorSpace)
        switch image.sizeFlexibility {
        case .enumeratedSizes(let sizes)?:
            flexibility = "or " + sizes.sizes.map { "\($0.width) × \($0.height)" }.joined(separator: ", ")
        case .imageSizeRange(let range)?:
            flexibility = [range.widthRange, range.heightRange].map { Self.text($0 ?? .init()) }.joined(separator: " × ")
        case nil: break
        }
    }

    private static func text(_ range: Specification.SizeRange) -> String {
        if range.upperBound >= 0 && UInt64(range.upperBound) == range.lowerBound { return String(range.lowerBound) }
        return "\(range.lowerBound)…\(range.upperBound < 0 ? "∞" : String(range.upperBound))"
    }
}
