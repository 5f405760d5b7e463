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

    /// What a program says of each picture, without the picture's name.
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
    }
}
