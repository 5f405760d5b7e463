import Foundation
import VisionRuntime

/// The text of a page and its layout. The confidence is the mean of the confidences of its lines and barcodes.
public struct DocumentObservation: VisionObservation, FactualObservation, Codable {
    let facts: ObservationFacts
    /// The document's content.
    public let document: Container

    /// Creates an observation of a page.
    ///
    /// - Parameter candidateCount: the maximum number of candidates for a line.
    init(_ finding: PageFinding, candidateCount: Int, _ origin: inout ObservationOrigin) throws {
        let confidences =
            finding.content.text.lines.map { finding.lines[$0].finding.quadrilateral.confidence } + finding.barcodes.map(\.confidence)
        facts = origin.facts(confidence: confidences.reduce(0, +) / Float(max(confidences.count, 1)))
        let parts = DocumentParts(
            lines: finding.lines.map { RecognizedTextObservation($0, candidateCount: candidateCount, &origin) },
            barcodes: try finding.barcodes.map { try BarcodeObservation($0, &origin) }, aspectRatio: finding.aspectRatio)
        document = Container(finding.content, parts)
    }

    var details: String { "'\(document.text.transcript)'" }
}

/// The lines and barcodes of a document.
struct DocumentParts {
    let lines: [RecognizedTextObservation]
    let barcodes: [BarcodeObservation]
    /// The image's width divided by its height.
    let aspectRatio: Float
}

extension DocumentObservation {
    /// A page, a cell of a table or an item of a list.
    public struct Container: BoundingRegionProviding, Sendable, Equatable, Hashable, Codable {
        /// The title: text near the top of the page that is clearly larger than the rest or stands apart from it. Cells and items have no title.
        public let title: Text?
        /// All lines in reading order, column after column, including the lines of the title, lists and tables. The text of an item does
        /// not include its marker.
        public let text: Text
        /// The text outside of the title, lists and tables. The whole text of a cell or item is one paragraph.
        public let paragraphs: [Text]
        /// The barcodes from the top of the image to its bottom.
        public let barcodes: [BarcodeObservation]
        /// The tables, in reading order.
        public let tables: [Table]
        /// The lists, in reading order.
        public let lists: [List]
        private let outline: Outline

        init(_ content: PageContent, _ parts: DocumentParts) {
            title = content.title.map { Text($0, parts) }
            let text = Text(content.text, parts)
            let barcodes = content.barcodes.map { parts.barcodes[$0] }
            (self.text, self.barcodes) = (text, barcodes)
            paragraphs = content.paragraphs.map { Text($0, parts) }
            tables = content.tables.map { Table($0, parts) }
            lists = content.lists.map { List($0, parts) }
            let corners: [NormalizedPoint] = content.outline.map { NormalizedPoint(normalizedPoint: $0) }
            let places = text.lines.flatMap(\.corners) + barcodes.flatMap(\.corners)
            outline = Outline(points: corners.isEmpty ? places : corners, aspectRatio: parts.aspectRatio)
        }

        /// The convex hull of the content. For a table's cell, it is the hull of the whole cell with the empty area.
        public var boundingRegion: NormalizedRegion { outline.region }
    }
}

/// The corners of an area.
struct Outline: Hashable, Sendable, Codable {
    let points: [NormalizedPoint]
    /// The image's width divided by its height.
    let aspectRatio: Float

    var region: NormalizedRegion { NormalizedRegion(around: points, aspectRatio: aspectRatio) }
}

extension QuadrilateralProviding {
    /// The corners, clockwise from the top left.
    var corners: [NormalizedPoint] { [topLeft, topRight, bottomRight, bottomLeft] }
}
