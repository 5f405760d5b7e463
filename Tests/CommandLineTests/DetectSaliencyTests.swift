import Foundation
import TestSupport
import Testing

/// `osprey detect saliency`, as a process.
@Suite struct DetectSaliencyTests {
    @Test("Places that people look at first come as boxes, and are drawn as a heat map over the photo")
    func objects() throws {
        let folder = try TemporaryFolder()
        let photo = Repository.file("Examples/Pictures/alp.jpg").path
        let (heat, plain) = (folder.file("heat.png"), folder.file("plain.png"))
        let row = try Program.run("detect", "saliency", photo, "--json", "--annotate", heat.path).object()
        let saliency = try #require(row["saliency"] as? [String: Any])
        let objects = try #require(saliency["objects"] as? [[String: Any]])
        let box = try #require(objects.first?["boundingBox"] as? [String: Double])
        #expect(objects.count == 1 && (box["width"] ?? 0) > 0.05 && (box["x"] ?? -1) >= 0)
        #expect((0.25...1).contains(objects.first?["confidence"] as? Double ?? 0))
        // The threshold takes the boxes away, not the heat.
        let strict = try Program.run("detect", "saliency", photo, "--threshold", "1", "--json", "--annotate", plain.path)
        #expect(strict.output.contains("\"objects\": []"), "\(strict.output)")
        #expect(try Data(contentsOf: plain) != Data(contentsOf: heat))
    }
}
