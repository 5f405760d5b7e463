import Foundation

extension URLResourceKey {
    /// The key for the type of a file, which `URLResourceValues.contentType` returns.
    ///
    /// On Linux, `URL.resourceValues(forKeys:)` only looks for keys that it knows. This key is the one of the file's path, from which the type follows.
    public static let contentTypeKey = URLResourceKey.pathKey
}

extension URLResourceValues {
    /// The type of a file by the extension of its name; `data` if the name has no extension. For a directory, the type of directories with its
    /// extension, or `folder`. `nil` if the values were read without `URLResourceKey.contentTypeKey`, or if there is no file.
    public var contentType: UTType? {
        guard let path else { return nil }
        // The link itself is asked, not the file that it names.
        guard let kind = try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType else { return nil }
        let name = (path as NSString).pathExtension
        switch kind {
        case .typeDirectory:
            let type = UTType(filenameExtension: name, conformingTo: .directory)
            return type?.isDynamic == false ? type : .folder
        case .typeSymbolicLink: return .symbolicLink
        default: return UTType(filenameExtension: name) ?? .data
        }
    }
}
