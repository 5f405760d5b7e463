import CoreMLSpecification
import Foundation
import JSON
import ModelServer
import TestSupport
import Testing

@testable import osprey

/// `osprey model serve` with arrays in memory that client and server share.
@Suite struct SharedMemoryTests {
    private let server = ModelSession()
    private let temporary: TemporaryFolder
    private var folder: URL { temporary.url }
    private let memory: URL
    private let model: Int

    init() throws {
        temporary = try TemporaryFolder()
        memory = temporary.file("memory")
        var content = Data(count: 4096)
        content.replaceSubrange(64..<72, with: [Float(-1), 2].withUnsafeBytes { Data($0) })
        try content.write(to: memory)
        let package = temporary.file("Functions.mlpackage")
        try ModelPackage.write(ProgramModels.twoFunctions, to: package)
        let loaded = Self.answer(server, #"{"id": 1, "op": "load", "path": "\#(package.path)", "computeUnits": "CPU_ONLY"}"#)
        model = try #require(loaded["model"]?.integer, "\(loaded.text)")
    }

    private static func answer(_ server: ModelSession, _ request: String) -> JSON {
        Array(request.utf8).withUnsafeBufferPointer(server.answer)
    }

    private func share(_ path: String) -> JSON { Self.answer(server, #"{"id": 2, "op": "share", "path": "\#(path)"}"#) }

    private func predict(_ place: String, _ answerOffset: String, op: String = "predict") -> JSON {
        let value = #"{"x": {"array": {"dtype": "float32", "shape": [2], \#(place)}}}"#
        let inputs = op == "predict" ? value : "[\(value), \(value)]"
        return Self.answer(
            server, #"{"id": 3, "op": "\#(op)", "model": \#(model), "inputs": \#(inputs), "answerOffset": \#(answerOffset)}"#)
    }

    private func floats(at offset: Int) throws -> [Float] {
        try Data(contentsOf: memory)[offset..<offset + 8].withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    }

    @Test("Arrays come from and go to the memory")
    func arraysComeFromAndGoToTheMemory() throws {
        #expect(share(memory.path)["count"]?.integer == 4096)
        let outputs = predict(#""offset": 64, "count": 8"#, "100")["outputs"]
        #expect(outputs?.text == #"{"y": {"array": {"dtype": "float32", "shape": [2], "offset": 128, "count": 8}}}"#)
        #expect(try floats(at: 128) == [0, 2])
        let batch = predict(#""offset": 64, "count": 8"#, "1024", op: "predictBatch")["outputs"]?.array
        #expect(batch?.compactMap { $0["y"]?["array"]?["offset"]?.integer } == [1024, 1088])
        #expect(try floats(at: 1088) == [0, 2])
    }

    @Test(
        "Arrays that do not fit the memory are in the answer itself",
        arguments: ["4090", "4096", "9223372036854775807", "-1", "-9223372036854775808"])
    func answersWithoutRoom(offset: String) {
        _ = share(memory.path)
        let array = predict(#""offset": 64, "count": 8"#, offset)["outputs"]?["y"]?["array"]
        #expect(array?["data"]?.string == [Float(0), 2].withUnsafeBytes { Data($0) }.base64EncodedString())
    }

    @Test(
        "Places beyond the memory are errors",
        arguments: [(-8, 8), (4089, 8), (4096, 8), (Int.max, 8), (64, Int.max), (64, -8), (64, 4), (Int.min, Int.min)])
    func placesBeyond(offset: Int, count: Int) {
        let place = #""offset": \#(offset), "count": \#(count)"#
        #expect(predict(place, "1024")["error"]?["message"]?.string == "'inputs.x': there is no shared memory")
        _ = share(memory.path)
        #expect(predict(place, "1024")["error"] != nil)
        #expect(predict(#""offset": 64, "count": 8"#, "1024")["ok"]?.text == "true")
    }

    @Test("A place for the answer is a whole number", arguments: [#""64""#, "64.5", "[64]", "true", "1e300"])
    func answerOffsetsOfAnotherKind(offset: String) {
        _ = share(memory.path)
        let answer = predict(#""offset": 64, "count": 8"#, offset)
        #expect(answer["error"]?["message"]?.string == "'answerOffset' is a whole number")
        #expect(predict(#""offset": 64, "count": 8"#, "null")["outputs"]?["y"]?["array"]?["data"] != nil)
    }

    @Test("Only files with something in them can be shared")
    func onlyFilesWithSomethingInThemCanBeShared() throws {
        let empty = folder.appendingPathComponent("empty")
        try Data().write(to: empty)
        for path in [empty.path, folder.path, "/nowhere", "/dev/null", ""] {
            #expect(share(path)["error"]?["message"]?.string?.isEmpty == false, "\(path)")
        }
    }

    @Test("Memory that the client shortens is an error of the request, and the server goes on")
    func shortened() throws {
        let large = folder.appendingPathComponent("large")
        try Data(count: 1 << 16).write(to: large)
        _ = share(large.path)
        try #require(truncate(large.path, 64) == 0)
        let answer = predict(#""offset": 32768, "count": 8"#, "40960")
        #expect(answer["error"]?["message"]?.string?.contains("was shortened") == true, "\(answer.text)")
        // It is no longer shared.
        #expect(predict(#""offset": 0, "count": 8"#, "0")["error"]?["message"]?.string == "'inputs.x': there is no shared memory")
        _ = share(memory.path)
        #expect(predict(#""offset": 64, "count": 8"#, "1024")["ok"]?.text == "true")
    }

    @Test("A pipe is not shared, and the refusal does not wait")
    func pipe() throws {
        let pipe = folder.appendingPathComponent("pipe")
        try #require(mkfifo(pipe.path, 0o600) == 0)
        #expect(share(pipe.path)["error"] != nil)
    }
}
