/// The layout of an Aztec code (ISO/IEC 24778): the number of layers, and the division of the data into codewords.
struct AztecLayout: Hashable {
    let isCompact: Bool
    let layers: Int

    /// The number of bits of a codeword.
    var wordSize: Int {
        switch layers {
        case ...2: 6
        case ...8: 8
        case ...22: 10
        default: 12
        }
    }

    /// The number of modules of a side. Full-range codes have a line of the reference grid every 16 modules.
    var side: Int {
        if isCompact { return 11 + 4 * layers }
        let data = 14 + 4 * layers
        return data + 1 + 2 * ((data / 2 - 1) / 15)
    }

    private var capacity: Int { ((isCompact ? 88 : 112) + 16 * layers) * layers / wordSize }

    private static let all =
        (1...4).map { AztecLayout(isCompact: true, layers: $0) } + (1...32).map { AztecLayout(isCompact: false, layers: $0) }

    /// The layout whose mode message best matches the grid, with the codewords of the data in it.
    ///
    /// - Parameter bits: the data without stuffed bits.
    /// - Returns: `nil` if every layout differs from the grid in more than a tenth of the modules.
    static func best(for bits: [Bool], in grid: BarcodeGrid) -> (layout: AztecLayout, words: [Int])? {
        var best: (score: Double, layout: AztecLayout, words: [Int])?
        for layout in all {
            guard let words = layout.words(of: bits), words.count < layout.capacity else { continue }
            let score = layout.difference(to: grid, wordCount: words.count)
            if score < best?.score ?? 0.1 { best = (score, layout, words) }
        }
        return best.map { ($0.layout, $0.words) }
    }

    /// The data as codewords. If all bits of a codeword except the last would be equal, its last bit is a stuffed bit.
    ///
    /// - Returns: `nil` if the bits do not fill the last codeword.
    func words(of bits: [Bool]) -> [Int]? {
        var words = [Int]()
        var index = 0
        while index < bits.count {
            guard index + wordSize - 1 <= bits.count else { return nil }
            let start = bits[index..<index + wordSize - 1].reduce(0) { $0 << 1 | ($1 ? 1 : 0) }
            if start == 0 {
                words.append(1)
                index += wordSize - 1
            } else if start == 1 << (wordSize - 1) - 1 {
                words.append(start << 1)
                index += wordSize - 1
            } else {
                guard index + wordSize <= bits.count else { return nil }
                words.append(start << 1 | (bits[index + wordSize - 1] ? 1 : 0))
                index += wordSize
            }
        }
        return words
    }

    /// The fraction of the modules of mode message and bull's eye that differ from the grid, in the orientation that matches best.
    private func difference(to grid: BarcodeGrid, wordCount: Int) -> Double {
        let size = GridSize(columns: side, rows: side)
        let middle = side / 2
        let rings = isCompact ? 4 : 6
        var modules = [GridModule]()
        var expected = [Bool]()
        for row in -rings...rings {
            for column in -rings...rings {
                modules.append(GridModule(column: middle + column, row: middle + row))
                expected.append(max(abs(row), abs(column)) % 2 == 0)
            }
        }
        modules += modePlaces.map { GridModule(column: middle + $0.column, row: middle + $0.row) }
        expected += modeMessage(wordCount: wordCount)
        var least = Int.max
        for isMirrored in [false, true] {
            var turned = isMirrored ? modules.map(\.transposed) : modules
            for _ in 0..<4 {
                least = min(least, differences(grid.areDark(turned, of: size), expected))
                turned = turned.map { $0.turned(in: side) }
            }
        }
        return Double(least) / Double(expected.count)
    }

    /// The modules of the mode message, relative to the centre: clockwise around the bull's eye, without corners and the reference grid.
    private var modePlaces: [GridModule] {
        let radius = isCompact ? 5 : 7
        let along = isCompact ? Array(-3...3) : Array(-5...5).filter { $0 != 0 }
        return along.map { GridModule(column: $0, row: -radius) } + along.map { GridModule(column: radius, row: $0) }
            + along.map { GridModule(column: -$0, row: radius) } + along.map { GridModule(column: -radius, row: -$0) }
    }

    /// The bits of the mode message: the number of layers, the number of codewords and their check words, each from the highest bit.
    func modeMessage(wordCount: Int) -> [Bool] {
        let data = isCompact ? (layers - 1) << 6 | (wordCount - 1) : (layers - 1) << 11 | (wordCount - 1)
        let dataWords = isCompact ? 2 : 4
        let words = (0..<dataWords).map { data >> (4 * (dataWords - 1 - $0)) & 15 }
        return (words + Self.checkWords(words, count: isCompact ? 5 : 6)).flatMap { word in (0..<4).reversed().map { word >> $0 & 1 == 1 } }
    }

    /// Reed-Solomon check words over GF(16) with the polynomial x⁴ + x + 1.
    private static func checkWords(_ words: [Int], count: Int) -> [Int] {
        var powers = [1]
        while powers.count < 15 {
            let next = (powers.last ?? 1) << 1
            powers.append(next > 15 ? next ^ 19 : next)
        }
        func product(_ a: Int, _ b: Int) -> Int {
            guard let i = powers.firstIndex(of: a), let j = powers.firstIndex(of: b) else { return 0 }
            return powers[(i + j) % 15]
        }
        // The generator polynomial's coefficients, the highest first. The leading coefficient is 1.
        var generator = [1]
        for power in 1...count {
            var next = generator + [0]
            for (index, coefficient) in generator.enumerated() { next[index + 1] ^= product(coefficient, powers[power % 15]) }
            generator = next
        }
        var remainder = [Int](repeating: 0, count: count)
        for word in words {
            let factor = word ^ remainder[0]
            remainder = (0..<count).map { ($0 + 1 < count ? remainder[$0 + 1] : 0) ^ product(generator[$0 + 1], factor) }
        }
        return remainder
    }
}
