import CoreMLSpecification
import Foundation
import TestSupport
import Testing

/// Weight files that lie elsewhere than most.
struct CompiledWeightFilesTests {
    @Test("Compiled models have all weight files that they refer to")
    func compiledModelsHaveAllWeightFilesThatTheyReferTo() throws {
        typealias MILSpec = Specification.MILSpec
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(at: folder.file("more"), withIntermediateDirectories: true)
        var writer = WeightFileWriter()
        let offset = writer.append([1, 2, 3], type: .uint8, elementCount: 3)
        try writer.write(to: folder.file("more/deep.bin"))
        try writer.write(to: folder.file("beside.bin"))
        try Data("no weights".utf8).write(to: folder.file("secret"))
        func place(_ path: String) -> MILSpec.Value.BlobFileValue { .with { ($0.fileName, $0.offset) = ("@model_path/" + path, offset) } }
        func constant(_ path: String) -> MILSpec.Operation {
            .with { $0.attributes = ["val": .with { $0.value = .blobFileValue(place(path)) }] }
        }
        func model(_ paths: [String]) -> Specification.Model {
            let inner = MILSpec.Block.with { $0.operations = [constant("more/deep.bin")] }
            let block = MILSpec.Block.with { $0.operations = paths.map(constant) + [.with { $0.blocks = [inner] }] }
            let function = MILSpec.Function.with { $0.blockSpecializations = ["CoreML5": block] }
            return .with { $0.type = .mlProgram(.with { $0.functions = ["main": function] }) }
        }
        let source = folder.file("a.mlmodel")
        try model(["beside.bin"]).write(to: source)
        let compiled = folder.file("a.mlmodelc")
        try ModelPackage.compile(source, to: compiled)
        let weights = try ModelPackage(contentsOf: compiled).weights
        for path in ["more/deep.bin", "beside.bin"] { #expect(try weights.entry(for: place(path)).bytes == [1, 2, 3]) }
        for path in ["secret", "missing.bin", "../outside.bin"] {
            try model(["beside.bin", path]).write(to: source)
            let refused = folder.file("b.mlmodelc")
            #expect(throws: SpecificationError.self) { try ModelPackage.compile(source, to: refused) }
            #expect(!FileManager.default.fileExists(atPath: refused.path))
        }
    }
}
