import Foundation
import TestSupport
import Testing

@Suite struct PassImportTests {
    @Test("No pass knows the library that runs its graph")
    func imports() throws {
        let folder = Repository.file("Sources/Runtime/CoreMLRuntime/Passes")
        let passes = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        #expect(passes.contains { $0.lastPathComponent == "Graph.swift" })
        for pass in passes {
            let text = try String(contentsOf: pass, encoding: .utf8)
            #expect(!text.contains("import COneDNN"), "\(pass.lastPathComponent)")
        }
    }
}
