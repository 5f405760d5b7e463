/// The class of a model's inputs, with a property and an initialiser parameter for each feature.
struct InputClass {
    let name: String
    let title: String
    let features: [ClassFeature]
    let access: String

    var source: String {
        let names = features.map { SwiftText.literal($0.name) }.joined(separator: ", ")
        let lookup = """
                \(access)var featureNames: Set<String> { [\(names)] }

                \(access)func featureValue(for featureName: String) -> MLFeatureValue? {
                    switch featureName {
            \(features.map(featureCase).joined(separator: "\n"))
                    default: return nil
                    }
                }
            """
        let members = features.map(property) + [features.isEmpty ? emptyLookup : lookup, initialiser] + variants + features.map(setters)
        return """
            /// \(title)
            \(access)class \(name) : MLFeatureProvider {

            \(joined(members))
            }

            """
    }

    private var emptyLookup: String {
        """
            \(access)var featureNames: Set<String> { [] }

            \(access)func featureValue(for featureName: String) -> MLFeatureValue? { nil }
        """
    }

    private func featureCase(_ feature: ClassFeature) -> String {
        let property = "self." + feature.swiftName
        let value =
            feature.isOptional
            ? "\(property).flatMap { value in \(feature.featureValue(of: "value")) }" : feature.featureValue(of: property)
        return "        case \(SwiftText.literal(feature.name)): return \(value)"
    }

    private func property(_ feature: ClassFeature) -> String {
        """
        \(SwiftText.comment(feature.documentation, indent: 4))
            \(access)var \(feature.swiftName): \(feature.type)
        """
    }

    private var initialiser: String {
        let parameters = features.map { "\($0.swiftName): \($0.type)" + ($0.isOptional ? " = nil" : "") }
        return """
                \(access)init(\(parameters.joined(separator: ", "))) {
            \(features.map { "        self.\($0.swiftName) = \($0.swiftName)" }.joined(separator: "\n"))
                }
            """
    }

    /// Further initialisers, which take `CGImage`s, image files or shaped arrays.
    private var variants: [String] {
        var variants: [String] = []
        if features.contains(where: \.isImage) {
            variants.append(
                variant(
                    throwing: true, parameter: { self.image($0, label: "With", type: "CGImage") }, value: { self.decoded($0, "cgImage") }))
            variants.append(
                variant(throwing: true, parameter: { self.image($0, label: "At", type: "URL") }, value: { self.decoded($0, "imageAt") }))
        }
        if features.contains(where: { $0.scalar != nil }) {
            variants.append(
                variant(throwing: false, parameter: { ShapedParameter($0).declaration }, value: { ShapedParameter($0).multiArray }))
        }
        return variants
    }

    private func variant(throwing: Bool, parameter: (ClassFeature) -> String, value: (ClassFeature) -> String) -> String {
        let arguments = features.map { "\($0.swiftName): \(value($0))" }.joined(separator: ", ")
        return """
                \(access)convenience init(\(features.map(parameter).joined(separator: ", ")))\(throwing ? " throws" : "") {
                    self.init(\(arguments))
                }
            """
    }

    private func image(_ feature: ClassFeature, label: String, type: String) -> String {
        if feature.isImage { return "\(feature.identifier)\(label) \(feature.swiftName): \(type)" }
        return "\(feature.swiftName): \(feature.type)" + (feature.isOptional ? " = nil" : "")
    }

    private func decoded(_ feature: ClassFeature, _ label: String) -> String {
        guard case .image(let width, let height, let format) = feature.kind else { return feature.swiftName }
        return "try MLFeatureValue(\(label): \(feature.swiftName), pixelsWide: \(width), pixelsHigh: \(height), "
            + "pixelFormatType: \(format), options: nil).imageBufferValue!"
    }

    /// The methods that set a feature from a value of another type.
    private func setters(_ feature: ClassFeature) -> String {
        if feature.isImage {
            return [("CGImage", "cgImage"), ("URL", "imageAt")].map { type, label in
                """
                    \(access)func \(feature.companion)(with \(feature.swiftName): \(type)) throws {
                        self.\(feature.swiftName) = \(decoded(feature, label))
                    }
                """
            }.joined(separator: "\n\n")
        }
        guard let scalar = feature.scalar else { return "" }
        let mark = feature.isOptional ? "?" : ""
        let wrap =
            feature.isOptional
            ? "self.\(feature.swiftName).map { MLShapedArray<\(scalar)>($0) }" : "MLShapedArray<\(scalar)>(self.\(feature.swiftName))"
        let unwrap = feature.isOptional ? "newValue.map { MLMultiArray($0) }" : "MLMultiArray(newValue)"
        return """
            \(SwiftText.comment(feature.documentation, indent: 4))
                \(access)var \(feature.companion): MLShapedArray<\(scalar)>\(mark) {
                    get { \(wrap) }
                    set { self.\(feature.swiftName) = \(unwrap) }
                }
            """
    }
}

/// A parameter for a feature. It takes a shaped array if the feature is a multi-array of a known type.
struct ShapedParameter {
    private let feature: ClassFeature

    init(_ feature: ClassFeature) {
        self.feature = feature
    }

    /// The declaration of the parameter. A parameter for an optional array has no default value. If all parameters had default values, a call
    /// without arguments would be ambiguous.
    var declaration: String {
        guard let scalar = feature.scalar else { return "\(feature.swiftName): \(feature.type)" + (feature.isOptional ? " = nil" : "") }
        return "\(feature.swiftName): MLShapedArray<\(scalar)>" + (feature.isOptional ? "?" : "")
    }

    /// An expression that converts the parameter to a multi-array.
    var multiArray: String {
        guard feature.scalar != nil else { return feature.swiftName }
        return feature.isOptional ? "\(feature.swiftName).map { MLMultiArray($0) }" : "MLMultiArray(\(feature.swiftName))"
    }
}
