import CoreGraphics

/// An item of a list, while the layout of the page is analyzed.
struct LayoutItem {
    let marker: ListMarker
    /// The lines of the item. The first one begins with the marker.
    var lines: [LayoutLine]
    /// The lists within the item.
    var lists: [[LayoutItem]] = []

    var allLines: [LayoutLine] { lines + lists.flatMap { $0.flatMap(\.allLines) } }
}

/// Finds the lists in a chain of lines.
struct ListFinder {
    private let lines: [LayoutLine]
    /// The marker of each line. `nil` if neither the marker before nor the marker after it is in sequence.
    private let markers: [ListMarker?]

    /// The greatest horizontal distance between markers of one list, in line heights.
    private static let shift: CGFloat = 1
    /// The least indentation of an item of a nested list relative to the outer items, in line heights.
    private static let indentation: CGFloat = 0.7
    /// The greatest distance between the middles of an item's successive lines, in line heights.
    private static let reach: CGFloat = 1.9

    /// - Parameter lines: a chain of lines, from the top down.
    init(_ lines: [LayoutLine]) {
        self.lines = lines
        let candidates = lines.map { ListMarker($0.text) }
        markers = lines.indices.map { place in
            guard let marker = candidates[place] else { return nil }
            func isBeside(_ other: Int) -> Bool {
                guard let candidate = candidates[other], candidate.isLike(marker) else { return false }
                return abs(lines[other].box.minX - lines[place].box.minX) < Self.shift * lines[place].height
            }
            let before = lines.indices[..<place].last(where: isBeside).flatMap { candidates[$0] }
            let after = lines.indices[(place + 1)...].first(where: isBeside).flatMap { candidates[$0] }
            return before.map(marker.follows) ?? false || after?.follows(marker) ?? false ? marker : nil
        }
    }

    /// The lists, and the remaining lines between them, from the top down.
    var parts: (lists: [[LayoutItem]], rest: [[LayoutLine]]) {
        var lists: [[LayoutItem]] = []
        var rest: [[LayoutLine]] = []
        var items: [LayoutItem] = []
        var isInText = false
        for place in lines.indices {
            if let marker = markers[place] {
                items.append(LayoutItem(marker: marker, lines: [lines[place]]))
                isInText = false
            } else if let item = items.last, !isInText, goesOn(item, lines[place]) {
                items[items.count - 1].lines.append(lines[place])
            } else {
                lists += Self.nested(items[...])
                items = []
                if isInText { rest[rest.count - 1].append(lines[place]) } else { rest.append([lines[place]]) }
                isInText = true
            }
        }
        return (lists + Self.nested(items[...]), rest)
    }

    /// Whether a line without a marker continues the item above: it is indented, or the item's last line is full.
    private func goesOn(_ item: LayoutItem, _ line: LayoutLine) -> Bool {
        guard let first = item.lines.first, let last = item.lines.last, line.middle - last.middle < Self.reach * line.height else {
            return false
        }
        let indentation = line.box.minX - first.box.minX
        if indentation > 0.5 * line.height { return true }
        return indentation > -0.5 * line.height && last.leavesNoRoom(for: line, in: lines.bounds.maxX)
    }

    /// Items arranged in nested lists, according to their positions and markers.
    private static func nested(_ items: ArraySlice<LayoutItem>) -> [[LayoutItem]] {
        var lists: [[LayoutItem]] = []
        var place = items.startIndex
        while place < items.endIndex {
            var item = items[place]
            let left = item.lines[0].box.minX + indentation * item.lines[0].height
            let inner = items[(place + 1)...].prefix { $0.lines[0].box.minX > left }
            item.lists = nested(inner)
            if let last = lists.last?.last, last.marker.isLike(item.marker) {
                lists[lists.count - 1].append(item)
            } else {
                lists.append([item])
            }
            place = inner.endIndex
        }
        return lists
    }
}

extension LayoutLine {
    /// Whether this line has no room for the next line's first word before the right edge.
    func leavesNoRoom(for next: LayoutLine, in right: CGFloat) -> Bool {
        guard let word = next.words.min(by: { $0.box.minX < $1.box.minX }) else { return true }
        return box.maxX + 0.3 * height + word.box.width > right
    }
}
