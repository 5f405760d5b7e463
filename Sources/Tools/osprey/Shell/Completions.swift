import Foundation

/// Shell completions for `osprey`: the verbs, their options, the kinds of `detect` and the values of options that take one of a few words.
/// Everything else is completed as a file.
enum Completions {
    /// The completion scripts for shells. `file` is a path in the folder `share` of an installation, where the shell looks for the script.
    static func all(of verbs: [any Verb.Type]) -> [(file: String, text: String)] {
        let commands = verbs.map { $0.command }
        return [
            ("bash-completion/completions/osprey", bash(commands)), ("zsh/vendor-completions/_osprey", zsh(commands)),
            ("fish/vendor_completions.d/osprey.fish", fish(commands)),
        ]
    }

    /// A first word of the command line: a verb of one word, or a family of verbs. A family such as `model` has the second words of its verbs.
    private struct First {
        let word: String
        let summary: String
        let seconds: [(word: String, summary: String)]
    }

    private static func firsts(_ commands: [Command]) -> [First] {
        var order: [String] = []
        var groups: [String: [(words: [String], summary: String)]] = [:]
        for command in commands {
            let words = command.name.split(separator: " ").map(String.init)
            if groups[words[0]] == nil { order.append(words[0]) }
            groups[words[0], default: []].append((words, command.summary))
        }
        return order.compactMap { word in
            guard let group = groups[word] else { return nil }
            let seconds = group.filter { $0.words.count > 1 }.map { (word: $0.words[1], summary: $0.summary) }
            let summary = group.first { $0.words.count == 1 }?.summary ?? seconds.map(\.word).joined(separator: ", ")
            return First(word: word, summary: summary, seconds: seconds)
        } + [First(word: "help", summary: "Says more of a verb.", seconds: [])]
    }

    // MARK: Bash

    private static func bash(_ commands: [Command]) -> String {
        let firsts = firsts(commands)
        var lines = [
            "# Completion of osprey's words for bash; written by osprey itself.", "_osprey() {",
            "    local word=${COMP_WORDS[COMP_CWORD]} first=${COMP_WORDS[1]} words=",
            "    if [ \"$COMP_CWORD\" -eq 1 ]; then", "        words='\(firsts.map(\.word).joined(separator: " "))'",
            "    elif [ \"$COMP_CWORD\" -eq 2 ]; then", "        case $first in",
        ]
        for first in firsts where !first.seconds.isEmpty {
            lines.append("        \(first.word)) words='\(first.seconds.map(\.word).joined(separator: " "))' ;;")
        }
        lines += ["        help) words='\(firsts.map(\.word).joined(separator: " "))' ;;", "        esac", "    fi"]
        lines += ["    case $word in", "    -*)", "        case \"$first ${COMP_WORDS[2]}\" in"]
        // The verbs of two words come first, because the patterns of the other verbs would match them too.
        for command in commands.sorted(by: { $0.name.contains(" ") && !$1.name.contains(" ") }) {
            let pattern = command.name.contains(" ") ? "'\(command.name)'" : "\(command.name)\\ *"
            lines.append("        \(pattern)) words='\((command.options.map(\.name) + ["--help"]).joined(separator: " "))' ;;")
        }
        lines += ["        esac", "        ;;", "    esac"]
        lines += bashValues(commands)
        lines += ["    COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))", "}"]
        // If no word matches, bash completes the names of files.
        lines.append("complete -o bashdefault -o default -F _osprey osprey")
        return lines.joined(separator: "\n") + "\n"
    }

    /// The part of the Bash script that completes the values of options, and the first operands of verbs. Several operands may be joined by commas.
    private static func bashValues(_ commands: [Command]) -> [String] {
        var lines = ["    case \"$first ${COMP_WORDS[2]} ${COMP_WORDS[COMP_CWORD-1]}\" in"]
        var known: Set<String> = []
        for command in commands.sorted(by: { $0.name.contains(" ") && !$1.name.contains(" ") }) {
            for option in command.options {
                let words = CompletionWords.words(of: option).joined(separator: " ")
                let pattern = command.name.contains(" ") ? "'\(command.name) \(option.name)'" : "\(command.name)\\ *\\ \(option.name)"
                if !words.isEmpty, known.insert(pattern).inserted { lines.append("    \(pattern)) words='\(words)' ;;") }
            }
        }
        lines.append("    esac")
        for command in commands {
            let words = CompletionWords.operands(of: command)
            guard !words.isEmpty else { continue }
            lines += [
                "    if [ \"$COMP_CWORD\" -eq 2 ] && [ \"$first\" = '\(command.name)' ]; then", "        local last=${word##*,}",
                "        COMPREPLY=($(compgen -P \"${word%\"$last\"}\" -W '\(words.joined(separator: " "))' -- \"$last\"))",
                "        return", "    fi",
            ]
        }
        return lines
    }

    // MARK: Zsh

    private static func zsh(_ commands: [Command]) -> String {
        let firsts = firsts(commands)
        var lines = ["#compdef osprey", "# Completion of osprey's words for zsh; written by osprey itself.", "local -a verbs"]
        lines += ["if (( CURRENT == 2 )); then", "    verbs=("]
        lines += firsts.map { "        \(quoted("\($0.word):\($0.summary)"))" }
        lines += ["    )", "    _describe verb verbs", "    return", "fi", "if (( CURRENT == 3 )); then", "    case $words[2] in"]
        for first in firsts where !first.seconds.isEmpty {
            lines.append("    \(first.word)) verbs=(")
            lines += first.seconds.map { "        \(quoted("\($0.word):\($0.summary)"))" }
            lines += ["        )", "        _describe verb verbs", "        return ;;"]
        }
        lines += ["    esac", "fi", "case \"$words[2] $words[3]\" in"]
        for command in commands.sorted(by: { $0.name.contains(" ") && !$1.name.contains(" ") }) {
            let pattern = command.name.contains(" ") ? "'\(command.name)'" : "\(command.name)\\ *"
            lines.append("\(pattern)) _arguments \\")
            for option in command.options {
                let help = option.help.map { "[]:\\".contains($0) ? "\\\($0)" : "\($0)" }.joined()
                let words = CompletionWords.words(of: option)
                let action = words.isEmpty ? "_files" : "(\(words.joined(separator: " ")))"
                let value = option.placeholder.map { ":\($0):\(action)" } ?? ""
                lines.append("    \(quoted("*\(option.name)[\(help)]\(value)")) \\")
            }
            let operands = CompletionWords.operands(of: command)
            if !operands.isEmpty { lines.append("    '1:kinds:_sequence compadd - \(operands.joined(separator: " "))' \\") }
            lines.append("    '*:file:_files' ;;")
        }
        lines += ["*) _files ;;", "esac"]
        return lines.joined(separator: "\n") + "\n"
    }

    // MARK: Fish

    private static func fish(_ commands: [Command]) -> String {
        let firsts = firsts(commands)
        var lines = ["# Completion of osprey's words for fish; written by osprey itself."]
        for first in firsts {
            lines.append("complete -c osprey -n __fish_use_subcommand -f -a \(first.word) -d \(quoted(first.summary))")
            let names = first.seconds.map(\.word).joined(separator: " ")
            for second in first.seconds {
                let condition = "__fish_seen_subcommand_from \(first.word); and not __fish_seen_subcommand_from \(names)"
                lines.append("complete -c osprey -n \(quoted(condition)) -f -a \(second.word) -d \(quoted(second.summary))")
            }
        }
        for command in commands {
            let operands = CompletionWords.operands(of: command).joined(separator: " ")
            if !operands.isEmpty { lines.append("complete -c osprey -n '__fish_seen_subcommand_from \(command.name)' -a '\(operands)'") }
            let condition = command.name.split(separator: " ").map { "__fish_seen_subcommand_from \($0)" }.joined(separator: "; and ")
            for option in command.options {
                let words = CompletionWords.words(of: option).joined(separator: " ")
                let value = option.placeholder == nil ? "" : words.isEmpty ? " -r" : " -x -a '\(words)'"
                lines.append(
                    "complete -c osprey -n \(quoted(condition)) -l \(option.name.dropFirst(2))\(value) -d \(quoted(option.help))")
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The text as one word of a shell.
    private static func quoted(_ text: String) -> String { "'" + text.replacingOccurrences(of: "'", with: "'\\''") + "'" }
}
