import Foundation
import TestSupport
import Testing

@testable import Reports

@Suite("Photos that look alike") struct SimilarTests {
    @Test("No two rows of a group are further apart than the limit, and the closest group comes first")
    func groups() {
        let rows: [[Float]] = [[0, 0], [3, 0], [6, 0], [20, 0], [20, 1], [.nan, 0], [-40, 0]]
        let groups = SimilarGroups.groups(rows, limit: 4)
        #expect(groups == [.init(members: [3, 4], spread: 1), .init(members: [0, 1], spread: 3)])
        #expect(SimilarGroups.groups(rows, limit: 6).last == .init(members: [0, 1, 2], spread: 6))
        #expect(SimilarGroups.groups([], limit: 4).isEmpty && SimilarGroups.groups([[1]], limit: 4).isEmpty)
        // Longer rows than a vector of the processor, whose rest counts, too.
        let long = Array(repeating: Float(0), count: 21)
        #expect(SimilarGroups.groups([long, long.dropLast() + [5]], limit: 4.9).isEmpty)
        #expect(SimilarGroups.groups([long, long.dropLast() + [5]], limit: 5).first?.spread == 5)
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
