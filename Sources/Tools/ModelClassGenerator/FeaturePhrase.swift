import CoreMLSpecification

/// Describes a feature's type in the words of Xcode's comments.
enum FeaturePhrase {
    static func text(_ type: Specification.FeatureType.Kind) -> String {
        switch type {
        case .int64Type: "integer value"
        case .doubleType: "double value"
        case .stringType: "string value"
        case .imageType(let image): text(image)
        case .multiArrayType(let array): text(array)
        case .dictionaryType(let dictionary):
            "dictionary of \(dictionary.keyType?.caseName.hasPrefix("int64") == true ? "64-bit integers" : "strings") to doubles"
        case .sequenceType(let sequence):
            "list of \(sequence.type?.caseName.hasPrefix("int64") == true ? "64-bit integers" : "strings")"
        default: "value"
        }
    }

    /// The name of the constant for an image's pixel format, and a word that says whether the image has colour.
    static func pixelFormat(_ space: Specification.ImageFeatureType.ColorSpace) -> (name: String, colour: String) {
        switch space {
        case .grayscale: ("kCVPixelFormatType_OneComponent8", "grayscale")
        case .grayscaleFloat16: ("kCVPixelFormatType_OneComponent16Half", "grayscale")
        default: ("kCVPixelFormatType_32BGRA", "color")
        }
    }

    private static func text(_ image: Specification.ImageFeatureType) -> String {
        let format = pixelFormat(image.colorSpace)
        return "\(format.colour) (\(format.name)) image buffer, \(image.width) pixels wide by \(image.height) pixels high"
    }

    private static func text(_ array: Specification.ArrayFeatureType) -> String {
        let elements =
            switch array.dataType {
            case .float32: "floats"
            case .double: "doubles"
            case .int32: "32-bit integers"
            case .int8: "8-bit integers"
            case .float16: "16-bit floats"
            case .invalidArrayDataType, .unrecognized: "numbers"
            }
        let extents = array.shape.map(String.init)
        switch extents.count {
        case 0: return "multidimensional array of \(elements)"
        case 1: return "\(extents[0]) element vector of \(elements)"
        case 2: return "\(extents[0]) by \(extents[1]) matrix of \(elements)"
        default: return "\(extents.joined(separator: " × ")) \(extents.count)-dimensional array of \(elements)"
        }
    }
}
