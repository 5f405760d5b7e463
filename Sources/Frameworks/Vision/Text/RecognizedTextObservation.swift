import Foundation
import VisionRuntime

/// A recognised line of text. Its confidence is the confidence of the most probable candidate.
public struct RecognizedTextObservation: VisionObservation, FactualObservation, QuadrilateralProviding, BoundingRegionProviding, Codable {
    let facts: ObservationFacts
    private let candidates: [RecognizedText]
    /// The languages of the line's words.
    public let recognitionLanguages: [Locale.Language]
    /// Whether the line belongs to a document's title. Only ``RecognizeDocumentsRequest`` sets it.
    public let isTitle: Bool
    /// Whether the text continues in the next line, because this line has no more room; `nil` if the line is not from a document.
    public let shouldWrapToNextLine: Bool?
    /// The direction of the text; `nil` if the language is not known.
    public let textDirection: Direction?
    public let topLeft: NormalizedPoint
    public let topRight: NormalizedPoint
    public let bottomRight: NormalizedPoint
    public let bottomLeft: NormalizedPoint
    /// The image's width divided by its height; 1 if not known.
    let aspectRatio: Float

    /// The direction of text.
    public enum Direction: Sendable, Equatable, Hashable, Codable {
        /// From left to right, like Latin script.
        case leftToRight
        /// From right to left, like Arabic script.
        case rightToLeft
        /// From the top down, like Japanese in columns.
        case topToBottom
    }

    init(_ finding: RecognizedTextFinding, _ origin: inout ObservationOrigin) {
        let quadrilateral = finding.quadrilateral
        self.init(
            origin.facts(confidence: quadrilateral.confidence), finding.candidates,
            languages: finding.languages.map { Locale.Language(identifier: $0) },
            corners: quadrilateral.corners, aspectRatio: finding.aspectRatio)
    }

    /// Creates an observation of a line of a document.
    ///
    /// - Parameter candidateCount: the maximum number of candidates for the line.
    init(_ line: PageLine, candidateCount: Int, _ origin: inout ObservationOrigin) {
        let finding = line.finding
        self.init(
            origin.facts(confidence: finding.quadrilateral.confidence), Array(finding.candidates.prefix(candidateCount)),
            languages: finding.languages.map { Locale.Language(identifier: $0) }, corners: finding.quadrilateral.corners,
            aspectRatio: finding.aspectRatio, isTitle: line.isTitle,
            wraps: line.wraps)
    }

    /// Converts a ``VNRecognizedTextObservation``, with its identifier, confidence and time.
    public init(_ observation: VNRecognizedTextObservation) {
        self.init(
            ObservationFacts(observation), observation.topCandidates(TextCandidate.maximumCount).map(\.candidate),
            languages: observation.languages.map { Locale.Language(identifier: $0) },
            corners: [observation.topLeft, observation.topRight, observation.bottomRight, observation.bottomLeft], aspectRatio: 1)
    }

    private init(
        _ facts: ObservationFacts, _ candidates: [TextCandidate], languages: [Locale.Language], corners: [CGPoint], aspectRatio: Float,
        isTitle: Bool = false,
        wraps: Bool? = nil
    ) {
        self.facts = facts
        self.candidates = candidates.map { RecognizedText($0) }
        recognitionLanguages = languages
        self.isTitle = isTitle
        shouldWrapToNextLine = wraps
        textDirection = recognitionLanguages.first.map { $0.characterDirection == .rightToLeft ? .rightToLeft : .leftToRight }
        let points: [NormalizedPoint] = corners.map { NormalizedPoint(normalizedPoint: $0) }
        (topLeft, topRight, bottomRight, bottomLeft) = (points[0], points[1], points[2], points[3])
        self.aspectRatio = aspectRatio
    }

    /// The text of the line: the string of the most probable candidate.
    public var transcript: String { candidates.first?.string ?? "" }

    /// The line's four corners as a closed line.
    public var boundingRegion: NormalizedRegion {
        NormalizedRegion(around: [topLeft, topRight, bottomRight, bottomLeft], aspectRatio: aspectRatio)
    }

    /// The corners of the box around a part of the transcript, clockwise from the top left in the line's own orientation. `nil` if the range is
    /// empty, or is not in the transcript.
    func corners(of range: Range<String.Index>) -> [NormalizedPoint]? {
        guard let corners = try? candidates.first?.candidate.corners(of: range) else { return nil }
        return corners.map { NormalizedPoint(normalizedPoint: $0) }
    }

    /// The line's words. A word's uuid is derived from the line's uuid and the word's position. Therefore repeated calls return equal words.
    var words: [RecognizedTextObservation] {
        transcript.split(separator: " ").enumerated().compactMap { place, word in
            guard let part = try? candidates.first?.candidate.part(word.startIndex..<word.endIndex) else { return nil }
            var bytes = facts.uuid.uuid
            bytes.9 ^= UInt8(truncatingIfNeeded: (place + 1) >> 16)
            bytes.10 ^= UInt8(truncatingIfNeeded: (place + 1) >> 8)
            bytes.11 ^= UInt8(truncatingIfNeeded: place + 1)
            let facts = ObservationFacts(
                uuid: UUID(uuid: bytes), confidence: part.confidence, timeRange: facts.timeRange, descriptor: facts.descriptor)
            return RecognizedTextObservation(
                facts, [part], languages: recognitionLanguages, corners: part.line, aspectRatio: aspectRatio)
        }
    }

    /// The candidates for the line's text, the most probable first.
    ///
    /// - Parameter maxCandidateCount: the maximum number of candidates, from 1 to 10.
    /// - Returns: at most `maxCandidateCount` candidates.
    public func topCandidates(_ maxCandidateCount: Int) -> [RecognizedText] {
        Array(candidates.prefix(max(0, min(maxCandidateCount, TextCandidate.maximumCount))))
    }

    var details: String { "'\(transcript)' \(topLeft), \(topRight), \(bottomRight), \(bottomLeft)" }
}

/// A possible reading of a line of text.
public struct RecognizedText: Equatable, Hashable, Sendable, CustomStringConvertible, Codable {
    let candidate: TextCandidate

    init(_ candidate: TextCandidate) { self.candidate = candidate }

    /// The text of the line.
    public var string: String { candidate.string }

    /// The confidence, from 0 to 1.
    public var confidence: Float { candidate.confidence }

    public var description: String { "'\(string)' confidence \(confidence)" }

    /// The rectangle around a part of the string, in the coordinates of the line. It is rotated like the line.
    ///
    /// - Parameter range: a range of ``string``.
    /// - Returns: `nil` if the range is empty, or is not in the string.
    public func boundingBox(for range: Range<String.Index>) -> RectangleObservation? {
        guard let corners = try? candidate.corners(of: range) else { return nil }
        return RectangleObservation(
            ObservationFacts(uuid: UUID(), confidence: confidence, timeRange: nil, descriptor: nil), corners: corners)
    }
}
