import Foundation

/// Scores how well a character continues a word of the requested languages.
struct CharacterLanguageModel: Sendable {
    /// The part of a word that decides which characters are likely next.
    struct State: Sendable {
        /// For each table, the last characters.
        fileprivate var contexts: [UInt32]
        /// The number of characters in the word.
        fileprivate var count = 0
        /// Whether the last character is an upper-case letter; `nil` if it is no letter with a case.
        fileprivate var isUpper: Bool?
        /// The script of the last letter.
        fileprivate var script: TextScript
    }

    private struct Symbol: Sendable {
        /// The code of the character in each table.
        var codes: [UInt32]
        var isSpace: Bool
        var isDigit: Bool
        var isUpper: Bool?
        var script: TextScript?
    }

    private let tables: [(script: TextScript, sequences: CharacterSequences)]
    private let symbols: [Symbol]
    let start: State

    /// If a script has more languages than this, a mixture of the script's languages is used instead.
    private static let maximumLanguageCount = 3
    /// The weight of the logarithm of a probability, beside the network's. It was chosen, with `reward`, on drawn lines that no training used, and on
    /// photographs that PP-OCRv6 had read.
    private static let weight: Float = 0.15
    /// The score of each character. It compensates for the costs, so that long texts are not at a disadvantage.
    private static let reward: Float = 0.3
    /// The probability of one digit among all of them.
    private static let digit: Float = 0.1
    /// The probability of an upper-case letter: as the first letter, after a single upper-case letter, and after a letter of the other case.
    private static let upper: (first: Float, second: Float, changed: Float) = (0.4, 0.5, 0.1)

    /// - Parameters:
    ///   - characters: the characters of the network's classes. The first belongs to class 1.
    ///   - sequences: the tables of all languages.
    /// - Returns: `nil` if there is no table for the first language's script.
    init?(_ languages: [TextLanguage], characters: [Character], sequences: [CharacterSequences]) {
        let named = Dictionary(sequences.map { ($0.name, $0) }) { first, _ in first }
        var scripts: [TextScript] = []
        for script in languages.compactMap(\.script) where !scripts.contains(script) { scripts.append(script) }
        tables = scripts.flatMap { script in
            let own = languages.filter { $0.script == script }.map { named[String($0.identifier.prefix(2))] }
            let known = own.compactMap { $0 }
            let isFew = known.count == own.count && own.count <= Self.maximumLanguageCount
            return (isFew ? known : named["\(script)"].map { [$0] } ?? Array(known.prefix(1))).map { (script, $0) }
        }
        guard let first = scripts.first, tables.contains(where: { $0.script == first }) else { return nil }
        start = State(contexts: tables.map { _ in CharacterSequences.edge }, script: first)
        let tables = tables
        symbols = characters.map { character in
            Symbol(
                codes: tables.map { $0.sequences.code(of: character) }, isSpace: character == " ", isDigit: character.isNumber,
                isUpper: character.isUppercase ? true : character.isLowercase ? false : nil, script: TextScript(of: character))
        }
    }

    /// The score of a class after a state.
    func score(of number: Int, after state: State) -> Float {
        let symbol = symbols[number - 1]
        if symbol.isSpace && state.count == 0 { return 0 }
        var sum: Float = 0
        var count: Float = 0
        let script = symbol.script ?? state.script
        for (index, table) in tables.enumerated() where table.script == script {
            let code = symbol.isSpace ? CharacterSequences.edge : symbol.codes[index]
            sum += exp(-table.sequences.cost(of: code, after: state.contexts[index]))
            count += 1
        }
        guard count > 0 else { return 0 }
        let probability = sum / count * (symbol.isDigit ? Self.digit : 1) * casePart(symbol, state)
        return Self.weight * log(max(probability, 1e-9)) + Self.reward
    }

    /// The probability of a letter's case.
    private func casePart(_ symbol: Symbol, _ state: State) -> Float {
        guard let isUpper = symbol.isUpper else { return 1 }
        guard let last = state.isUpper else { return isUpper ? Self.upper.first : 1 - Self.upper.first }
        if last && state.count == 1 { return Self.upper.second }
        return isUpper == last ? 1 - Self.upper.changed : Self.upper.changed
    }

    func state(after number: Int, _ state: State) -> State {
        let symbol = symbols[number - 1]
        var next = start
        next.script = symbol.script ?? state.script
        guard !symbol.isSpace else { return next }
        next.count = state.count + 1
        next.isUpper = symbol.isUpper
        for index in tables.indices { next.contexts[index] = CharacterSequences.appending(symbol.codes[index], to: state.contexts[index]) }
        return next
    }
}
