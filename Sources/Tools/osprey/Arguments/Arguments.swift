import Reports

/// The words after a verb, split into options and operands and checked against its command.
struct Arguments {
    let operands: [String]
    private var values: [String: [String]] = [:]
    private var flags: Set<String> = []

    init(_ words: [String], for command: Command) throws {
        var operands: [String] = []
        var rest = words[...]
        while let word = rest.popFirst() {
            if word == "--" {
                operands += rest
                break
            }
            guard word.hasPrefix("--") || (word.hasPrefix("-") && word.count > 1 && Double(word) == nil) else {
                operands.append(word)
                continue
            }
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard let option = command.options.first(where: { $0.name == parts[0] }) else {
                throw UsageError("'osprey \(command.name)' has no option '\(parts[0])'\(Arguments.suggestion(parts[0], command))")
            }
            if let placeholder = option.placeholder {
                guard let value = parts.count > 1 ? parts[1] : rest.popFirst() else {
                    throw UsageError("option '\(option.name)' needs a value: \(option.name) \(placeholder)")
                }
                values[option.name, default: []].append(value)
            } else {
                guard parts.count == 1 else { throw UsageError("option '\(option.name)' takes no value") }
                flags.insert(option.name)
            }
        }
        guard operands.count >= command.operandCount.lowerBound else {
            throw UsageError("'osprey \(command.name)' needs \(command.operands); 'osprey \(command.name) --help' says more")
        }
        guard operands.count <= command.operandCount.upperBound else {
            throw UsageError("'osprey \(command.name)' does not take '\(operands[command.operandCount.upperBound])'")
        }
        self.operands = operands
    }

    func flag(_ name: String) -> Bool { flags.contains(name) }

    /// The last value given for the option.
    func string(_ name: String) -> String? { values[name]?.last }

    /// Every value given for the option, in order.
    func strings(_ name: String) -> [String] { values[name] ?? [] }

    func integer(_ name: String, in range: ClosedRange<Int>) throws -> Int? {
        guard let text = string(name) else { return nil }
        guard let value = Int(text), range.contains(value) else {
            throw UsageError("option '\(name)' takes a whole number from \(range.lowerBound) to \(range.upperBound), not '\(text)'")
        }
        return value
    }

    func number(_ name: String, in range: ClosedRange<Double>) throws -> Double? {
        guard let text = string(name) else { return nil }
        guard let value = Double(text), range.contains(value) else {
            throw UsageError("option '\(name)' takes a number from \(range.lowerBound) to \(range.upperBound), not '\(text)'")
        }
        return value
    }

    /// The value of an option that names one of `choices`.
    func choice<Value>(_ name: String, of choices: [(String, Value)]) throws -> Value? {
        guard let text = string(name) else { return nil }
        guard let found = choices.first(where: { $0.0 == text }) else {
            throw UsageError("option '\(name)' takes one of \(choices.map(\.0).joined(separator: ", ")), not '\(text)'")
        }
        return found.1
    }

    private static func suggestion(_ word: String, _ command: Command) -> String {
        let near = command.options.map(\.name).min { distance($0, word) < distance($1, word) }
        guard let near, distance(near, word) <= 3 else { return "" }
        return "; did you mean '\(near)'?"
    }

    /// Levenshtein's edit distance.
    private static func distance(_ first: String, _ second: String) -> Int {
        let second = Array(second)
        var row = Array(0...second.count)
        for (i, character) in first.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for j in second.indices {
                let substitution = diagonal + (character == second[j] ? 0 : 1)
                diagonal = row[j + 1]
                row[j + 1] = min(substitution, row[j] + 1, row[j + 1] + 1)
            }
        }
        return row[second.count]
    }
}
