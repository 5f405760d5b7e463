extension FunctionClasses {
    /// The class of the outputs, with a property for each output.
    var outputClass: String {
        let provider = """
                private let provider : MLFeatureProvider
            """
        let conformance = """
                \(access)var featureNames: Set<String> { self.provider.featureNames }

                \(access)func featureValue(for featureName: String) -> MLFeatureValue? {
                    self.provider.featureValue(for: featureName)
                }
            """
        let adoption = """
                \(access)init(features: MLFeatureProvider) {
                    self.provider = features
                }
            """
        let members = [provider] + outputs.map(outputProperties) + [conformance, memberwise, adoption]
        return """
            /// What the model predicts.
            \(access)class \(outputName) : MLFeatureProvider {

            \(joined(members))
            }

            """
    }

    private func outputProperties(_ feature: ClassFeature) -> String {
        let property = """
            \(SwiftText.comment(feature.documentation, indent: 4))
                \(access)var \(feature.swiftName): \(feature.type) {
                    \(feature.value(in: "self.provider"))
                }
            """
        guard let scalar = feature.scalar else { return property }
        let shaped = """
            \(SwiftText.comment(feature.documentation, indent: 4))
                \(access)var \(feature.companion): MLShapedArray<\(scalar)>\(feature.isOptional ? "?" : "") {
                    \(feature.isOptional ? "self.\(feature.swiftName).map { MLShapedArray<\(scalar)>($0) }" : "MLShapedArray<\(scalar)>(self.\(feature.swiftName))")
                }
            """
        return property + "\n\n" + shaped
    }

    /// The initialiser from the outputs' values, which an app's tests use.
    private var memberwise: String {
        guard !outputs.isEmpty else { return "" }
        // A name for a local variable that no parameter has.
        var names = NameTable(taken: Set(outputs.map(\.identifier)))
        let values = names.unique("values")
        let parameters = outputs.map { "\($0.swiftName): \($0.type)" + ($0.isOptional ? " = nil" : "") }
        let assignments = outputs.map { feature in
            let value =
                feature.isOptional
                ? "\(feature.swiftName).flatMap { value in \(feature.featureValue(of: "value")) }"
                : feature.featureValue(of: feature.swiftName)
            return "        \(values)[\(SwiftText.literal(feature.name))] = \(value)"
        }
        return """
                \(access)init(\(parameters.joined(separator: ", "))) {
                    var \(values): [String : MLFeatureValue] = [:]
            \(assignments.joined(separator: "\n"))
                    self.provider = try! MLDictionaryFeatureProvider(dictionary: \(values))
                }
            """
    }
}
