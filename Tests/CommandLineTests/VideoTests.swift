import AVFoundation
import Foundation
import TestSupport
import Testing

@Suite("Videos on the command line")
struct VideoTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Writes pictures of a scene that is known everywhere, seen from places that a camera goes through, as `frame1.ppm` and so on.
    private func pictures(_ places: [(x: Double, y: Double)]) throws {
        let pictures = try folder.folder("pictures")
        for (number, place) in places.enumerated() {
            let (width, height) = (96, 64)
            var bytes = Data("P5\n\(width) \(height)\n255\n".utf8)
            for row in 0..<height {
                for column in 0..<width {
                    let (u, v) = (Double(column) + place.x, Double(row) + place.y)
                    bytes.append(UInt8((128 + 35 * sin(u / 7 + v / 13) + 30 * sin(v / 5 - u / 17) + 30 * sin(u * v / 900)).rounded()))
                }
            }
            try bytes.write(to: pictures.appendingPathComponent("frame\(number + 1).pgm"))
        }
    }

    /// A video of a second and a half, 20 frames a second.
    ///
    /// - Parameter isNoise: whether no frame is like another one.
    private func video(_ name: String, isNoise: Bool = false) throws {
        var random = SplitMix64(seed: 1)
        let writer = try AVAssetWriter(outputURL: folder.file(name), fileType: .mov)
        let input = AVAssetWriterInput(mediaType: .video, outputSettings: [AVVideoCodecKey: AVVideoCodecType.jpeg])
        let adaptor = AVAssetWriterInputPixelBufferAdaptor(assetWriterInput: input)
        writer.add(input)
        try #require(writer.startWriting())
        for number in 0..<30 {
            var made: CVPixelBuffer?
            CVPixelBufferCreate(nil, 96, 64, kCVPixelFormatType_32BGRA, nil, &made)
            let buffer = try #require(made)
            let base = try #require(CVPixelBufferGetBaseAddress(buffer))
            for place in 0..<96 * 64 {
                let color = isNoise ? UInt32(truncatingIfNeeded: random.next()) : UInt32(place % 251) &* 0x10307
                base.storeBytes(of: color, toByteOffset: 4 * place, as: UInt32.self)
            }
            try #require(adaptor.append(buffer, withPresentationTime: CMTime(value: Int64(number), timescale: 20)))
        }
        try writer.complete()
    }

    private func objects(_ result: Program.Result) throws -> [[String: Any]] {
        try result.output.split(separator: "\n").map { line in
            try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
    }

    private func frameCount(_ name: String) throws -> Int {
        let asset = AVURLAsset(url: folder.file(name))
        let reader = try AVAssetReader(asset: asset)
        let output = AVAssetReaderTrackOutput(track: try #require(asset.tracks.first), outputSettings: [:])
        reader.add(output)
        try #require(reader.startReading())
        var count = 0
        while output.copyNextSampleBuffer() != nil { count += 1 }
        #expect(reader.status == .completed)
        return count
    }

    @Test("motion tells a folder's frames in the order of their numbers, with their shifts and when the scene rests")
    func motion() throws {
        try pictures((0..<12).map { (x: 5 * Double(min($0, 4)), y: 2 * Double(min($0, 4))) })
        let result = try Program.run(
            "motion", "pictures", "--fps", "12.5", "--history", "4", "--json", "--annotate", "moved.mp4", in: folder.url)
        #expect(result.status == 0, "\(result.errors)")
        let rows = try objects(result)
        #expect(rows.map { $0["frame"] as? Int } == Array(0..<12))
        for (number, row) in rows.enumerated() {
            #expect(abs((row["time"] as? Double ?? -1) - Double(number) / 12.5) < 1e-9)
            // The camera goes right and down: a frame lies to the right of the one before, and below it.
            let isMoving = (1...4).contains(number)
            #expect(
                abs((row["dx"] as? Double ?? -9) - (isMoving ? 5 : 0)) < 0.3 && abs((row["dy"] as? Double ?? 9) + (isMoving ? 2 : 0)) < 0.3)
        }
        #expect(rows.map { $0["stable"] as? Bool } == (0..<12).map { $0 >= 6 })
        #expect(try frameCount("moved.mp4") == 12)
    }

    @Test("A damaged video gives its good frames, and then an error that names it")
    func damaged() throws {
        try video("v.mov")
        var data = try Data(contentsOf: folder.file("v.mov"))
        var starts: [Int] = []
        while let next = data.range(of: Data([0xFF, 0xD8, 0xFF]), in: (starts.last.map { $0 + 3 } ?? 0)..<data.count) {
            starts.append(next.lowerBound)
        }
        data.replaceSubrange(starts[20]..<starts[21], with: Data(count: starts[21] - starts[20]))
        try data.write(to: folder.file("v.mov"))
        let result = try Program.run("motion", "v.mov", "--json", in: folder.url)
        let rows = try objects(result)
        #expect(result.status == 1 && rows.count == 30 && rows.prefix(29).allSatisfy { $0["frame"] != nil })
        #expect(rows.last?["video"] as? String == "v.mov" && (rows.last?["error"] as? String)?.isEmpty == false)
        try Data("text".utf8).write(to: folder.file("text.mp4"))
        for name in ["text.mp4", "none.mp4"] {
            let result = try Program.run("motion", name, in: folder.url)
            #expect(result.status == 1 && result.errors.contains(name) && result.output.isEmpty)
        }
    }

    @Test("Inputs are never written over, and names that no video has are refused")
    func wrongUse() throws {
        try video("v.mov")
        let before = try Data(contentsOf: folder.file("v.mov"))
        for words in [["--annotate", "v.mov"], ["--annotate", "v.png"], ["--annotate", "none/v.mp4"], ["--fps", "30"], ["--fps", "0"]] {
            let result = try Program.run(["motion", "v.mov"] + words, in: folder.url)
            #expect(result.status == 2, "\(words): \(result.errors)")
        }
        #expect(try Data(contentsOf: folder.file("v.mov")) == before)
    }

    @Test("An annotated video that does not fit on the disk is an error, and what fits plays")
    func fullDisk() throws {
        try video("v.mov", isNoise: true)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/bash")
        process.arguments = ["-c", "ulimit -f 180; exec '\(Program.path)' motion v.mov --json --annotate small.mov >/dev/null 2>errors"]
        process.currentDirectoryURL = folder.url
        try process.run()
        process.waitUntilExit()
        let errors = try String(contentsOf: folder.file("errors"), encoding: .utf8)
        #expect(process.terminationStatus == 1 && errors.contains("small.mov: cannot be written: File too large"), "\(errors)")
        #expect((1..<30).contains(try frameCount("small.mov")))
    }

    @Test("classify, detect and featureprint look at a video's frames at intervals, beside photos")
    func intervals() throws {
        try EvaluationModels.meanColor.write(to: folder.file("m.mlmodel"))
        try video("v.mov")
        try pictures([(x: 0, y: 0)])
        let photo = "pictures/frame1.pgm"
        let labels = try objects(
            Program.run("classify", "v.mov", photo, "--model", "m.mlmodel", "--every", "0.5", "--json", in: folder.url))
        #expect(labels.map { $0["image"] as? String } == [photo, "v.mov", "v.mov", "v.mov"])
        #expect(labels.map { $0["time"] as? Double } == [nil, 0, 0.5, 1])
        #expect(labels.allSatisfy { ($0["observations"] as? [Any])?.isEmpty == false })
        let barcodes = try objects(Program.run("detect", "barcodes", "v.mov", "--json", in: folder.url))
        #expect(barcodes.map { $0["time"] as? Double } == [0, 1] && barcodes.allSatisfy { $0["barcodes"] is [Any] })
        let prints = try Program.run("featureprint", "v.mov", "--every", "0.7", "--output", "rows.npy", in: folder.url)
        #expect(prints.status == 0 && prints.output.hasPrefix("rows.npy: 3 ×"), "\(prints.output)\(prints.errors)")
        let failed = try Program.run("classify", "none.mov", photo, "--model", "m.mlmodel", "--json", in: folder.url)
        #expect(failed.status == 1 && failed.output.contains(#""image": "none.mov", "error""#))
        let annotated = try Program.run("classify", "v.mov", "--model", "m.mlmodel", "--annotate", "a.png", in: folder.url)
        #expect(annotated.status == 2 && annotated.errors.contains(".mov, .m4v, not 'a.png'"), "\(annotated.errors)")
    }

    @Test("classify and detect draw into a copy of a video, by themselves into every frame")
    func annotated() throws {
        try EvaluationModels.meanColor.write(to: folder.file("m.mlmodel"))
        try video("v.mov")
        try pictures([(x: 0, y: 0)])
        let whole = try objects(Program.run("detect", "barcodes", "v.mov", "--json", "--annotate", "seen.mp4", in: folder.url))
        #expect(whole.count == 30)
        #expect(try frameCount("seen.mp4") == 30)
        let run = try Program.run(
            "classify", "v.mov", "pictures/frame1.pgm", "--model", "m.mlmodel", "--every", "0.5", "--annotate", "copies/", in: folder.url)
        #expect(run.status == 0, "\(run.errors)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("copies").path).sorted() == ["frame1.png", "v.mp4"])
        #expect(try frameCount("copies/v.mp4") == 3)
        let same = try Program.run("classify", "v.mov", "--model", "m.mlmodel", "--annotate", "v.mov", in: folder.url)
        #expect(same.status == 2 && same.errors.contains("would be overwritten"), "\(same.errors)")
    }

    @Test("live plays a file as a camera, answers once the scene rests, and counts the frames that it left out")
    func live() throws {
        try EvaluationModels.meanColor.write(to: folder.file("m.mlmodel"))
        try video("v.mov")
        let result = try Program.run(
            "live", "v.mov", "--model", "m.mlmodel", "--json", "--history", "5", "--threshold", "0", "--annotate", "seen.mp4",
            in: folder.url)
        #expect(result.status == 0, "\(result.errors)")
        let rows = try objects(result)
        let last = try #require(rows.last)
        #expect((last["frames"] as? Int ?? 0) + (last["dropped"] as? Int ?? 0) == 30)
        let answers = rows.dropLast()
        #expect(answers.count == last["analyzed"] as? Int && !answers.isEmpty)
        for row in answers {
            #expect(row["stable"] as? Bool == true && (row["frame"] as? Int ?? 0) >= 5)
            #expect(
                (row["observations"] as? [[String: Any]])?.first?["identifier"] is String && (row["barcodes"] as? [Any])?.isEmpty == true)
        }
        #expect(try frameCount("seen.mp4") == last["frames"] as? Int)
        let missing = try Program.run("live", "none.mp4", "--model", "m.mlmodel", in: folder.url)
        #expect(missing.status == 1 && missing.errors.contains("none.mp4"))
    }

    @Test(
        "live plays a folder of numbered pictures as a camera; one that cannot be read ends it, and a folder without pictures is an error")
    func liveFolder() throws {
        try EvaluationModels.meanColor.write(to: folder.file("m.mlmodel"))
        try pictures((0..<24).map { _ in (x: 0, y: 0) })
        let words = ["--model", "m.mlmodel", "--json", "--history", "5", "--threshold", "0", "--fps", "60"]
        let result = try Program.run(["live", "pictures"] + words, in: folder.url)
        let rows = try objects(result)
        let last = try #require(rows.last)
        #expect(result.status == 0 && (last["frames"] as? Int ?? 0) + (last["dropped"] as? Int ?? 0) == 24, "\(result.errors)")
        #expect(rows.count > 1 && rows.dropLast().allSatisfy { $0["observations"] is [Any] })
        try Data("text".utf8).write(to: folder.file("pictures/frame13.pgm"))
        let damaged = try Program.run(["live", "pictures"] + words, in: folder.url)
        let counts = try #require(objects(damaged).last)
        #expect(damaged.status == 1 && damaged.errors.contains("frame13.pgm"), "\(damaged.errors)")
        #expect((counts["frames"] as? Int ?? 0) + (counts["dropped"] as? Int ?? 0) == 12)
        try FileManager.default.createDirectory(at: folder.file("empty"), withIntermediateDirectories: false)
        let empty = try Program.run(["live", "empty"] + words, in: folder.url)
        #expect(empty.status == 1 && empty.errors.contains("there are no pictures"))
    }
}
