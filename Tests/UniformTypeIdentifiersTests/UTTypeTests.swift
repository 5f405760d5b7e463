import Foundation
import Testing
import UniformTypeIdentifiers

@Suite("Types of files")
struct UTTypeTests {
    @Test(
        "Extensions and MIME types name the known types",
        arguments: [
            ("jpg", "image/jpeg", UTType.jpeg), ("JPEG", "image/jpg", .jpeg), ("png", "image/png", .png), ("heic", "image/heic", .heic),
            ("tif", "image/tiff", .tiff), ("mov", "video/quicktime", .quickTimeMovie), ("mp4", "video/mp4", .mpeg4Movie),
            ("txt", "text/plain", .plainText), ("json", "application/json", .json), ("pdf", "application/pdf", .pdf),
            ("webp", "image/webp", .webP),
        ])
    func tags(name: String, mimeType: String, type: UTType) {
        #expect(UTType(filenameExtension: name) == type && UTType(mimeType: mimeType) == type)
        #expect(UTType(type.identifier) == type && type.isDeclared && !type.isDynamic)
    }

    @Test("A type is a kind of those above it")
    func kinds() {
        #expect(UTType.jpeg.conforms(to: .image) && UTType.jpeg.conforms(to: .item) && UTType.jpeg.conforms(to: .jpeg))
        #expect(UTType.heic.isSubtype(of: .heif) && !UTType.heic.isSubtype(of: .heic) && UTType.image.isSupertype(of: .dng))
        #expect(!UTType.jpeg.conforms(to: .movie) && UTType.mpeg4Movie.conforms(to: .audiovisualContent))
        #expect(UTType(filenameExtension: "jpg", conformingTo: .image) == .jpeg)
        #expect(UTType.png.supertypes.isSuperset(of: [.image, .data, .content, .item]))
    }

    @Test("An unknown extension makes a type of its own, and no extension none")
    func unknown() throws {
        let type = try #require(UTType(filenameExtension: "osprey"))
        #expect(type.isDynamic && type.preferredFilenameExtension == "osprey" && type.conforms(to: .data))
        #expect(UTType(type.identifier) == type && UTType(filenameExtension: "jpg", conformingTo: .movie) != .jpeg)
        #expect(UTType(filenameExtension: "") == nil && UTType("no.such.type") == nil && UTType("dyn.extension.") == nil)
    }

    @Test("Every name is known, and its extensions lead back to it or to a kind of it")
    func table() throws {
        for type in [UTType.image, .movie, .text, .archive, .data] {
            #expect(type.isDeclared && type.localizedDescription?.isEmpty == false)
        }
        #expect(UTType.jpeg.preferredFilenameExtension == "jpeg" && UTType.jpeg.preferredMIMEType == "image/jpeg")
        #expect(UTType.tiff.tags[.filenameExtension] == ["tiff", "tif"])
        #expect(UTType(filenameExtension: "mlmodel")?.identifier == "com.apple.coreml.model")
        let copy = try JSONDecoder().decode([UTType].self, from: JSONEncoder().encode([UTType.png]))
        #expect(copy == [.png])
    }

    @Test("Addresses get a type's extension unless they have one of its extensions")
    func addresses() {
        let folder = URL(fileURLWithPath: "/a")
        #expect(folder.appendingPathComponent("b", conformingTo: .png).path == "/a/b.png")
        #expect(folder.appendingPathComponent("b.JPG", conformingTo: .jpeg).path == "/a/b.JPG")
        #expect(folder.appendingPathComponent("b.png").appendingPathExtension(for: .tiff).path == "/a/b.png.tiff")
    }

    @Test("A file's type follows from its name, and from whether it is a directory or a link")
    func resourceValues() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("UTTypeTests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        func type(_ name: String) throws -> UTType? {
            try folder.appendingPathComponent(name).resourceValues(forKeys: [.contentTypeKey, .nameKey]).contentType
        }
        for name in ["a.PNG", "b.pdf", "c", "d.osprey"] { try Data([1]).write(to: folder.appendingPathComponent(name)) }
        for name in ["e", "f.mlpackage", "g.png", "h.osprey"] {
            try FileManager.default.createDirectory(at: folder.appendingPathComponent(name), withIntermediateDirectories: false)
        }
        try FileManager.default.createSymbolicLink(
            at: folder.appendingPathComponent("i.png"), withDestinationURL: folder.appendingPathComponent("a.PNG"))
        #expect(try type("a.PNG") == .png && type("b.pdf") == .pdf && type("c") == .data)
        #expect(try type("d.osprey")?.preferredFilenameExtension == "osprey")
        #expect(try type("e") == .folder && type("g.png") == .folder && type("h.osprey") == .folder)
        #expect(try type("f.mlpackage")?.identifier == "com.apple.coreml.mlpackage" && type("i.png") == .symbolicLink)
        #expect(UTType.symbolicLink.conforms(to: .resolvable) && !UTType.symbolicLink.conforms(to: .data))
        let other = try folder.appendingPathComponent("a.PNG").resourceValues(forKeys: [.nameKey])
        #expect(other.contentType == nil && other.name == "a.PNG")
    }
}
