import Foundation
import JSON

/// The content of `Manifest.json` in a `.mlpackage`: the files of the package, by identifier.
struct Manifest: Encodable {
    struct Item: Encodable {
        var author: String
        var description: String
        var name: String
        var path: String
    }

    /// The largest manifest that is read. Real manifests are far smaller than this.
    private static let maximumByteCount = 1 << 20

    var fileFormatVersion: String
    var itemInfoEntries: [String: Item]
    var rootModelIdentifier: String?

    init(contentsOf url: URL) throws {
        let bytes = try Bytes(contentsOf: url)
        guard bytes.count <= Self.maximumByteCount else { throw SpecificationError("is too long for a manifest", path: url.path) }
        // Foundation's decoder would take longer than a small model's program.
        let json = try? bytes.withUnsafeBytes { try JSON(parsing: $0.bindMemory(to: UInt8.self)) }
        guard let json, let manifest = Manifest(json) else {
            throw SpecificationError("is not a manifest of a model package", path: url.path)
        }
        self = manifest
    }

    private init?(_ json: JSON) {
        guard let version = json["fileFormatVersion"]?.string, let entries = json["itemInfoEntries"]?.object else { return nil }
        fileFormatVersion = version
        rootModelIdentifier = json["rootModelIdentifier"]?.string
        itemInfoEntries = [:]
        for (identifier, entry) in entries {
            guard let item = Item(entry) else { return nil }
            itemInfoEntries[identifier] = item
        }
    }

    private init(itemInfoEntries: [String: Item], rootModelIdentifier: String) {
        fileFormatVersion = "1.0.0"
        self.itemInfoEntries = itemInfoEntries
        self.rootModelIdentifier = rootModelIdentifier
    }

    static func forModel(withWeights hasWeights: Bool) -> Manifest {
        let author = "com.apple.CoreML"
        let root = UUID().uuidString
        var items = [
            root: Item(author: author, description: "CoreML Model Specification", name: "model.mlmodel", path: "\(author)/model.mlmodel")
        ]
        if hasWeights {
            items[UUID().uuidString] = Item(
                author: author, description: "CoreML Model Weights", name: "weights", path: "\(author)/weights")
        }
        return Manifest(itemInfoEntries: items, rootModelIdentifier: root)
    }

    /// The file of the root model, below the package's folder `data`.
    func rootModel(in data: URL) throws -> URL {
        guard let item = rootModelIdentifier.flatMap({ itemInfoEntries[$0] }) else {
            throw SpecificationError("has a manifest that names no model", path: data.deletingLastPathComponent().path)
        }
        return try data.descendant(item.path)
    }

    func write(to url: URL) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        try writeFile([Bytes(copying: try encoder.encode(self))], to: url)
    }
}

extension Manifest.Item {
    fileprivate init?(_ json: JSON) {
        guard let author = json["author"]?.string, let description = json["description"]?.string, let name = json["name"]?.string,
            let path = json["path"]?.string
        else { return nil }
        self.init(author: author, description: description, name: name, path: path)
    }
}
