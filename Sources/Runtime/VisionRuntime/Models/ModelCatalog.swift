import CoreML
import Foundation
import InputChecks

/// The models that Osprey knows, as `Models/catalog.json` lists them.
package struct ModelCatalog: Sendable, Codable {
    /// One model.
    package struct Entry: Sendable, Codable, Hashable {
        /// The name for requests and the command line.
        package let name: String
        /// Its file, relative to a folder of models.
        package let file: String
        /// One sentence on what it does.
        package let summary: String
        /// The classes of the requests that use it.
        package let requests: [String]
        package let licence: String
        /// Whether the licence allows a commercial product to use it; `nil` if the catalogue does not say.
        package let commercialUse: Bool?
        /// Where it comes from.
        package let source: String
        /// The SHA-256 of the file in hexadecimal digits.
        package let sha256: String
        /// Where to download it; `nil` if the package ships it.
        package let url: String?
        /// How images are brought to its input.
        package let cropAndScale: CropAndScale.Option
    }

    package let models: [Entry]

    package init(models: [Entry]) {
        self.models = models
    }

    /// Reads a catalog.
    ///
    /// - Throws: `VisionFailure` that names the file.
    package init(contentsOf url: URL) throws {
        do {
            self = try JSONDecoder().decode(ModelCatalog.self, from: Data(contentsOfFile: url))
        } catch {
            throw VisionFailure(.ioError, "\(url.path): the catalog of models cannot be read: \(reason(of: error))", underlying: error)
        }
    }

    /// The merged catalogue of all model folders. If several folders have an entry of the same name, the first folder's is used.
    package static func load(_ folders: ModelFolders = .standard) throws -> ModelCatalog {
        var models: [Entry] = []
        for folder in folders.urls {
            let url = folder.appendingPathComponent("catalog.json")
            guard FileManager.default.fileExists(atPath: url.path), ModelFolders.isTrusted(url, in: folder) else { continue }
            for entry in try ModelCatalog(contentsOf: url).models where !models.contains(where: { $0.name == entry.name }) {
                models.append(entry)
            }
        }
        return ModelCatalog(models: models)
    }

    package subscript(name: String) -> Entry? {
        models.first { $0.name == name }
    }
}

extension CropAndScale.Option: Codable {
    private static let names: [String: CropAndScale.Option] = [
        "centerCrop": .centerCrop, "scaleFit": .scaleFit, "scaleFill": .scaleFill,
    ]

    package init(from decoder: any Decoder) throws {
        let name = try decoder.singleValueContainer().decode(String.self)
        guard let option = Self.names[name] else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "there is no crop and scale option '\(name)'"))
        }
        self = option
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode("\(self)")
    }
}
