import CoreMLSpecification
import Foundation

extension MLModel {
    /// Loads a model away from the caller's thread.
    public class func load(
        contentsOf url: URL, configuration: MLModelConfiguration = MLModelConfiguration(),
        completionHandler handler: @escaping (Result<MLModel, any Error>) -> Void
    ) {
        // There are two boxes because one box with a tuple crashes the optimising compiler (Swift 6.3).
        let configuration = UncheckedSendable(configuration.copied)
        let handler = UncheckedSendable(handler)
        DispatchQueue.global(qos: .userInitiated).async {
            handler.value(Result { try MLModel(contentsOf: url, configuration: configuration.value) })
        }
    }

    /// Loads a model away from the caller's thread. The classes that Xcode generates call it.
    public class func __loadContents(
        of url: URL, configuration: MLModelConfiguration, completionHandler handler: @escaping (MLModel?, (any Error)?) -> Void
    ) {
        load(contentsOf: url, configuration: configuration) { result in
            switch result {
            case .success(let model): handler(model, nil)
            case .failure(let error): handler(nil, error)
            }
        }
    }

    /// Loads a model away from the caller's actor.
    ///
    /// - Throws: the errors of `init(contentsOf:configuration:)`.
    public class func load(
        contentsOf url: URL, configuration: MLModelConfiguration = MLModelConfiguration()
    ) async throws -> MLModel {
        try MLModel(contentsOf: url, configuration: configuration)
    }

    /// Loads a model from an asset away from the caller's thread.
    public class func load(
        _ asset: MLModelAsset, configuration: MLModelConfiguration,
        completionHandler handler: @escaping @Sendable (MLModel?, (any Error)?) -> Void
    ) {
        let configuration = UncheckedSendable(configuration.copied)
        DispatchQueue.global(qos: .userInitiated).async {
            do {
                handler(try asset.makeModel(configuration: configuration.value), nil)
            } catch {
                handler(nil, error)
            }
        }
    }

    /// Loads a model from an asset.
    public class func load(asset: MLModelAsset, configuration: MLModelConfiguration) async throws -> MLModel {
        try asset.makeModel(configuration: configuration)
    }

    /// Compiles a `.mlmodel` or `.mlpackage` into a new folder `NAME.mlmodelc` below the temporary folder.
    ///
    /// The compiled form is a single folder that can be moved to its final place. On a processor with bfloat16 products, the compiled form stores
    /// the measured precision. Loading then needs no new measurement. On other processors, a compiled model does not load faster than an uncompiled
    /// one.
    ///
    /// - Throws: `MLModelError.io` if the model cannot be read or the folder cannot be written.
    public class func compileModel(at modelURL: URL) throws -> URL {
        let name = modelURL.deletingPathExtension().lastPathComponent
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString, isDirectory: true)
        let compiled = folder.appendingPathComponent(name + ".mlmodelc", isDirectory: true)
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try ModelPackage.compile(modelURL, to: compiled)
            PrecisionFile.write(in: compiled)
        } catch {
            try? FileManager.default.removeItem(at: folder)
            let reason = (error as? SpecificationError)?.reason(inModel: modelURL.lastPathComponent) ?? "\(error)"
            throw MLModelError(.io, "The model at \(modelURL.path) could not be compiled: \(reason).", underlying: error)
        }
        return compiled
    }

    /// Compiles a model away from the caller's actor.
    public class func compileModel(at url: URL) async throws -> URL {
        let compile: (URL) throws -> URL = compileModel(at:)
        return try compile(url)
    }

    /// Compiles a model away from the caller's thread.
    public class func compileModel(at url: URL, completionHandler handler: @escaping (Result<URL, any Error>) -> Void) {
        let handler = UncheckedSendable(handler)
        DispatchQueue.global(qos: .userInitiated).async {
            let compile: (URL) throws -> URL = compileModel(at:)
            handler.value(Result { try compile(url) })
        }
    }
}

/// A value that is passed to one other thread. The thread that passed it no longer uses it.
struct UncheckedSendable<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) {
        self.value = value
    }
}
