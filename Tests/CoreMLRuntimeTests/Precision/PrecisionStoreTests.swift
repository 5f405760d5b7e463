import CoreMLSpecification
import Foundation
import TestSupport
import Testing

@testable import CoreMLRuntime

/// Choices that one process leaves to the next.
@Suite struct PrecisionStoreTests {
    private let folder: TemporaryFolder
    private let store: PrecisionStore
    private let choice = PrecisionChoice(kind: .mixed, exactProducts: ["a"], productCount: 4, reducedShare: 0.5)

    init() throws {
        folder = try TemporaryFolder()
        store = PrecisionStore(folder: folder.url.appendingPathComponent("a/b"))
    }

    private func key(_ name: String, place: [Int] = [], threads: Int = 2) throws -> PrecisionMemory.Key {
        var model = PrecisionNetwork.both.model
        model.description?.metadata = .with { $0.shortDescription = name }
        let file = folder.url.appendingPathComponent("\(name).mlmodel")
        try model.write(to: file)
        let package = try ModelPackage(contentsOf: file)
        var options = PredictorOptions()
        options.weights = package.weights
        options.place = place
        options.reducedPrecision.threads = threads
        return try #require(PrecisionMemory.Key(options, try ModelInterface(package.model)))
    }

    private func files() throws -> [URL] {
        try FileManager.default.contentsOfDirectory(at: store.folder, includingPropertiesForKeys: nil)
    }

    @Test("A precision that one process chose is used by the next, for the same model, place and options")
    func isKept() throws {
        let key = try key("model", place: [1])
        PrecisionMemory(store: store).keep(choice, for: key)
        #expect(PrecisionMemory(store: store).choice(for: key) == choice)
        #expect(PrecisionMemory(store: nil).choice(for: key) == nil)
        for other in [try self.key("other", place: [1]), try self.key("model"), try self.key("model", place: [1], threads: 3)] {
            #expect(PrecisionMemory(store: store).choice(for: other) == nil)
        }
    }

    @Test("Choices of another release or planner are measured again, and the release is the project's")
    func versions() throws {
        let key = try key("model")
        #expect(key.bytes.elementsEqual(key.bytes(planner: PrecisionMemory.planner)))
        let others = [key.bytes(planner: PrecisionMemory.planner + 1), key.bytes(release: "0.0.9", planner: PrecisionMemory.planner)]
        #expect(others.allSatisfy { PrecisionRecord.digest($0) != PrecisionRecord.digest(key.bytes) })
        let version = try String(contentsOf: Repository.file("VERSION"), encoding: .utf8)
        #expect(Release.version == version.trimmingCharacters(in: .whitespacesAndNewlines))
    }

    @Test("A file that is damaged, a link or another user's is not read, and is replaced")
    func foreignFiles() throws {
        let key = try key("model")
        store.keep(choice, for: key)
        let file = try #require(try files().first)
        let text = try Data(contentsOf: file)
        try text.prefix(text.count / 2).write(to: file)
        #expect(store.choice(for: key) == nil)
        let elsewhere = folder.url.appendingPathComponent("elsewhere")
        try text.write(to: elsewhere)
        try FileManager.default.removeItem(at: file)
        try FileManager.default.createSymbolicLink(at: file, withDestinationURL: elsewhere)
        #expect(store.choice(for: key) == nil)
        try FileManager.default.removeItem(at: file)
        store.keep(choice, for: key)
        #expect(store.choice(for: key) == choice)
        if geteuid() == 0 {
            #expect(chown(file.path, 1, 1) == 0)
            #expect(store.choice(for: key) == nil)
        }
    }

    @Test("Without a folder that can be written, nothing is kept and nothing fails")
    func noFolder() throws {
        let key = try key("model")
        let file = folder.url.appendingPathComponent("file")
        try Data().write(to: file)
        let store = PrecisionStore(folder: file.appendingPathComponent("precision"))
        store.keep(choice, for: key)
        #expect(store.choice(for: key) == nil)
    }

    @Test("The oldest files make room")
    func room() throws {
        try FileManager.default.createDirectory(at: store.folder, withIntermediateDirectories: true)
        for number in 0..<520 {
            let file = store.folder.appendingPathComponent("\(number).json")
            try Data().write(to: file)
            let date = Date(timeIntervalSince1970: 1000 + Double(number))
            try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: file.path)
        }
        let key = try key("model")
        store.keep(choice, for: key)
        #expect(store.choice(for: key) == choice)
        let names = Set(try files().map(\.lastPathComponent))
        #expect(names.count == 512 && !names.contains("8.json") && names.contains("9.json"))
    }
}

/// Where caches are kept.
@Suite struct CacheFolderTests {
    @Test("The folder is the one that is named, or lies in the user's caches")
    func places() {
        func path(_ environment: [String: String]) -> String? { CacheFolder.url(for: "x", environment: environment)?.path }
        #expect(path(["OSPREY_CACHE": "/c", "XDG_CACHE_HOME": "/d", "HOME": "/h"]) == "/c/x")
        #expect(path(["OSPREY_CACHE": "", "XDG_CACHE_HOME": "/d", "HOME": "/h"]) == nil)
        #expect(path(["XDG_CACHE_HOME": "/d", "HOME": "/h"]) == "/d/osprey/x")
        #expect(path(["XDG_CACHE_HOME": "relative", "HOME": "/h"]) == "/h/.cache/osprey/x")
        #expect(path([:]) == nil)
    }
}
