import Foundation
import JSON
import Reports
import Vision
import VisionRuntime

/// `osprey model get`: downloads a model to the folder where requests look for it.
enum ModelGet: Verb {
    static let command = Command(
        "model get", "Fetches a model and puts it where requests find it.", operands: "[NAME or ADDRESS]", operandCount: 0...1,
        options: [
            .value("--name", "NAME", "what the model at ADDRESS is to be called (as the file there where not given)"),
            .value("--sha256", "DIGITS", "the SHA-256 that the file at ADDRESS must have"),
            .flag("--json", "a JSON object a line"),
        ],
        discussion: """
            Without an operand, lists the models that Osprey knows, with the terms that they may be used on. ADDRESS begins with https:, http:
            or file: and leads to an .mlmodel file. Models are put into \(ModelFolders.personal.path).
            """)

    static func run(_ arguments: Arguments) throws -> ExitStatus {
        guard let operand = arguments.operands.first else {
            try requireNoOptions(arguments, "--name", "--sha256")
            return try list(asJSON: arguments.flag("--json"))
        }
        if let address = try address(operand) {
            let target = ModelFolders.personal.appendingPathComponent(try fileName(arguments.string("--name"), address))
            try ModelDownload(address: address, target: target, sha256: digest(arguments)).run()
            try report(name: target.deletingPathExtension().lastPathComponent, target, licence: nil, arguments)
        } else {
            try requireNoOptions(arguments, "--name", "--sha256")
            let model = try known(operand)
            try report(name: model.name, get(model), licence: model.licence, arguments)
        }
        return .success
    }

    private static func list(asJSON: Bool) throws -> ExitStatus {
        for model in try ModelCatalog.load().models {
            let place = ModelFolders.standard.locate(model.file)?.path
            if asJSON {
                try StandardOutput.write(
                    json: [
                        "name": .string(model.name), "summary": .string(model.summary), "licence": .string(model.licence),
                        "commercialUse": model.commercialUse.map { .bool($0) } ?? .null, "file": place.map { .string($0) } ?? .null,
                    ])
            } else {
                let missing = model.url == nil ? "not here" : "not here: osprey model get \(model.name)"
                let products = model.commercialUse.map { $0 ? "\n  products may use it" : "\n  not for commercial products" } ?? ""
                try StandardOutput.write(
                    line: "\(model.name)  \(model.summary)\n  licence  \(model.licence)\(products)\n  file     \(place ?? missing)")
            }
        }
        return .success
    }

    private static func report(name: String, _ file: URL, licence: String?, _ arguments: Arguments) throws {
        if arguments.flag("--json") {
            let members = [("name", name), ("file", file.path)] + (licence.map { [("licence", $0)] } ?? [])
            try StandardOutput.write(json: .object(members.map { ($0, .string($1)) }))
        } else {
            try StandardOutput.write(line: "\(name): \(file.path)" + (licence.map { "\nlicence: \($0)" } ?? ""))
        }
    }

    // MARK: A known model

    private static func known(_ name: String) throws -> ModelCatalog.Entry {
        let catalog = try ModelCatalog.load()
        guard let model = catalog[name] else {
            throw UsageError(
                "there is no model '\(name)'; there is: \(catalog.models.map(\.name).joined(separator: ", ")), or the address of any model")
        }
        return model
    }

    /// Copies the model from a folder, or downloads it from the address in the catalogue.
    private static func get(_ model: ModelCatalog.Entry) throws -> URL {
        let target = ModelFolders.personal.appendingPathComponent((model.file as NSString).lastPathComponent)
        let source = ModelFolders.standard.locate(model.file)
        let isRight = try source.map { try SHA256.digest(of: $0) == model.sha256.lowercased() } ?? false
        if let source, isRight, FileIdentity(source.path) == FileIdentity(target.path) { return target }
        if let source, isRight || model.url == nil {
            try ModelDownload(address: source, target: target, sha256: model.sha256).run()
        } else if let address = try model.url.flatMap({ try address($0) }) {
            try ModelDownload(address: address, target: target, sha256: model.sha256).run()
        } else {
            throw InputError(
                description: "the model '\(model.name)' comes with Osprey's package and nowhere else: copy its Models/\(model.file) to "
                    + ModelFolders.personal.path)
        }
        return target
    }

    // MARK: An address

    /// The operand as a URL; `nil` if it is a name.
    private static func address(_ text: String) throws -> URL? {
        guard let scheme = text.prefixMatch(of: /([A-Za-z][A-Za-z0-9+.-]*):/)?.1.lowercased() else { return nil }
        guard ["file", "http", "https"].contains(scheme) else {
            throw UsageError("'\(text)': models are fetched from addresses that begin with https:, http: or file:")
        }
        guard let url = URL(string: text), url.isFileURL ? !url.path.isEmpty : url.host?.isEmpty == false else {
            throw UsageError("'\(text)' is no address")
        }
        return url
    }

    /// The name of the file in which a model is stored.
    private static func fileName(_ given: String?, _ address: URL) throws -> String {
        let name = given.map { $0.hasSuffix(".mlmodel") ? $0 : $0 + ".mlmodel" } ?? address.lastPathComponent
        guard name.hasSuffix(".mlmodel"), name != ".mlmodel" else {
            throw UsageError("the address does not end in .mlmodel; --name says what the model is to be called")
        }
        guard !name.hasPrefix("."), !name.utf8.contains(UInt8(ascii: "/")), ShownText.escaped(name) == name else {
            throw UsageError("'\(name)' is no name of a model")
        }
        if let known = try ModelCatalog.load().models.first(where: { ($0.file as NSString).lastPathComponent == name }) {
            throw UsageError(
                "'\(name)' is the file of the known model '\(known.name)', which it would replace; --name gives it another name")
        }
        return name
    }

    private static func digest(_ arguments: Arguments) throws -> String? {
        guard let text = arguments.string("--sha256") else { return nil }
        guard text.count == 64, text.allSatisfy({ $0.isASCII && $0.isHexDigit }) else {
            throw UsageError("--sha256 takes 64 hexadecimal digits, not '\(text)'")
        }
        return text
    }

    private static func requireNoOptions(_ arguments: Arguments, _ names: String...) throws {
        if let name = names.first(where: { arguments.string($0) != nil }) {
            throw UsageError("\(name) goes with the address of a model")
        }
    }
}
