import Foundation
import FuzzTargets
import TestSupport
import Testing

/// The seeds in `Fuzz/Corpus`, among them what the fuzzers have found, in the normal build.
@Suite("The seeds of the fuzzers")
struct CorpusTests {
    @Test("No seed traps", arguments: FuzzTarget.all.map(\.name))
    func seeds(name: String) throws {
        let target = try #require(FuzzTarget.all.first { $0.name == name })
        let folder = Repository.file("Fuzz/Corpus/\(name)")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: [.isRegularFileKey])
            .filter { try $0.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true }
        #expect(files.count >= 5)
        for file in files {
            try Data(contentsOf: file).withUnsafeBytes { target.run($0.assumingMemoryBound(to: UInt8.self)) }
        }
    }

    @Test("A name stands for one target, and every folder of seeds has its target")
    func names() throws {
        let folders = try FileManager.default.contentsOfDirectory(atPath: Repository.file("Fuzz/Corpus").path)
        #expect(FuzzTarget.all.map(\.name).sorted() == folders.sorted())
    }
}
