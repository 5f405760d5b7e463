import Foundation

/// Archiving of observations: each class stores its own properties as one `Codable` value, under the class's name.
extension NSCoder {
    /// Encodes the properties that a class adds to an observation.
    ///
    /// - Parameter owner: the class that adds the contents.
    func encode(contents: some Encodable, of owner: AnyClass) {
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .binary
        guard let data = try? encoder.encode(contents) else { return }
        encode(data as NSData, forKey: "\(owner)")
    }

    /// Decodes the properties that a class adds to an observation.
    ///
    /// - Returns: `nil` if the archive has no value for the class, or the value cannot be decoded.
    func decodeContents<Contents: Decodable>(_ contents: Contents.Type = Contents.self, of owner: AnyClass) -> Contents? {
        guard let data = decodeObject(of: NSData.self, forKey: "\(owner)") as Data? else { return nil }
        return try? PropertyListDecoder().decode(Contents.self, from: data)
    }
}
