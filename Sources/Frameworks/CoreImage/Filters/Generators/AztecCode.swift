/// An Aztec code (ISO/IEC 24778): rings of data around a bull's eye.
struct AztecCode {
    /// The number of modules per side.
    let side: Int
    /// Whether each module is dark, row by row from the top.
    private(set) var modules: [Bool]

    /// A size of symbol: compact or full, with a number of layers.
    private struct Form {
        let isCompact: Bool
        let layers: Int

        /// The number of bits for data and check words.
        var capacity: Int { ((isCompact ? 88 : 112) + 16 * layers) * layers }
        /// The number of bits in a word, and the polynomial of its field.
        var word: (width: Int, polynomial: Int) {
            switch layers {
            case ...2: (6, 0x43)
            case ...8: (8, 0x12d)
            case ...22: (10, 0x409)
            default: (12, 0x1069)
            }
        }
        var wordCount: Int { capacity / word.width }
        var maximumDataCount: Int { isCompact ? 64 : 2048 }
        /// The number of modules per side without the lines of the reference grid.
        var plainSide: Int { (isCompact ? 11 : 14) + 4 * layers }
        var side: Int { isCompact ? plainSide : plainSide + 1 + 2 * ((plainSide / 2 - 1) / 15) }

        /// All symbol sizes, from the smallest to the largest.
        static let all = (1...4).map { Form(isCompact: true, layers: $0) } + (4...32).map { Form(isCompact: false, layers: $0) }
    }

    /// Makes the smallest code that holds a message.
    ///
    /// - Parameter correction: the least fraction of the code's words that are check words, from 0 to 1. Three additional check words are
    ///   used.
    /// - Returns: `nil` if no code can hold the message.
    init?(_ message: [UInt8], correction: Double) {
        guard let text = AztecText.bits(message) else { return nil }
        for form in Form.all where text.count <= form.capacity {
            let words = Self.words(text, width: form.word.width)
            let checkCount = Int((Double(form.wordCount) * correction).rounded(.up)) + 3
            guard words.count + checkCount <= form.wordCount, words.count <= form.maximumDataCount else { continue }
            self.init(words, form)
            return
        }
        return nil
    }

    /// Splits the bits of a message into words. If all bits of a word except the last would be equal, an additional bit of the opposite
    /// value becomes its last bit.
    private static func words(_ bits: [Bool], width: Int) -> [Int] {
        var words: [Int] = []
        var next = 0
        while next < bits.count {
            // The last word is filled with ones.
            let word = (next..<next + width).reduce(0) { $0 << 1 | ($1 >= bits.count || bits[$1] ? 1 : 0) }
            let ones = (1 << width) - 2
            switch word & ones {
            case ones: words.append(ones)
            case 0: words.append(1)
            default:
                words.append(word)
                next += 1
            }
            next += width - 1
        }
        return words
    }

    private init(_ words: [Int], _ form: Form) {
        side = form.side
        modules = [Bool](repeating: false, count: side * side)
        let width = form.word.width
        let checks = ReedSolomon(polynomial: form.word.polynomial).checkWords(words, count: form.wordCount - words.count)
        // The bits that do not fill a whole word come first.
        var bits = [Bool](repeating: false, count: form.capacity % width)
        for word in words + checks { bits.append(word, width: width) }
        drawLayers(bits, form)
        drawMode(words.count, form)
        if !form.isCompact { drawGrid() }
        drawBullsEye(radius: form.isCompact ? 5 : 7)
    }

    /// Darkens a module. The origin of the coordinates is the middle of the symbol, x points to the right, and y points down.
    private mutating func darken(_ x: Int, _ y: Int) { modules[(side / 2 + y) * side + side / 2 + x] = true }

    /// Darkens a module of one of the four sides of a ring.
    ///
    /// - Parameters:
    ///   - turn: the side, as a number of counterclockwise quarter turns from the left side.
    ///   - along: the distance from the middle of the side, measured downwards after the symbol has been rotated so that this side is on
    ///     the left.
    ///   - out: the distance from the middle of the symbol.
    private mutating func darken(turn: Int, along: Int, out: Int) {
        switch turn {
        case 0: darken(-out, along)
        case 1: darken(along, out)
        case 2: darken(out, -along)
        default: darken(-along, -out)
        }
    }

    /// Draws the data and check words, from the outermost layer inwards. Each layer begins at its top left corner and runs
    /// counterclockwise. It consists of pairs of modules, the outer one first.
    private mutating func drawLayers(_ bits: [Bool], _ form: Form) {
        let half = form.plainSide / 2
        // The positions of the modules, relative to the middle, without the middle line and the lines of the grid.
        let places = (0..<form.plainSide).map { index in
            if form.isCompact { return index - half }
            return index < half ? index - half - (half - 1 - index) / 15 : index - half + 1 + (index - half) / 15
        }
        var next = 0
        for layer in 0..<form.layers {
            let length = form.plainSide - 4 * layer - 2
            for turn in 0..<4 {
                for step in 0..<length {
                    for depth in 0..<2 {
                        if bits[next] { darken(turn: turn, along: places[2 * layer + step], out: -places[2 * layer + depth]) }
                        next += 1
                    }
                }
            }
        }
    }

    /// Draws the mode message clockwise around the bull's eye, from its top left corner. The message has the number of layers, the number of data
    /// words, and check words.
    private mutating func drawMode(_ wordCount: Int, _ form: Form) {
        var bits: [Bool] = []
        bits.append(form.layers - 1, width: form.isCompact ? 2 : 5)
        bits.append(wordCount - 1, width: form.isCompact ? 6 : 11)
        let words = stride(from: 0, to: bits.count, by: 4).map { start in bits[start..<start + 4].reduce(0) { $0 << 1 | ($1 ? 1 : 0) } }
        for word in ReedSolomon(polynomial: 0x13).checkWords(words, count: form.isCompact ? 5 : 6) { bits.append(word, width: 4) }
        // The line of the reference grid runs through the middle of a side.
        let places = form.isCompact ? Array(-3...3) : Array(-5 ... -1) + Array(1...5)
        let out = form.isCompact ? 5 : 7
        for (index, bit) in bits.enumerated() where bit {
            darken(turn: 3 - index / places.count, along: -places[index % places.count], out: out)
        }
    }

    /// Draws the lines of the reference grid, in which dark and light modules alternate. The lines run through the middle of the symbol, and at every
    /// sixteenth module from there.
    private mutating func drawGrid() {
        let half = side / 2
        for line in stride(from: -(half / 16) * 16, through: half, by: 16) {
            for place in -half...half where place % 2 == 0 {
                darken(line, place)
                darken(place, line)
            }
        }
    }

    /// Draws the rings around the middle, and the orientation marks at the corners of the ring that holds the mode message.
    private mutating func drawBullsEye(radius: Int) {
        for ring in stride(from: 0, to: radius, by: 2) {
            for place in -ring...ring {
                for turn in 0..<4 { darken(turn: turn, along: place, out: ring) }
            }
        }
        for (x, y) in [(-1, -1), (1, -1)] { darken(x * radius, y * radius) }
        darken(1 - radius, -radius)
        darken(-radius, 1 - radius)
        darken(radius, 1 - radius)
        darken(radius, radius - 1)
    }
}
