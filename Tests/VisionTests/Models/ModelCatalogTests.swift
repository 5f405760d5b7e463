import Foundation
import CoreML
import TestSupport
import Testing
import VisionRuntime

@testable import Vision

@Suite("Finding models")
struct ModelCatalogTests {
    private func temporaryFolder() throws -> URL {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        return url
    }

    @Test("The folders are asked in the documented order")
    func order() {
        let folders = ModelFolders(environment: ["OSPREY_MODELS": "/m", "HOME": "/home/u"], executable: "/opt/osprey/bin/osprey")
        let paths = folders.urls.map(\.path)
        #expect(paths.prefix(3) == ["/m", "/home/u/.local/share/osprey/models", "/opt/osprey/share/osprey/models"])
        #expect(paths.last?.hasSuffix("/Models") == true)
    }

    @Test("The first folder that has the file wins, in its subfolder or right in it")
    func locating() throws {
        let first = try temporaryFolder()
        let second = try temporaryFolder()
        defer {
            try? FileManager.default.removeItem(at: first)
            try? FileManager.default.removeItem(at: second)
        }
        let folders = ModelFolders([first, second])
        #expect(folders.locate("scene/Scene.mlmodel") == nil)
        try FileManager.default.createDirectory(at: second.appendingPathComponent("scene"), withIntermediateDirectories: true)
        try Data([1]).write(to: second.appendingPathComponent("scene/Scene.mlmodel"))
        #expect(folders.locate("scene/Scene.mlmodel")?.path == second.path + "/scene/Scene.mlmodel")
        try Data([1]).write(to: first.appendingPathComponent("Scene.mlmodel"))
        #expect(folders.locate("scene/Scene.mlmodel")?.path == first.path + "/Scene.mlmodel")
    }

    @Test("A missing model is an error that names it and the command that gets it")
    func missing() throws {
        let folder = try temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        do {
            _ = try ModelStore(ModelFolders([folder])).model("scene", for: "VNClassifyImageRequest", usesCPUOnly: true)
            Issue.record("found a model in an empty folder")
        } catch {
            #expect(visionCode(error.asVisionError) == .dataUnavailable)
            #expect(error.localizedDescription.contains("'scene'"))
            #expect(error.localizedDescription.contains("osprey model get scene"))
        }
    }

    @Test("The package's catalog lists every model that a request needs, with all that one must know about it")
    func catalog() throws {
        let models = try #require(ModelFolders(environment: [:], executable: "/nowhere/bin/osprey").urls.last)
        let catalog = try ModelCatalog(contentsOf: models.appendingPathComponent("catalog.json"))
        let scene = try #require(catalog["scene"])
        #expect(scene.file == "scene/Scene.mlmodel" && scene.requests.contains("VNClassifyImageRequest"))
        #expect(scene.cropAndScale == .centerCrop)
        for entry in catalog.models {
            #expect(!entry.licence.isEmpty && !entry.source.isEmpty && !entry.summary.isEmpty)
        }
    }

    @Test("The models that the package ships are those of its catalog, to the last bit")
    func checksums() throws {
        let models = try #require(ModelFolders(environment: [:], executable: "/nowhere/bin/osprey").urls.last)
        for entry in try ModelCatalog(contentsOf: models.appendingPathComponent("catalog.json")).models {
            let file = models.appendingPathComponent(entry.file)
            guard FileManager.default.fileExists(atPath: file.path) else { continue }
            let program = Process()
            let output = Pipe()
            program.executableURL = URL(fileURLWithPath: "/usr/bin/sha256sum")
            program.arguments = [file.path]
            program.standardOutput = output
            try program.run()
            let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            program.waitUntilExit()
            #expect(text.prefix(64) == entry.sha256, "\(entry.file)")
        }
    }

    @Test("Catalogs of several folders count together, and the first one's entry of a name")
    func severalCatalogs() throws {
        let folders = try [temporaryFolder(), temporaryFolder()]
        defer { for folder in folders { try? FileManager.default.removeItem(at: folder) } }
        for (folder, names) in zip(folders, [["scene"], ["scene", "bodyPose"]]) {
            let entries = names.map { name in
                """
                {"name": "\(name)", "file": "\(names.count).mlmodel", "summary": "", "requests": [], "licence": "", "source": "",
                "sha256": "", "cropAndScale": "scaleFit"}
                """
            }
            try Data("{\"models\": [\(entries.joined(separator: ", "))]}".utf8).write(to: folder.appendingPathComponent("catalog.json"))
        }
        let all = try ModelCatalog.load(ModelFolders(folders))
        #expect(all.models.map(\.name) == ["scene", "bodyPose"])
        #expect(all["scene"]?.file == "1.mlmodel" && all["bodyPose"]?.file == "2.mlmodel")
        let store = ModelStore(ModelFolders(folders))
        #expect(!store.has("bodyPose"))
        try Data([1]).write(to: folders[1].appendingPathComponent("2.mlmodel"))
        #expect(store.has("bodyPose") && !store.has("scene"))
    }

    @Test("A catalog says which models compute with bfloat16 factors without a measurement", arguments: [nil, false, true])
    func lowPrecision(isAllowed: Bool?) throws {
        let model = TestModels.maps(width: 8, height: 8, colors: .grayscale)
        let folder = try ModelFolder(["textLines": model], allowsLowPrecision: isAllowed)
        for usesCPUOnly in [false, true] {
            let configuration = try folder.store.model("textLines", for: "a test", usesCPUOnly: usesCPUOnly).model.model.configuration
            #expect(configuration.allowLowPrecisionAccumulationOnGPU == (isAllowed ?? false))
            #expect(configuration.computeUnits == (usesCPUOnly ? .cpuOnly : .all))
        }
    }

    @Test("A catalog that cannot be read is an error that names it")
    func brokenCatalog() throws {
        let folder = try temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let url = folder.appendingPathComponent("catalog.json")
        try Data("{".utf8).write(to: url)
        #expect(throws: (any Error).self) { try ModelCatalog.load(ModelFolders([folder])) }
        #expect(try ModelCatalog.load(ModelFolders([])).models.isEmpty)
    }

    @Test(
        "From a folder that every user may write to, files of other users are not taken", .enabled(if: geteuid() == 0, "needs two users"))
    func openFolders() throws {
        let folder = try temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let (file, inner) = (folder.appendingPathComponent("a.mlmodel"), folder.appendingPathComponent("b/b.mlmodel"))
        try FileManager.default.createDirectory(at: inner.deletingLastPathComponent(), withIntermediateDirectories: true)
        for place in [file, inner, folder.appendingPathComponent("catalog.json")] { try Data("x".utf8).write(to: place) }
        let folders = ModelFolders([folder])
        func found() -> [Bool] { [folders.locate("a.mlmodel") != nil, folders.locate("b/b.mlmodel") != nil] }
        #expect(throws: (any Error).self) { try ModelCatalog.load(folders) }
        for name in ["a.mlmodel", "b", "catalog.json"] { chown(folder.appendingPathComponent(name).path, 12345, 12345) }
        #expect(found() == [true, true])
        chmod(folder.path, 0o777)
        #expect(found() == [false, false])
        #expect(try ModelCatalog.load(folders).models.isEmpty)
        chown(file.path, 0, 0)
        chown(folder.appendingPathComponent("b").path, 0, 0)
        #expect(found() == [true, true])
        // The folder between the two is open alone.
        chmod(folder.path, 0o755)
        chmod(folder.appendingPathComponent("b").path, 0o777)
        chown(inner.path, 12345, 12345)
        #expect(found() == [true, false])
    }

    @Test("A model that is to be fetched is one of the package's, and the others are asked of the user")
    func namesOfMissingModels() throws {
        let catalog = try ModelCatalog(contentsOf: Repository.file("Models/catalog.json"))
        #expect(!catalog.models.isEmpty && !catalog.models.contains { ModelStore.suppliedNames.contains($0.name) })
        let empty = ModelStore(ModelFolders([URL(fileURLWithPath: "/nonexistent")]))
        for name in catalog.models.map(\.name) + ModelStore.suppliedNames.sorted() {
            let error = #expect(throws: VisionFailure.self) { try empty.locate(name, for: "Request") }
            #expect(try #require(error).reason.contains("osprey model get \(name)") == !ModelStore.suppliedNames.contains(name))
        }
    }
}
