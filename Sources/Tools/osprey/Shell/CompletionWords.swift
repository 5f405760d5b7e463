import Reports

/// The values that shells complete beside verbs and options.
enum CompletionWords {
    /// The values of options that take one of a few words, whatever the verb.
    private static let values: [String: [String]] = [
        "--crop": ["centerCrop", "scaleFill", "scaleFit"], "--compute-units": ["cpuOnly", "all", "fastest"],
        "--level": ["accurate", "fast"], "--reader": ["tesseract", "networks"],
        "--format": ["createml", "voc", "coco", "yolo", "labelstudio", "csv"], "--units": ["pixel", "normalized"],
        "--origin": ["topLeft", "bottomLeft"], "--anchor": ["center", "topLeft", "bottomLeft"],
        "--algorithm": ["fullNetwork", "transferLearning"],
    ]

    /// The words that an option takes; empty for one that takes something else. An option whose help does not have them is another of the same name.
    static func words(of option: Command.Option) -> [String] {
        let words = values[option.name] ?? []
        return words.allSatisfy(option.help.contains) ? words : []
    }

    /// The words of a verb's first operand, several of which may be joined by commas.
    static func operands(of command: Command) -> [String] { command.name == Detect.command.name ? DetectionKind.all.map(\.name) : [] }
}
