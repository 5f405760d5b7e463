import VisionRuntime

extension DocumentObservation.Container {
    /// A list: items below each other that begin with markers of the same type.
    public struct List: BoundingRegionProviding, Sendable, Equatable, Hashable, Codable {
        /// The items, from the top down.
        public let items: [Item]
        private let outline: Outline

        /// A marker and the content that follows it.
        public struct Item: Sendable, Equatable, Hashable, Codable {
            /// The item's text without the marker, and the lists within the item.
            public let content: DocumentObservation.Container
            /// The marker's type; `nil` for a type that ``Marker`` does not have, such as a Roman numeral.
            public let markerType: Marker?
            /// The marker's text. For a bullet that was detected as a shape, the text is "•". For a dash that was detected as a shape, it is "-".
            public let markerString: String
            /// The item's own text, without the marker and the lists within the item.
            public let itemString: String

            init(_ item: PageListItem, _ parts: DocumentParts) {
                content = DocumentObservation.Container(item.content, parts)
                markerType = Marker(item.marker.style)
                markerString = item.marker.string
                itemString = content.paragraphs.first?.transcript ?? ""
            }
        }

        /// The mark at the beginning of an item.
        public enum Marker: Sendable, Equatable, Hashable, Codable {
            /// A dot, a square, a star or the like.
            case bullet
            /// A hyphen or a dash.
            case hyphen
            /// `a.`, `a)`
            case lowercaseLatin
            /// `A.`, `A)`
            case uppercaseLatin
            /// `1.`
            case decimal
            /// `1)`, `(1)`, `①`
            case decorativeDecimal
            /// `1.1`
            case compositeDecimal
        }

        init(_ list: PageList, _ parts: DocumentParts) {
            let items = list.items.map { Item($0, parts) }
            self.items = items
            let corners = list.items.flatMap(\.content.outline)
            outline = Outline(points: corners.map { NormalizedPoint(normalizedPoint: $0) }, aspectRatio: parts.aspectRatio)
        }

        public var boundingRegion: NormalizedRegion { outline.region }
    }
}

extension DocumentObservation.Container.List.Marker {
    fileprivate init?(_ kind: ListMarker.Kind) {
        switch kind {
        case .bullet: self = .bullet
        case .hyphen: self = .hyphen
        case .lowercaseLatin: self = .lowercaseLatin
        case .uppercaseLatin: self = .uppercaseLatin
        case .decimal: self = .decimal
        case .decorativeDecimal: self = .decorativeDecimal
        case .compositeDecimal: self = .compositeDecimal
        case .roman: return nil
        }
    }
}
