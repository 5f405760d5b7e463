import Foundation
import TestSupport
import Testing

@testable import Reports

@Suite("Photos that look alike") struct SimilarTests {
    @Test("No two rows of a group are further apart than the limit, and the closest group comes first")
    func groups() throws {
        let rows: [[Float]] = [[0, 0], [3, 0], [6, 0], [20, 0], [20, 1], [.nan, 0], [-40, 0]]
        let groups = try SimilarGroups.groups(rows, limit: 4)
        #expect(groups == [.init(members: [3, 4], spread: 1), .init(members: [0, 1], spread: 3)])
        #expect(try SimilarGroups.groups(rows, limit: 6).last == .init(members: [0, 1, 2], spread: 6))
        #expect(try SimilarGroups.groups([], limit: 4).isEmpty && SimilarGroups.groups([[1]], limit: 4).isEmpty)
        // Longer rows than a vector of the processor, whose rest counts, too.
        let long = Array(repeating: Float(0), count: 21)
        #expect(try SimilarGroups.groups([long, long.dropLast() + [5]], limit: 4.9).isEmpty)
        #expect(try SimilarGroups.groups([long, long.dropLast() + [5]], limit: 5).first?.spread == 5)
    }

    @Test("Copies of a photo are one row, however many there are, and too many pairs of others are an error instead of memory")
    func many() throws {
        let copies = [[Float]](repeating: [1, 2, 3], count: 40_000) + [[1, 2, 4], [50, 0, 0], [.nan, 0, 0], [.nan, 0, 0]]
        let groups = try SimilarGroups.groups(copies, limit: 2)
        #expect(groups.map(\.members.count) == [40_001] && groups.first?.members.last == 40_000 && groups.first?.spread == 1)
        let near = (0..<5_000).map { [Float($0) / 10_000] }
        let error = #expect(throws: UsageError.self) { try SimilarGroups.groups(near, limit: 1) }
        #expect(error?.reason.contains("choose a smaller distance") == true)
    }

    @Test("similar groups copies, with the largest file first, keeps its feature prints and goes on after a bad file")
    func copies() throws {
        let folder = try TemporaryFolder()
        let photos = try folder.folder("photos")
        let small = try Data(contentsOf: Repository.file("Examples/Pictures/alp.jpg"))
        // Bytes after a JPEG's end change nothing.
        for (name, data) in [("a.jpg", small), ("b & c.jpg", small + [0]), ("bad.jpg", Data(small.prefix(40)))] {
            try data.write(to: photos.appendingPathComponent(name))
        }
        try FileManager.default.copyItem(at: Repository.file("Examples/Pictures/fence.jpg"), to: photos.appendingPathComponent("fence.jpg"))
        try FileManager.default.linkItem(at: photos.appendingPathComponent("a.jpg"), to: photos.appendingPathComponent("same.jpg"))
        let words = ["similar", "photos", "--json", "--cache", "kept", "--report", "page.html"]
        let first = try Program.run(words, in: folder.url)
        #expect(first.status == 1 && first.errors.contains("photos/bad.jpg: error"), "\(first.errors)")
        #expect(first.output == #"{"images": ["photos/b & c.jpg", "photos/a.jpg"], "distance": 0.0}"# + "\n")
        let page = try String(contentsOf: folder.file("page.html"), encoding: .utf8)
        #expect(page.contains("2 photos are alike") && page.contains("b &amp; c.jpg") && page.contains("data:image/jpeg"))
        let kept = try FileManager.default.contentsOfDirectory(atPath: folder.file("kept").path)
        #expect(kept.count == 3)
        // A print that is damaged is made again.
        try Data([1, 2]).write(to: folder.file("kept/\(kept[0])"))
        #expect(try Program.run(words, in: folder.url).output == first.output)
        let all = try Program.run("similar", "photos/a.jpg", "photos/fence.jpg", "--distance", "100", "--cache", "kept", in: folder.url)
        #expect(all.status == 0 && all.output.hasPrefix("2 photos, at most ") && all.errors.contains("2 photos, 1 group"), "\(all.errors)")
    }
}
