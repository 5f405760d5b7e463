import Foundation
import FuzzTargets
import TestSupport
import Testing

/// The seeds in `Fuzz/Corpus`, among them what the fuzzers have found, in the normal build.
@Suite("The seeds of the fuzzers")
struct CorpusTests {
    @Test("No seed traps", arguments: FuzzTarget.all.map(\.name))
    func seeds(name: String) throws {
        let target = try target(name)
        let seeds = try seeds(of: name)
        #expect(seeds.count >= 5)
        for seed in seeds { run(target, seed) }
    }

    /// The last input is kept in a file, so that one that ends the program is there afterwards.
    @Test("Ten seconds of damaged seeds trap nowhere", arguments: FuzzTarget.all.map(\.name))
    func damagedSeeds(name: String) throws {
        let target = try target(name)
        var damage = SeedDamage(try seeds(of: name))
        let last = FileManager.default.temporaryDirectory.appendingPathComponent("osprey-damaged-\(name)")
        defer { try? FileManager.default.removeItem(at: last) }
        let start = ContinuousClock.now
        var count = 0
        while ContinuousClock.now - start < .seconds(10) {
            let input = damage.next()
            try input.write(to: last)
            run(target, input)
            count += 1
        }
        #expect(count > 10)
    }

    private func target(_ name: String) throws -> FuzzTarget { try #require(FuzzTarget.all.first { $0.name == name }) }

    private func run(_ target: FuzzTarget, _ input: Data) {
        input.withUnsafeBytes { target.run($0.assumingMemoryBound(to: UInt8.self)) }
    }

    private func seeds(of name: String) throws -> [Data] {
        let folder = Repository.file("Fuzz/Corpus/\(name)")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: [.isRegularFileKey])
            .filter { try $0.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true }
        return try files.sorted { $0.path < $1.path }.map { try Data(contentsOf: $0) }
    }

    @Test("A name stands for one target, and every folder of seeds has its target")
    func names() throws {
        let folders = try FileManager.default.contentsOfDirectory(atPath: Repository.file("Fuzz/Corpus").path)
        #expect(FuzzTarget.all.map(\.name).sorted() == folders.sorted())
    }
}

/// Seeds with bytes changed, cut out, repeated or taken from another seed, the same in every run.
private struct SeedDamage {
    private let seeds: [Data]
    private var generator = SplitMix64(seed: 1)

    init(_ seeds: [Data]) { self.seeds = seeds }

    mutating func next() -> Data {
        var bytes = [UInt8](seeds[number(below: seeds.count)])
        for _ in 0...number(below: 4) {
            let place = number(below: bytes.count + 1)
            let end = min(bytes.count, place + 1 + number(below: 16))
            switch number(below: 6) {
            case 0: if place < bytes.count { bytes[place] ^= 1 << UInt8(number(below: 8)) }
            case 1: if place < bytes.count { bytes[place] = [0, 1, 0x7F, 0x80, 0xFE, 0xFF][number(below: 6)] }
            case 2: bytes.removeSubrange(place..<end)
            case 3: bytes.insert(contentsOf: bytes[place..<end], at: place)
            case 4: bytes.removeSubrange(place...)
            default:
                let other = seeds[number(below: seeds.count)]
                bytes.replaceSubrange(place..<end, with: other.dropFirst(number(below: other.count + 1)).prefix(64))
            }
        }
        return Data(bytes)
    }

    private mutating func number(below count: Int) -> Int { Int.random(in: 0..<max(count, 1), using: &generator) }
}
