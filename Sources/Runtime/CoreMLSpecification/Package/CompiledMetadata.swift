import Foundation

/// The content of `metadata.json` in a compiled model, which tools show.
///
/// If ``CompiledDescription`` finds nothing, the inputs, outputs and states come from here. The sizes of images are then fixed, and a classifier's
/// label is the output that is a string or an integer.
struct CompiledMetadata {
    private static let maximumByteCount = 16 << 20

    private let content: Content

    /// - Returns: `nil` if the folder has no such file.
    /// - Throws: ``SpecificationError`` if the file does not have the expected form.
    init?(contentsOf folder: URL) throws {
        let file = folder.appendingPathComponent("metadata.json")
        guard FileManager.default.fileExists(atPath: file.path) else { return nil }
        let bytes = try Bytes(contentsOf: file)
        guard bytes.count <= Self.maximumByteCount else { throw SpecificationError("is too long for metadata", path: file.path) }
        guard let content = try? JSONDecoder().decode([Content].self, from: Data(bytes)).first else {
            throw SpecificationError("is not the metadata of a compiled model", path: file.path)
        }
        self.content = content
    }

    var specificationVersion: Int32? { content.specificationVersion.flatMap { Int32($0.text) } }

    /// The kind of model by its name in the format.
    var modelKind: String? {
        content.modelType.map { $0.name.hasPrefix("MLModelType_") ? String($0.name.dropFirst("MLModelType_".count)) : $0.name }
    }

    /// The inputs, outputs and states; `nil` if one of them has an unknown type.
    var description: Specification.ModelDescription? {
        guard let input = Self.features(content.inputSchema), let output = Self.features(content.outputSchema), !output.isEmpty,
            let state = Self.features(content.stateSchema)
        else { return nil }
        var description = Specification.ModelDescription()
        description.input = input
        description.output = output
        description.state = state
        if output.contains(where: { if case .dictionaryType? = $0.type?.type { true } else { false } }) {
            description.predictedFeatureName = output.first { Self.isLabel($0) }?.name ?? ""
            description.predictedProbabilitiesName = output.first { !Self.isLabel($0) }?.name ?? ""
        }
        for function in content.functions ?? [] {
            guard let input = Self.features(function.inputSchema), let output = Self.features(function.outputSchema),
                let state = Self.features(function.stateSchema)
            else { return nil }
            description.functions.append(
                .with {
                    $0.name = function.name
                    $0.input = input
                    $0.output = output
                    $0.state = state
                })
        }
        description.defaultFunctionName = content.defaultFunctionName ?? ""
        description.metadata = .with { metadata in
            metadata.shortDescription = content.shortDescription ?? ""
            metadata.author = content.author ?? ""
            metadata.license = content.license ?? ""
            metadata.versionString = content.version ?? ""
            for (key, value) in (content.userDefinedMetadata ?? [:]).sorted(by: { $0.key < $1.key }) {
                metadata.userDefined.append(key, value)
            }
        }
        return description
    }

    private static func isLabel(_ feature: Specification.FeatureDescription) -> Bool {
        switch feature.type?.type {
        case .stringType, .int64Type: true
        default: false
        }
    }

    private static func features(_ schema: [Content.Feature]?) -> [Specification.FeatureDescription]? {
        let features = (schema ?? []).map { feature in
            Specification.FeatureDescription.with {
                $0.name = feature.name
                $0.shortDescription = feature.shortDescription ?? ""
                $0.type = type(of: feature)
            }
        }
        return features.allSatisfy { $0.type != nil } ? features : nil
    }

    private static func type(of feature: Content.Feature) -> Specification.FeatureType? {
        let kind: Specification.FeatureType.Kind
        switch feature.type {
        case "MultiArray": kind = .multiArrayType(array(feature))
        case "State": kind = .stateType(.with { $0.type = .arrayType(array(feature)) })
        case "Image":
            guard let image = image(feature) else { return nil }
            kind = .imageType(image)
        case "Dictionary":
            let hasIntegerKeys = feature.keyType == "Int64"
            kind = .dictionary(hasIntegerKeys: hasIntegerKeys)
        case "String": kind = .stringType(.init())
        case "Int64": kind = .int64Type(.init())
        case "Double": kind = .doubleType(.init())
        default: return nil
        }
        return .with {
            $0.type = kind
            $0.isOptional = feature.isOptional?.text == "1"
        }
    }

    private static func array(_ feature: Content.Feature) -> Specification.ArrayFeatureType {
        var array = Specification.ArrayFeatureType()
        array.dataType =
            switch feature.dataType {
            case "Float16": .float16
            case "Double", "Float64": .double
            case "Int32": .int32
            case "Int8": .int8
            default: .float32
            }
        array.shape = numbers(feature.shape) ?? []
        if let ranges: [[Int64]] = numbers(feature.shapeRange), ranges.allSatisfy({ $0.count == 2 }) {
            let sizes = ranges.map { range in
                Specification.SizeRange.with {
                    $0.lowerBound = UInt64(max(0, range[0]))
                    $0.upperBound = range[1]
                }
            }
            array.shapeFlexibility = .shapeRange(.with { $0.sizeRanges = sizes })
        } else if let shapes: [[Int64]] = numbers(feature.enumeratedShapes) {
            array.shapeFlexibility = .enumeratedShapes(.with { $0.shapes = shapes.map { shape in .with { $0.shape = shape } } })
        }
        return array
    }

    private static func image(_ feature: Content.Feature) -> Specification.ImageFeatureType? {
        guard let width = feature.width.flatMap({ Int64($0.text) }), let height = feature.height.flatMap({ Int64($0.text) }) else {
            return nil
        }
        return .with {
            $0.width = width
            $0.height = height
            $0.colorSpace =
                switch feature.colorspace {
                case "Grayscale": .grayscale
                case "GrayscaleFloat16", "Grayscale16Half": .grayscaleFloat16
                case "BGR": .bgr
                default: .rgb
                }
        }
    }

    /// Parses numbers in brackets, which the file has as a string: `[1, 3]`, `[[1, 4], [2, 2]]`.
    private static func numbers<Value: Decodable>(_ text: String?) -> Value? {
        text.flatMap { try? JSONDecoder().decode(Value.self, from: Data($0.utf8)) }
    }
}

extension CompiledMetadata {
    fileprivate struct Content: Decodable {
        struct Feature: Decodable {
            var name: String
            var type: String
            var shortDescription: String?
            var isOptional: NumberOrText?
            var dataType: String?
            var shape: String?
            var shapeRange: String?
            var enumeratedShapes: String?
            var width: NumberOrText?
            var height: NumberOrText?
            var colorspace: String?
            var keyType: String?
        }

        struct Function: Decodable {
            var name: String
            var inputSchema: [Feature]?
            var outputSchema: [Feature]?
            var stateSchema: [Feature]?
        }

        struct ModelType: Decodable {
            var name: String
        }

        var specificationVersion: NumberOrText?
        var modelType: ModelType?
        var inputSchema: [Feature]?
        var outputSchema: [Feature]?
        var stateSchema: [Feature]?
        var functions: [Function]?
        var defaultFunctionName: String?
        var shortDescription: String?
        var author: String?
        var license: String?
        var version: String?
        var userDefinedMetadata: [String: String]?
    }

    /// A number, which some versions write as a string.
    fileprivate struct NumberOrText: Decodable {
        var text: String

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            text = try (try? container.decode(String.self)) ?? String(container.decode(Int64.self))
        }
    }
}
