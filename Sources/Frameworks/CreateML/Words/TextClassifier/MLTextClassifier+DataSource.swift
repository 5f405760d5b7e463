import CoreMLRuntime
import Foundation

extension MLTextClassifier {
    /// Labelled text files.
    public enum DataSource: Sendable {
        /// A folder with a subfolder of text files for each label: `sports/1.txt`, `politics/1.txt`.
        case labeledDirectories(at: URL)
        /// A folder of files. The name of a file begins with its label, up to the first full stop: `sports.1.txt`, `politics.2.txt`.
        case labeledFiles(at: URL)
        /// The text files of each label.
        case filesByLabel([String: [URL]])

        /// The text files of each label, sorted by name.
        ///
        /// - Throws: `MLCreateError.io` if the folder cannot be read, or `MLCreateError.generic` if it has no labels.
        public func labeledTextFiles() throws -> [String: [URL]] {
            let files: [String: [URL]]
            switch self {
            case .filesByLabel(let own): files = own
            case .labeledDirectories(let folder):
                let labels = try folder.folderContents().filter(\.isFolder)
                if labels.isEmpty { throw MLCreateError.generic(reason: "\(folder.path) has no folders, one for each label") }
                files = Dictionary(try labels.map { ($0.lastPathComponent, try Self.texts(in: $0)) }) { first, _ in first }
            case .labeledFiles(let folder):
                files = Dictionary(grouping: try Self.texts(in: folder)) { String($0.lastPathComponent.prefix { $0 != "." }) }
                if files.isEmpty { throw MLCreateError.generic(reason: "\(folder.path) has no text files") }
            }
            if let empty = files.filter({ $0.value.isEmpty }).keys.min() {
                throw MLCreateError.generic(reason: "the label '\(empty)' has no text files")
            }
            guard !files.isEmpty else { throw MLCreateError.generic(reason: "there are no labels") }
            return files
        }

        /// Divides each label's files at random in the given proportions. The proportions are scaled to a sum of 1. Every file is in one part.
        ///
        /// - Throws: `MLCreateError.generic` if a proportion is negative or not finite, or if all proportions are zero.
        public func stratifiedSplit(proportions: [Double], seed: Int = timestampSeed()) throws -> [[String: [URL]]] {
            var generator = SplitMix64(seed: seed)
            return try ProportionalParts.divide(labeledTextFiles(), proportions, &generator)
        }

        private static let extensions: Set<String> = ["txt", "text", "md", ""]

        private static func texts(in folder: URL) throws -> [URL] {
            try folder.folderContents().filter { !$0.isFolder && extensions.contains($0.pathExtension.lowercased()) }
        }

        package var texts: LabeledTexts { get throws { try LabeledTexts(files: labeledTextFiles()) } }
    }
}
