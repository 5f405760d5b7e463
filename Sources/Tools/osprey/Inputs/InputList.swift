import CreateML
import Foundation
import ImageIO
import Reports

/// The images in a verb's operands. An operand is a file, a folder, or `-` for standard input. A folder is searched for images, which are sorted by
/// path. Standard input is an image, or has one path per line.
enum InputList {
    static let imageExtensions = MLImageClassifier.DataSource.imageExtensions

    /// The sentence that explains IMAGE in a verb's help.
    static let help = """
        IMAGE is a file, a folder, or '-' for standard input: an image, or a list of paths. Of a folder, hidden files and __MACOSX are left out.
        """

    /// The option of verbs that analyze images.
    static let option = Command.Option.flag("-0", "the paths on standard input end with null bytes, as 'find -print0' writes them")

    static func images(_ operands: [String], _ arguments: Arguments) throws -> [InputImage] {
        let endsWithNull = arguments.flag(option.name)
        if endsWithNull, !operands.contains("-") { throw UsageError("\(option.name) is for paths on standard input, which '-' stands for") }
        var images: [InputImage] = []
        var hasReadInput = false
        for operand in operands {
            if operand == "-" {
                // Standard input can be read only once.
                if !hasReadInput { images += try imagesOnStandardInput(endsWithNull) }
                hasReadInput = true
            } else if FileIdentity.type(of: operand) == S_IFDIR {
                images += self.images(inFolder: operand)
            } else {
                images.append(InputImage(path: operand))
            }
        }
        guard !images.isEmpty else { throw UsageError("no images in \(operands.joined(separator: " "))") }
        return images
    }

    /// - Parameter endsWithNull: whether the input is a list of paths that end with null bytes.
    private static func imagesOnStandardInput(_ endsWithNull: Bool) throws -> [InputImage] {
        let data: Data
        do {
            data = try FileHandle.standardInput.readToEnd() ?? Data()
        } catch {
            throw InputError(description: "standard input cannot be read: \(ErrorText.describe(error))")
        }
        if !endsWithNull, isImage(data) { return [InputImage(standardInput: data)] }
        let lines = data.split { endsWithNull ? $0 == 0 : $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
        return lines.map { InputImage(path: String(decoding: $0, as: UTF8.self)) }
    }

    /// Whether data on standard input is an image rather than a list of paths. Binary images contain null bytes, and file names do not. An image in a
    /// text format is recognised by reading it.
    private static func isImage(_ data: Data) -> Bool {
        if data.contains(0) { return true }
        return CGImageSourceCreateWithData(data as CFData, nil).flatMap { CGImageSourceCopyPropertiesAtIndex($0, 0, nil) } != nil
    }

    /// The images below a folder, sorted by path. Hidden files are left out, and so is the folder `__MACOSX` that archives of a Mac have. A pipe,
    /// socket or device with the name of an image is left out, with a line on standard error.
    private static func images(inFolder folder: String) -> [InputImage] {
        let start = folder.hasSuffix("/") ? folder : folder + "/"
        guard let enumerator = FileManager.default.enumerator(atPath: start) else { return [] }
        var found: [String] = []
        while let relative = enumerator.nextObject() as? String {
            let name = (relative as NSString).lastPathComponent
            if name.hasPrefix(".") || name == "__MACOSX" {
                enumerator.skipDescendants()
            } else if imageExtensions.contains((name as NSString).pathExtension.lowercased()) {
                found.append(start + relative)
            }
        }
        return found.sorted().filter { path in
            guard let type = FileIdentity.type(of: path), type != S_IFREG else { return true }
            if type != S_IFDIR { StandardError.write(line: "\(path) is left out: it is no regular file") }
            return false
        }.map { InputImage(path: $0) }
    }
}

/// The reason why there is nothing to analyze.
struct InputError: Error, CustomStringConvertible {
    let description: String
}
