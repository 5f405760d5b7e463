import Foundation
import TestSupport
import Testing

@testable import CreateML

@Suite("The pictures that annotation files name")
struct PictureIndexTests {
    private let folder: TemporaryFolder

    /// Empty files with the names of pictures.
    init() throws {
        folder = try TemporaryFolder()
        for name in ["set/1.pgm", "set/a/1.pgm", "set/b/1.pgm", "set/a/cup.pgm", "set/b/cup.pgm", "set/b/only.pgm", "outside.pgm"] {
            _ = try folder.folder((name as NSString).deletingLastPathComponent)
            try Data().write(to: folder.file(name))
        }
    }

    /// The paths in the folder; `nil` for a picture that is not clear.
    private func files(_ names: [String]) -> [String?] {
        let start = folder.file("set").path + "/"
        return PictureIndex(folder.file("set")).files(names).map { $0?.path.replacingOccurrences(of: start, with: "") }
    }

    @Test("Of pictures of the same name that is taken whose folders are those of the path")
    func folders() {
        #expect(files(["/data/b/1.pgm", "C:\\pictures\\a\\1.pgm", "1.pgm"]) == ["b/1.pgm", "a/1.pgm", "1.pgm"])
        #expect(files(["/data/upload/1/0f3a5c77-only.pgm", "s3://bucket/x/only.pgm?d=b%2Fcup.pgm"]) == ["b/only.pgm", "b/cup.pgm"])
    }

    @Test("A picture is skipped where several may be meant, or where two names lead to one")
    func unclear() throws {
        #expect(files(["/elsewhere/1.pgm", "aaaaaaaa-cup.pgm"]) == [nil, nil])
        #expect(files(["aaaaaaaa-only.pgm", "bbbbbbbb-only.pgm"]) == [nil, nil])
        #expect(files(["aaaaaaaa-only.pgm", "b/only.pgm"]) == [nil, "b/only.pgm"])
        let list = try folder.folder("set").appendingPathComponent("_classes.csv")
        try Data("filename, cup\naaaaaaaa-cup.pgm, 1\n".utf8).write(to: list)
        #expect(throws: MLCreateError.self) { try ListedLabels.read(list, picturesAt: folder.file("set")) }
    }

    @Test("Pictures outside the folder are named by a file of the user's own, and not by one that came to a server")
    func reach() throws {
        let names = ["../outside.pgm", folder.file("outside.pgm").path, "link.pgm", "b/only.pgm"]
        try FileManager.default.createSymbolicLink(at: folder.file("set/link.pgm"), withDestinationURL: folder.file("outside.pgm"))
        #expect(files(names).allSatisfy { $0 != nil })
        AnnotationReach.$isFolderOnly.withValue(true) {
            #expect(files(names) == [nil, nil, nil, "b/only.pgm"])
        }
    }
}
