import Foundation
import InputChecks
import JSON
import Reports
import Vision

/// `osprey detect`: finds objects, text and other features in pictures.
enum Detect: Verb {
    static let command = Command(
        "detect", "Finds things in photos and videos.", operands: "KINDS IMAGE…", operandCount: 2...Int.max,
        options: [
            .value(
                "--model", "M",
                "the model for objects, which ends in non-maximum suppression (needed); or that for animals, pose, humans or hands"),
            .value("--threshold", "T", "only what has at least this confidence, 0…1"),
            .value("--maximum", "N", "of each kind at most N in a photo, the most confident"),
            .value("--crop", "HOW", "of objects: scaleFill (where not given), centerCrop or scaleFit"),
            .value("--compute-units", "U", ModelOptions.computeUnitsHelp),
            .value(
                "--annotate", "FILE",
                "draws what was found into a copy of the photo (.png, .jpg) or video (.mp4, .mov); for several, a folder"),
        ] + PictureOutput.options + [
            .value("--language", "L", "of text and pages: the language, such as de or pt-BR; several with commas, the likeliest first"),
            .value("--level", "LEVEL", "of text: accurate (where not given) or fast"),
            .value("--reader", "R", "of text: networks (where not given, if they know the languages) or tesseract"),
            .value("--custom-words", "FILE", "of text and pages: words to expect, one a line"),
            .flag("--plain", "of text and pages: only what is read, in the order of reading"),
            .flag("--markdown", "of pages: the page as Markdown"),
            .flag("--html", "of pages: the page as HTML"),
            ImageBatch.option,
            InputList.option,
            .flag("--json", "a JSON object a line"),
            ImageReport.Form.tableOption,
        ],
        discussion: """
            KINDS is a comma-separated list of:
            \(DetectionKind.help)
            \(InputList.help)
            Boxes are normalised to 0…1 of the upright photo, with the origin at its lower left.
            """)

    static func run(_ arguments: Arguments) throws -> ExitStatus {
        let kinds = try DetectionKind.list(arguments.operands[0])
        try checkModel(arguments, for: kinds)
        let reading = try TextForm(arguments, for: kinds)
        let form = try ImageReport.Form(arguments, columns: ["kind", "label", "confidence", "x", "y", "width", "height"])
        let images = try InputList.images(Array(arguments.operands.dropFirst()), arguments)
        let pictures = try PictureOutput(arguments, for: kinds, images: images)
        let batch = try ImageBatch(images, arguments)
        let maximum = try arguments.integer("--maximum", in: 1...1_000_000)
        var options = try ModelOptions.detection(arguments, workers: batch.workers)
        options.text = try textOptions(arguments, for: kinds)
        let detectors = try kinds.map { (name: $0.name, detector: try $0.detector.init(options)) }
        var report = try ImageReport(form, images: images)
        try batch.run { [options] image in
            // One handler is used, so that the photo is decoded once for all kinds.
            let queries = try detectors.map { (name: $0.name, query: try $0.detector.query()) }
            for (_, query) in queries { query.request.usesCPUOnly = options.usesCPUOnly }
            let handler = image.requestHandler()
            try handler.perform(queries.map(\.query.request))
            try pictures?.write(image, queries, handler)
            let found = try queries.map { kind in
                let findings = try kind.query.findings().filter { $0.confidence >= options.threshold }.mostConfident(maximum)
                return FoundKind(name: kind.name, findings: findings, isSingle: kind.query.isSingle)
            }
            try batch.annotate(image) { $0.draw(found.flatMap(\.findings)) }
            return found
        } consume: { image, result in
            if let reading {
                try report.add(image, result) { found in reading.text(of: found.flatMap(\.findings)) }
                return
            }
            try report.add(image, result) { found in
                found.map { ($0.name, $0.json) }
            } rows: { found in
                found.flatMap { kind in kind.findings.map { [.string(kind.name)] + $0.row } }
            } text: { found in
                let lines = found.flatMap(\.findings).map(\.text)
                return lines.isEmpty ? "nothing found" : lines.joined(separator: "\n")
            }
        }
        return report.finish()
    }

    /// Checks that `--model` is used with a single kind, or only with kinds that are computed from poses.
    private static func checkModel(_ arguments: Arguments, for kinds: [DetectionKind]) throws {
        guard arguments.string("--model") != nil else {
            guard kinds.contains(where: { $0.name == "objects" }) else { return }
            throw UsageError("'osprey detect objects' needs --model M")
        }
        let takers = [["objects"], ["animals"], ["pose", "humans"], ["hands"]]
        let users = takers.filter { names in kinds.contains { names.contains($0.name) } }
        guard users.count != 1 else { return }
        guard users.count > 1 else {
            let names = takers.joined().joined(separator: ", ")
            throw UsageError("--model is for \(names), and not for \(kinds.map(\.name).joined(separator: ", "))")
        }
        throw UsageError(
            "one --model cannot be for \(users.joined().filter { name in kinds.contains { $0.name == name } }.joined(separator: " and "))")
    }

    /// The options for text: `--language`, `--level`, `--reader` and `--custom-words`.
    private static func textOptions(_ arguments: Arguments, for kinds: [DetectionKind]) throws -> TextOptions {
        let names = ["--language", "--level", "--reader", "--custom-words"].filter { arguments.string($0) != nil }
        if let name = names.first, !kinds.contains(where: { $0.name == "text" || $0.name == "pages" }) {
            throw UsageError("\(name) is for text and pages")
        }
        var options = TextOptions()
        options.languages = arguments.strings("--language").flatMap { $0.split(separator: ",").map(String.init) }
        options.level = try arguments.choice("--level", of: [("accurate", .accurate), ("fast", .fast)]) ?? .accurate
        options.usesNetworks = try arguments.choice("--reader", of: [("tesseract", false), ("networks", true)])
        if let path = arguments.string("--custom-words") {
            guard let words = String(data: try Data(contentsOfFile: URL(fileURLWithPath: path)), encoding: .utf8) else {
                throw UsageError("\(path): it is not UTF-8 text")
            }
            options.customWords = words.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }
                .filter { !$0.isEmpty }
        }
        return options
    }

    /// The form in which text is printed alone: plain, Markdown or HTML.
    private enum TextForm: Sendable {
        case plain, markdown, html

        init?(_ arguments: Arguments, for kinds: [DetectionKind]) throws {
            let asked = [("--plain", TextForm.plain), ("--markdown", .markdown), ("--html", .html)].filter { arguments.flag($0.0) }
            guard let (name, form) = asked.first else { return nil }
            guard asked.count == 1, !arguments.flag("--json"), !arguments.flag("--csv") else {
                throw UsageError("only one of --plain, --markdown, --html, --json and --csv can be given")
            }
            let possible = form == .plain ? ["text", "pages"] : ["pages"]
            guard kinds.count == 1, possible.contains(kinds[0].name) else {
                throw UsageError("\(name) is for \(possible.joined(separator: " or ")) alone")
            }
            self = form
        }

        func text(of findings: [Finding]) -> String {
            switch self {
            case .plain: findings.compactMap(\.transcript).joined(separator: "\n")
            case .markdown: findings.compactMap(\.page).map(PageText.markdown).joined(separator: "\n\n")
            case .html: PageText.html(findings.compactMap(\.page))
            }
        }
    }

    /// The findings of a kind.
    private struct FoundKind: Sendable {
        let name: String
        let findings: [Finding]
        let isSingle: Bool

        var json: JSON { isSingle ? findings.first?.json ?? .null : .array(findings.map(\.json)) }
    }
}
