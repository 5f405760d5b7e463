import CoreGraphics

/// Separates the people in an image with the model `personInstances`. If the model gives only one map for all people, the map is divided by the
/// bodies that ``BodyPoseAnalysis`` finds.
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

    /// A single mask with all people.
    package func findings(in context: AnalysisContext) throws -> [InstanceMask] {
        try context.findings(of: segmentation).map { segmentation in
            guard segmentation.objects.isEmpty, let bodies else { return try segmentation.instances() }
            return try InstanceMask(people: segmentation.wholeForeground(), bodies: context.findings(of: bodies))
        }
    }
}

/// Separates the objects in an image's foreground with the model `foregroundInstances`.
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

    /// A single mask with all objects.
    package func findings(in context: AnalysisContext) throws -> [InstanceMask] {
        try context.findings(of: segmentation).map { try $0.instances() }
    }
}
