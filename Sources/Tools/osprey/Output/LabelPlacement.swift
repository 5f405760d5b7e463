import CoreGraphics

/// Places the titles of findings in a picture.
///
/// A title lies above, below, to the right or to the left of its finding. If the finding is large, the title may lie on it. No title covers another
/// title or a small finding, such as a line of text.
struct LabelPlacement {
    private let picture: CGRect
    /// The small findings, which a title would hide.
    private let small: [CGRect]
    private let height: CGFloat
    private var taken: [CGRect] = []

    /// A finding with a side below this length counts as small. The length is a multiple of the label's height.
    private static let smallest: CGFloat = 3

    /// - Parameters:
    ///   - picture: the size of the picture in pixels.
    ///   - findings: the boxes in pixels, with the origin at the lower left.
    ///   - height: the height of a label in pixels.
    init(picture: CGSize, findings: [CGRect], height: CGFloat) {
        self.picture = CGRect(origin: .zero, size: picture)
        self.height = height
        small = findings.filter { Self.isSmall($0, height) }
    }

    private static func isSmall(_ finding: CGRect, _ height: CGFloat) -> Bool { min(finding.width, finding.height) < smallest * height }

    /// Chooses the place of a finding's title; `nil` if there is no room for it.
    ///
    /// - Parameter width: the width of the label in pixels. If a label is wider than the picture, its beginning is shown.
    mutating func place(for finding: CGRect, width: CGFloat) -> CGRect? {
        let isSmall = Self.isSmall(finding, height)
        let beside = [
            CGPoint(x: finding.minX, y: finding.maxY), CGPoint(x: finding.minX, y: finding.minY - height),
            CGPoint(x: finding.maxX, y: finding.maxY - height), CGPoint(x: finding.minX - width, y: finding.maxY - height),
        ]
        let places = (beside + (isSmall ? [] : lines(of: finding))).map {
            inside(CGRect(origin: $0, size: CGSize(width: width, height: height)))
        }
        let place =
            places.first { place in !(taken + small).contains { Self.overlap($0, place) } }
            // The title of a large finding may cover other findings, but no other title.
            ?? (isSmall ? nil : places.first { place in !taken.contains { Self.overlap($0, place) } })
        if let place { taken.append(place) }
        return place
    }

    /// Whether two rectangles overlap by more than an edge.
    private static func overlap(_ one: CGRect, _ other: CGRect) -> Bool {
        one.minX < other.maxX && other.minX < one.maxX && one.minY < other.maxY && other.minY < one.maxY
    }

    /// The possible places of a title on a finding, from the top down.
    private func lines(of finding: CGRect) -> [CGPoint] {
        let top = min(finding.maxY, picture.maxY)
        return stride(from: top - height, to: max(finding.minY, 0), by: -height).map { CGPoint(x: finding.minX, y: $0) }
    }

    /// A place, moved so that it lies in the picture.
    private func inside(_ place: CGRect) -> CGRect {
        CGRect(
            x: max(min(place.minX, picture.maxX - place.width), 0), y: max(min(place.minY, picture.maxY - place.height), 0),
            width: place.width, height: place.height)
    }
}
