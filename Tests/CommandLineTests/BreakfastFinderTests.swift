import Foundation
import TestSupport
import Testing

@Suite("BreakfastFinder", .serialized)
struct BreakfastFinderTests {
    private struct Entry: Decodable {
        struct Annotation: Decodable {
            struct Coordinates: Decodable {
                var x, y, width, height: Double
            }

            var label: String
            var coordinates: Coordinates
        }

        var image: String
        var annotations: [Annotation]
    }

    /// A part of live.py's clip in which the camera rests.
    private struct Rest: Decodable {
        let from: Double
        let to: Double
        let annotations: [Entry.Annotation]
    }

    /// The size of the rendered pictures.
    private static let size = (width: 256.0, height: 192.0)

    /// Intersection over union of two boxes by their edges.
    private func overlap(_ a: [Double], _ b: [Double]) -> Double {
        let width = min(a[2], b[2]) - max(a[0], b[0]), height = min(a[3], b[3]) - max(a[1], b[1])
        guard width > 0, height > 0 else { return 0 }
        func area(_ box: [Double]) -> Double { (box[2] - box[0]) * (box[3] - box[1]) }
        return width * height / (area(a) + area(b) - width * height)
    }

    @Test("Finds most of what is on breakfast tables that its model has not seen, and little else")
    func findings() throws {
        let executable = try ClientPackage.build("Examples/BreakfastFinder").appendingPathComponent("BreakfastFinder")
        let folder = Repository.file("Examples/BreakfastFinder/testing")
        let entries = try JSONDecoder().decode([Entry].self, from: Data(contentsOf: folder.appendingPathComponent("annotations.json")))
        let result = try ClientPackage.run(executable.path, entries.map { folder.appendingPathComponent($0.image).path })
        try #require(result.status == 0, "\(result.output)")
        let lines = result.output.split(separator: "\n")
        try #require(lines.count == entries.count, "\(result.output)")
        let pattern = /([a-z]+) \d+% \((-?[\d.]+) (-?[\d.]+) ([\d.]+) ([\d.]+)\)/
        var (objects, found, said) = (0, 0, 0)
        for (line, entry) in zip(lines, entries) {
            #expect(line.hasPrefix("\(entry.image): "))
            let findings = line.matches(of: pattern).map { match -> (String, [Double]) in
                let numbers = [match.2, match.3, match.4, match.5].map { Double($0) ?? .nan }
                // From the lower left to the upper left.
                return (String(match.1), [numbers[0], 1 - numbers[1] - numbers[3], numbers[0] + numbers[2], 1 - numbers[1]])
            }
            objects += entry.annotations.count
            said += findings.count
            for annotation in entry.annotations {
                let box = annotation.coordinates
                let edges = [box.x - box.width / 2, box.y - box.height / 2, box.x + box.width / 2, box.y + box.height / 2]
                let normalized = zip(edges, [Self.size.width, Self.size.height, Self.size.width, Self.size.height]).map { $0 / $1 }
                if findings.contains(where: { $0.0 == annotation.label && overlap($0.1, normalized) > 0.5 }) { found += 1 }
            }
        }
        #expect(objects > 40)
        #expect(Double(found) > 0.8 * Double(objects))
        #expect(Double(found) > 0.7 * Double(said))
        let broken = try ClientPackage.run(executable.path, ["README.md"])
        #expect(broken.output.hasPrefix("Failed to find breakfast: ") && broken.output.contains("README.md"))
    }

    @Test("Live, it tells what is on each table over which the camera rests, while it rests there")
    func live() throws {
        let executable = try ClientPackage.build("Examples/BreakfastFinder").appendingPathComponent("BreakfastFinder")
        let folder = Repository.file("Examples/BreakfastFinder")
        let rests = try JSONDecoder().decode([Rest].self, from: Data(contentsOf: folder.appendingPathComponent("live.json")))
        let result = try ClientPackage.run(executable.path, ["--live", folder.appendingPathComponent("live.mp4").path])
        try #require(result.status == 0, "\(result.output)")
        let told = result.output.split(separator: "\n").compactMap { line -> (time: Double, labels: [String])? in
            guard let match = line.prefixMatch(of: /\s*(\d+\.\d) s\s+/), let time = Double(match.1) else { return nil }
            return (time, line[match.range.upperBound...].matches(of: /([a-z]+) \d+%/).map { String($0.1) }.sorted())
        }
        #expect(rests.count == 3)
        for rest in rests {
            let labels = rest.annotations.map(\.label).sorted()
            #expect(told.contains { $0.time >= rest.from - 0.1 && $0.time <= rest.to + 0.2 && $0.labels == labels }, "\(result.output)")
        }
        let counts = try #require(
            result.output.split(separator: "\n").last?.wholeMatch(of: /(\d+) frames analyzed, (\d+) dropped .*/), "\(result.output)")
        // Every frame of the clip is one or the other.
        let frames = (Int(counts.1) ?? 0) + (Int(counts.2) ?? 0)
        #expect(frames > 150 && frames <= 192)
        let missing = try ClientPackage.run(executable.path, ["--live", "/no/such.mp4"])
        #expect(missing.status == 1 && missing.output.contains("/no/such.mp4"))
    }
}
