import CoreMLRuntime
import Foundation
import Reports

/// The command line: selects the verb, runs it and turns errors into an exit status.
@main
enum Osprey {
    static var verbs: [any Verb.Type] {
        [
            Classify.self, Detect.self, TrainImageClassifier.self, TrainObjectDetector.self, TrainActionClassifier.self,
            TrainHandActionClassifier.self, TrainHandPoseClassifier.self, TrainTabular.self, TrainActivity.self, TrainSound.self,
            TrainText.self, TrainStyle.self,
            Evaluate.self, FeaturePrints.self, Similar.self, Register.self, Motion.self, Track.self, Trajectories.self, Live.self,
            StudioServer.self, ModelInfo.self, ModelLabels.self, ModelPredict.self, ModelServe.self, ModelBench.self,
            ModelCompile.self,
            ModelGenerate.self,
            ModelGet.self,
        ]
    }

    /// The verbs for making packages. The help and the completions do not show them.
    private static var hiddenVerbs: [any Verb.Type] { [ShellFiles.self] }

    static func main() {
        Interruption.admit()
        signal(SIGPIPE, SIG_IGN)
        // With SIGXFSZ ignored, a file that exceeds the process's size limit is an error like a full disk.
        signal(SIGXFSZ, SIG_IGN)
        occupyStandardStreams()
        let status = run {
            try ProcessStack.ensure()
            return try ProcessWords.all()
        }
        if let signal = Interruption.received {
            end(bySignal: signal)
        } else if StandardOutput.failure?.isClosedPipe == true {
            end(bySignal: SIGPIPE)
        }
        exit(status.rawValue)
    }

    static func run(_ words: [String]) -> ExitStatus { run { words } }

    private static func run(_ words: () throws -> [String]) -> ExitStatus {
        defer { UnpackedData.removeAll() }
        do {
            let status = try perform(words())
            // A verb continues if lines such as a training's progress cannot be printed. At the end, the missing lines are still an error.
            if let failure = StandardOutput.failure { throw failure }
            return status
        } catch let error as UsageError {
            StandardError.write(line: "osprey: \(error.reason)")
            return .wrongUsage
        } catch let error as OutputFailure where error.isClosedPipe {
            return .someFailed
        } catch {
            StandardError.write(line: "osprey: \(ErrorText.describe(error))")
            return .someFailed
        }
    }

    private static func perform(_ words: [String]) throws -> ExitStatus {
        guard let first = words.first else {
            StandardError.write(Help.overview(of: verbs))
            return .wrongUsage
        }
        if ["help", "--help", "-h"].contains(first) {
            try StandardOutput.write(help(on: Array(words.dropFirst())))
            return .success
        }
        if first == "--version" {
            try StandardOutput.write(line: "osprey \(version)")
            return .success
        }
        if words.count == 2, isHelp(words[1]), !family(first).isEmpty {
            try StandardOutput.write(Help.overview(of: family(first)))
            return .success
        }
        let (verb, rest) = try select(words)
        if rest.prefix(while: { $0 != "--" }).contains(where: isHelp) {
            try StandardOutput.write(Help.text(for: verb.command))
            return .success
        }
        return try verb.run(Arguments(rest, for: verb.command))
    }

    static let version = Release.version

    // MARK: Finding the verb

    /// The help for a verb, for a family such as `model`, or for the whole program if `words` names neither.
    private static func help(on words: [String]) throws -> String {
        let words = words.filter { !isHelp($0) }
        guard let first = words.first else { return Help.overview(of: verbs) }
        if words.count == 1, !family(first).isEmpty { return Help.overview(of: family(first)) }
        return Help.text(for: try select(words).verb.command)
    }

    private static func isHelp(_ word: String) -> Bool { word == "--help" || word == "-h" }

    /// The verbs of two words that begin with `name`.
    private static func family(_ name: String) -> [any Verb.Type] { verbs.filter { $0.command.name.hasPrefix(name + " ") } }

    /// The verb at the beginning of `words`: one word, or two for a family such as `model`.
    private static func select(_ words: [String]) throws -> (verb: any Verb.Type, rest: [String]) {
        for count in [2, 1] where words.count >= count {
            let name = words.prefix(count).joined(separator: " ")
            if let verb = (verbs + hiddenVerbs).first(where: { $0.command.name == name }) { return (verb, Array(words.dropFirst(count))) }
        }
        let family = family(words[0])
        guard family.isEmpty else {
            let names = family.map { String($0.command.name.dropFirst(words[0].count + 1)) }.joined(separator: ", ")
            let meant = words.count > 1 ? Spelling.suggestion(for: "\(words[0]) \(words[1])", family.map { $0.command.name }) : ""
            throw UsageError("'osprey \(words[0])' takes one of: \(names)\(meant)")
        }
        let meant = Spelling.suggestion(for: words[0], verbs.map { $0.command.name })
        throw UsageError("there is no verb '\(words[0])'\(meant.isEmpty ? "; 'osprey --help' lists them" : meant)")
    }

    // MARK: The process

    /// Opens `/dev/null` for standard streams that the caller has closed. Without this, a file that is opened later could get the descriptor of a
    /// standard stream. Messages would then be written into the file.
    private static func occupyStandardStreams() {
        for (descriptor, mode) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDWR)] {
            if fcntl(descriptor, F_GETFD) < 0 { _ = open("/dev/null", mode) }
        }
    }

    /// Ends the process by the signal's default action. Shells detect such an end, and stop a running loop.
    private static func end(bySignal number: Int32) {
        signal(number, SIG_DFL)
        raise(number)
    }
}
