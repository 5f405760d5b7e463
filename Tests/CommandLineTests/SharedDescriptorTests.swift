import CoreMLSpecification
import Foundation
import JSON
import ModelServer
import TestSupport
import Testing

/// Memory that a client at a local socket shares by its descriptor.
@Suite("Memory that is shared over a socket")
struct SharedDescriptorTests {
    private let temporary: TemporaryFolder
    private let server: SocketServer
    private let client: SocketClient
    private let model: Int
    /// The name of this test's memories in `/proc/self/fd`: client and server are one process.
    private let name = "osprey-test-\(UInt64.random(in: 0 ... .max))"

    init() throws {
        temporary = try TemporaryFolder()
        let package = temporary.file("Functions.mlpackage")
        try ModelPackage.write(ProgramModels.twoFunctions, to: package)
        let path = temporary.file("socket").path
        server = try SocketServer(.local(path: path))
        Thread { [server] in server.run() }.start()
        client = try SocketClient(path)
        model = try client.load(package.path)
    }

    private func share(_ descriptor: Int32) throws -> JSON {
        client.send(#"{"id": 2, "op": "share"}"#, passing: [descriptor])
        return try client.answer().json
    }

    private func message(_ answer: JSON) -> String { answer["error"]?["message"]?.string ?? answer.text }

    /// How many descriptors of this process are memories of this test.
    private func openCount() throws -> Int {
        let links = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
        return links.filter { link in
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(link)"))?.contains(name) == true
        }.count
    }

    @Test("Arrays come from and go to memory whose descriptor came with the request")
    func shared() throws {
        defer { server.stop() }
        let memory = try SealedMemory(name, count: 4096)
        memory.write([-1, 2], at: 64)
        #expect(try share(memory.descriptor)["count"]?.integer == 4096)
        #expect(try openCount() == 1)
        client.send(
            #"{"id": 3, "op": "predict", "model": \#(model), "answerOffset": 128, "inputs": {"x": {"array": {"dtype": "float32", "shape": [2], "offset": 64, "count": 8}}}}"#
        )
        let answer = try client.answer().json
        #expect(answer["outputs"]?["y"]?["array"]?["offset"]?.integer == 128, "\(answer.text)")
        #expect(memory.floats(at: 128) == [0, 2])
    }

    @Test("Memory that could be shortened, a file, a folder, a pipe and memory that is only read are refused, and none stays open")
    func refused() throws {
        defer { server.stop() }
        let file = temporary.file("file")
        try Data(count: 4096).write(to: file)
        let opened = [open(file.path, O_RDWR), open(temporary.url.path, O_RDONLY), open("/dev/null", O_RDWR)]
        defer { opened.forEach { close($0) } }
        let unsealed = try SealedMemory(name, count: 4096, seals: 0)
        for descriptor in opened + [unsealed.descriptor, client.descriptor] {
            #expect(message(try share(descriptor)).contains("F_SEAL_SHRINK"))
        }
        let sealed = try SealedMemory(name, count: 4096)
        let read = open("/proc/self/fd/\(sealed.descriptor)", O_RDONLY)
        #expect(message(try share(read)).contains("cannot be shared"))
        close(read)
        let empty = try SealedMemory(name, count: 0)
        #expect(message(try share(empty.descriptor)).contains("no file that can be shared"))
        #expect(try openCount() == 3)
    }

    @Test("A path is no memory at a socket")
    func path() throws {
        defer { server.stop() }
        let file = temporary.file("file")
        try Data(count: 4096).write(to: file)
        client.send(#"{"id": 2, "op": "share", "path": "\#(file.path)"}"#)
        #expect(message(try client.answer().json).contains("SCM_RIGHTS"))
    }

    @Test("Descriptors that nobody asked for are closed", arguments: [#"{"id": 3, "op": "fly"}"#, #"{"id": 3, "op": "share"}"#, "no JSON"])
    func surplus(header: String) throws {
        defer { server.stop() }
        let memory = try SealedMemory(name, count: 4096)
        for _ in 0..<5 {
            client.send(header, passing: Array(repeating: memory.descriptor, count: 20))
            _ = try client.answer()
        }
        #expect(try openCount() == 1)
    }
}

/// Memory with a name and seals, which the test has mapped.
private final class SealedMemory {
    struct Refused: Error {}

    let descriptor: Int32
    private let bytes: UnsafeMutableRawBufferPointer

    /// - Parameter seals: `F_SEAL_SHRINK` if nothing is said.
    init(_ name: String, count: Int, seals: Int32 = 2) throws {
        typealias Create = @convention(c) (UnsafePointer<CChar>, UInt32) -> Int32
        guard let symbol = dlsym(nil, "memfd_create") else { throw Refused() }
        // MFD_CLOEXEC and MFD_ALLOW_SEALING.
        descriptor = unsafeBitCast(symbol, to: Create.self)(name, 3)
        // F_ADD_SEALS
        guard descriptor >= 0, ftruncate(descriptor, count) == 0, fcntl(descriptor, 1033, seals) == 0 else { throw Refused() }
        let base = count > 0 ? mmap(nil, count, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0) : nil
        bytes = UnsafeMutableRawBufferPointer(start: base, count: count)
    }

    deinit {
        if let base = bytes.baseAddress { munmap(base, bytes.count) }
        close(descriptor)
    }

    func write(_ numbers: [Float], at offset: Int) {
        for (index, number) in numbers.enumerated() { bytes.storeBytes(of: number, toByteOffset: offset + 4 * index, as: Float.self) }
    }

    func floats(at offset: Int) -> [Float] { (0..<2).map { bytes.load(fromByteOffset: offset + 4 * $0, as: Float.self) } }
}
