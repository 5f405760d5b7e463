import Foundation
import SoundAnalysis

/// The sound files in a verb's operands: files, and folders that are searched for sound files.
enum SoundList {
    /// The sound files of the operands, those of a folder sorted by path. Films are not sounds here.
    ///
    /// - Returns: `nil` unless each operand is a sound file, or a folder that has sound files and no images.
    static func files(_ operands: [String]) -> [String]? {
        var files: [String] = []
        for operand in operands {
            if FileIdentity.type(of: operand) == S_IFDIR {
                guard let found = self.files(inFolder: operand) else { return nil }
                files += found
            } else {
                guard isSound(operand) else { return nil }
                files.append(operand)
            }
        }
        return files.isEmpty ? nil : files
    }

    private static func isSound(_ path: String) -> Bool {
        let suffix = (path as NSString).pathExtension.lowercased()
        return SoundFile.extensions.contains(suffix) && !VideoSource.extensions.contains(suffix)
    }

    private static func files(inFolder folder: String) -> [String]? {
        let start = folder.hasSuffix("/") ? folder : folder + "/"
        guard let enumerator = FileManager.default.enumerator(atPath: start) else { return nil }
        var found: [String] = []
        while let relative = enumerator.nextObject() as? String {
            let name = (relative as NSString).lastPathComponent
            if name.hasPrefix(".") || name == "__MACOSX" {
                enumerator.skipDescendants()
            } else if InputList.imageExtensions.contains((name as NSString).pathExtension.lowercased()) {
                return nil
            } else if isSound(name), FileIdentity.type(of: start + relative) == S_IFREG {
                found.append(start + relative)
            }
        }
        return found.isEmpty ? nil : found.sorted()
    }
}
