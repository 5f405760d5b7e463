import Foundation

/// The models of a deployment of Apple's Core ML Model Deployment service. The service exists on Apple's platforms only, so every access
/// returns an error.
@available(*, deprecated, message: "Use Background Assets or a download of your own.")
public final class MLModelCollection: NSObject, @unchecked Sendable {
    /// The name of the collection.
    public let identifier: String
    /// The models by their names.
    public let entries: [String: Entry]
    /// The deployment to which the models belong.
    public let deploymentID: String

    /// Posted on Apple's platforms when a new deployment arrives.
    public static let didChangeNotification = NSNotification.Name("MLModelCollectionDidChangeNotification")

    init(identifier: String, entries: [String: Entry] = [:], deploymentID: String = "") {
        self.identifier = identifier
        self.entries = entries
        self.deploymentID = deploymentID
    }

    /// A model of a deployment.
    public final class Entry: NSObject, Sendable {
        /// The model's name in the collection.
        public let modelIdentifier: String
        /// The compiled model.
        public let modelURL: URL

        init(modelIdentifier: String, modelURL: URL) {
            self.modelIdentifier = modelIdentifier
            self.modelURL = modelURL
        }

        /// Whether two entries have the same model identifier and the same file.
        public func isEqual(to entry: Entry) -> Bool { modelIdentifier == entry.modelIdentifier && modelURL == entry.modelURL }

        /// Whether two entries have the same model identifier and the same file.
        public override func isEqual(_ object: Any?) -> Bool { (object as? Entry).map(isEqual(to:)) ?? false }

        public override var hash: Int {
            var hasher = Hasher()
            hasher.combine(modelIdentifier)
            hasher.combine(modelURL)
            return hasher.finalize()
        }
    }

    /// Returns `MLModelError.modelCollection`, because there is no deployment service on Linux.
    ///
    /// - Returns: progress that is finished.
    public class func beginAccessing(
        identifier: String, completionHandler handler: @escaping (Result<MLModelCollection, any Error>) -> Void
    ) -> Progress {
        let progress = Progress(totalUnitCount: 1)
        progress.completedUnitCount = 1
        handler(.failure(unavailable(identifier)))
        return progress
    }

    /// Calls the handler with `MLModelError.modelCollection`, because no collection can be accessed.
    public class func endAccessing(identifier: String, completionHandler handler: @escaping (Result<Void, any Error>) -> Void) {
        handler(.failure(unavailable(identifier)))
    }

    private class func unavailable(_ identifier: String) -> MLModelError {
        MLModelError(
            .modelCollection,
            "The model collection '\(identifier)' is served by Apple's Core ML Model Deployment, which exists on Apple's platforms only.")
    }
}
