import CoreMLSpecification
import Foundation

/// A model in memory or on disk that is not loaded yet.
public final class MLModelAsset: NSObject, Sendable {
    let package: ModelPackage
    private let name: String
    /// The size of a model in memory, in bytes; `nil` for a model on disk.
    private let byteCount: Int?

    private init(package: ModelPackage, name: String, byteCount: Int? = nil) {
        self.package = package
        self.name = name
        self.byteCount = byteCount
    }

    /// A model from the bytes of a `.mlmodel` file.
    ///
    /// - Throws: `MLModelError.io` if the bytes are not a model.
    public convenience init(specification specificationData: Data) throws {
        try self.init(specification: specificationData, blobMapping: [:])
    }

    /// A model from the bytes of its specification and of the weight files to which the specification refers.
    ///
    /// - Throws: `MLModelError.io` if the bytes are not a model.
    public convenience init(specification specificationData: Data, blobMapping: [URL: Data]) throws {
        do {
            let model = try Specification.Model(parsing: Bytes(copying: specificationData))
            var files: [String: Bytes] = [:]
            for (url, data) in blobMapping {
                files["@model_path/" + url.relativePath.drop { $0 == "/" }] = Bytes(copying: data)
            }
            let byteCount = blobMapping.values.reduce(specificationData.count) { $0 + $1.count }
            self.init(package: ModelPackage(model: model, weights: try WeightStore(files: files)), name: "model", byteCount: byteCount)
        } catch {
            throw MLModelError(.io, "The specification could not be read: \(error).", underlying: error)
        }
    }

    /// A model on disk.
    ///
    /// - Throws: `MLModelError.io` if it cannot be read.
    public convenience init(url compiledModelURL: URL) throws {
        self.init(package: try ModelFile.read(compiledModelURL), name: compiledModelURL.lastPathComponent)
    }

    func makeModel(configuration: MLModelConfiguration) throws -> MLModel {
        try MLModel(package: package, configuration: configuration, name: name, byteCount: byteCount)
    }

    /// Describes the model without loading it.
    public func modelDescription(completionHandler handler: @escaping (MLModelDescription?, (any Error)?) -> Void) {
        answer(handler) { try self.description(of: nil) }
    }

    /// Describes one function of the model without loading it.
    public func modelDescription(
        ofFunctionNamed functionName: String, completionHandler handler: @escaping (MLModelDescription?, (any Error)?) -> Void
    ) {
        answer(handler) { try self.description(of: functionName) }
    }

    /// The names of the model's functions; empty for a model without functions.
    public func functionNames(completionHandler handler: @escaping ([String]?, (any Error)?) -> Void) {
        answer(handler) { self.names }
    }

    /// The description of the model. The model need not be loaded for it.
    public var modelDescription: MLModelDescription {
        get async throws { try description(of: nil) }
    }

    /// Describes one function of the model without loading it.
    public func modelDescription(of functionName: String) async throws -> MLModelDescription {
        try description(of: functionName)
    }

    /// The names of the model's functions; empty for a model without functions.
    public var functionNames: [String] {
        get async throws { names }
    }

    private func description(of functionName: String?) throws -> MLModelDescription {
        try MLModelDescription(package.model, functionName: functionName)
    }

    private var names: [String] { package.model.description?.functions.map(\.name) ?? [] }

    private func answer<Answer>(_ handler: (Answer?, (any Error)?) -> Void, _ body: () throws -> Answer) {
        do {
            handler(try body(), nil)
        } catch {
            handler(nil, error)
        }
    }
}
