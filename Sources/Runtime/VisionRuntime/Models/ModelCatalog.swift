import CoreML
import Foundation
import InputChecks

/// The catalogue of the models that Osprey knows. It is read from the files `catalog.json` in the folders of models.
package struct ModelCatalog: Sendable, Codable {
    /// The entry of one model.
    package struct Entry: Sendable, Codable, Hashable {
        /// The name of the model for requests and the command line.
        package let name: String
        /// The path of the model's file, relative to a folder of models.
        package let file: String
        /// A sentence about the purpose of the model.
        package let summary: String
        /// The names of the request classes that use the model.
        package let requests: [String]
        package let licence: String
        /// Whether the licence of the model allows use in a commercial product; `nil` if the catalogue does not say.
        package let commercialUse: Bool?
        /// The origin of the model.
        package let source: String
        /// The SHA-256 of the file in hexadecimal digits.
        package let sha256: String
        /// The URL from which the file can be downloaded; `nil` if the package ships it.
        package let url: String?
        /// The crop and scale of images to the model's input.
        package let cropAndScale: CropAndScale.Option
        /// Whether the model computes with bfloat16 factors wherever the processor has them, without a measurement of its errors, as with
        /// `MLModelConfiguration.allowLowPrecisionAccumulationOnGPU`. `nil` means no.
        package let allowsLowPrecision: Bool?
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
