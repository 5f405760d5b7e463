extension Specification.Model {
    /// The inputs that only non-maximum suppression reads, as its thresholds: of this model, or of the models in its pipeline. A prediction can leave
    /// them out, even if the description does not call them optional.
    package var thresholdInputs: Set<String> { thresholdInputs(depth: 0) }

    private func thresholdInputs(depth: Int) -> Set<String> {
        let models: [Specification.Model]
        switch type {
        case .nonMaximumSuppression(let suppression):
            return Set([suppression.iouThresholdInputFeatureName, suppression.confidenceThresholdInputFeatureName].filter { !$0.isEmpty })
        case .pipeline(let pipeline): models = pipeline.models
        case .pipelineClassifier(let classifier): models = classifier.pipeline?.models ?? []
        case .pipelineRegressor(let regressor): models = regressor.pipeline?.models ?? []
        default: return []
        }
        guard depth < 16 else { return [] }
        var (thresholds, others) = (Set<String>(), Set<String>())
        for model in models {
            let own = model.thresholdInputs(depth: depth + 1)
            thresholds.formUnion(own)
            others.formUnion((model.description?.input ?? []).map(\.name).filter { !own.contains($0) })
        }
        return thresholds.subtracting(others)
    }
}
