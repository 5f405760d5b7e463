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
            guard Self.isOption(word, of: command) else {
                operands.append(word)
                continue
            }
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard let option = command.options.first(where: { $0.name == parts[0] }) else {
                let meant = Spelling.suggestion(for: parts[0], command.options.map(\.name))
                throw UsageError("'osprey \(command.name)' has no option '\(parts[0])'\(meant)")
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

    /// Whether a word is an option. A number, such as `-0`, is an option only if the command has an option with this name.
    private static func isOption(_ word: String, of command: Command) -> Bool {
        guard word.hasPrefix("-"), word.count > 1 else { return false }
        return word.hasPrefix("--") || Double(word) == nil || command.options.contains { $0.name == word }
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

    /// The value of an option that takes whole numbers joined by commas.
    func integers(_ name: String) throws -> [Int]? {
        guard let list = string(name) else { return nil }
        let values = list.split(separator: ",").compactMap { Int($0) }
        guard !values.isEmpty, values.map(String.init).joined(separator: ",") == list else {
            throw UsageError("\(name) takes numbers joined by commas, not '\(list)'")
        }
        return values
    }

    /// The value of an option that takes the name of one of `choices`.
    func choice<Value>(_ name: String, of choices: [(String, Value)]) throws -> Value? {
        guard let text = string(name) else { return nil }
        guard let found = choices.first(where: { $0.0 == text }) else {
            throw UsageError("option '\(name)' takes one of \(choices.map(\.0).joined(separator: ", ")), not '\(text)'")
        }
        return found.1
    }
}
