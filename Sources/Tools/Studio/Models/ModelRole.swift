import CoreMLSpecification

/// The use of a model in Studio, such as classifier or detector.
enum ModelRole: String, Sendable {
    case classifier
    case detector
    case bodyActions
    case hands
    case rows
    case other

    /// The role of the model that a training makes, by the name of its ``JobKind``.
    init(kind: String) {
        switch kind {
        case "photos": self = .classifier
        case "boxes": self = .detector
        case "actions": self = .bodyActions
        case "handActions", "handPoses": self = .hands
        case "table": self = .rows
        default: self = .other
        }
    }

    private static let jointsOfBody = 18

    /// Finds the role of a model from its inputs and outputs.
    init(_ model: Specification.Model) {
        let description = model.description ?? .init()
        let function = description.functions.first { $0.name == description.defaultFunctionName } ?? description.functions.first
        let (inputs, outputs) = (function?.input ?? description.input, function?.output ?? description.output)
        let isClassifier = !(function?.predictedFeatureName ?? description.predictedFeatureName).isEmpty
        if inputs.contains(where: Self.isImage) {
            let isDetector = outputs.contains { $0.name == "coordinates" }
            self = isDetector ? .detector : isClassifier ? .classifier : .other
        } else if isClassifier, inputs.count == 1, case .multiArrayType(let poses) = inputs[0].type?.type, inputs[0].name == "poses" {
            self = poses.shape.last == Int64(Self.jointsOfBody) ? .bodyActions : .hands
        } else {
            self = !inputs.isEmpty && inputs.allSatisfy(Self.isCell) ? .rows : .other
        }
    }

    private static func isImage(_ feature: Specification.FeatureDescription) -> Bool {
        if case .imageType = feature.type?.type { true } else { false }
    }

    private static func isCell(_ feature: Specification.FeatureDescription) -> Bool {
        switch feature.type?.type {
        case .int64Type, .doubleType, .stringType: true
        default: false
        }
    }

    /// The name of the role that Studio shows.
    var title: String {
        switch self {
        case .classifier: "classifies pictures"
        case .detector: "detects objects"
        case .bodyActions: "classifies body movements"
        case .hands: "classifies hands"
        case .rows: "predicts from rows of a table"
        case .other: "does something else"
        }
    }
}
