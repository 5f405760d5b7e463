import CoreMLRuntime
import Foundation
import SoundAnalysis

extension MLSoundClassifier {
    /// The sounds for a classifier. Each file has one label.
    public enum DataSource: Sendable {
        /// A folder with a subfolder for each label: `dog/1.wav`, `cat/1.wav`. Files in deeper folders of a subfolder have its label, too. If the
        /// folder has the subfolders `train` and `test` or `valid`, as published data sets often do, the subfolders of `train` are read.
        case labeledDirectories(at: URL)
        /// A folder of files. The name of a file begins with its label, up to the first full stop: `dog.1.wav`, `cat.2.wav`.
        case labeledFiles(at: URL)
        /// The files of each label.
        case filesByLabel([String: [URL]])

        /// The sound files of each label, sorted by name.
        ///
        /// - Throws: `MLCreateError.io` if the folder cannot be read, or `MLCreateError.generic` if there is no labelled file, or a label has no
        ///   files.
        public func labeledSounds() throws -> [String: [URL]] {
            let sounds: [String: [URL]]
            switch self {
            case .filesByLabel(let files): sounds = files
            case .labeledDirectories(let whole):
                let part = DataParts.trainingFolder(of: whole)
                let folder = try part.folderContents().contains(where: \.isFolder) ? part : whole
                var found: [String: [URL]] = [:]
                for label in try folder.folderContents() where label.isFolder && label.lastPathComponent != "__MACOSX" {
                    found[label.lastPathComponent] = try Self.sounds(below: label)
                }
                sounds = found
                if found.isEmpty {
                    throw MLCreateError.generic(
                        reason:
                            "\(folder.path) has no folders of labels: it holds \(FolderFindings.text(folder)). Sounds lie in a folder for "
                            + "each label")
                }
            case .labeledFiles(let folder):
                var found: [String: [URL]] = [:]
                for file in try folder.folderContents() where SoundFile.isSound(file) {
                    guard let label = file.lastPathComponent.split(separator: ".", maxSplits: 1).first else { continue }
                    found[String(label), default: []].append(file)
                }
                sounds = found
                if found.isEmpty { throw MLCreateError.generic(reason: "\(folder.path) has no sounds") }
            }
            if let empty = sounds.filter({ $0.value.isEmpty }).keys.min() {
                throw MLCreateError.generic(reason: "the label '\(empty)' has no sounds")
            }
            guard !sounds.isEmpty else { throw MLCreateError.generic(reason: "there are no labels") }
            return sounds
        }

        /// Divides each label's files at random in the given proportions. The proportions are scaled to a sum of 1. Every file is in one part.
        ///
        /// - Throws: `MLCreateError.generic` if a proportion is negative or not finite, or if all proportions are zero.
        public func stratifiedSplit(proportions: [Double], seed: Int = timestampSeed()) throws -> [[String: [URL]]] {
            var generator = SplitMix64(seed: seed)
            return try stratifiedSplit(proportions: proportions, generator: &generator)
        }

        /// Divides each label's files at random in the given proportions, with a generator of random numbers.
        ///
        /// - Throws: the errors of `stratifiedSplit(proportions:seed:)`.
        public func stratifiedSplit<RNG: RandomNumberGenerator>(proportions: [Double], generator: inout RNG) throws -> [[String: [URL]]] {
            try ProportionalParts.divide(labeledSounds(), proportions, &generator)
        }

        /// The sound files in a folder and in its subfolders. If several links lead to a folder, it is read only once.
        private static func sounds(below folder: URL) throws -> [URL] {
            var seen: Set<String> = []
            func sounds(_ folder: URL) throws -> [URL] {
                guard seen.insert(folder.resolvingSymlinksInPath().path).inserted else { return [] }
                return try folder.folderContents().flatMap { $0.isFolder ? try sounds($0) : SoundFile.isSound($0) ? [$0] : [] }
            }
            return try sounds(folder)
        }
    }
}
