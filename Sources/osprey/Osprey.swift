import Foundation

/// The command line: picks the verb, runs it and turns what it throws into an exit status.
@main
enum Osprey {
    static var verbs: [any Verb.Type] {
        [
            Classify.self, Detect.self, TrainImageClassifier.self, TrainObjectDetector.self, TrainActionClassifier.self,
            TrainHandActionClassifier.self, TrainHandPoseClassifier.self, Evaluate.self,
            FeaturePrints.self, ModelInfo.self, ModelPredict.self, ModelServe.self, ModelBench.self, ModelCompile.self, ModelGenerate.self,
            ModelGet.self,
        ]
    }

    static func main() {
        signal(SIGPIPE, SIG_IGN)
        // A file that grows beyond the limit of the process is an error like a full disk.
        signal(SIGXFSZ, SIG_IGN)
        exit(run(Array(CommandLine.arguments.dropFirst())).rawValue)
    }

    static func run(_ words: [String]) -> ExitStatus {
        do {
            guard let first = words.first else {
                StandardError.write(Help.overview(of: verbs))
                return .wrongUsage
            }
            if ["help", "--help", "-h"].contains(first) {
                print(Help.overview(of: verbs), terminator: "")
                return .success
            }
            if first == "--version" {
                print("osprey \(version)")
                return .success
            }
            let family = verbs.filter { $0.command.name.hasPrefix(first + " ") }
            if words.count == 2, isHelp(words[1]), !family.isEmpty {
                print(Help.overview(of: family), terminator: "")
                return .success
            }
            let (verb, rest) = try select(words)
            if rest.prefix(while: { $0 != "--" }).contains(where: isHelp) {
                print(Help.text(for: verb.command), terminator: "")
                return .success
            }
            return try verb.run(Arguments(rest, for: verb.command))
        } catch let error as UsageError {
            StandardError.write("osprey: \(error.reason)\n")
            return .wrongUsage
        } catch {
            StandardError.write("osprey: \(ErrorText.describe(error))\n")
            return .someFailed
        }
    }

    static let version = "0.1.0"

    private static func isHelp(_ word: String) -> Bool { word == "--help" || word == "-h" }

    /// The verb that `words` begin with: one word, or two for a family such as `model`.
    private static func select(_ words: [String]) throws -> (any Verb.Type, [String]) {
        for count in [2, 1] where words.count >= count {
            let name = words.prefix(count).joined(separator: " ")
            if let verb = verbs.first(where: { $0.command.name == name }) { return (verb, Array(words.dropFirst(count))) }
        }
        let family = verbs.filter { $0.command.name.hasPrefix(words[0] + " ") }
        guard family.isEmpty else {
            let names = family.map { String($0.command.name.dropFirst(words[0].count + 1)) }.joined(separator: ", ")
            throw UsageError("'osprey \(words[0])' takes one of: \(names)")
        }
        throw UsageError("there is no verb '\(words[0])'; 'osprey --help' lists them")
    }
}
