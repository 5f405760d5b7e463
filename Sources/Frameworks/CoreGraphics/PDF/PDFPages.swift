import Foundation

/// The boxes of a page in points, and its rotation.
struct PDFPageGeometry: Equatable {
    /// The boxes in the order of ``CGPDFBox``. Each is inside the first, the media box.
    private let boxes: [CGRect]
    /// The clockwise rotation with which the page is shown: 0, 90, 180 or 270 degrees.
    let rotation: Int

    /// The size of a page whose file gives none: US Letter.
    static let standardBox = CGRect(x: 0, y: 0, width: 612, height: 792)
    /// The maximum distance of an edge from the origin, in points. It is 350 metres.
    private static let farthest = 1_000_000.0

    subscript(box: CGPDFBox) -> CGRect { boxes[Int(box.rawValue)] }

    /// - Parameters:
    ///   - boxes: the rectangles in the order of ``CGPDFBox``. The crop box is the media box if it is missing. All others are the crop box then.
    ///   - rotation: degrees clockwise. Multiples of 90 are valid; other numbers count as 0.
    init(_ boxes: [CGRect?], rotation: Int) {
        let media = boxes.first.flatMap { $0 } ?? Self.standardBox
        var all: [CGRect] = [media]
        for index in 1..<5 {
            let fallback = index == 1 ? media : all[1]
            let part = (index < boxes.count ? boxes[index] : nil).map { $0.intersection(media) } ?? fallback
            all.append(part.isNull || part.isEmpty ? fallback : part)
        }
        self.boxes = all
        self.rotation = rotation % 90 == 0 ? (rotation % 360 + 360) % 360 : 0
    }

    /// A rectangle from two opposite corners. `nil` if it has no area. Numbers that are too large are reduced to the farthest distance.
    static func rect(_ edges: [Double]) -> CGRect? {
        guard edges.count == 4, edges.allSatisfy(\.isFinite) else { return nil }
        let near = edges.map { min(max($0, -farthest), farthest) }
        let rect = CGRect(
            x: min(near[0], near[2]), y: min(near[1], near[3]), width: abs(near[2] - near[0]), height: abs(near[3] - near[1]))
        return rect.width > 0 && rect.height > 0 ? rect : nil
    }

    /// The size of the media box as the page is shown.
    var shownSize: CGSize {
        let size = boxes[0].size
        return rotation % 180 == 0 ? size : CGSize(width: size.height, height: size.width)
    }

    /// Maps the page as it is shown, with its lower left corner at the origin, to the page's own coordinates.
    var fromShown: CGAffineTransform {
        let media = boxes[0]
        switch rotation {
        case 90: return CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: media.maxX, ty: media.minY)
        case 180: return CGAffineTransform(a: -1, b: 0, c: 0, d: -1, tx: media.maxX, ty: media.maxY)
        case 270: return CGAffineTransform(a: 0, b: -1, c: 1, d: 0, tx: media.minX, ty: media.maxY)
        default: return CGAffineTransform(a: 1, b: 0, c: 0, d: 1, tx: media.minX, ty: media.minY)
        }
    }
}

/// A page of a ``PDFFile``.
struct PDFPageEntry {
    let dictionary: [String: PDFObject]
    /// The page's own resources, or those of the nearest node above it.
    let resources: PDFObject
    let geometry: PDFPageGeometry
}

extension PDFFile {
    private static let boxNames = ["MediaBox", "CropBox", "BleedBox", "TrimBox", "ArtBox"]
    /// The attributes that a page takes over from the nodes above it.
    private static let inherited = ["Resources", "MediaBox", "CropBox", "Rotate"]

    /// All pages, in their order.
    ///
    /// - Throws: ``PDFError`` if the tree of pages is damaged.
    func pages() throws -> [PDFPageEntry] {
        guard let root = try resolve(trailer["Root"]).dictionary, let tree = root["Pages"] else { throw PDFError("the file has no pages") }
        var pages: [PDFPageEntry] = []
        var seen: Set<Int> = []
        // Nodes that are still to be visited, the next one last, with what they inherit.
        var rest: [(node: PDFObject, attributes: [String: PDFObject])] = [(tree, [:])]
        while let (node, attributes) = rest.popLast() {
            if case .reference(let number) = node, !seen.insert(number).inserted { throw PDFError("a page is in the file's tree twice") }
            guard let dictionary = try resolve(node).dictionary else { throw PDFError("the tree of pages is damaged") }
            var own = attributes
            for name in Self.inherited { dictionary[name].map { own[name] = $0 } }
            if let kids = dictionary["Kids"] {
                guard let list = try resolve(kids).array else { throw PDFError("the tree of pages is damaged") }
                // Nodes are objects of their own. A direct one might be an endless tree.
                guard list.allSatisfy({ if case .reference = $0 { true } else { false } }) else {
                    throw PDFError("the tree of pages is damaged")
                }
                rest += list.reversed().map { ($0, own) }
            } else {
                pages.append(try page(dictionary.merging(own) { $1 }))
            }
        }
        return pages
    }

    private func page(_ dictionary: [String: PDFObject]) throws -> PDFPageEntry {
        let boxes = try Self.boxNames.map { name in
            try resolve(dictionary[name]).array.flatMap { edges in
                try PDFPageGeometry.rect(edges.compactMap { try resolve($0).number })
            }
        }
        let rotation = try resolve(dictionary["Rotate"]).integer ?? 0
        return PDFPageEntry(
            dictionary: dictionary, resources: dictionary["Resources"] ?? .dictionary([:]),
            geometry: PDFPageGeometry(boxes, rotation: rotation))
    }

    /// The texts and dates of the file's description, such as `Title`.
    func information() throws -> [String: String] {
        guard let entries = try resolve(trailer["Info"]).dictionary else { return [:] }
        return try entries.compactMapValues { try resolve($0).text }
    }

    /// The operators of a page, as bytes with the filter of their stream.
    ///
    /// - Throws: ``PDFError`` if the page has several streams with filters other than zlib's.
    func content(of page: PDFPageEntry) throws -> PDFStream {
        switch try resolve(page.dictionary["Contents"]) {
        case .stream(let stream): return stream
        case .array(let parts):
            let streams = try parts.compactMap { try resolve($0).stream }
            if streams.count == 1 { return streams[0] }
            var bytes = Data()
            for stream in streams {
                bytes += try content(of: stream)
                bytes += "\n".utf8
                guard bytes.count <= 256 << 20 else { throw PDFError("a page is too large") }
            }
            return PDFStream(deflating: bytes)
        default: return PDFStream([:], Data())
        }
    }
}
