import VisionRuntime

/// A ``RecognizeDocumentsRequest`` as a class. A ``VNImageRequestHandler`` can perform it together with other `VN` requests, and decodes the image
/// once. Apple has no corresponding class.
package final class RecognizePageRequest: VNImageBasedRequest, @unchecked Sendable {
    /// The document of the page. `nil` before the first performance, or if the image shows neither text nor a barcode.
    package var document: DocumentObservation? { (latestResults?.first as? PageObservation)?.document }

    /// The settings for reading text.
    package var textOptions: RecognizeDocumentsRequest.TextRecognitionOptions {
        get { self[own: \Settings.text] }
        set { self[own: \Settings.text] = newValue }
    }

    private struct Settings: OwnSettings {
        var text = RecognizeDocumentsRequest.TextRecognitionOptions()
    }

    package override class var supportedRevisions: IndexSet { IndexSet(integer: 1) }

    override func makeTwin() -> VNRequest { RecognizePageRequest(completionHandler: completionHandler) }

    override func job(_ performance: RequestPerformance) throws -> RequestJob {
        var request = RecognizeDocumentsRequest()
        request.regionOfInterest = NormalizedRect(normalizedRect: performance.settings.regionOfInterest)
        request.textRecognitionOptions = performance.settings.own(Settings.self).text
        let analysis = try withVisionErrors { [request] in try request.analysis() }
        return RequestJob(analysis, cancellation: performance.cancellation) { [request] findings, frame in
            let coordinates = RegionCoordinates(of: request.regionOfInterest.cgRect)
            var origin = ObservationOrigin(request.descriptor, frame, coordinates)
            return try request.observations(findings.relative(to: coordinates), &origin).map(PageObservation.init)
        }
    }
}

/// A document as an observation of the `VN` classes.
final class PageObservation: VNObservation, @unchecked Sendable {
    let document: DocumentObservation

    init(_ document: DocumentObservation) {
        self.document = document
        super.init(Origin(revision: VNRequestRevisionUnspecified, timeRange: document.timeRange ?? .zero), confidence: document.confidence)
    }

    /// Always returns `nil`: a page is archived as a ``DocumentObservation``.
    required init?(coder: NSCoder) { nil }

    override class var supportsSecureCoding: Bool { false }
}
