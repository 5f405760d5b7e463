import CoreGraphics

/// Finds linear codes along the rows of a plane. A code is found if several scan lines agree.
struct LinearScan {
    var kinds: LibraryKinds
    var treatment = LineTreatment.plain
    /// The distance between the scanned rows. The rows between are scanned only where a code was found.
    var step: Int
    /// The number of scan lines that must agree on a code. One more is needed for a code with few digits or without a check character.
    var agreement = 2

    /// The codes in the rows of a plane.
    func symbols(in plane: GrayPlane, check: () throws -> Void) throws -> [DecodedSymbol] {
        var lines = Lines(TreatedLines(plane, treatment), decoder: decoder(kinds))
        var groups = [LineGroup]()
        for (index, y) in stride(from: min(step / 2, plane.height - 1), to: plane.height, by: step).enumerated() {
            if index % 32 == 0 { try check() }
            for reading in try lines.readings(at: y) {
                Self.add(reading, to: &groups, reach: 3 * step)
            }
        }
        var merged = [LineGroup]()
        for group in groups {
            let grown = try grow(group, plane)
            if let index = merged.firstIndex(where: { $0.isSame(as: grown) || $0.reaches(grown, in: plane) }) {
                merged[index].join(grown)
            } else {
                merged.append(grown)
            }
        }
        return merged.filter { isAgreed($0, plane) && !isDoubtful($0, beside: merged) }.map { $0.symbol() }
    }

    private func decoder(_ kinds: LibraryKinds) -> SymbolDecoder {
        SymbolDecoder(kinds: kinds, binarizer: treatment.binarizer, triesRotations: false)
    }

    private static func add(_ reading: LineReading, to groups: inout [LineGroup], reach: Int) {
        if let index = groups.lastIndex(where: { $0.continues(with: reading, reach: reach) }) {
            groups[index].append(reading)
        } else {
            groups.append(LineGroup(reading))
        }
    }

    /// Extends a group by the rows around it that have the same reading.
    private func grow(_ group: LineGroup, _ plane: GrayPlane) throws -> LineGroup {
        guard step > 1 || treatment != .plain else { return group }
        var grown = group
        var lines = Lines(TreatedLines(plane, treatment), decoder: decoder(group.first.symbol.kind))
        for direction in [-1, 1] {
            var misses = 0
            var y = direction < 0 ? group.first.y : group.last.y
            let end = y + direction * (step + 2)
            while misses < 2, y != end {
                y += direction
                guard (0..<plane.height).contains(y) else { break }
                if let reading = try lines.readings(at: y).first(where: { grown.continues(with: $0, reach: 3) }) {
                    grown.append(reading)
                } else {
                    misses += 1
                }
            }
        }
        return grown
    }

    /// Whether the group is doubtful because lines with other readings cross the same bars. Without a filter, one other reading must have
    /// at least four times as many lines as the group. A filter may invent edges. With a filter, all other readings together need only half
    /// as many lines as the group.
    private func isDoubtful(_ group: LineGroup, beside others: [LineGroup]) -> Bool {
        let rivals = others.filter { $0.rivals(group) }.map(\.count)
        return treatment == .plain ? (rivals.max() ?? 0) >= 4 * group.count : 2 * rivals.reduce(0, +) >= group.count
    }

    private func isAgreed(_ group: LineGroup, _ plane: GrayPlane) -> Bool {
        let isShort = !group.first.symbol.kind.isDisjoint(with: .short)
        // A plane of one or two rows has no more lines to agree.
        guard group.count >= min(agreement + (isShort ? 1 : 0), plane.height) else { return false }
        // A slanted line leaves a code through its long sides and may read a shorter one. Such codes are read again along their own direction.
        return !isShort || group.slant <= 0.3
    }
}

/// A code in one scan line.
private struct LineReading {
    let symbol: DecodedSymbol
    let y: Int
    /// The ends of the code on the line. `start` is to the right of `end` if the code runs from right to left.
    let start: Double
    let end: Double

    var length: Double { abs(end - start) }
}

/// The readings of scan lines, one line at a time.
private struct Lines {
    private var treated: TreatedLines
    private let decoder: SymbolDecoder

    init(_ treated: TreatedLines, decoder: SymbolDecoder) {
        self.treated = treated
        self.decoder = decoder
    }

    mutating func readings(at y: Int) throws -> [LineReading] {
        let scale = Double(treated.treatment.scale)
        return try treated.withRow(y) { row, count in
            var readings = [LineReading]()
            // The library finds one code at a time, so the parts of the line beside it are searched again.
            var parts = [0..<count]
            while let part = parts.popLast(), readings.count < 64 {
                guard part.count >= 16, let symbol = try decoder.symbols(row: row + part.lowerBound, count: part.count).first else {
                    continue
                }
                let (from, to) = (Int(symbol.corners[0].x), Int(symbol.corners[1].x))
                readings.append(
                    LineReading(
                        symbol: symbol, y: y, start: Double(part.lowerBound + from) / scale, end: Double(part.lowerBound + to) / scale))
                let left = part.lowerBound + max(min(from, to), 0)
                let right = part.lowerBound + max(from, to) + 1
                if left < part.upperBound { parts.append(part.lowerBound..<left) }
                if right < part.upperBound { parts.append(right..<part.upperBound) }
            }
            return readings
        }
    }
}

/// Scan lines that read the same code.
private struct LineGroup {
    private(set) var first: LineReading
    private(set) var last: LineReading
    private var rows: Set<Int>

    var count: Int { rows.count }

    init(_ reading: LineReading) {
        first = reading
        last = reading
        rows = [reading.y]
    }

    private func isLike(_ reading: LineReading) -> Bool {
        first.symbol.kind == reading.symbol.kind && first.symbol.text == reading.symbol.text
            && (first.end > first.start) == (reading.end > reading.start)
    }

    /// Whether a reading continues the group. The reading must have the group's kind and text. It must lie near the first or last line, at
    /// about the same place along that line.
    ///
    /// - Parameter reach: the distance in rows up to which lines are always near. Lines of long codes may be farther apart.
    func continues(with reading: LineReading, reach: Int) -> Bool {
        guard isLike(reading) else { return false }
        let neighbor = abs(reading.y - first.y) < abs(reading.y - last.y) ? first : last
        let gap = Double(abs(reading.y - neighbor.y))
        let shift = max(abs(reading.start - neighbor.start), abs(reading.end - neighbor.end))
        return gap <= max(Double(reach), 0.5 * neighbor.length) && shift <= 0.25 * neighbor.length + gap
    }

    /// Whether another group is the same code, in rows that overlap or are close to each other.
    func isSame(as other: LineGroup) -> Bool {
        isLike(other.first) && (continues(with: other.first, reach: 4) || continues(with: other.last, reach: 4))
    }

    /// Whether the bars of this group continue to another group with the same message, through rows that could not be read.
    func reaches(_ other: LineGroup, in plane: GrayPlane) -> Bool {
        guard isLike(other.first), other.first.y > last.y else { return false }
        let gap = other.first.y - last.y
        let left = max(Int(min(last.start, last.end)), 0)
        let right = min(Int(max(last.start, last.end)), plane.width - 1)
        guard Double(gap) <= 2 * last.length, abs(other.first.start - last.start) <= 0.05 * last.length, right - left >= 16 else {
            return false
        }
        return (1...5).allSatisfy { part in
            plane.correlation(ofRows: last.y, last.y + gap * part / 6, from: left, to: right) > 0.7
        }
    }

    /// The shift of the lines' beginnings from row to row, in pixels.
    var slant: Double { abs(last.start - first.start) / Double(max(last.y - first.y, 1)) }

    /// Whether another group covers the same bars with another reading.
    func rivals(_ other: LineGroup) -> Bool {
        guard first.symbol.text != other.first.symbol.text else { return false }
        let gap = Double(max(other.first.y - last.y, first.y - other.last.y, 0))
        let left = max(min(first.start, first.end), min(other.first.start, other.first.end))
        let right = min(max(first.start, first.end), max(other.first.start, other.first.end))
        return right - left > 0.5 * other.first.length && gap < 0.5 * other.first.length
    }

    mutating func append(_ reading: LineReading) {
        rows.insert(reading.y)
        if reading.y < first.y { first = reading }
        if reading.y > last.y { last = reading }
    }

    mutating func join(_ other: LineGroup) {
        rows.formUnion(other.rows)
        if other.first.y < first.y { first = other.first }
        if other.last.y > last.y { last = other.last }
    }

    /// The code with its corners. Its top is to the left of the reading direction.
    func symbol() -> DecodedSymbol {
        var symbol = first.symbol
        let upper = [CGPoint(x: first.start, y: Double(first.y)), CGPoint(x: first.end, y: Double(first.y))]
        let lower = [CGPoint(x: last.start, y: Double(last.y)), CGPoint(x: last.end, y: Double(last.y))]
        let isForward = first.end > first.start
        symbol.corners = isForward ? [upper[0], upper[1], lower[1], lower[0]] : [lower[0], lower[1], upper[1], upper[0]]
        symbol.lineCount = count
        return symbol
    }
}
