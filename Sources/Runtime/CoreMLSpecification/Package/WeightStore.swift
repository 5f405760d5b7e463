import Foundation
import Locks

/// The weight files beside a model. Each is mapped on first use.
package final class WeightStore: Sendable {
    /// The prefix in a program that stands for the folder of its model file.
    private static let modelFolder = "@model_path/"

    private let folder: URL?
    private let files: Locked<[String: WeightFile]>
    /// The files of the model that are mapped, including the weight files.
    package let mappedFiles = MappedFiles()

    /// The weight files in and below `folder`; none if it is `nil`.
    package init(folder: URL?) {
        self.folder = folder
        files = Locked([:])
    }

    /// Weight files in memory, by the names under which a program refers to them (`@model_path/weights/weight.bin`).
    package init(files: [String: Bytes]) throws {
        folder = nil
        self.files = Locked(try Dictionary(uniqueKeysWithValues: files.map { ($0, try WeightFile(bytes: $1, path: $0)) }))
    }

    /// The array that a value of a program refers to.
    ///
    /// - Throws: ``SpecificationError`` if there is no such file or array, or the name leads out of the model's folder.
    package func entry(for value: Specification.MILSpec.Value.BlobFileValue) throws -> WeightFile.Entry {
        try file(named: value.fileName).entry(at: value.offset)
    }

    /// Whether the model has referred to a weight file so far.
    package var hasFiles: Bool { files.withLock { !$0.isEmpty } }

    /// - Throws: ``SpecificationError`` if a file that `other` has opened is missing.
    func checkFiles(of other: WeightStore) throws {
        for name in other.files.withLock({ Array($0.keys) }) { _ = try file(named: name) }
    }

    private func file(named name: String) throws -> WeightFile {
        try files.withLock { files in
            if let file = files[name] { return file }
            guard let folder else { throw SpecificationError("the weights \(name) were not given with the model") }
            guard name.hasPrefix(Self.modelFolder) else {
                throw SpecificationError("the model refers to the weight file \(name), outside of its folder", path: folder.path)
            }
            let location = try folder.descendant(String(name.dropFirst(Self.modelFolder.count)))
            let bytes = try Bytes(contentsOf: location)
            mappedFiles.add(bytes)
            let file = try WeightFile(bytes: bytes, path: location.path)
            files[name] = file
            return file
        }
    }
}

extension URL {
    /// The file at `path` below this folder.
    ///
    /// - Throws: ``SpecificationError`` if the path, or a symbolic link on it, leads out of the folder.
    func descendant(_ path: String) throws -> URL {
        // The path is split by scalars, because a slash may be part of a larger character. Its parts are compared by bytes, because names that are
        // equal as text may be those of different files.
        let parts = path.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        let url = appendingPathComponent(path)
        let root = resolvingSymlinksInPath().path
        guard !path.contains("\0"), parts.allSatisfy({ !$0.isEmpty && $0 != "." && $0 != ".." }),
            url.resolvingSymlinksInPath().path.utf8.starts(with: (root.hasSuffix("/") ? root : root + "/").utf8)
        else {
            throw SpecificationError("refers to \(path), which is outside of it", path: self.path)
        }
        return url
    }
}
