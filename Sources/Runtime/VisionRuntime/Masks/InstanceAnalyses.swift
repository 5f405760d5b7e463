import CoreGraphics

/// Each person in an image apart, by the model `personInstances`. Where that has one map for all people, the bodies that
/// ``BodyPoseAnalysis`` finds say which part of it is whose.
package struct PersonInstancesAnalysis: Analysis {
    private let segmentation: SegmentationAnalysis
    private let bodies: BodyPoseAnalysis?

    /// - Parameters:
    ///   - request: the request's name, for messages.
    ///   - regionOfInterest: normalised to the upright image, origin at the lower left.
    package init(for request: String, regionOfInterest: CGRect, usesCPUOnly: Bool, models: ModelStore = .current) {
        segmentation = SegmentationAnalysis(
            model: "personInstances", of: .person, for: request, regionOfInterest: regionOfInterest, usesCPUOnly: usesCPUOnly,
            models: models)
        bodies =
            models.has(BodyPoseAnalysis.modelName)
            ? BodyPoseAnalysis(regionOfInterest: regionOfInterest, usesCPUOnly: usesCPUOnly) : nil
    }

    package func demands(of frame: FrameInfo) throws -> [FrameDemand] {
        try segmentation.demands(of: frame) + (bodies?.demands(of: frame) ?? [])
    }

    /// One mask of all people.
    package func findings(in context: AnalysisContext) throws -> [InstanceMask] {
        try context.findings(of: segmentation).map { segmentation in
            guard segmentation.objects.isEmpty, let bodies else { return try segmentation.instances() }
            return try InstanceMask(people: segmentation.wholeForeground(), bodies: context.findings(of: bodies))
        }
    }
}

/// Each object of an image's foreground apart, by the model `foregroundInstances`.
package struct ForegroundInstancesAnalysis: Analysis {
    private let segmentation: SegmentationAnalysis

    /// - Parameters:
    ///   - request: the request's name, for messages.
    ///   - regionOfInterest: normalised to the upright image, origin at the lower left.
    package init(for request: String, regionOfInterest: CGRect, usesCPUOnly: Bool) {
        segmentation = SegmentationAnalysis(
            model: "foregroundInstances", of: .foreground, for: request, regionOfInterest: regionOfInterest, usesCPUOnly: usesCPUOnly)
    }

    package func demands(of frame: FrameInfo) throws -> [FrameDemand] { try segmentation.demands(of: frame) }

    /// One mask of all objects.
    package func findings(in context: AnalysisContext) throws -> [InstanceMask] {
        try context.findings(of: segmentation).map { try $0.instances() }
    }
}
