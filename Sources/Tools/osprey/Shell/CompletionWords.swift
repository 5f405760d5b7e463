import Reports

/// The values that shells complete, in addition to verbs and options.
enum CompletionWords {
    /// The values of options that take one of a few words.
    private static let values: [String: [String]] = [
        "--crop": ["centerCrop", "scaleFill", "scaleFit"], "--compute-units": ["cpuOnly", "all", "fastest"],
        "--level": ["accurate", "fast"], "--reader": ["tesseract", "networks"],
        "--format": ["createml", "voc", "coco", "yolo", "labelstudio", "csv"], "--units": ["pixel", "normalized"],
        "--origin": ["topLeft", "bottomLeft"], "--anchor": ["center", "topLeft", "bottomLeft"],
        "--algorithm": ["fullNetwork", "transferLearning"],
    ]

    /// The words that an option takes; empty for an option that takes something else.
    ///
    /// Options of different verbs may have the same name but other values. The words therefore apply only to options whose help lists all of them.
    static func words(of option: Command.Option) -> [String] {
        let words = values[option.name] ?? []
        return words.allSatisfy(option.help.contains) ? words : []
    }

    /// The words that a verb's first operand may have. Several of them may be joined by commas.
    static func operands(of command: Command) -> [String] { command.name == Detect.command.name ? DetectionKind.all.map(\.name) : [] }
}
