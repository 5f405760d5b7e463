import VisionRuntime

/// A recognised line of text. Its confidence is the confidence of the most probable candidate.
open class VNRecognizedTextObservation: VNRectangleObservation, @unchecked Sendable {
    private let candidates: [VNRecognizedText]
    /// The languages of the line's words, as BCP 47 tags.
    let languages: [String]

    init(_ origin: Origin, _ finding: RecognizedTextFinding) {
        candidates = finding.candidates.map { VNRecognizedText($0, revision: origin.revision) }
        languages = finding.languages
        let corners = finding.quadrilateral.corners
        super.init(
            origin, topLeft: corners[0], bottomLeft: corners[3], bottomRight: corners[2], topRight: corners[1],
            confidence: finding.quadrilateral.confidence)
    }

    /// The candidates for the line's text, the most probable first.
    ///
    /// - Parameter maxCandidateCount: the maximum number of candidates, from 1 to 10.
    /// - Returns: at most `maxCandidateCount` candidates.
    open func topCandidates(_ maxCandidateCount: Int) -> [VNRecognizedText] {
        Array(candidates.prefix(max(0, min(maxCandidateCount, TextCandidate.maximumCount))))
    }

    private struct Contents: Codable {
        let candidates: [TextCandidate]
        let languages: [String]
    }

    /// Decodes an archive that `encode(with:)` has written; `nil` if the archive is not valid.
    public required init?(coder: NSCoder) {
        guard let contents: Contents = coder.decodeContents(of: VNRecognizedTextObservation.self),
            let rectangle = VNRectangleObservation(coder: coder)
        else { return nil }
        candidates = contents.candidates.map { VNRecognizedText($0, revision: rectangle.requestRevision) }
        languages = contents.languages
        super.init(coder: coder)
    }

    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        let contents = Contents(candidates: candidates.map(\.candidate), languages: languages)
        coder.encode(contents: contents, of: VNRecognizedTextObservation.self)
    }
}

/// A possible reading of a line of text.
open class VNRecognizedText: NSObject, NSCopying, NSSecureCoding, VNRequestRevisionProviding, @unchecked Sendable {
    let candidate: TextCandidate
    public let requestRevision: Int

    init(_ candidate: TextCandidate, revision: Int) {
        (self.candidate, requestRevision) = (candidate, revision)
        super.init()
    }

    /// The text of the line.
    public var string: String { candidate.string }

    /// The confidence, from 0 to 1.
    public var confidence: VNConfidence { candidate.confidence }

    /// The rectangle around a part of the string, in the coordinates of the line. It is rotated like the line.
    ///
    /// - Parameter range: a range of ``string``.
    /// - Returns: `nil` if the range is empty.
    /// - Throws: `outOfBoundsError` if the range is not in the string.
    open func boundingBox(for range: Range<String.Index>) throws -> VNRectangleObservation? {
        try withVisionErrors {
            try candidate.corners(of: range).map { corners in
                VNRectangleObservation(
                    VNObservation.Origin(revision: requestRevision), QuadrilateralFinding(corners: corners, confidence: confidence))
            }
        }
    }

    private struct Contents: Codable {
        let candidate: TextCandidate
        let revision: Int
    }

    /// Decodes an archive that `encode(with:)` has written; `nil` if the archive is not valid.
    public required init?(coder: NSCoder) {
        guard let data = coder.decodeObject(of: NSData.self, forKey: "VNRecognizedText") as Data?,
            let contents = try? PropertyListDecoder().decode(Contents.self, from: data)
        else { return nil }
        (candidate, requestRevision) = (contents.candidate, contents.revision)
        super.init()
    }

    public class var supportsSecureCoding: Bool { true }

    open func encode(with coder: NSCoder) {
        guard let data = try? PropertyListEncoder().encode(Contents(candidate: candidate, revision: requestRevision)) else { return }
        coder.encode(data as NSData, forKey: "VNRecognizedText")
    }

    /// Returns the object itself, because it is immutable.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    open override func isEqual(_ object: Any?) -> Bool { (object as? VNRecognizedText)?.candidate == candidate }

    open override var hash: Int { candidate.hashValue }

    open override var description: String { "<\(Self.self)> '\(string)' confidence \(confidence)" }
}
