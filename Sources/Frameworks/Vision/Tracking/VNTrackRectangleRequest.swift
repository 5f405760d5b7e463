import VisionRuntime

/// Revision 1 of ``VNTrackRectangleRequest``.
public let VNTrackRectangleRequestRevision1 = 1

/// Tracks a rectangle on a flat object, such as a page, a sign or a screen, while its perspective changes. Each frame gives one
/// ``VNRectangleObservation``, with the `uuid` of the input observation.
///
/// The confidence falls when the rectangle changes its appearance or is hidden. Below 0.3, the rectangle is treated as lost.
open class VNTrackRectangleRequest: VNTrackingRequest, @unchecked Sendable {
    /// Tracks a rectangle on a flat object.
    ///
    /// - Parameter observation: the rectangle's corners in the first frame. All results have the `uuid` of this observation.
    public convenience init(rectangleObservation observation: VNRectangleObservation) {
        self.init(rectangleObservation: observation, completionHandler: nil)
    }

    /// Tracks a rectangle on a flat object.
    ///
    /// - Parameter observation: the rectangle's corners in the first frame. All results have the `uuid` of this observation.
    public init(rectangleObservation observation: VNRectangleObservation, completionHandler: VNRequestCompletionHandler? = nil) {
        super.init(input: observation, completionHandler: completionHandler)
    }

    /// The supported revisions, the newest last.
    open override class var supportedRevisions: IndexSet { IndexSet(integer: VNTrackRectangleRequestRevision1) }

    override func makeTwin() -> VNRequest {
        let input = inputObservation
        let corners = CornersOfObservation(input)
        let rectangle =
            input as? VNRectangleObservation
            ?? VNRectangleObservation(
                requestRevision: input.requestRevision, topLeft: corners.points[0], bottomLeft: corners.points[3],
                bottomRight: corners.points[2], topRight: corners.points[1])
        return VNTrackRectangleRequest(rectangleObservation: rectangle, completionHandler: completionHandler)
    }

    override func job(_ performance: RequestPerformance) throws -> RequestJob {
        let input = performance.settings.own(Tracking.self).input ?? inputObservation
        let corners = CornersOfObservation(input).points
        return try job(performance) { level, region in
            try RectangleTracking(corners: corners, level: level, regionOfInterest: region)
        } observation: { found, origin in
            VNRectangleObservation(
                origin, topLeft: found.corners[0], bottomLeft: found.corners[3], bottomRight: found.corners[2], topRight: found.corners[1],
                confidence: found.confidence)
        }
    }
}

/// The corners of an observation, from the top left clockwise. If the observation has no corners, the corners of its bounding box.
private struct CornersOfObservation {
    let points: [CGPoint]

    init(_ observation: VNDetectedObjectObservation) {
        if let rectangle = observation as? VNRectangleObservation {
            points = [rectangle.topLeft, rectangle.topRight, rectangle.bottomRight, rectangle.bottomLeft]
        } else {
            points = observation.boundingBox.corners
        }
    }
}
