/// The positions of the samples along a resized line, as pairs of neighbours and the weights between them.
struct SamplingLine {
    /// The index of the lower neighbour of each sample. A sample mixes two pixels: `lower[i] · (1 − fraction[i]) + upper[i] · fraction[i]`.
    var lower: [Int] = []
    var upper: [Int] = []
    var fraction: [Float] = []

    /// Samples at `positions` of a line of `length` elements. Positions outside of the line are clamped to its ends.
    init(_ positions: [Double], length: Int) {
        for position in positions {
            let inside = min(max(position.isNaN ? 0 : position, 0), Double(length - 1))
            let first = Int(inside)
            lower.append(first)
            upper.append(min(first + 1, length - 1))
            fraction.append(Float(inside - Double(first)))
        }
    }

    var count: Int { lower.count }

    /// Whether every sample is an element of the line.
    var isNearest: Bool { fraction.allSatisfy { $0 == 0 } }

    /// The `count` sampling positions over `start`…`end` of a line in one of Core ML's sampling modes.
    static func positions(_ mode: String, from start: Double, through end: Double, count: Int) -> [Double]? {
        let span = end - start
        func line(_ first: Double, _ spacing: Double) -> [Double] { (0..<count).map { first + Double($0) * spacing } }
        switch mode {
        case "STRICT_ALIGN_CORNERS": return line(start, count > 1 ? span / Double(count - 1) : 0)
        case "ALIGN_CORNERS": return count > 1 ? line(start, span / Double(count - 1)) : [start + span / 2]
        case "DEFAULT": return line(start, (span + 1) / Double(count))
        case "OFFSET_CORNERS":
            let spacing = max(1, span) / Double(count)
            return line(start + spacing / 2, spacing)
        case "UNALIGN_CORNERS":
            let spacing = (span + 1) / Double(count)
            return line(start + spacing / 2 - 0.5, spacing)
        default: return nil
        }
    }
}

/// Samples planes of numbers at the crossings of two lines.
struct PlaneSampler {
    private let height: Int
    private let width: Int
    private let vertical: SamplingLine
    private let horizontal: SamplingLine
    private let isNearest: Bool

    init(height: Int, width: Int, _ vertical: SamplingLine, _ horizontal: SamplingLine) {
        (self.height, self.width, self.vertical, self.horizontal) = (height, width, vertical, horizontal)
        isNearest = vertical.isNearest && horizontal.isNearest
    }

    /// Computes the given rows of the result. Rows are counted over all planes.
    func run(_ source: UnsafePointer<Float>, into target: UnsafeMutablePointer<Float>, rows: Range<Int>) {
        if isNearest { take(source, into: target, rows) } else { mix(source, into: target, rows) }
    }

    /// Takes rows of elements without interpolation.
    private func take(_ source: UnsafePointer<Float>, into target: UnsafeMutablePointer<Float>, _ rows: Range<Int>) {
        let count = horizontal.count
        var last = -1
        for row in rows {
            let line = row / vertical.count * height + vertical.lower[row % vertical.count]
            let into = target + row * count
            if line == last {
                into.update(from: into - count, count: count)
            } else {
                let from = source + line * width
                horizontal.lower.withUnsafeBufferPointer { columns in
                    for column in 0..<count { into[column] = from[columns[column]] }
                }
                last = line
            }
        }
    }

    /// Interpolates between rows. Each source row is resampled along its length once, and reused by consecutive result rows.
    private func mix(_ source: UnsafePointer<Float>, into target: UnsafeMutablePointer<Float>, _ rows: Range<Int>) {
        let count = horizontal.count
        let memory = UnsafeMutablePointer<Float>.allocate(capacity: 2 * count)
        defer { memory.deallocate() }
        memory.initialize(repeating: 0, count: 2 * count)
        // Two resampled lines, and the indices of their source rows.
        var (above, below) = (memory, memory + count)
        var (aboveLine, belowLine) = (-1, -1)
        for row in rows {
            let (start, place) = (row / vertical.count * height, row % vertical.count)
            let (top, bottom) = (start + vertical.lower[place], start + vertical.upper[place])
            if aboveLine != top, belowLine == top || aboveLine == bottom {
                (above, below) = (below, above)
                (aboveLine, belowLine) = (belowLine, aboveLine)
            }
            if aboveLine != top {
                sample(source + top * width, into: above)
                aboveLine = top
            }
            if belowLine != bottom {
                sample(source + bottom * width, into: below)
                belowLine = bottom
            }
            let (first, second, into, weight) = (above, below, target + row * count, vertical.fraction[place])
            for column in 0..<count { into[column] = first[column] + (second[column] - first[column]) * weight }
        }
    }

    /// Samples a line along its length.
    private func sample(_ line: UnsafePointer<Float>, into target: UnsafeMutablePointer<Float>) {
        horizontal.lower.withUnsafeBufferPointer { lower in
            horizontal.upper.withUnsafeBufferPointer { upper in
                horizontal.fraction.withUnsafeBufferPointer { fraction in
                    for column in 0..<fraction.count {
                        let (left, right) = (line[lower[column]], line[upper[column]])
                        target[column] = left + (right - left) * fraction[column]
                    }
                }
            }
        }
    }
}
