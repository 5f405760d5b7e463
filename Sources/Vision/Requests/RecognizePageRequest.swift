import VisionRuntime

/// A ``RecognizeDocumentsRequest`` that a ``VNImageRequestHandler`` performs beside others on one decoded photo. Apple's interface of classes
/// has none.
package final class RecognizePageRequest: VNImageBasedRequest, @unchecked Sendable {
    /// `nil` where there is neither text nor a barcode, and before the request was performed.
    package var document: DocumentObservation? { (latestResults?.first as? PageObservation)?.document }

    package override class var supportedRevisions: IndexSet { IndexSet(integer: 1) }

    override func makeTwin() -> VNRequest { RecognizePageRequest(completionHandler: completionHandler) }

    override func job(_ performance: RequestPerformance) throws -> RequestJob {
        var request = RecognizeDocumentsRequest()
        request.regionOfInterest = NormalizedRect(normalizedRect: performance.settings.regionOfInterest)
        let analysis = try withVisionErrors { [request] in try request.analysis() }
        return RequestJob(analysis, cancellation: performance.cancellation) { [request] findings, frame in
            var origin = ObservationOrigin(request.descriptor, frame)
            return try request.observations(findings, &origin).map(PageObservation.init)
        }
    }
}

/// A document among the observations of classes.
final class PageObservation: VNObservation, @unchecked Sendable {
    let document: DocumentObservation

    init(_ document: DocumentObservation) {
        self.document = document
        super.init(Origin(revision: VNRequestRevisionUnspecified, timeRange: document.timeRange ?? .zero), confidence: document.confidence)
    }

    /// A page is archived as a ``DocumentObservation``.
    required init?(coder: NSCoder) { nil }

    override class var supportsSecureCoding: Bool { false }
}
