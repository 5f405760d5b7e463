import CoreMLSpecification
import Foundation

/// A model that refers to another model in a separate file.
enum LinkedModel {
    /// Makes the predictor of the model to which `link` refers.
    ///
    /// - Throws: `RuntimeError.invalidModel` if no such model is found, or if its inputs or outputs differ from `interface`.
    static func predictor(
        for link: Specification.LinkedModel, interface: ModelInterface, options: PredictorOptions
    ) throws -> any ModelPredictor {
        guard case .linkedModelFile(let file) = link.linkType else { throw RuntimeError.invalidModel("the linked model has no link") }
        let name = file.linkedModelFileName?.defaultValue ?? ""
        let path = file.linkedModelSearchPath?.defaultValue ?? ""
        let url = try locate(name, path, from: options.folder)
        let package: ModelPackage
        do {
            package = try ModelPackage(contentsOf: url)
        } catch {
            throw RuntimeError.invalidModel("the linked model '\(name)' cannot be read: \(error)")
        }
        let linked = try ModelInterface(package.model)
        try check(interface.inputs.map(\.name), linked.inputs.map(\.name), "inputs", name)
        try check(interface.outputs.map(\.name), linked.outputs.map(\.name), "outputs", name)
        var options = options
        // The depth limit also ends models that link to themselves, directly or through others.
        options.depth += 1
        options.weights = package.weights
        options.functionName = nil
        options.folder = url.deletingLastPathComponent()
        return try PredictorFactory.predictor(for: package.model, options: options)
    }

    /// Checks that two models have the same feature names in the same order, because values are passed by position.
    private static func check(_ names: [String], _ linked: [String], _ subject: String, _ model: String) throws {
        guard names == linked else {
            throw RuntimeError.invalidModel("the linked model '\(model)' has the \(subject) \(linked) instead of \(names)")
        }
    }

    /// - Parameter folder: the folder of the linking model.
    private static func locate(_ name: String, _ searchPath: String, from folder: URL?) throws -> URL {
        guard !name.isEmpty, !name.contains("\0") else { throw RuntimeError.invalidModel("the linked model has no file name") }
        var places = searchPath.split(separator: ":").map(String.init)
        if places.isEmpty { places = ["."] }
        // If the link names a compiled model, an uncompiled one with the same name is accepted too.
        let base = (name as NSString).deletingPathExtension
        let names = [name] + (name.hasSuffix(".mlmodelc") ? [base + ".mlpackage", base + ".mlmodel"] : [])
        for place in places {
            guard let place = try self.folder(place, from: folder) else { continue }
            for name in names {
                let url = place.appendingPathComponent(name)
                if FileManager.default.fileExists(atPath: url.path) { return url }
            }
        }
        throw RuntimeError.invalidModel("the linked model '\(name)' is not in \(places.joined(separator: ":"))")
    }

    /// The folder for one entry of a search path; `nil` if it does not exist on this machine.
    private static func folder(_ place: String, from folder: URL?) throws -> URL? {
        if place.hasPrefix("$BUNDLE_MAIN") { return Bundle.main.resourceURL }
        if place.hasPrefix("$BUNDLE_IDENTIFIER(") {
            let identifier = place.dropFirst("$BUNDLE_IDENTIFIER(".count).prefix { $0 != ")" }
            return (Bundle.allBundles + Bundle.allFrameworks).first { $0.bundleIdentifier == String(identifier) }?.resourceURL
        }
        if place.hasPrefix("/") { return URL(fileURLWithPath: place, isDirectory: true) }
        guard let folder else { throw RuntimeError.invalidModel("a model in memory cannot link to a file beside it") }
        return place == "." ? folder : folder.appendingPathComponent(place, isDirectory: true)
    }
}
