/// Encodes a message as the bits of an Aztec code (ISO/IEC 24778), in characters of five modes and raw bytes. Of all encodings, it uses one
/// with the fewest bits.
struct AztecText {
    private enum Mode: Int, CaseIterable {
        case upper, lower, mixed, punctuation, digit

        /// The number of bits in a code of the mode.
        var width: Int { self == .digit ? 4 : 5 }

        /// The codes that change to another mode for all following codes.
        var latches: [(mode: Mode, code: Int)] {
            switch self {
            case .upper: [(.lower, 28), (.mixed, 29), (.digit, 30)]
            case .lower: [(.mixed, 29), (.digit, 30)]
            case .mixed: [(.lower, 28), (.upper, 29), (.punctuation, 30)]
            case .punctuation: [(.upper, 31)]
            case .digit: [(.upper, 14)]
            }
        }

        /// The codes that change to another mode for a single code.
        var shifts: [(mode: Mode, code: Int)] {
            switch self {
            case .upper, .mixed: [(.punctuation, 0)]
            case .lower: [(.punctuation, 0), (.upper, 28)]
            case .digit: [(.punctuation, 0), (.upper, 15)]
            case .punctuation: []
            }
        }

        /// The code that precedes raw bytes.
        var binaryShift: Int? { self == .punctuation || self == .digit ? nil : 31 }

        /// The code of a byte in this mode; `nil` if the mode does not have the byte.
        func code(_ byte: UInt8) -> Int? { Self.codes[rawValue][Int(byte)] }

        private static let codes: [[Int?]] = {
            let letters = Array(0..<26).map { UInt8($0) }
            let control = Array(1...13) + Array(27...31).map { UInt8($0) }
            let lists: [[UInt8]] = [
                Array(" ".utf8) + letters.map { $0 + 65 }, Array(" ".utf8) + letters.map { $0 + 97 },
                Array(" ".utf8) + control + Array("@\\^_`|~".utf8) + [127], [], Array(" 0123456789,.".utf8),
            ]
            var codes = lists.map { list in
                var codes = [Int?](repeating: nil, count: 256)
                for (index, byte) in list.enumerated() { codes[Int(byte)] = index + 1 }
                return codes
            }
            codes[punctuation.rawValue][13] = 1
            for (index, byte) in "!\"#$%&'()*+,-./:;<=>?[]{}".utf8.enumerated() { codes[punctuation.rawValue][Int(byte)] = index + 6 }
            return codes
        }()
    }

    /// The codes that are written in one step, from one mode to the same or another mode.
    private struct Step {
        var previous = -1
        var cost = Int.max
        /// The codes, and the number of bits of each.
        var codes: [(value: Int, width: Int)] = []
        var binaryCount = 0
    }

    private let message: [UInt8]
    /// For each position in the message and each mode, the last step of the cheapest encoding that ends there.
    private var steps: [Step]

    /// The maximum length of a message in bytes. It exceeds the capacity of the largest code: 19,968 bits, with four bits for a digit.
    private static let maximumCount = 5000
    /// The longest run of raw bytes after one shift code.
    private static let maximumRun = 2078

    /// - Returns: `nil` if the message is longer than any code can hold.
    static func bits(_ message: [UInt8]) -> [Bool]? {
        guard message.count <= maximumCount else { return nil }
        var text = AztecText(message)
        for index in 0...message.count {
            // Every mode can be reached with at most two latches.
            for _ in 0..<2 { text.addLatches(at: index) }
            guard index < message.count else { break }
            for mode in Mode.allCases where text.steps[text.place(index, mode)].cost < .max {
                text.addCharacters(at: index, in: mode)
                text.addBytes(at: index, in: mode)
            }
        }
        return text.cheapest
    }

    private init(_ message: [UInt8]) {
        self.message = message
        steps = [Step](repeating: Step(), count: (message.count + 1) * Mode.allCases.count)
        steps[place(0, .upper)].cost = 0
    }

    private func place(_ index: Int, _ mode: Mode) -> Int { index * Mode.allCases.count + mode.rawValue }

    private mutating func offer(_ step: Step, at place: Int) { if step.cost < steps[place].cost { steps[place] = step } }

    private mutating func addLatches(at index: Int) {
        for mode in Mode.allCases where steps[place(index, mode)].cost < .max {
            let here = place(index, mode)
            for latch in mode.latches {
                let codes = [(value: latch.code, width: mode.width)]
                offer(Step(previous: here, cost: steps[here].cost + mode.width, codes: codes), at: place(index, latch.mode))
            }
        }
    }

    /// Encodes one or two bytes in the current mode, or in another mode after a code that shifts to it for one character.
    private mutating func addCharacters(at index: Int, in mode: Mode) {
        let here = place(index, mode)
        let pair = index + 1 < message.count ? Self.pairCode(message[index], message[index + 1]) : nil
        for (other, shift) in [(mode, nil)] + mode.shifts.map({ ($0.mode, $0.code as Int?) }) {
            let before = shift.map { [(value: $0, width: mode.width)] } ?? []
            let cost = steps[here].cost + other.width + (shift == nil ? 0 : mode.width)
            for (code, count) in [(other.code(message[index]), 1), (other == .punctuation ? pair : nil, 2)] {
                guard let code else { continue }
                let codes = before + [(value: code, width: other.width)]
                offer(Step(previous: here, cost: cost, codes: codes), at: place(index + count, mode))
            }
        }
    }

    /// Encodes runs of raw bytes.
    private mutating func addBytes(at index: Int, in mode: Mode) {
        guard let shift = mode.binaryShift else { return }
        let here = place(index, mode)
        for count in 1...min(message.count - index, Self.maximumRun) {
            let cost = steps[here].cost + mode.width + (count < 32 ? 5 : 16) + 8 * count
            guard cost < steps[place(index + count, mode)].cost else { continue }
            let length = count < 32 ? [(value: count, width: 5)] : [(value: 0, width: 5), (value: count - 31, width: 11)]
            let codes = [(value: shift, width: mode.width)] + length
            offer(Step(previous: here, cost: cost, codes: codes, binaryCount: count), at: place(index + count, mode))
        }
    }

    /// The code of a pair of bytes in the punctuation mode; `nil` if there is none.
    private static func pairCode(_ first: UInt8, _ second: UInt8) -> Int? {
        let pairs: [(UInt8, UInt8)] = [(13, 10), (46, 32), (44, 32), (58, 32)]
        return pairs.firstIndex { $0 == (first, second) }.map { $0 + 2 }
    }

    /// The bits of the cheapest encoding of the whole message.
    private var cheapest: [Bool] {
        let modeCount = Mode.allCases.count
        let ends = message.count * modeCount..<steps.count
        var place = ends.min { steps[$0].cost < steps[$1].cost } ?? 0
        var way: [Int] = []
        while steps[place].previous >= 0 {
            way.append(place)
            place = steps[place].previous
        }
        var bits: [Bool] = []
        for place in way.reversed() {
            let step = steps[place]
            for code in step.codes { bits.append(code.value, width: code.width) }
            let start = step.previous / modeCount
            for byte in message[start..<start + step.binaryCount] { bits.append(Int(byte), width: 8) }
        }
        return bits
    }
}

extension [Bool] {
    /// Appends a number, its highest bit first.
    mutating func append(_ number: Int, width: Int) {
        for bit in (0..<width).reversed() { append(number >> bit & 1 != 0) }
    }
}
