import Foundation

/// How observations are archived: each class puts what it adds, as one `Codable` value, under its own name.
extension NSCoder {
    /// - Parameter owner: the class that adds the contents.
    func encode(contents: some Encodable, of owner: AnyClass) {
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .binary
        guard let data = try? encoder.encode(contents) else { return }
        encode(data as NSData, forKey: "\(owner)")
    }

    /// - Returns: `nil` where the archive has no such contents, or they are not of this form.
    func decodeContents<Contents: Decodable>(_ contents: Contents.Type = Contents.self, of owner: AnyClass) -> Contents? {
        guard let data = decodeObject(of: NSData.self, forKey: "\(owner)") as Data? else { return nil }
        return try? PropertyListDecoder().decode(Contents.self, from: data)
    }
}
