import AVFoundation
import Foundation
import TestSupport
import Testing

@Suite("osprey trajectories")
struct TrajectoriesTests {
    private static let width = 96
    private static let height = 64
    private static let first = 3

    /// Where the ball is in a frame, in pixels, origin at the top left.
    private static func place(_ frame: Int) -> SIMD2<Double> {
        let time = Double(frame - first)
        return SIMD2(6 + 4 * time, 56 - 5 * time + 0.15 * time * time)
    }

    /// A folder of numbered pictures in which a ball flies from the fourth one on.
    private func film(_ folder: TemporaryFolder, frames: Int = 20) throws -> URL {
        let film = try folder.folder("film")
        for number in 0..<frames {
            let place = Self.place(number)
            var bytes = Data("P6\n\(Self.width) \(Self.height)\n255\n".utf8)
            for y in 0..<Self.height {
                for x in 0..<Self.width {
                    let offset = SIMD2(Double(x) + 0.5, Double(y) + 0.5) - place
                    let share = number < Self.first ? 0 : min(max(4.5 - (offset * offset).sum().squareRoot(), 0), 1)
                    let value = UInt8(60 * (1 - share) + 240 * share)
                    bytes.append(contentsOf: [value, value, value])
                }
            }
            try bytes.write(to: film.appendingPathComponent("frame \(number).ppm"))
        }
        return film
    }

    @Test("Each JSON line has the trajectories of its frame, from the frame that shows the fifth point")
    func lines() throws {
        let folder = try TemporaryFolder()
        _ = try film(folder)
        let result = try Program.run(["trajectories", "film", "--fps", "50", "--json"], in: folder.url)
        #expect(result.status == 0)
        let rows = try result.output.split(separator: "\n").map { line in
            try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
        #expect(rows.count == 20)
        let found = try rows.map { try #require($0["trajectories"] as? [[String: Any]]) }
        #expect(found.firstIndex { !$0.isEmpty } == Self.first + 4)
        let last = try #require(found.last?.first)
        let points = try #require(last["points"] as? [[Double]])
        #expect(points.count == 17 && (last["projectedPoints"] as? [[Double]])?.count == 5)
        let end = Self.place(19)
        #expect(abs(points[16][0] * Double(Self.width) - end.x) < 0.5)
        #expect(abs((1 - points[16][1]) * Double(Self.height) - end.y) < 0.5)
        #expect(last["start"] as? Double == 0.06 && last["duration"] as? Double == 0.32)
        #expect((last["coefficients"] as? [Double])?.count == 3 && (last["confidence"] as? Double ?? 0) > 0.5)
        #expect(Set(found.flatMap(\.self).map { $0["id"] as? String }).count == 1)
        #expect(rows[19]["frame"] as? Int == 19 && rows[19]["time"] as? Double == 0.38)
    }

    @Test("An annotated copy has as many frames, and for people each trajectory is told in words")
    func annotated() throws {
        let folder = try TemporaryFolder()
        _ = try film(folder, frames: 12)
        let result = try Program.run(["trajectories", "film", "--annotate", "copy.mp4"], in: folder.url)
        #expect(result.status == 0 && result.output.contains("trajectory 1 at "))
        let asset = AVURLAsset(url: folder.file("copy.mp4"))
        let reader = try AVAssetReader(asset: asset)
        let output = AVAssetReaderTrackOutput(track: try #require(asset.tracks(withMediaType: .video).first), outputSettings: [:])
        reader.add(output)
        #expect(reader.startReading())
        var count = 0
        while output.copyNextSampleBuffer() != nil { count += 1 }
        #expect(count == 12)
    }

    @Test("Nonsense is wrong usage")
    func usage() throws {
        let folder = try TemporaryFolder()
        _ = try film(folder, frames: 2)
        for words in [["--length", "4"], ["--smallest", "0.5", "--largest", "0.1"], ["--largest", "7"]] {
            #expect(try Program.run(["trajectories", "film"] + words, in: folder.url).status == 2)
        }
    }
}
