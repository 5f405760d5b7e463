import CreateML
import Foundation

/// The images that a verb's operands name: files, folders (searched for images, sorted by path) and `-` (a path a line on standard input).
enum InputList {
    static let imageExtensions = MLImageClassifier.DataSource.imageExtensions

    static func images(_ operands: [String]) throws -> [String] {
        var paths: [String] = []
        for operand in operands {
            if operand == "-" {
                while let line = readLine() {
                    if !line.isEmpty { paths.append(line) }
                }
            } else if isFolder(operand) {
                paths += images(inFolder: operand)
            } else {
                paths.append(operand)
            }
        }
        guard !paths.isEmpty else { throw UsageError("no images in \(operands.joined(separator: " "))") }
        return paths
    }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    private static func images(inFolder folder: String) -> [String] {
        guard let enumerator = FileManager.default.enumerator(atPath: folder.hasSuffix("/") ? folder : folder + "/") else { return [] }
        var found: [String] = []
        while let relative = enumerator.nextObject() as? String {
            let dot = relative.lastIndex(of: ".").map { relative[relative.index(after: $0)...].lowercased() } ?? ""
            if imageExtensions.contains(dot) { found.append(folder.hasSuffix("/") ? folder + relative : "\(folder)/\(relative)") }
        }
        return found.sorted()
    }
}
