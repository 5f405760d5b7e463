import CoreGraphics
import Foundation

/// The codewords of a PDF417 code (ISO/IEC 15438), read from a plane. ZXing does not return them.
struct PDF417Matrix {
    let rows: Int
    let columns: Int
    /// The data codewords. The first one is their number.
    let codewords: [Int]

    /// Reads the code between four corners along many lines. The row indicators of a line say which row it crosses.
    ///
    /// - Returns: `nil` if a row is not seen, or more codewords are wrong than the check codewords can correct.
    init?(_ plane: GrayPlane, corners: [CGPoint], isInverted: Bool) {
        guard let grid = BarcodeGrid(plane, corners: corners, isInverted: isInverted) else { return nil }
        let height = hypot(corners[3].x - corners[0].x, corners[3].y - corners[0].y)
        let lineCount = min(max(Int(height), 30), 360)
        guard let columns = Self.columns(in: grid, lineCount: lineCount) else { return nil }
        var votes = PDF417Votes(columns: columns)
        for line in 0..<lineCount {
            votes.add(Self.modules(of: line, lineCount: lineCount, columns: columns, in: grid))
        }
        guard let (rows, level) = votes.rowsAndLevel(), rows * columns > (2 << level),
            let all = PDF417Correction.corrected(votes.codewords(rows: rows), checkCount: 2 << level), let count = all.first,
            count >= 1, count + (2 << level) == all.count
        else { return nil }
        self.rows = rows
        self.columns = columns
        codewords = Array(all.prefix(count))
    }

    /// Rotates the code upright and reads it, up to twice. ZXing finds the corners of a slanted code imprecisely. Each rotation makes them more
    /// precise.
    init?(upright symbol: DecodedSymbol, in plane: GrayPlane) {
        var corners = symbol.corners
        guard Self.areSlanted(corners) else { return nil }
        for _ in 0..<2 {
            guard let upright = UprightCode(plane, corners: corners, isInverted: symbol.isInverted),
                let found = try? SymbolDecoder(kinds: .pdf417, triesRotations: false).symbols(in: upright.plane),
                let same = found.first(where: { $0.bytes == symbol.bytes })
            else { return nil }
            if let matrix = PDF417Matrix(upright.plane, corners: same.corners, isInverted: false) {
                self = matrix
                return
            }
            corners = same.corners.map { $0.applying(upright.map) }
        }
        return nil
    }

    /// Whether the code is slanted. The left and right edges are parallel, so the code is not seen in perspective. The other edges are not
    /// at right angles to them.
    private static func areSlanted(_ corners: [CGPoint]) -> Bool {
        func angle(_ from: Int, _ to: Int) -> Double { atan2(corners[to].y - corners[from].y, corners[to].x - corners[from].x) }
        func turn(_ one: Double, _ other: Double) -> Double { abs(remainder(one - other, 2 * .pi)) }
        return turn(angle(0, 3), angle(1, 2)) < 0.07 && turn(angle(0, 1) + .pi / 2, angle(0, 3)) > 0.02
    }

    /// The number of modules of a row: start, two row indicators, codewords and stop.
    private static func moduleCount(columns: Int) -> Int { 17 * columns + 69 }

    private static func modules(of line: Int, lineCount: Int, columns: Int, in grid: BarcodeGrid) -> [Bool] {
        let count = moduleCount(columns: columns)
        return grid.areDark((0..<count).map { GridModule(column: $0, row: line) }, of: GridSize(columns: count, rows: lineCount))
    }

    /// The number of columns for which the start and stop patterns fit best.
    private static func columns(in grid: BarcodeGrid, lineCount: Int) -> Int? {
        let start = bars([8, 1, 1, 1, 1, 1, 1, 3])
        let stop = bars([7, 1, 1, 3, 1, 1, 1, 2, 1])
        let lines = stride(from: lineCount / 12, to: lineCount, by: max(lineCount / 6, 1))
        let scores = (1...30).map { columns in
            lines.reduce(0) { sum, line in
                let modules = modules(of: line, lineCount: lineCount, columns: columns, in: grid)
                return sum + differences(Array(modules.prefix(start.count)), start) + differences(Array(modules.suffix(stop.count)), stop)
            }
        }
        let lineTotal = Array(lines).count
        guard let best = scores.indices.min(by: { scores[$0] < scores[$1] }), scores[best] <= 6 * lineTotal else { return nil }
        return best + 1
    }

    /// The modules of bars and spaces of these widths, which alternate.
    private static func bars(_ widths: [Int]) -> [Bool] {
        widths.enumerated().flatMap { [Bool](repeating: $0.offset % 2 == 0, count: $0.element) }
    }
}

/// The code rotated upright along its left and right edges, dark on light, with a margin for imprecise corners.
private struct UprightCode {
    let plane: GrayPlane
    /// The map from pixels of the upright code to pixels of the original plane.
    let map: CGAffineTransform

    init?(_ plane: GrayPlane, corners: [CGPoint], isInverted: Bool) {
        let down = CGPoint(
            x: corners[3].x - corners[0].x + corners[2].x - corners[1].x, y: corners[3].y - corners[0].y + corners[2].y - corners[1].y)
        let length = hypot(down.x, down.y)
        guard length >= 6 else { return nil }
        let (cosine, sine) = (down.y / length, -down.x / length)
        let center = CGPoint(x: corners.reduce(0) { $0 + $1.x } / 4, y: corners.reduce(0) { $0 + $1.y } / 4)
        // The corners' coordinates along and across the upright code, from its centre.
        let along = corners.map { abs(($0.x - center.x) * cosine + ($0.y - center.y) * sine) }.max() ?? 0
        let across = corners.map { abs(($0.y - center.y) * cosine - ($0.x - center.x) * sine) }.max() ?? 0
        let margin = 0.12 * along + 8
        let scale = min(2, 600 / (along + margin))
        let (halfWidth, halfHeight) = (scale * (along + margin), scale * (across + margin))
        guard halfWidth >= 30, halfHeight <= 2000 else { return nil }
        let (c, s) = (cosine / scale, sine / scale)
        map = CGAffineTransform(
            a: c, b: s, c: -s, d: c, tx: center.x - c * halfWidth + s * halfHeight, ty: center.y - s * halfWidth - c * halfHeight)
        guard let upright = try? plane.warped(width: Int(2 * halfWidth), height: Int(2 * halfHeight), map),
            let darkOnLight = isInverted ? try? upright.inverted() : upright
        else { return nil }
        self.plane = darkOnLight
    }
}

/// The readings of a PDF417 code's rows by many lines across it.
private struct PDF417Votes {
    let columns: Int
    /// The number of readings of each value, by row, column and codeword. Columns 0 and `columns` + 1 are the row indicators.
    private var votes: [[Int: Int]]

    private static let maximumRowCount = 90

    init(columns: Int) {
        self.columns = columns
        votes = [[Int: Int]](repeating: [:], count: Self.maximumRowCount * (columns + 2))
    }

    /// Adds a line's codewords if at least one row indicator can be read, and the indicators do not contradict each other. Codewords that
    /// do not belong to the indicators' cluster are left out.
    mutating func add(_ modules: [Bool]) {
        let words = (0..<columns + 2).map { column in
            PDF417Table.shared.word(modules[17 * (column + 1)..<17 * (column + 2)])
        }
        let indicators = [words.first, words.last].compactMap { $0 ?? nil }
        guard let indicator = indicators.first else { return }
        let row = 3 * (indicator.value / 30) + indicator.cluster
        guard row < Self.maximumRowCount,
            indicators.allSatisfy({ $0.cluster == indicator.cluster && $0.value / 30 == indicator.value / 30 })
        else {
            return
        }
        for (column, word) in words.enumerated() {
            guard let word, word.cluster == indicator.cluster else { continue }
            votes[row * (columns + 2) + column][word.value, default: 0] += 1
        }
    }

    /// The number of rows and the error correction level. The indicators of three successive rows encode them.
    func rowsAndLevel() -> (rows: Int, level: Int)? {
        // The left indicators repeat every three rows. The first holds (rows - 1) / 3, the second the level and (rows - 1) % 3, the third
        // columns - 1.
        var said = [[Int: Int]](repeating: [:], count: 3)
        for row in 0..<Self.maximumRowCount {
            for (value, count) in votes[row * (columns + 2)] { said[row % 3][value % 30, default: 0] += count }
        }
        let best = said.compactMap { $0.max { $0.value < $1.value }?.key }
        guard best.count == 3, best[2] == columns - 1 else { return nil }
        let rows = 3 * best[0] + best[1] % 3 + 1
        return (3...Self.maximumRowCount).contains(rows) ? (rows, best[1] / 3) : nil
    }

    /// The most frequent value at each position; 0 if no value was read.
    func codewords(rows: Int) -> [Int] {
        (0..<rows).flatMap { row in
            (1...columns).map { column in
                votes[row * (columns + 2) + column].max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? 0
            }
        }
    }
}

/// The codewords of all patterns.
private struct PDF417Table {
    struct Word {
        /// The index of the cluster: 0, 1 or 2 for the clusters 0, 3 and 6.
        let cluster: Int
        let value: Int
    }

    static let shared = PDF417Table()

    private let words: [UInt16: Word]

    private init() {
        var words = [UInt16: Word]()
        for (cluster, digits) in PDF417Patterns.hexadecimal.enumerated() {
            let digits = Array(digits.utf8)
            for value in 0..<digits.count / 4 {
                let pattern = UInt16(String(decoding: digits[4 * value..<4 * value + 4], as: UTF8.self), radix: 16)
                if let pattern { words[pattern] = Word(cluster: cluster, value: value) }
            }
        }
        self.words = words
    }

    /// The codeword with a pattern of 17 modules; `nil` if there is none.
    func word(_ modules: ArraySlice<Bool>) -> Word? {
        guard modules.first == true else { return nil }
        return words[modules.dropFirst().reduce(0) { $0 << 1 | ($1 ? 1 : 0) }]
    }
}
