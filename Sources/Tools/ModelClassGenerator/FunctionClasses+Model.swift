extension FunctionClasses {
    /// The class that loads the model and predicts.
    var modelClass: String {
        let subject = "\(resourceName).mlmodelc" + (function.isDefault ? "" : "'s function \(function.name)")
        let title = "Loads \(subject) and predicts with it" + (summary.isEmpty ? "" : "\n\n\(summary)")
        let members = [storage, location] + initialisers + loading + predictions + convenience + states + [batch]
        return """
            \(SwiftText.comment(title))
            \(access)class \(className) {

            \(joined(members))
            }

            """
    }

    private var storage: String { "    \(access)let model: MLModel" }

    private var location: String {
        let file = SwiftText.literal(resourceName + ".mlmodelc")
        let body =
            switch options.bundle {
            case .module:
                """
                        let bundle = Bundle.module
                        return (bundle.resourceURL ?? bundle.bundleURL).appendingPathComponent(\(file))
                """
            case .any:
                """
                        let bundles = [Bundle(for: self), Bundle.main]
                        let beside = bundles.flatMap { bundle in
                            ((try? FileManager.default.contentsOfDirectory(at: bundle.bundleURL, includingPropertiesForKeys: nil)) ?? [])
                                .filter { ["bundle", "resources"].contains($0.pathExtension) }.sorted { $0.path < $1.path }
                        }
                        let places = (bundles.map { $0.resourceURL ?? $0.bundleURL } + beside).map { $0.appendingPathComponent(\(file)) }
                        return places.first { FileManager.default.fileExists(atPath: $0.path) } ?? places[0]
                """
            }
        return """
                /// Where the compiled model is, or would be, in the bundle of this class.
                \(access)class var urlOfModelInThisBundle : URL {
            \(body)
                }
            """
    }

    private var initialisers: [String] {
        let named = function.isNamed && !function.isDefault
        let configured = """
                    let configuration = configuration.copy() as! MLModelConfiguration
                    configuration.functionName = \(SwiftText.literal(function.name))

            """
        return [
            """
                /// Wraps a model that is loaded already.
                \(access)init(model: MLModel) {
                    self.model = model
                }
            """,
            """
                /// Loads the model of this bundle; where there is none, the program ends.
                @available(*, deprecated, message: "Use init(configuration:), which throws an error where this ends the program.")
                \(access)convenience init() {
                    try! self.init(contentsOf: Swift.type(of: self).urlOfModelInThisBundle)
                }
            """,
            """
                /// Loads the model of this bundle.
                ///
                /// - Throws: why the model cannot be loaded.
                \(access)convenience init(configuration: MLModelConfiguration) throws {
                    try self.init(contentsOf: Swift.type(of: self).urlOfModelInThisBundle, configuration: configuration)
                }
            """,
            """
                /// Loads a compiled model.
                ///
                /// - Throws: why the model cannot be loaded.
                \(access)convenience init(contentsOf modelURL: URL) throws {
                    try self.init(contentsOf: modelURL, configuration: MLModelConfiguration())
                }
            """,
            """
                /// Loads a compiled model.
                ///
                /// - Throws: why the model cannot be loaded.
                \(access)convenience init(contentsOf modelURL: URL, configuration: MLModelConfiguration) throws {
            \(named ? configured : "")        try self.init(model: MLModel(contentsOf: modelURL, configuration: configuration))
                }
            """,
        ]
    }

    private var loading: [String] {
        let named = function.isNamed && !function.isDefault
        let configured = """
                    let configuration = configuration.copy() as! MLModelConfiguration
                    configuration.functionName = \(SwiftText.literal(function.name))

            """
        let handler = "completionHandler handler: @escaping (Swift.Result<\(className), Error>) -> Void"
        let byDefault = "configuration: MLModelConfiguration = MLModelConfiguration()"
        return [
            """
                /// Loads the model of this bundle away from the caller's thread.
                ///
                /// - Parameter handler: a closure that gets the loaded model, or the error that stopped the loading.
                \(access)class func load(\(byDefault), \(handler)) {
                    load(contentsOf: self.urlOfModelInThisBundle, configuration: configuration, completionHandler: handler)
                }
            """,
            """
                /// Loads the model of this bundle.
                ///
                /// - Throws: why the model cannot be loaded.
                \(access)class func load(\(byDefault)) async throws -> \(className) {
                    try await load(contentsOf: self.urlOfModelInThisBundle, configuration: configuration)
                }
            """,
            """
                /// Loads a compiled model away from the caller's thread.
                ///
                /// - Parameter handler: a closure that gets the loaded model, or the error that stopped the loading.
                \(access)class func load(contentsOf modelURL: URL, \(byDefault), \(handler)) {
            \(named ? configured : "")        MLModel.load(contentsOf: modelURL, configuration: configuration) { result in
                        switch result {
                        case .failure(let error):
                            handler(.failure(error))
                        case .success(let model):
                            handler(.success(.init(model: model)))
                        }
                    }
                }
            """,
            """
                /// Loads a compiled model.
                ///
                /// - Throws: why the model cannot be loaded.
                \(access)class func load(contentsOf modelURL: URL, \(byDefault)) async throws -> \(className) {
            \(named ? configured : "")        let model = try await MLModel.load(contentsOf: modelURL, configuration: configuration)
                    return .init(model: model)
                }
            """,
        ]
    }
}
