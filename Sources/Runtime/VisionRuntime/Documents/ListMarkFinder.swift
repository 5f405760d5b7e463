import CoreGraphics

/// Finds bullets and dashes before lines of text. These marks are too small for the recogniser.
struct ListMarkFinder {
    private let plane: GrayPlane
    private let view: ReducedView
    private let toPixels: CGAffineTransform

    /// A mark before a line, in the line's coordinates: the top left corner is (0, 0), the bottom right corner (1, 1).
    private struct Mark {
        let string: String
        let box: CGRect
        /// The x coordinate of the mark's left end, in pixels.
        let left: CGFloat
    }

    /// The width of the area that is searched before a line, in line heights.
    private static let reach: CGFloat = 2.6
    /// The contrast, on a scale of 0 to 255, below which an area is not searched for marks.
    private static let leastContrast: CGFloat = 30
    /// The greatest distance between the left ends of marks of one list, in line heights.
    private static let shift: CGFloat = 0.4

    /// - Parameters:
    ///   - plane: the pixels of the view.
    ///   - view: the part of the image in which the lines were read.
    init(plane: GrayPlane, view: ReducedView) {
        (self.plane, self.view) = (plane, view)
        toPixels = view.normalization.inverted()
    }

    /// The lines with the marks that were found before them. A mark without a similar mark at the same position counts as dust.
    func marked(_ lines: [RecognizedTextFinding]) -> [RecognizedTextFinding] {
        let places = lines.map { line in LinePlace(corners: line.quadrilateral.corners.map { $0.applying(toPixels) }) }
        let marks = zip(lines, places).map { line, place in
            place.isExtended && ListMarker(line.candidates.first?.string ?? "") == nil ? mark(before: place) : nil
        }
        let sure = marks.indices.map { index -> Mark? in
            guard let mark = marks[index] else { return nil }
            let hasCompany = marks.indices.contains { other in
                guard other != index, let another = marks[other] else { return false }
                return another.string == mark.string && abs(another.left - mark.left) < Self.shift * places[index].height
            }
            return hasCompany ? mark : nil
        }
        return lines.indices.compactMap { index in
            // The recogniser may have read a mark as letters, too.
            let isMark = zip(places, sure).contains { place, mark in
                guard let mark, places[index].isExtended, places[index].length < place.height else { return false }
                let middle = place.part(of: places[index].middle)
                return mark.box.minX < middle.x && middle.x < mark.box.maxX && 0 < middle.y && middle.y < 1
            }
            return isMark ? nil : sure[index].map { lines[index].preceded(by: $0.string, boxes: [$0.box]) } ?? lines[index]
        }
    }

    /// The ink mask of the area before a line. The columns go from the line's beginning to the left, and each column goes from the line's top down.
    private func ink(before place: LinePlace) -> [[Bool]]? {
        let (length, height) = (place.length, place.height)
        let rows = min(max(Int(height.rounded()), 1), 96)
        // Columns are one row's height apart. They also cover the first letters, up to one line height into the line.
        func column(_ step: Int) -> [CGFloat] {
            let along = -(CGFloat(step) + 0.5) * height / CGFloat(rows) / length
            return (0..<rows).compactMap { row in
                brightness(at: place.point(CGPoint(x: along, y: (CGFloat(row) + 0.5) / CGFloat(rows))))
            }
        }
        let letters = (1...rows).flatMap { column(-$0) }
        let before = (0..<Int(Self.reach * CGFloat(rows))).map(column).prefix { $0.count == rows }
        guard let darkest = letters.min(), let lightest = letters.max(), rows > 5, before.count > rows / 2 else { return nil }
        let ground = before.flatMap { $0 }.median
        let letter = ground - darkest > lightest - ground ? darkest : lightest
        guard abs(letter - ground) >= Self.leastContrast else { return nil }
        return before.map { $0.map { ($0 - ground) / (letter - ground) > 0.45 } }
    }

    /// - Returns: the brightness; `nil` if the point is outside of the plane.
    private func brightness(at point: CGPoint) -> CGFloat? {
        guard point.x >= 0, point.y >= 0, point.x < CGFloat(plane.width), point.y < CGFloat(plane.height) else { return nil }
        return CGFloat(plane.row(Int(point.y))[Int(point.x)])
    }

    private func mark(before place: LinePlace) -> Mark? {
        guard let columns = ink(before: place), let rows = columns.first?.count else { return nil }
        let height = CGFloat(rows)
        let isInked = columns.map { $0.contains(true) }
        // The first letter may reach out of its line.
        let start = isInked.indices.first { !isInked[$0] } ?? isInked.count
        guard CGFloat(start) < 0.45 * height, let first = isInked[start...].firstIndex(of: true) else { return nil }
        let end = isInked[first...].firstIndex(of: false) ?? isInked.count
        let isAlone = !isInked[end..<min(end + rows / 3, isInked.count)].contains(true)
        let inked = (0..<rows).filter { row in columns[first..<end].contains { $0[row] } }
        guard isAlone, CGFloat(first - start) > 0.15 * height, let top = inked.first, let bottom = inked.last else { return nil }
        let size = (width: CGFloat(end - first) / height, height: CGFloat(bottom + 1 - top) / height)
        let middle = CGFloat(top + bottom + 1) / 2 / height
        let count = columns[first..<end].reduce(0) { $0 + $1.filter(\.self).count }
        let share = Double(count) / Double((end - first) * (bottom + 1 - top))
        guard (0.3...0.75).contains(middle), let string = Self.string(size, inked: share) else { return nil }
        let step = place.height / height / place.length
        let box = CGRect(
            x: -CGFloat(end) * step, y: CGFloat(top) / height, width: CGFloat(end - first) * step, height: size.height)
        return Mark(string: string, box: box, left: place.point(CGPoint(x: box.minX, y: 0.5)).x)
    }

    /// The character for a mark. The size is in line heights, and `share` is the inked fraction of the mark's box.
    private static func string(_ size: (width: CGFloat, height: CGFloat), inked share: Double) -> String? {
        if size.width > 1.8 * size.height { return (0.15...1.1).contains(size.width) && size.height < 0.2 ? "-" : nil }
        let isRound = size.width > 0.55 * size.height && size.width < 1.8 * size.height
        // A mark as large as a letter counts as a letter, unless it is a disk or a square.
        return isRound && (0.1...(share > 0.7 ? 0.8 : 0.42)).contains(size.height) ? "•" : nil
    }
}
