import Foundation
import VisionRuntime

/// A line of text that was read. Its confidence is that of the likeliest candidate.
public struct RecognizedTextObservation: VisionObservation, FactualObservation, QuadrilateralProviding, Codable {
    let facts: ObservationFacts
    private let candidates: [RecognizedText]
    /// The languages of its words.
    public let recognitionLanguages: [Locale.Language]
    /// Always false: only documents have titles.
    public let isTitle: Bool
    /// Always `nil`: only documents have lines that go on.
    public let shouldWrapToNextLine: Bool?
    /// `nil` where the language is not known.
    public let textDirection: Direction?
    public let topLeft: NormalizedPoint
    public let topRight: NormalizedPoint
    public let bottomRight: NormalizedPoint
    public let bottomLeft: NormalizedPoint
    /// The image's width over its height; 1 where it is not known.
    private let aspectRatio: Float

    /// Which way text goes.
    public enum Direction: Sendable, Equatable, Hashable, Codable {
        case leftToRight
        case rightToLeft
        case topToBottom
    }

    init(_ finding: RecognizedTextFinding, _ origin: inout ObservationOrigin) {
        let quadrilateral = finding.quadrilateral
        self.init(
            origin.facts(confidence: quadrilateral.confidence), finding.candidates, languages: finding.languages,
            corners: quadrilateral.corners, aspectRatio: finding.aspectRatio)
    }

    public init(_ observation: VNRecognizedTextObservation) {
        self.init(
            ObservationFacts(observation), observation.topCandidates(TextCandidate.most).map(\.candidate),
            languages: observation.languages,
            corners: [observation.topLeft, observation.topRight, observation.bottomRight, observation.bottomLeft], aspectRatio: 1)
    }

    private init(
        _ facts: ObservationFacts, _ candidates: [TextCandidate], languages: [String], corners: [CGPoint], aspectRatio: Float
    ) {
        self.facts = facts
        self.candidates = candidates.map { RecognizedText($0) }
        recognitionLanguages = languages.map { Locale.Language(identifier: $0) }
        isTitle = false
        shouldWrapToNextLine = nil
        textDirection = recognitionLanguages.first.map { $0.characterDirection == .rightToLeft ? .rightToLeft : .leftToRight }
        let points: [NormalizedPoint] = corners.map { NormalizedPoint(normalizedPoint: $0) }
        (topLeft, topRight, bottomRight, bottomLeft) = (points[0], points[1], points[2], points[3])
        self.aspectRatio = aspectRatio
    }

    /// What the line says, after its likeliest candidate.
    public var transcript: String { candidates.first?.string ?? "" }

    /// The line's four corners as a closed line.
    public var boundingRegion: NormalizedRegion {
        let polygon = [topLeft, bottomLeft, bottomRight, topRight].map { SIMD2(Float($0.x), Float($0.y)) }
        return NormalizedRegion(ContourShape(polygon: polygon, aspectRatio: aspectRatio))
    }

    /// What the line may say, the likeliest first.
    ///
    /// - Parameter maxCandidateCount: 1 to 10.
    /// - Returns: up to that many; there may be fewer.
    public func topCandidates(_ maxCandidateCount: Int) -> [RecognizedText] {
        Array(candidates.prefix(max(0, min(maxCandidateCount, TextCandidate.most))))
    }

    var details: String { "'\(transcript)' \(topLeft), \(topRight), \(bottomRight), \(bottomLeft)" }
}

/// What a line of text may say.
public struct RecognizedText: Equatable, Hashable, Sendable, CustomStringConvertible, Codable {
    private let candidate: TextCandidate

    init(_ candidate: TextCandidate) { self.candidate = candidate }

    public var string: String { candidate.string }

    /// From 0 to 1.
    public var confidence: Float { candidate.confidence }

    public var description: String { "'\(string)' confidence \(confidence)" }

    /// Where a part of the string is: a rectangle that is turned as the line is, normalised to the upright image.
    ///
    /// - Parameter range: of ``string``.
    /// - Returns: `nil` for a range that is empty, or that the string does not have.
    public func boundingBox(for range: Range<String.Index>) -> RectangleObservation? {
        guard let corners = try? candidate.corners(of: range) else { return nil }
        return RectangleObservation(
            ObservationFacts(uuid: UUID(), confidence: confidence, timeRange: nil, descriptor: nil), corners: corners)
    }
}
