/// Recognises files that are mistaken for models, by their first bytes.
enum ForeignFile {
    /// The kind of file, with an article, such as `a JPEG picture`; `nil` if it is unknown.
    static func kind(of bytes: UnsafeRawBufferPointer) -> String? {
        if bytes.isEmpty { return "an empty file" }
        for (name, offset, signature) in signatures where begins(bytes, signature, at: offset) { return name }
        if begins(bytes, Array("ftyp".utf8), at: 4) { return isPicture(bytes) ? "a HEIF or AVIF picture" : "a film" }
        return isText(bytes) ? textKind(bytes) : nil
    }

    private static let signatures: [(name: String, offset: Int, bytes: [UInt8])] = [
        ("a JPEG picture", 0, [0xFF, 0xD8, 0xFF]), ("a PNG picture", 0, [0x89] + Array("PNG".utf8)),
        ("a GIF picture", 0, Array("GIF8".utf8)),
        ("a WebP picture", 8, Array("WEBP".utf8)), ("a TIFF picture", 0, Array("II*\0".utf8)), ("a TIFF picture", 0, Array("MM\0*".utf8)),
        ("a PDF document", 0, Array("%PDF-".utf8)), ("a ZIP archive", 0, Array("PK".utf8) + [3, 4]), ("a gzip archive", 0, [0x1F, 0x8B]),
        ("an xz archive", 0, [0xFD] + Array("7zXZ".utf8)), ("a Zstandard archive", 0, [0x28, 0xB5, 0x2F, 0xFD]),
        ("a bzip2 archive", 0, Array("BZh".utf8)), ("a tar archive", 257, Array("ustar".utf8)),
        ("a NumPy array", 0, [0x93] + Array("NUMPY".utf8)),
        ("an HDF5 file (Keras keeps models so)", 0, [0x89] + Array("HDF".utf8)), ("a TensorFlow Lite model", 4, Array("TFL3".utf8)),
        ("a GGUF model", 0, Array("GGUF".utf8)), ("a program", 0, [0x7F] + Array("ELF".utf8)),
        ("an SQLite database", 0, Array("SQLite format 3".utf8)),
        ("a pointer of Git LFS, whose file was not fetched ('git lfs pull' does)", 0, Array("version https://git-lfs".utf8)),
    ]

    private static func begins(_ bytes: UnsafeRawBufferPointer, _ signature: [UInt8], at offset: Int) -> Bool {
        bytes.count >= offset + signature.count && bytes[offset..<offset + signature.count].elementsEqual(signature)
    }

    private static func isPicture(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let brand = String(decoding: bytes.prefix(12).suffix(4), as: UTF8.self)
        return ["heic", "heix", "hevc", "heim", "heis", "mif1", "msf1", "avif", "avis"].contains(brand)
    }

    // MARK: Text

    private static let lookedAt = 512

    /// Whether the beginning is UTF-8 text, with no other control characters than tabs, form feeds and line breaks.
    private static func isText(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let start = bytes.prefix(lookedAt)
        guard start.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || [0x09, 0x0A, 0x0C, 0x0D].contains($0) }) else { return false }
        // A character may be cut in two at the end.
        return (0..<4).contains { String(validating: start.dropLast($0), as: UTF8.self) != nil }
    }

    private static func textKind(_ bytes: UnsafeRawBufferPointer) -> String {
        let text = String(decoding: bytes.prefix(lookedAt), as: UTF8.self).drop { $0.isWhitespace || $0 == "\u{FEFF}" }.lowercased()
        if text.hasPrefix("<!doctype html") || text.hasPrefix("<html") { return "an HTML page" }
        if text.hasPrefix("<") { return "an XML file" }
        if text.hasPrefix("{") || text.hasPrefix("[") { return "a JSON file" }
        return "a text file"
    }
}
