import Foundation
import TestSupport
import Testing

@testable import osprey
@testable import Reports

@Suite struct ArgumentsTests {
    private let command = Command(
        "paint", "Paints.", operands: "IMAGE…", operandCount: 1...2,
        options: [.value("--top", "K", "how many"), .value("--crop", "HOW", "how"), .flag("--json", "machine-readable")])

    private func reason(_ words: [String]) -> String? {
        do {
            _ = try Arguments(words, for: command)
            return nil
        } catch {
            return (error as? UsageError)?.reason
        }
    }

    @Test("Options and operands may mix")
    func optionsAndOperandsMayMix() throws {
        let arguments = try Arguments(["a.jpg", "--top", "3", "--json", "b.jpg", "--crop=scaleFit"], for: command)
        #expect(arguments.operands == ["a.jpg", "b.jpg"])
        #expect(try arguments.integer("--top", in: 1...10) == 3)
        #expect(arguments.string("--crop") == "scaleFit")
        #expect(arguments.flag("--json"))
    }

    @Test("Words after two dashes are operands")
    func wordsAfterTwoDashesAreOperands() throws {
        #expect(try Arguments(["--", "--json"], for: command).operands == ["--json"])
        #expect(try Arguments(["-"], for: command).operands == ["-"])
    }

    @Test("The last value of an option counts")
    func theLastValueOfAnOptionCounts() throws {
        let arguments = try Arguments(["a", "--top", "1", "--top", "2"], for: command)
        #expect(arguments.string("--top") == "2")
        #expect(arguments.strings("--top") == ["1", "2"])
    }

    @Test("Unknown options are named with the nearest known one")
    func unknownOptionsAreNamedWithTheNearestKnownOne() {
        #expect(reason(["a", "--jsn"]) == "'osprey paint' has no option '--jsn'; did you mean '--json'?")
        #expect(reason(["a", "--colour"]) == "'osprey paint' has no option '--colour'")
    }

    @Test("A number is an operand, unless the command has an option of its form")
    func numbers() throws {
        #expect(try Arguments(["-0", "-1.5"], for: command).operands == ["-0", "-1.5"])
        let finder = Command("find", "Finds.", operands: "IMAGE…", operandCount: 1...2, options: [.flag("-0", "null bytes")])
        let arguments = try Arguments(["-", "-0", "-1.5"], for: finder)
        #expect(arguments.operands == ["-", "-1.5"] && arguments.flag("-0"))
    }

    @Test("The verb that a misspelt one stands for is named")
    func misspeltVerbs() throws {
        for (words, meant) in [(["clasify"], "'classify'"), (["model", "inof"], "'model info'"), (["detcet", "faces"], "'detect'")] {
            let run = try Program.run(words)
            #expect(run.status == 2 && run.errors.contains("; did you mean \(meant)?"), "\(run.errors)")
        }
        let unlike = try Program.run("photograph")
        #expect(unlike.status == 2 && unlike.errors.contains("; 'osprey --help' lists them"), "\(unlike.errors)")
    }

    @Test("Missing and excess words are named")
    func missingAndExcessWordsAreNamed() {
        #expect(reason([])?.contains("needs IMAGE…") == true)
        #expect(reason(["a", "b", "c"]) == "'osprey paint' does not take 'c'")
        #expect(reason(["a", "--top"]) == "option '--top' needs a value: --top K")
        #expect(reason(["a", "--json=yes"]) == "option '--json' takes no value")
    }

    @Test("Numbers out of range are refused", arguments: ["0", "11", "three", "1e1", ""])
    func numbersOutOfRangeAreRefused(_ text: String) throws {
        let arguments = try Arguments(["a", "--top", text], for: command)
        #expect(throws: UsageError.self) { try arguments.integer("--top", in: 1...10) }
    }

    @Test("Choices are listed where none fits")
    func choicesAreListedWhereNoneFits() throws {
        let arguments = try Arguments(["a", "--crop", "circle"], for: command)
        do {
            _ = try arguments.choice("--crop", of: [("square", 1), ("wide", 2)])
            Issue.record("a choice that does not exist was taken")
        } catch let error as UsageError {
            #expect(error.reason == "option '--crop' takes one of square, wide, not 'circle'")
        }
    }

    @Test("'osprey help VERB' is what 'osprey VERB --help' is")
    func helpOnAVerb() throws {
        for verb in Osprey.verbs {
            let words = verb.command.name.split(separator: " ").map(String.init)
            let help = try Program.run(["help"] + words)
            #expect(help.status == 0 && help.output == Help.text(for: verb.command))
            #expect(try Program.run(words + ["--help"]).output == help.output)
        }
        let family = try Program.run("help", "model")
        #expect(family.status == 0 && family.output.contains("model bench") && !family.output.contains("classify "))
        #expect(try Program.run("help").output == Help.overview(of: Osprey.verbs))
        let unknown = try Program.run("help", "fly")
        #expect(unknown.status == 2 && unknown.errors.contains("no verb 'fly'"))
    }

    @Test("A kind that there is not is an error that names those that there are")
    func kindsOfDetection() throws {
        let names = DetectionKind.all.map(\.name)
        #expect(names.contains("objects") && Set(names).count == names.count)
        let error = #expect(throws: UsageError.self) { try DetectionKind.list("objects,unicorns") }
        let reason = try #require(error).reason
        #expect(reason.hasPrefix("there is no kind 'unicorns'") && names.allSatisfy(reason.contains))
        let near = #expect(throws: UsageError.self) { try DetectionKind.list("face") }
        #expect(try #require(near).reason.contains("did you mean 'faces'?"))
        #expect(try DetectionKind.list("objects,objects").map(\.name) == ["objects"])
        #expect(names.allSatisfy(Help.text(for: Detect.command).contains))
    }

    @Test("The README names every kind that comes with the program")
    func kindsOfTheReadme() throws {
        let readme = try String(contentsOf: Repository.file("README.md"), encoding: .utf8)
        let list = try #require(readme.firstMatch(of: /\n`([A-Za-z]+(?:,[A-Za-z]+)+)`\.\n/))
        let named = Set(list.1.split(separator: ",").map(String.init))
        // These need a model of the user's.
        let further: Set = ["objects"]
        let all = Set(DetectionKind.all.map(\.name))
        for name in all.subtracting(named).subtracting(further) { Issue.record("the README's list of kinds lacks '\(name)'") }
        #expect(named.isSubset(of: all))
    }

    @Test("Every verb explains itself")
    func everyVerbExplainsItself() {
        for verb in Osprey.verbs {
            let help = Help.text(for: verb.command)
            #expect(help.contains("usage: osprey \(verb.command.name)"))
            for option in verb.command.options { #expect(help.contains(option.name) && !option.help.isEmpty) }
        }
    }
}
