/// The options of a verb, and the text of its help.
struct Command {
    struct Option {
        let name: String
        /// The name of the option's value in the help; `nil` for a flag.
        let placeholder: String?
        let help: String

        static func flag(_ name: String, _ help: String) -> Option { Option(name: name, placeholder: nil, help: help) }
        static func value(_ name: String, _ placeholder: String, _ help: String) -> Option {
            Option(name: name, placeholder: placeholder, help: help)
        }
    }

    /// The name: one word, or two words for a member of a family, such as `model info`.
    let name: String
    let summary: String
    /// The positional arguments as the help shows them: `IMAGE…`.
    let operands: String
    /// The allowed numbers of positional arguments.
    let operandCount: ClosedRange<Int>
    let options: [Option]
    /// Further paragraphs of the help.
    let discussion: String

    init(
        _ name: String, _ summary: String, operands: String = "", operandCount: ClosedRange<Int> = 0...0, options: [Option] = [],
        discussion: String = ""
    ) {
        self.name = name
        self.summary = summary
        self.operands = operands
        self.operandCount = operandCount
        self.options = options
        self.discussion = discussion
    }
}
