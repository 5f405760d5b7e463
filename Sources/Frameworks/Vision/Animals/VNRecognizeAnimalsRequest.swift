import CoreML
import VisionRuntime

/// Revision 1 of ``VNRecognizeAnimalsRequest``.
public let VNRecognizeAnimalsRequestRevision1 = 1
/// Revision 2 of ``VNRecognizeAnimalsRequest``. Both revisions use the same model.
public let VNRecognizeAnimalsRequestRevision2 = 2

/// The identifier of an animal species: cat or dog.
public struct VNAnimalIdentifier: Hashable, Equatable, RawRepresentable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// A dog.
    public static let dog = VNAnimalIdentifier(rawValue: "Dog")
    /// A cat.
    public static let cat = VNAnimalIdentifier(rawValue: "Cat")
}

/// Finds cats and dogs, and labels each as one or the other.
///
/// The request uses the object detector `animals` of Osprey's model catalogue. It returns animals with a confidence of at least 0.25. It mistakes
/// some other animals for cats or dogs. If the model is missing, performing the request fails with `dataUnavailable`.
open class VNRecognizeAnimalsRequest: VNImageBasedRequest, NetworkRequest, @unchecked Sendable {
    /// The animals, the most certain first. Identifiers of their labels are raw values of ``VNAnimalIdentifier``.
    public var results: [VNRecognizedObjectObservation]? { latestResults as? [VNRecognizedObjectObservation] }

    /// The supported revisions, the newest last.
    open override class var supportedRevisions: IndexSet {
        IndexSet(VNRecognizeAnimalsRequestRevision1...VNRecognizeAnimalsRequestRevision2)
    }

    private struct Settings: OwnSettings {
        var source = NetworkSource.catalog(AnimalAnalysis.modelName)
    }

    package func use(_ model: MLModel) throws {
        self[own: \Settings.source] = try NetworkSource(model)
    }

    /// The animals that the request may find.
    ///
    /// - Throws: `unsupportedRevision` if the request does not have the revision.
    public func supportedIdentifiers() throws -> [VNAnimalIdentifier] {
        try checkRevision()
        return AnimalAnalysis.identifiers.map(VNAnimalIdentifier.init(rawValue:))
    }

    /// The animals that a revision may find.
    ///
    /// - Throws: `unsupportedRevision` if the request does not have the revision.
    @available(*, deprecated, message: "use supportedIdentifiers()")
    public class func knownAnimalIdentifiers(forRevision requestRevision: Int) throws -> [VNAnimalIdentifier] {
        try check(revision: requestRevision)
        return AnimalAnalysis.identifiers.map(VNAnimalIdentifier.init(rawValue:))
    }

    override func makeTwin() -> VNRequest { VNRecognizeAnimalsRequest(completionHandler: completionHandler) }

    override func job(_ performance: RequestPerformance) throws -> RequestJob {
        let settings = performance.settings
        let analysis = AnimalAnalysis(
            source: settings.own(Settings.self).source, regionOfInterest: settings.regionOfInterest, usesCPUOnly: settings.usesCPUOnly)
        return performance.job(analysis) { VNRecognizedObjectObservation($1, $0) }
    }
}
