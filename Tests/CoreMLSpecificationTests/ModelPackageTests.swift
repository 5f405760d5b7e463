import CoreMLSpecification
import Foundation
import TestSupport
import Testing

@Suite struct ModelPackageTests {
    private let model = Specification.Model.with {
        $0.specificationVersion = 7
        $0.type = .mlProgram(.with { $0.version = 1 })
    }

    private func blob(_ name: String, at offset: UInt64) -> Specification.MILSpec.Value.BlobFileValue {
        .with {
            $0.fileName = name
            $0.offset = offset
        }
    }

    /// A package with one array of weights.
    private func writePackage(in folder: TemporaryFolder) throws -> (url: URL, offset: UInt64) {
        var weights = WeightFileWriter()
        let offset = weights.append([1, 2, 3], type: .uint8, elementCount: 3)
        let url = folder.url.appendingPathComponent("a.mlpackage")
        try ModelPackage.write(model, weights: weights, to: url)
        return (url, offset)
    }

    @Test("Packages and compiled models hold the model and its weights")
    func packagesAndCompiledModelsHoldTheModelAndItsWeights() throws {
        let folder = try TemporaryFolder()
        let (url, offset) = try writePackage(in: folder)
        let compiled = folder.url.appendingPathComponent("a.mlmodelc")
        try ModelPackage.compile(url, to: compiled)
        for form in [url, compiled] {
            let package = try ModelPackage(contentsOf: form)
            #expect(package.model.encoded() == model.encoded())
            #expect(try package.weights.entry(for: blob("@model_path/weights/weight.bin", at: offset)).bytes == [1, 2, 3])
        }
    }

    @Test("A weight file that is missing, too short, or a pointer of Git LFS is named, and the model is not compiled")
    func brokenWeightFiles() throws {
        let folder = try TemporaryFolder()
        let (url, offset) = try writePackage(in: folder)
        let weights = url.appendingPathComponent("Data/com.apple.CoreML/weights/weight.bin")
        let argument = Specification.MILSpec.Argument.Binding.with {
            $0.binding = .value(.with { $0.value = .blobFileValue(blob("@model_path/weights/weight.bin", at: offset)) })
        }
        let operation = Specification.MILSpec.Operation.with { $0.inputs = ["x": .with { $0.arguments = [argument] }] }
        let function = Specification.MILSpec.Function.with { $0.blockSpecializations = ["CoreML7": .with { $0.operations = [operation] }] }
        var model = self.model
        model.type = .mlProgram(.with { $0.functions = ["main": function] })
        try model.write(to: url.appendingPathComponent("Data/com.apple.CoreML/model.mlmodel"))
        let compiled = folder.file("a.mlmodelc")
        try ModelPackage.compile(url, to: compiled)
        try ModelPackage(contentsOf: compiled).checkWeights()
        try FileManager.default.removeItem(at: compiled)

        let whole = try Data(contentsOf: weights)
        let faults: [(Data?, String)] = [
            (nil, "No such file"), (whole.prefix(130), "does not fit"),
            (Data("version https://git-lfs.github.com/spec/v1\n".utf8) + whole, "Git LFS"),
        ]
        for (bytes, reason) in faults {
            try? FileManager.default.removeItem(at: weights)
            try bytes?.write(to: weights)
            #expect {
                try ModelPackage(contentsOf: url).checkWeights()
            } throws: { "\($0)".contains(reason) && "\($0)".contains("weights/weight.bin") }
            #expect(throws: SpecificationError.self) { try ModelPackage.compile(url, to: compiled) }
        }
    }

    @Test("Links in a package are not copied out of it")
    func links() throws {
        let folder = try TemporaryFolder()
        let (url, _) = try writePackage(in: folder)
        let weights = url.appendingPathComponent("Data/com.apple.CoreML/weights")
        let inner = weights.appendingPathComponent("more")
        try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
        try Data([1]).write(to: inner.appendingPathComponent("other.bin"))
        for place in [weights, inner] { #expect(symlink("/etc/passwd", place.appendingPathComponent("link").path) == 0) }
        let (first, second) = (folder.file("a.mlmodelc"), folder.file("b.mlmodelc"))
        try ModelPackage.compile(url, to: first)
        #expect(symlink("/etc/passwd", first.appendingPathComponent("link").path) == 0)
        try ModelPackage.compile(first, to: second)
        for compiled in [first, second] {
            let files = FileManager.default
            #expect(files.fileExists(atPath: compiled.appendingPathComponent("weights/weight.bin").path))
            #expect(files.fileExists(atPath: compiled.appendingPathComponent("weights/more/other.bin").path))
            #expect(!files.fileExists(atPath: compiled.appendingPathComponent("weights/link").path))
            #expect(!files.fileExists(atPath: compiled.appendingPathComponent("weights/more/link").path))
        }
        #expect(!FileManager.default.fileExists(atPath: second.appendingPathComponent("link").path))
    }

    @Test("A model that is written to a symbolic link leaves the link, and is written to its target")
    func outputLink() throws {
        let folder = try TemporaryFolder()
        let (target, link) = (folder.file("target.mlmodel"), folder.file("link.mlmodel"))
        try Data([0]).write(to: target)
        #expect(symlink(target.path, link.path) == 0)
        try model.write(to: link)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == target.path)
        #expect(try ModelPackage(contentsOf: target).model.encoded() == model.encoded())
    }

    @Test("Compiled programs lie as text beside their message")
    func compiledProgramsLieAsTextBesideTheirMessage() throws {
        let folder = try TemporaryFolder()
        let compiled = folder.url.appendingPathComponent("states.mlmodelc")
        let source = Fixtures.program("states")
        try ModelPackage.compile(source, to: compiled)
        let file = compiled.appendingPathComponent("model.mil")
        let original = try ModelPackage(contentsOf: source).model
        guard case .mlProgram(let program)? = original.type else {
            Issue.record("the model is no program")
            return
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == ProgramPrinter.text(of: program))
        // The message is what is read, whatever becomes of the text.
        try Data("program(".utf8).write(to: file)
        #expect(try ModelPackage(contentsOf: compiled).model.encoded() == original.encoded())
        let again = folder.url.appendingPathComponent("again.mlmodelc")
        try ModelPackage.compile(compiled, to: again)
        #expect(try String(contentsOf: again.appendingPathComponent("model.mil"), encoding: .utf8) == ProgramPrinter.text(of: program))
    }

    @Test("Programs without a text form compile without one")
    func programsWithoutATextFormCompileWithoutOne() throws {
        let folder = try TemporaryFolder()
        var model = self.model
        let block = Specification.MILSpec.Block.with { $0.operations = [.with { $0.outputs = [.with { $0.name = "untyped" }] }] }
        let function = Specification.MILSpec.Function.with { $0.blockSpecializations = ["CoreML8": block] }
        model.type = .mlProgram(.with { $0.functions = ["main": function] })
        let source = folder.url.appendingPathComponent("a.mlpackage")
        try ModelPackage.write(model, to: source)
        let compiled = folder.url.appendingPathComponent("a.mlmodelc")
        try ModelPackage.compile(source, to: compiled)
        #expect(try ModelPackage(contentsOf: compiled).model.encoded() == model.encoded())
        #expect(!FileManager.default.fileExists(atPath: compiled.appendingPathComponent("model.mil").path))
    }

    @Test(
        "Weight files outside of the models folder are refused",
        arguments: [
            "@model_path/../../../secret", "@model_path/weights/../../secret", "@model_path//etc/passwd", "/etc/passwd",
            "weights/weight.bin",
            "@model_path/weights/missing.bin", "@model_path/weights/link.bin", "@model_path/weights/zero\0.bin", "@model_path/", "",
        ])
    func weightFilesOutsideOfTheModelsFolderAreRefused(_ name: String) throws {
        let folder = try TemporaryFolder()
        let (url, offset) = try writePackage(in: folder)
        let weights = url.appendingPathComponent("Data/com.apple.CoreML/weights")
        let secret = folder.url.appendingPathComponent("secret")
        try FileManager.default.copyItem(at: weights.appendingPathComponent("weight.bin"), to: secret)
        try FileManager.default.createSymbolicLink(at: weights.appendingPathComponent("link.bin"), withDestinationURL: secret)
        let package = try ModelPackage(contentsOf: url)
        #expect(throws: SpecificationError.self) { try package.weights.entry(for: blob(name, at: offset)) }
    }

    @Test(
        "Broken manifests are refused",
        arguments: [
            #"{"rootModelIdentifier": "a", "fileFormatVersion": "1.0.0", "itemInfoEntries": {"a": {"path": "../../secret", "name": "", "author": "", "description": ""}}}"#,
            #"{"rootModelIdentifier": "b", "fileFormatVersion": "1.0.0", "itemInfoEntries": {}}"#,
            #"{"rootModelIdentifier": "a", "fileFormatVersion": "1.0.0", "itemInfoEntries": {"a": {"path": 1, "name": "", "author": "", "description": ""}}}"#,
            #"{"rootModelIdentifier": "a", "fileFormatVersion": "1.0.0", "itemInfoEntries": [{"path": "com.apple.CoreML/model.mlmodel"}]}"#,
            #"{"fileFormatVersion": "1.0.0", "itemInfoEntries": {}}"#, "[", "", "\u{0}", "null",
        ])
    func brokenManifestsAreRefused(_ manifest: String) throws {
        let folder = try TemporaryFolder()
        let (url, _) = try writePackage(in: folder)
        try model.write(to: folder.url.appendingPathComponent("secret"))
        try Data(manifest.utf8).write(to: url.appendingPathComponent("Manifest.json"))
        #expect(throws: SpecificationError.self) { try ModelPackage(contentsOf: url) }
    }

    @Test("Files that are no models are errors that name them")
    func filesThatAreNoModelsAreErrorsThatNameThem() throws {
        let folder = try TemporaryFolder()
        let empty = folder.url.appendingPathComponent("empty.mlmodel")
        try Data().write(to: empty)
        let apple = folder.url.appendingPathComponent("apple.mlmodelc")
        try FileManager.default.createDirectory(at: apple, withIntermediateDirectories: true)
        try Data().write(to: apple.appendingPathComponent("coremldata.bin"))
        for url in [empty, apple, folder.url, folder.url.appendingPathComponent("missing"), URL(fileURLWithPath: "/dev/null")] {
            #expect { try ModelPackage(contentsOf: url) } throws: { error in
                (error as? SpecificationError)?.path == url.path && "\(error)".hasPrefix(url.path + ": ")
            }
        }
    }

    @Test("Models in memory take their weights from memory")
    func modelsInMemoryTakeTheirWeightsFromMemory() throws {
        var weights = WeightFileWriter()
        let offset = weights.append([4, 5], type: .uint8, elementCount: 2)
        let file = Bytes(copying: weights.fileSegments.joined())
        let package = ModelPackage(model: model, weights: try WeightStore(files: ["@model_path/w.bin": file]))
        #expect(try package.weights.entry(for: blob("@model_path/w.bin", at: offset)).bytes == [4, 5])
        #expect(throws: SpecificationError.self) { try package.weights.entry(for: blob("@model_path/v.bin", at: offset)) }
    }
}
