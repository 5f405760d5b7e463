import Foundation
import TestSupport
import Testing

@testable import CreateML

@Suite("Files beside pictures that are made to take time or memory")
struct HostileSetTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func reason(_ body: () throws -> Void) -> String {
        do {
            try body()
            return "no error"
        } catch { return "\(error)" }
    }

    @Test("A data.yaml with a path of thousands of folders names no part, and that is found at once")
    func longPath() throws {
        let path = String(repeating: "a/", count: 5_000) + "b"
        try Data("path: .\ntrain: \(path)\nval: c\n".utf8).write(to: folder.file("data.yaml"))
        let start = ContinuousClock.now
        #expect(DataParts(of: folder.url) == nil)
        #expect(ContinuousClock.now - start < .seconds(5))
    }

    @Test("A server reads files of a limited size with a limited number of values; others read any")
    func room() throws {
        let voc = "<annotation><object><name>cup</name></object></annotation>"
        for name in ["1", "2"] {
            try Data(voc.utf8).write(to: folder.file("\(name).xml"))
            try Data("P5 1 1 255 a".utf8).write(to: folder.file("\(name).pgm"))
        }
        let json = folder.file("list.json")
        try Data("[\(repeatElement("[]", count: 50).joined(separator: ","))]".utf8).write(to: json)
        func skipped(_ room: AnnotationRoom?) throws -> [String] {
            let source = MLObjectDetector.DataSource.pascalVOC(at: folder.url)
            return try AnnotationReach.$room.withValue(room) { try source.listing().skipped.map(\.reason) }
        }
        func listed(_ room: AnnotationRoom?) -> String {
            reason { _ = try AnnotationReach.$room.withValue(room) { try COCOAnnotations.read(json) } }
        }
        // Six tags in each file, so that there is room for one.
        #expect(try skipped(AnnotationRoom(values: 6)).count { $0.contains("values") } == 1)
        #expect(try skipped(AnnotationRoom(bytes: 20)).count { $0.contains("larger than 0 MB") } == 2)
        #expect(try skipped(nil).allSatisfy { $0.contains("no bndbox") })
        #expect(listed(AnnotationRoom(values: 99)).contains("more than 0 million values"))
        #expect(listed(AnnotationRoom(values: 100)).contains("is not an object") && listed(nil).contains("is not an object"))
        AnnotationReach.ofServer {
            #expect(AnnotationReach.isFolderOnly && AnnotationReach.room != nil)
            #expect(reason { _ = try COCOAnnotations.read(json) }.contains("is not an object"))
        }
    }

    @Test("Three thousand names are looked for among as many pictures of one name in seconds")
    func equalNames() throws {
        let count = 3_000
        for number in 0..<count {
            let place = try folder.folder("set/\(number)")
            try Data().write(to: place.appendingPathComponent("a.pgm"))
        }
        let index = PictureIndex(folder.file("set"))
        let start = ContinuousClock.now
        let found = index.files((0..<count).map { "/data/\($0)/a.pgm" })
        #expect(ContinuousClock.now - start < .seconds(20))
        #expect(found.enumerated().allSatisfy { $1?.path.hasSuffix("/set/\($0)/a.pgm") == true })
    }
}
