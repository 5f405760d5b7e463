/// The dimensions of a reduction, with contiguous ones merged. Each line of `length` numbers, `inner` apart, is reduced to one number.
struct ReducedLines {
    let outer: Int
    let length: Int
    let inner: Int

    init(outer: Int, length: Int, inner: Int) {
        (self.outer, self.length, self.inner) = (outer, length, inner)
    }

    /// The lines of a reduction; `nil` if a kept dimension lies between reduced ones, or if there are no elements.
    init?(_ shape: [Int], reducing axes: [Int]) {
        var (outer, length, inner) = (1, 1, 1)
        var isReduced = false
        var isPast = false
        for (axis, size) in shape.enumerated() where size != 1 {
            guard size > 0 else { return nil }
            if axes.contains(axis) {
                guard !isPast else { return nil }
                isReduced = true
                length *= size
            } else if isReduced {
                isPast = true
                inner *= size
            } else {
                outer *= size
            }
        }
        self.init(outer: outer, length: length, inner: inner)
    }

    /// The least number of elements that is worth a thread of its own.
    private static let grain = 1 << 14
    /// The number of columns that are processed together, so that they fit into the first-level cache.
    private static let widest = 512
    private static let narrowest = 64

    /// Calls `body` for every block of columns of one outer index, in parallel on free threads. `start` is the offset of the first number
    /// of the first column, `result` the offset of its result, and `columns` the number of columns.
    func forEachBlock(_ body: (_ start: Int, _ result: Int, _ columns: Int) -> Void) {
        let threads = Threads.limit
        let width = max(ReducedLines.narrowest, min(ReducedLines.widest, (inner + threads - 1) / threads))
        let perOuter = (inner + width - 1) / width
        forEachPart(outer * perOuter) { blocks in
            for block in blocks {
                let (index, column) = (block / perOuter, block % perOuter * width)
                body(index * length * inner + column, index * inner + column, min(width, inner - column))
            }
        }
    }

    /// Calls `body` with ranges that together cover `0..<count`, in parallel on free threads.
    func forEachPart(_ count: Int, _ body: (Range<Int>) -> Void) {
        let parts = max(1, min(Threads.limit, count, outer * length * inner / ReducedLines.grain))
        Threads.run(parts) { body(count * $0 / parts..<count * ($0 + 1) / parts) }
    }
}

/// A reduction that computes a term for each number, and adds the terms in double precision.
protocol SummingReduction: Reduction {
    static func term(_ x: Double) -> Double

    static func finish(_ sum: Double, _ count: Int) -> Double
}

extension SummingReduction {
    static var reducesColumns: Bool { true }

    static func finish(_ sum: Double, _ count: Int) -> Double { sum }

    static func reduce(_ x: UnsafePointer<Float>, _ lines: ReducedLines, into y: UnsafeMutablePointer<Float>) {
        let (length, inner) = (lines.length, lines.inner)
        if inner == 1 {
            return lines.forEachPart(lines.outer) { rows in
                for row in rows { y[row] = Float(finish(sum(x + row * length, length), length)) }
            }
        }
        lines.forEachBlock { start, result, columns in
            let sums = UnsafeMutablePointer<Double>.allocate(capacity: columns)
            defer { sums.deallocate() }
            sums.initialize(repeating: 0, count: columns)
            var line = x + start
            for _ in 0..<length {
                for column in 0..<columns { sums[column] += term(Double(line[column])) }
                line += inner
            }
            for column in 0..<columns { y[result + column] = Float(finish(sums[column], length)) }
        }
    }

    /// The sum of `count` numbers. Eight sums are computed side by side, so that no addition waits for the previous one.
    @inline(__always)
    private static func sum(_ x: UnsafePointer<Float>, _ count: Int) -> Double {
        var (a, b, c, d) = (0.0, 0.0, 0.0, 0.0)
        var (e, f, g, h) = (0.0, 0.0, 0.0, 0.0)
        var index = 0
        while index + 8 <= count {
            let line = x + index
            a += term(Double(line[0]))
            b += term(Double(line[1]))
            c += term(Double(line[2]))
            d += term(Double(line[3]))
            e += term(Double(line[4]))
            f += term(Double(line[5]))
            g += term(Double(line[6]))
            h += term(Double(line[7]))
            index += 8
        }
        while index < count {
            a += term(Double(x[index]))
            index += 1
        }
        return ((a + b) + (c + d)) + ((e + f) + (g + h))
    }
}

/// A reduction to the largest or the smallest number. NaNs are ignored.
protocol ExtremeReduction: Reduction {
    /// The number that every other number replaces: −∞ for a maximum, +∞ for a minimum.
    static var worst: Float { get }

    /// Whether `x` replaces the best number before it.
    static func replaces(_ x: Float, _ best: Float) -> Bool

    /// Whether the last zero is the result for several zeros, which may differ in sign. If not, the first zero is the result.
    static var takesLastZero: Bool { get }
}

extension ExtremeReduction {
    static var reducesColumns: Bool { true }

    static func reduce(_ x: UnsafePointer<Float>, _ lines: ReducedLines, into y: UnsafeMutablePointer<Float>) {
        let (length, inner) = (lines.length, lines.inner)
        if inner == 1 {
            return lines.forEachPart(lines.outer) { rows in
                for row in rows { y[row] = extreme(x + row * length, length) }
            }
        }
        lines.forEachBlock { start, result, columns in
            let best = y + result
            best.update(repeating: worst, count: columns)
            var line = x + start
            for _ in 0..<length {
                for column in 0..<columns {
                    let (number, other) = (line[column], best[column])
                    best[column] = replaces(number, other) ? number : other
                }
                line += inner
            }
        }
    }

    /// The largest or smallest of `count` numbers. Four are computed side by side, so that no comparison waits for the previous one.
    @inline(__always)
    private static func extreme(_ x: UnsafePointer<Float>, _ count: Int) -> Float {
        func better(_ number: Float, _ best: Float) -> Float { replaces(number, best) ? number : best }
        var (a, b, c, d) = (worst, worst, worst, worst)
        var index = 0
        while index + 4 <= count {
            let line = x + index
            a = better(line[0], a)
            b = better(line[1], b)
            c = better(line[2], c)
            d = better(line[3], d)
            index += 4
        }
        while index < count {
            a = better(x[index], a)
            index += 1
        }
        let best = better(better(d, c), better(b, a))
        guard best == 0 else { return best }
        let zero = takesLastZero ? (0..<count).last { x[$0] == 0 } : (0..<count).first { x[$0] == 0 }
        return zero.map { x[$0] } ?? best
    }
}
