import CoreMLSpecification

/// An input or an output in a model's description.
package func feature(
    _ name: String, _ kind: Specification.FeatureType.Kind?, isOptional: Bool = false
) -> Specification.FeatureDescription {
    .with {
        $0.name = name
        $0.type = .with { ($0.type, $0.isOptional) = (kind, isOptional) }
    }
}
