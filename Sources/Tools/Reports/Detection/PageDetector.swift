import Foundation
import JSON
import Vision

/// Reads a page and finds its structure.
package struct PageDetector: Detector {
    private let options: TextOptions

    package init(_ options: DetectionOptions) {
        self.options = options.text
    }

    package func query() -> DetectionQuery {
        let request = options.pageRequest()
        return DetectionQuery(request: request, findings: { request.document.map { [Finding(page: $0)] } ?? [] }, isSingle: true)
    }
}

extension Finding {
    fileprivate init(page observation: DocumentObservation) {
        let page = observation.document
        let parts = [
            (page.paragraphs.count, "paragraph"), (page.lists.count, "list"), (page.tables.count, "table"),
            (page.barcodes.count, "barcode"),
        ]
        let counts = parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)\($0.0 == 1 ? "" : "s")" }
        let title = page.title.map { ["'\(ShownText.escaped($0.transcript))'"] } ?? []
        self.init(
            title: "page: \((title + counts).joined(separator: ", "))", confidence: observation.confidence,
            boundingBox: page.boundingRegion.boundingBox.cgRect,
            json: .object(page.members + [("confidence", .float(observation.confidence))]), outlines: page.outlines)
        transcript = page.text.transcript
        self.page = page
        body = ShownText.escaped(PageText.plain(page), keepsLines: true)
    }
}

extension DocumentObservation.Container {
    /// The content as JSON members; empty parts are left out.
    fileprivate var members: [(String, JSON)] {
        var members: [(String, JSON)] = title.map { [("title", .string($0.transcript))] } ?? []
        members += [("text", .string(text.transcript)), ("boundingBox", JSON(boundingRegion.boundingBox.cgRect))]
        if !paragraphs.isEmpty { members.append(("paragraphs", .array(paragraphs.map(\.json)))) }
        if !lists.isEmpty { members.append(("lists", .array(lists.map(\.json)))) }
        if !tables.isEmpty { members.append(("tables", .array(tables.map(\.json)))) }
        if !barcodes.isEmpty {
            members.append(("barcodes", .array(barcodes.map { $0.payloadString.map { .string($0) } ?? .null })))
        }
        return members
    }

    /// Outlines of the title and of each paragraph, list item, table cell and barcode.
    fileprivate var outlines: [[CGPoint]] {
        let items = lists.flatMap(\.items).map(\.content), cells = tables.flatMap { $0.rows.joined() }.map(\.content)
        let regions = (title.map { [$0] } ?? []).map(\.boundingRegion) + paragraphs.map(\.boundingRegion)
        let inner = (items + cells).map(\.boundingRegion)
        let boxes = (regions + inner).map { $0.boundingBox.cgRect } + barcodes.map { $0.boundingBox.cgRect }
        return boxes.map(\.corners)
    }
}

extension DocumentObservation.Container.Text {
    fileprivate var json: JSON {
        ["text": .string(transcript), "boundingBox": JSON(boundingRegion.boundingBox.cgRect)]
    }
}

extension DocumentObservation.Container.List {
    /// The items of a list. If an item contains lists, these are members of its JSON object.
    fileprivate var json: JSON {
        .array(
            items.map { item in
                let lists = item.content.lists.isEmpty ? [] : [("lists", JSON.array(item.content.lists.map(\.json)))]
                return .object([("marker", .string(item.markerString)), ("text", .string(item.itemString))] + lists)
            })
    }
}

extension DocumentObservation.Container.Table {
    /// The text of the cells, row by row. A cell that spans several rows is in each of these rows.
    fileprivate var json: JSON {
        .array(rows.map { row in .array(row.map { .string($0.content.text.transcript) }) })
    }
}
