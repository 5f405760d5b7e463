import CoreGraphics
import CoreImage

/// The analyses that Core Image's `CIDetector` uses.
final class VisionDetectorEngine: DetectorEngine {
    static let shared = VisionDetectorEngine()

    private static let wholePicture = CGRect(x: 0, y: 0, width: 1, height: 1)
    /// The least confidence of a face. The detector's features have no confidence, so a program cannot apply a threshold of its own. At this
    /// threshold nine of ten findings are faces (`Models/faces/README.md`).
    private static let leastFaceConfidence: Float = 0.3

    var findsFaces: Bool { ModelStore.current.has("faces") }

    var findsText: Bool { ModelStore.current.has("textLines") }

    func faces(in picture: DetectorPicture, leastSize: Double) throws -> [DetectedFace] {
        let models = ModelStore.current
        let frame = try Frame(picture)
        let detection = FaceDetectionAnalysis(regionOfInterest: Self.wholePicture, usesCPUOnly: false, models: models)
        let (width, height) = (Double(frame.info.width), Double(frame.info.height))
        let least = leastSize * min(width, height)
        let faces = try frame.findings(of: detection).filter { face in
            face.confidence >= Self.leastFaceConfidence
                && min(Double(face.boundingBox.width) * width, Double(face.boundingBox.height) * height) >= least
        }
        let detected = faces.map { DetectedFace(box: $0.boundingBox, roll: $0.attitude.roll, parts: nil) }
        guard !faces.isEmpty, models.has(FacePointAnalysis.modelName) else { return detected }
        let given = faces.map { GivenFace(boundingBox: $0.boundingBox, roll: $0.attitude.roll) }
        let landmarks = try FaceLandmarkAnalysis(
            faces: given, regionOfInterest: Self.wholePicture, usesCPUOnly: false, models: models)
        return try zip(detected, frame.findings(of: landmarks)).map { face, landmarks in
            DetectedFace(box: face.box, roll: face.roll, parts: landmarks.shape.parts(in: frame.info))
        }
    }

    func rectangles(
        in picture: DetectorPicture, leastSize: Double, aspectRatios: ClosedRange<Double>, limit: Int
    ) throws -> [[CGPoint]] {
        let analysis = try RectangleAnalysis(
            minimumAspectRatio: Float(aspectRatios.lowerBound), maximumAspectRatio: Float(aspectRatios.upperBound), quadratureTolerance: 30,
            minimumSize: Float(leastSize), minimumConfidence: 0, maximumObservations: limit, regionOfInterest: Self.wholePicture)
        return try Frame(picture).findings(of: analysis).map(\.corners)
    }

    func textLines(in picture: DetectorPicture, withCharacters: Bool) throws -> [DetectedTextLine] {
        let models = ModelStore.current
        let analysis = TextRectangleAnalysis(
            regionOfInterest: Self.wholePicture, findsCharacters: withCharacters && models.has("textReader"), models: models)
        return try Frame(picture).findings(of: analysis).map { line in
            DetectedTextLine(corners: line.quadrilateral.corners, characters: line.characters)
        }
    }
}

/// The detector engine. `CDetectors` finds this function by its name in programs that are linked to this module.
@_cdecl("osprey_detectorEngine")
package func detectorEngine() -> UnsafeRawPointer {
    UnsafeRawPointer(Unmanaged<AnyObject>.passUnretained(VisionDetectorEngine.shared).toOpaque())
}

extension Frame {
    fileprivate convenience init(_ picture: DetectorPicture) throws {
        try self.init(.ciImage(picture.image), orientation: picture.orientation)
    }

    fileprivate func findings<A: Analysis>(of analysis: A) throws -> [A.Finding] {
        let job = AnalysisJob(analysis, cancellation: Cancellation()) { findings, _ in findings }
        return try Performance.run([.success(job)], on: .success(self)).first?.get() ?? []
    }
}

extension FaceShape {
    /// The positions of the eyes and the mouth, normalised to the upright picture.
    fileprivate func parts(in frame: FrameInfo) -> DetectedFace.Parts {
        func place(_ indices: ClosedRange<Int>) -> CGPoint {
            let point = middle(of: indices)
            return frame.normalized(CGPoint(x: point.x, y: point.y))
        }
        return DetectedFace.Parts(
            leftEye: place(36...41), rightEye: place(42...47), mouth: place(48...59),
            leftEyeIsClosed: openness(ofEyeAt: 36) < Self.closed,
            rightEyeIsClosed: openness(ofEyeAt: 42) < Self.closed)
    }

    /// The openness below which an eye counts as closed. The value is usual: Soukupová and Čech, "Real-Time Eye Blink Detection using
    /// Facial Landmarks", 2016.
    private static let closed = 0.2

    /// The openness of an eye: the distance between the lids, divided by the eye's width.
    ///
    /// - Parameter first: the index of the eye's left corner. The other five points follow clockwise.
    private func openness(ofEyeAt first: Int) -> Double {
        let lids = (points[first + 1] - points[first + 5]).length + (points[first + 2] - points[first + 4]).length
        return lids / max(2 * (points[first + 3] - points[first]).length, 1e-6)
    }
}
