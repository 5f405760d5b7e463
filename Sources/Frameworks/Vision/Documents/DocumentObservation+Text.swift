import Foundation
import VisionRuntime

extension DocumentObservation.Container {
    /// Lines of text in a document.
    public struct Text: BoundingRegionProviding, Sendable, Equatable, Hashable, Codable {
        /// The lines in reading order.
        public let lines: [RecognizedTextObservation]
        /// The alignment of the lines; `nil` if the lines do not show it.
        public let textAlignment: Alignment?

        /// The parts of the lines that are aligned below each other.
        public enum Alignment: Sendable, Equatable, Hashable, Codable {
            /// The middles of the lines.
            case center
            /// The leading ends of the lines: the left ends if the language is read from left to right.
            case leading
            /// The ends of the lines.
            case trailing
        }

        init(_ text: PageText, _ parts: DocumentParts) {
            lines = text.lines.map { parts.lines[$0] }
            textAlignment = text.alignment.map(Alignment.init)
        }

        /// The text of all lines. Two lines are joined by a space if the text continues in the second line. If not, a line break joins
        /// them. Nothing is inserted after a line that ends with a hyphen or is in a script without spaces.
        public var transcript: String { pieces.reduce(into: "") { $0 += $1.separator + $1.line.transcript } }

        /// The words of the lines, each with its most probable candidate only; `nil` if the language has no spaces between words.
        public var words: [RecognizedTextObservation]? {
            let hasWords = lines.allSatisfy { line in !line.recognitionLanguages.contains(where: \.isWrittenWithoutSpaces) }
            return hasWords ? lines.flatMap(\.words) : nil
        }

        /// The convex hull of all lines.
        public var boundingRegion: NormalizedRegion { region(around: lines.flatMap(\.corners)) }

        /// The convex hull of a part of the text.
        ///
        /// - Parameter range: a range of ``transcript``.
        /// - Returns: `nil` if the range contains no character of a line, or is not in the transcript.
        public func boundingRegion(for range: Range<String.Index>) -> NormalizedRegion? {
            let transcript = transcript
            guard range.lowerBound >= transcript.startIndex, range.upperBound <= transcript.endIndex else { return nil }
            let scalars = transcript.unicodeScalars
            let first = scalars.distance(from: scalars.startIndex, to: range.lowerBound)
            let last = scalars.distance(from: scalars.startIndex, to: range.upperBound)
            var corners: [NormalizedPoint] = []
            var start = 0
            for piece in pieces {
                start += piece.separator.unicodeScalars.count
                let line = piece.line.transcript.unicodeScalars
                let (from, to) = (max(first - start, 0), min(last - start, line.count))
                if from < to {
                    let part = line.index(line.startIndex, offsetBy: from)..<line.index(line.startIndex, offsetBy: to)
                    corners += piece.line.corners(of: part) ?? []
                }
                start += line.count
            }
            return corners.isEmpty ? nil : region(around: corners)
        }

        private func region(around corners: [NormalizedPoint]) -> NormalizedRegion {
            NormalizedRegion(around: corners, aspectRatio: lines.first?.aspectRatio ?? 1)
        }

        /// The lines, each with the separator before it.
        private var pieces: [(separator: String, line: RecognizedTextObservation)] {
            var before: RecognizedTextObservation?
            return lines.map { line in
                defer { before = line }
                return (before.map { Self.separator(between: $0, and: line) } ?? "", line)
            }
        }

        private static func separator(between line: RecognizedTextObservation, and next: RecognizedTextObservation) -> String {
            guard line.shouldWrapToNextLine == true else { return "\n" }
            let isJoined = line.transcript.hasSuffix("-") || line.recognitionLanguages.last?.isWrittenWithoutSpaces == true
            return isJoined ? "" : " "
        }
    }
}

extension DocumentObservation.Container.Text.Alignment {
    fileprivate init(_ alignment: TextAlignment) {
        switch alignment {
        case .leading: self = .leading
        case .center: self = .center
        case .trailing: self = .trailing
        }
    }
}

extension Locale.Language {
    fileprivate var isWrittenWithoutSpaces: Bool {
        ["ja", "km", "lo", "my", "th", "zh"].contains(languageCode?.identifier)
    }
}
