import CreateML
import Foundation
import ImageIO
import Reports

/// The images in a verb's operands. An operand is a file, a folder (searched for images, sorted by path), or `-` for standard input: an
/// image, or one path per line.
enum InputList {
    static let imageExtensions = MLImageClassifier.DataSource.imageExtensions

    /// The sentence about IMAGE in a verb's help.
    static let help = "IMAGE is a file, a folder, or '-' for standard input: an image, or a list of paths."

    static func images(_ operands: [String]) throws -> [InputImage] {
        var images: [InputImage] = []
        var hasReadInput = false
        for operand in operands {
            if operand == "-" {
                // There is nothing left the second time.
                if !hasReadInput { images += try imagesOnStandardInput() }
                hasReadInput = true
            } else if isFolder(operand) {
                images += self.images(inFolder: operand).map { InputImage(path: $0) }
            } else {
                images.append(InputImage(path: operand))
            }
        }
        guard !images.isEmpty else { throw UsageError("no images in \(operands.joined(separator: " "))") }
        return images
    }

    private static func imagesOnStandardInput() throws -> [InputImage] {
        let data: Data
        do {
            data = try FileHandle.standardInput.readToEnd() ?? Data()
        } catch {
            throw InputError(description: "standard input cannot be read: \(ErrorText.describe(error))")
        }
        if isImage(data) { return [InputImage(standardInput: data)] }
        let lines = data.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
        return lines.map { InputImage(path: String(decoding: $0, as: UTF8.self)) }
    }

    /// File names contain no null bytes, and every binary image does. An image in a text format can be read as an image.
    private static func isImage(_ data: Data) -> Bool {
        if data.contains(0) { return true }
        return CGImageSourceCreateWithData(data as CFData, nil).flatMap { CGImageSourceCopyPropertiesAtIndex($0, 0, nil) } != nil
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

/// Why there is nothing to look at.
struct InputError: Error, CustomStringConvertible {
    let description: String
}
