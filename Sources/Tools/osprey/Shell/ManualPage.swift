import Foundation

/// The manual pages of the program and of its verbs, in the macros of `man`.
enum ManualPage {
    /// All pages with the names of their files.
    static func all(of verbs: [any Verb.Type], version: String) -> [(file: String, text: String)] {
        let commands = verbs.map { $0.command }
        return [("osprey.1", overview(of: commands, version))]
            + commands.map { (title(of: $0) + ".1", page(of: $0, version)) }
    }

    /// The name of a verb's page: `osprey-model-info`.
    static func title(of command: Command) -> String { "osprey-" + command.name.replacingOccurrences(of: " ", with: "-") }

    private static func overview(of commands: [Command], _ version: String) -> String {
        var lines = head("osprey", version)
        lines += [".SH NAME", "osprey \\- Apple's Vision, Core ML and Create ML on Linux"]
        lines += [".SH SYNOPSIS", ".B osprey", ".I VERB", "\\&..."]
        lines += [".SH VERBS"]
        for command in commands { lines += [".TP", ".BR \(title(of: command).escaped) (1)", command.summary.escaped] }
        lines += [".SH EXIT STATUS", "0: all well. 1: some inputs failed, each of which is named. 2: wrong usage."]
        lines += [
            ".SH ENVIRONMENT", ".TP", ".B OSPREY_MODELS", "A folder that models are looked for in first.", ".TP", ".B OSPREY_CACHE",
            "Where feature prints and the precisions of models are kept, instead of ~/.cache/osprey. Empty: nowhere.",
        ]
        lines += [
            ".SH FILES", ".TP", ".I /usr/share/osprey/models", "The default models.", ".TP", ".I ~/.local/share/osprey/models",
            "What 'osprey model get' has fetched.".escaped,
        ]
        return lines.joined(separator: "\n") + "\n"
    }

    private static func page(of command: Command, _ version: String) -> String {
        var lines = head(title(of: command), version)
        lines += [".SH NAME", "\(title(of: command).escaped) \\- \(command.summary.escaped)"]
        lines += [".SH SYNOPSIS", ".B osprey \(command.name.escaped)"]
        if !command.operands.isEmpty { lines.append(command.operands.escaped) }
        if !command.options.isEmpty {
            lines += ["[options]", ".SH OPTIONS"]
            for option in command.options {
                let value = option.placeholder.map { " \\fI\($0.escaped)\\fR" } ?? ""
                lines += [".TP", "\\fB\(option.name.escaped)\\fR\(value)", option.help.escaped]
            }
        }
        if !command.discussion.isEmpty {
            lines.append(".SH DESCRIPTION")
            lines += description(command.discussion)
        }
        if let examples = Examples.all[command.name] {
            lines.append(".SH EXAMPLES")
            for (words, meaning) in examples { lines += [".TP", ".B osprey \(words.escaped)", meaning.escaped] }
        }
        lines += [".SH SEE ALSO", ".BR osprey (1)"]
        return lines.joined(separator: "\n") + "\n"
    }

    /// The lines of a help text. Lines of tables stay as they are. Other lines are filled up to the width of the screen.
    private static func description(_ text: String) -> [String] {
        var lines: [String] = []
        var isTable = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
            if line.hasPrefix("  ") != isTable {
                isTable.toggle()
                lines.append(isTable ? ".nf" : ".fi")
            }
            lines.append(line.escaped)
        }
        return lines + (isTable ? [".fi"] : [])
    }

    private static func head(_ title: String, _ version: String) -> [String] {
        [".TH \(title.uppercased().escaped) 1 \"\" \"osprey \(version.escaped)\" \"Osprey\""]
    }
}

extension String {
    /// Escapes the characters that `man` would read as a macro, an escape or a hyphen.
    fileprivate var escaped: String {
        let text = replacingOccurrences(of: "\\", with: "\\e").replacingOccurrences(of: "-", with: "\\-")
        return text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" + text : text
    }
}
