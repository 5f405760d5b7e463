/// The text that `--help` prints.
enum Help {
    static func overview(of verbs: [any Verb.Type]) -> String {
        let width = (verbs.map { $0.command.name.count }.max() ?? 0) + 2
        let lines = verbs.map { "  " + padded($0.command.name, to: width) + $0.command.summary }
        return """
            osprey: Apple's Vision, Core ML and Create ML on Linux

            usage: osprey VERB …

            \(lines.joined(separator: "\n"))

            'osprey help VERB' says more of one. Exit status: 0 all well, 1 some inputs failed, 2 wrong usage.

            """
    }

    static func text(for command: Command) -> String {
        var lines = [
            command.summary, "", "usage: osprey \(command.name) \(command.operands)\(command.options.isEmpty ? "" : " [options]")",
        ]
        if !command.options.isEmpty {
            let titles = command.options.map(title)
            let width = (titles.map(\.count).max() ?? 0) + 2
            lines.append("")
            for (title, option) in zip(titles, command.options) { lines.append("  " + padded(title, to: width) + option.help) }
        }
        if !command.discussion.isEmpty { lines += ["", command.discussion] }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func title(_ option: Command.Option) -> String {
        option.placeholder.map { "\(option.name) \($0)" } ?? option.name
    }

    private static func padded(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(width - text.count, 1))
    }
}
