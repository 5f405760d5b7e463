import AVFoundation
import CoreGraphics
import Foundation
import TestSupport
import Testing

/// The packages in `Examples`: their models are trained as their scripts do it, and their programs are shown pictures that were held back.
@Suite("The examples", .serialized)
struct ExampleTests {
    /// The pictures below a folder of the checkout, in order of path.
    private func pictures(below folder: String) throws -> [URL] {
        let files = FileManager.default.enumerator(at: Repository.file(folder), includingPropertiesForKeys: nil)
        let found = (files?.allObjects as? [URL] ?? []).filter { $0.pathExtension == "jpg" }.sorted { $0.path < $1.path }
        try #require(found.count >= 10, "\(folder)")
        return found
    }

    /// A program's answers for the pictures, without the pictures' names.
    private func answers(_ executable: URL, _ pictures: [URL]) throws -> [String] {
        let result = try ClientPackage.run(executable.path, pictures.map(\.path))
        try #require(result.status == 0, "\(result.output)")
        let lines = result.output.split(separator: "\n").map(String.init)
        try #require(lines.count == pictures.count, "\(result.output)")
        for (line, picture) in zip(lines, pictures) { #expect(line.hasPrefix(picture.path + ": ")) }
        return zip(lines, pictures).map { String($0.dropFirst($1.path.count + 2)) }
    }

    private func share(_ flags: some Sequence<Bool>) -> Double {
        let flags = Array(flags)
        return Double(flags.count { $0 }) / Double(max(1, flags.count))
    }

    private func train(_ example: String) throws {
        let result = try ClientPackage.run(Repository.file("Examples/\(example)/train.sh").path, [Program.path])
        try #require(result.status == 0, "\(result.output)")
    }

    @Test("HealthySnacks tells healthy from unhealthy, and is less often sure where a picture shows both")
    func healthySnacks() throws {
        try train("HealthySnacks")
        let executable = try ClientPackage.build("Examples/HealthySnacks").appendingPathComponent("HealthySnacks")
        let testing = try pictures(below: "Examples/Snacks/testing")
        let said = try answers(executable, testing)
        for answer in said { #expect(answer == "not sure" || answer.wholeMatch(of: /(un)?healthy (8|9|10)\d\.\d%/) != nil, "\(answer)") }
        let right = zip(said, testing).map { answer, picture in
            answer.hasPrefix(picture.deletingLastPathComponent().deletingLastPathComponent().lastPathComponent + " ")
        }
        let sure = said.map { $0 != "not sure" }
        #expect(share(right) > 0.75)
        #expect(share(zip(right, sure).filter(\.1).map(\.0)) > 0.9)
        let mixed = try answers(executable, try pictures(below: "Examples/Snacks/mixed"))
        #expect(share(mixed.map { $0 == "not sure" }) > share(sure.map { !$0 }))

        let broken = try ClientPackage.run(executable.path, ["README.md", testing[0].path])
        let lines = broken.output.split(separator: "\n")
        // Both the completion handler and the caller hear of a failure; the other pictures go on.
        #expect(lines.count == 3 && lines[0].hasPrefix("README.md: error: ") && lines[1].hasPrefix("Failed to perform classification: "))
        #expect(lines.last?.hasPrefix(testing[0].path + ": ") == true)
    }

    @Test("MultiSnacks names the three likeliest of twenty kinds, or says that it is not sure")
    func multiSnacks() throws {
        try train("MultiSnacks")
        let executable = try ClientPackage.build("Examples/MultiSnacks").appendingPathComponent("MultiSnacks")
        let testing = try pictures(below: "Examples/Snacks/testing")
        let (said, kinds) = (try answers(executable, testing), testing.map { $0.deletingLastPathComponent().lastPathComponent })
        #expect(Set(kinds).count == 20)
        var (first, anyOfThree) = (0, 0)
        for (answer, kind) in zip(said, kinds) where answer != "not sure" {
            let best = try answer.components(separatedBy: ", ").map { part in
                let match = try #require(part.wholeMatch(of: /([a-z ]+) (\d+\.\d)%/), "\(answer)")
                return (kind: String(match.1), percentage: Double(match.2) ?? 0)
            }
            #expect(best.count == 3 && best[0].percentage >= 40 && best.map(\.percentage) == best.map(\.percentage).sorted(by: >))
            first += best[0].kind == kind ? 1 : 0
            anyOfThree += best.contains { $0.kind == kind } ? 1 : 0
        }
        #expect(Double(first) > 0.65 * Double(said.count))
        #expect(Double(anyOfThree) > 0.75 * Double(said.count))
    }

    @Test("FlowerShop trains its model with Create ML, and names the flowers of which it is sure")
    func flowerShop() throws {
        let trainer = try ClientPackage.build("Examples/FlowerShop", product: "TrainFlowers").appendingPathComponent("TrainFlowers")
        let place = "Examples/FlowerShop"
        let training = try ClientPackage.run(trainer.path, [place, place + "/Sources/FlowerShop/FlowerShop.mlmodel"])
        try #require(training.status == 0, "\(training.output)")
        let line = training.output.wholeMatch(of: /training (.*)%, validation (.*)%, testing (.*)%\n/)
        let figures = try #require(line, "\(training.output)")
        let testingAccuracy = try #require(Double(figures.3))
        #expect(testingAccuracy > 80)

        let executable = try ClientPackage.build(place).appendingPathComponent("FlowerShop")
        let testing = try pictures(below: place + "/testing")
        let said = try answers(executable, testing)
        let named = zip(said, testing).filter { $0.0 != "-" }
        #expect(named.count > said.count / 2)
        for (answer, _) in named { #expect(answer.wholeMatch(of: /[a-z]+ (0\.9\d|1\.00)/) != nil, "\(answer)") }
        #expect(share(named.map { $0.hasPrefix($1.deletingLastPathComponent().lastPathComponent + " ") }) > 0.9)

        let live = try ClientPackage.run(executable.path, ["--live", place + "/live.mp4"])
        try #require(live.status == 0, "\(live.output)")
        // The camera plays in real time: a busy machine drops frames, and may see one product too few, but none that is not there.
        let (told, shown) = (try products(live.output), ["sunflower", "daisy", "rose", "barcode FERTILIZER 5 KG"])
        #expect(told.count >= 3 && told == shown.filter(told.contains), "\(live.output)")
        let missing = try ClientPackage.run(executable.path, ["--live", "/no/such.mp4"])
        #expect(missing.status == 1 && missing.output.contains("/no/such.mp4"))
    }

    /// The products that a live program reported, without times and confidences.
    private func products(_ output: String) throws -> [String] {
        try output.split(separator: "\n").compactMap { line in
            guard line.contains(" s  ") else { return nil }
            let match = try #require(String(line).wholeMatch(of: /\s*\d+\.\d s  (.+?)(?: [01]\.\d\d)?/), "\(line)")
            return String(match.1)
        }
    }

    /// An example that is built beside the tests.
    private func beside(_ name: String) -> String {
        URL(fileURLWithPath: Program.path).deletingLastPathComponent().appendingPathComponent(name).path
    }

    @Test("RobotShop names the parts over which a camera comes to rest, and reads the barcode of one that it does not know")
    func robotShop() throws {
        let folder = try TemporaryFolder()
        let model = folder.file("RobotShop.mlmodel")
        let training = try Program.run("train", "image-classifier", "Examples/RobotShop/training", "--split", "0.1", "--output", model.path)
        try #require(training.status == 0, "\(training.errors)")
        let live = try ClientPackage.run(beside("RobotShop"), [model.path, "Examples/RobotShop/live.mp4"])
        try #require(live.status == 0, "\(live.output)")
        let told = try products(live.output)
        // A part of which the classifier is not 98 % sure is not told.
        let parts = ["micro controller", "servo", "lead screw"]
        #expect(told.last == "barcode BEARING 608" && told.dropLast().allSatisfy(parts.contains) && told.count >= 3, "\(told)")
        let counts = live.output.split(separator: "\n").last?.wholeMatch(of: /(\d+) frames, (\d+) of them analyzed, (\d+) left out .*/)
        let (taken, analyzed, leftOut) = try #require(counts.map { (Int($0.1) ?? 0, Int($0.2) ?? 0, Int($0.3) ?? 0) }, "\(live.output)")
        #expect(taken <= 264 && analyzed > 0 && analyzed + leftOut <= taken)

        let missing = try ClientPackage.run(beside("RobotShop"), [model.path, "/no/such.mp4"])
        #expect(missing.status == 1 && missing.output.contains("/no/such.mp4"))
    }

    @Test("ObjectTracker follows two toys, one of them past a post, and draws their boxes into a copy of the video")
    func objectTracker() async throws {
        let folder = try TemporaryFolder()
        let copy = folder.file("tracked.mp4")
        let boxes = ["0.102,0.614,0.141,0.160", "0.778,0.176,0.131,0.176"]
        let run = try ClientPackage.run(beside("ObjectTracker"), ["Examples/ObjectTracker/toys.mp4", copy.path] + boxes)
        try #require(run.status == 0, "\(run.output)")
        let lines = run.output.split(separator: "\n").map(String.init)
        #expect(lines.contains("150 frames"))
        // Where toys.py says that they are in the last frame.
        let truth = [CGRect(x: 0.758, y: 0.614, width: 0.141, height: 0.160), CGRect(x: 0.184, y: 0.176, width: 0.131, height: 0.176)]
        for (number, box) in truth.enumerated() {
            let line = try #require(lines.first { $0.hasPrefix("object \(number + 1): ") }, "\(run.output)")
            let fields = line.split(separator: " ")[2].split(separator: ",").compactMap { Double($0) }
            try #require(fields.count == 4, "\(line)")
            let found = CGRect(x: fields[0], y: fields[1], width: fields[2], height: fields[3])
            let common = found.intersection(box)
            let overlap = common.width * common.height
            #expect(overlap / (found.width * found.height + box.width * box.height - overlap) > 0.5, "\(line)")
        }
        let tracks = try await AVURLAsset(url: copy).loadTracks(withMediaType: .video)
        #expect(tracks.first?.naturalSize == CGSize(width: 640, height: 360))
        let drawn = try AVAssetImageGenerator(asset: AVURLAsset(url: copy)).copyCGImage(at: .zero, actualTime: nil)
        // The first box is yellow: its left edge in the first frame.
        var pixels = [UInt8](repeating: 0, count: 640 * 360 * 4)
        let context = CGContext(
            data: &pixels, width: 640, height: 360, bitsPerComponent: 8, bytesPerRow: 640 * 4, space: CGColorSpaceCreateDeviceRGB(),
            bitmapInfo: CGImageAlphaInfo.noneSkipLast.rawValue)
        context?.draw(drawn, in: CGRect(x: 0, y: 0, width: 640, height: 360))
        let color = pixels[(110 * 640 + 65) * 4..<(110 * 640 + 65) * 4 + 3]
        #expect(color[color.startIndex] > 150 && color[color.startIndex + 1] > 120 && color[color.startIndex + 2] < 110, "\(color)")

        let refused = try ClientPackage.run(beside("ObjectTracker"), ["Examples/ObjectTracker/toys.mp4", copy.path, "0.1,0.2,0.3"])
        #expect(refused.status == 1 && refused.output.contains("0.1,0.2,0.3"))
    }

    @Test("ObjectTracker finds breakfast with a detector and follows it from table to table; each dish keeps its number")
    func objectTrackerDetects() throws {
        struct Rest: Decodable {
            struct Annotation: Decodable {
                let label: String
                let coordinates: [String: Double]
            }
            let annotations: [Annotation]
        }
        let folder = try TemporaryFolder()
        let place = Repository.file("Examples/BreakfastFinder")
        let rests = try JSONDecoder().decode([Rest].self, from: Data(contentsOf: place.appendingPathComponent("live.json")))
        let detector = place.appendingPathComponent("Sources/BreakfastFinder/ObjectDetector.mlmodel").path
        let clip = place.appendingPathComponent("live.mp4").path
        let run = try ClientPackage.run(beside("ObjectTracker"), [clip, folder.file("found.mp4").path, "--model", detector])
        try #require(run.status == 0, "\(run.output)")
        #expect(run.output.contains("192 frames\n"))
        // The boxes of the last frame, in which the camera rests over the last table.
        var found: [(label: String, number: Int, box: CGRect)] = []
        for match in run.output.matches(of: /(?m)^([a-z]+) (\d+): (\S+)  confidence [\d.]+$/) {
            let fields = match.3.split(separator: ",").compactMap { Double($0) }
            try #require(fields.count == 4)
            found.append(
                (String(match.1), Int(match.2) ?? 0, CGRect(x: fields[0], y: fields[1], width: fields[2], height: fields[3])))
        }
        let truth = try #require(rests.last).annotations
        #expect(found.map(\.label).sorted() == truth.map(\.label).sorted(), "\(run.output)")
        // Eight dishes on three tables: a dish that lost its number would have got another one.
        let dishes = rests.reduce(0) { $0 + $1.annotations.count }
        #expect(found.allSatisfy { $0.number <= dishes + 2 }, "\(run.output)")
        for dish in truth {
            let (x, y) = (dish.coordinates["x"] ?? 0, dish.coordinates["y"] ?? 0)
            let center = CGPoint(x: x / 256, y: 1 - y / 192)
            #expect(found.contains { $0.label == dish.label && $0.box.contains(center) }, "\(run.output)")
        }

        let live = try ClientPackage.run(
            beside("ObjectTracker"), [clip, folder.file("live.mp4").path, "--live", "--fast", "--model", detector])
        #expect(live.status == 0 && live.output.contains(" frames\n"), "\(live.output)")
        for (source, output, model, reason) in [
            ("/no/such.mp4", folder.file("a.mp4").path, detector, "/no/such.mp4"),
            (clip, "/no/folder/a.mp4", detector, "/no/folder/a.mp4"), (clip, folder.file("a.mp4").path, "none.mlmodel", "none.mlmodel"),
        ] {
            let refused = try ClientPackage.run(beside("ObjectTracker"), [source, output, "--model", model])
            #expect(refused.status == 1 && refused.output.contains(reason), "\(refused.output)")
        }
    }
}
