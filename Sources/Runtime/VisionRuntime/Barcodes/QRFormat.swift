/// The versions and the format information of QR codes (ISO/IEC 18004).
enum QRFormat {
    enum Level: String {
        case l = "L"
        case m = "M"
        case q = "Q"
        case h = "H"

        /// The level's number in the format information.
        fileprivate var code: Int {
            switch self {
            case .l: 1
            case .m: 0
            case .q: 3
            case .h: 2
            }
        }
    }

    /// The version with this number of data codewords at a level.
    static func version(codewordCount: Int, level: Level) -> Int? {
        let counts =
            switch level {
            case .l: countsL
            case .m: countsM
            case .q: countsQ
            case .h: countsH
            }
        return counts.firstIndex(of: codewordCount).map { $0 + 1 }
    }

    /// The mask whose format information best matches the grid, in both copies.
    ///
    /// - Returns: `nil` if every mask differs in more than a fifth of the modules.
    static func mask(in grid: BarcodeGrid, version: Int, level: Level) -> UInt8? {
        let side = 17 + 4 * version
        let size = GridSize(columns: side, rows: side)
        let places = [firstPlace, secondPlace(side: side)]
        let shown = [false, true].map { isMirrored in
            places.flatMap { place in grid.areDark(place.map { isMirrored ? $0.transposed : $0 }, of: size) }
        }
        let scores = (0..<8).map { mask in
            let bits = formatBits(level: level, mask: mask)
            return shown.map { differences($0, bits + bits) }.min() ?? .max
        }
        guard let best = scores.indices.min(by: { scores[$0] < scores[$1] }), scores[best] <= 6 else { return nil }
        return UInt8(best)
    }

    /// The 15 format bits, the lowest first: level and mask, then the check bits of a (15, 5) BCH code. All bits are XORed with a fixed
    /// pattern.
    private static func formatBits(level: Level, mask: Int) -> [Bool] {
        let data = level.code << 3 | mask
        var remainder = data << 10
        for bit in (10..<15).reversed() where remainder >> bit & 1 == 1 { remainder ^= 0x537 << (bit - 10) }
        let format = (data << 10 | remainder) ^ 0x5412
        return (0..<15).map { format >> $0 & 1 == 1 }
    }

    /// The modules of the copy of the format information around the finder pattern at the top left, from the lowest bit.
    private static let firstPlace: [GridModule] =
        (0...5).map { GridModule(column: 8, row: $0) }
        + [GridModule(column: 8, row: 7), GridModule(column: 8, row: 8), GridModule(column: 7, row: 8)]
        + (9..<15).map { GridModule(column: 14 - $0, row: 8) }

    /// The modules of the copy of the format information beside the two other finder patterns, from the lowest bit.
    private static func secondPlace(side: Int) -> [GridModule] {
        (0..<8).map { GridModule(column: side - 1 - $0, row: 8) } + (8..<15).map { GridModule(column: 8, row: side - 15 + $0) }
    }

    // Data codewords of the versions 1 to 40 (table 7).
    private static let countsL = [
        19, 34, 55, 80, 108, 136, 156, 194, 232, 274, 324, 370, 428, 461, 523, 589, 647, 721, 795, 861, 932, 1006, 1094, 1174, 1276, 1370,
        1468, 1531, 1631, 1735, 1843, 1955, 2071, 2191, 2306, 2434, 2566, 2702, 2812, 2956,
    ]
    private static let countsM = [
        16, 28, 44, 64, 86, 108, 124, 154, 182, 216, 254, 290, 334, 365, 415, 453, 507, 563, 627, 669, 714, 782, 860, 914, 1000, 1062, 1128,
        1193, 1267, 1373, 1455, 1541, 1631, 1725, 1812, 1914, 1992, 2102, 2216, 2334,
    ]
    private static let countsQ = [
        13, 22, 34, 48, 62, 76, 88, 110, 132, 154, 180, 206, 244, 261, 295, 325, 367, 397, 445, 485, 512, 568, 614, 664, 718, 754, 808, 871,
        911, 985, 1033, 1115, 1171, 1231, 1286, 1354, 1426, 1502, 1582, 1666,
    ]
    private static let countsH = [
        9, 16, 26, 36, 46, 60, 66, 86, 100, 122, 140, 158, 180, 197, 223, 253, 283, 313, 341, 385, 406, 442, 464, 514, 538, 596, 628, 661,
        701, 745, 793, 845, 901, 961, 986, 1054, 1096, 1142, 1222, 1276,
    ]
}
