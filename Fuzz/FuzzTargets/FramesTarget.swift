import Foundation
import JSON
import ModelServer

/// The input of the server of models: bytes as they are, or requests of known words with values, arrays and payloads of any kind.
func fuzzFrames(_ input: UnsafeBufferPointer<UInt8>) {
    var script = FuzzScript(input)
    var content = Data()
    if script.number(below: 4) == 0 {
        content = script.remainder()
    } else {
        while !script.isAtEnd, content.count < 1 << 16 { content += frame(&script) }
    }
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0 else { return }
    defer { close(ends[0]) }
    let sent = content.withUnsafeBytes { send(ends[0], $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT)) }
    shutdown(ends[0], Int32(SHUT_WR))
    // Answers that fill the socket end the connection.
    let limits = SocketServer.Limits(requestBytes: 1 << 20, timeout: 1, threads: 1)
    let connection = Connection(ends[1], ModelLibrary(), limits, sent % 2 == 0 ? .ofOwner : .models(below: [corpus]), token: nil)
    connection.serve()
}

/// The seeds of the fuzzers, where small models are.
let corpus: URL = {
    // Fuzz/FuzzTargets/FramesTarget.swift
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    return folder.appendingPathComponent("Corpus")
}()

private let operations = [
    "load", "predict", "predictBatch", "newState", "readState", "writeState", "endState", "unload", "compile", "plan", "share", "detect",
    "greet", "fly",
]
private let names = [
    "path", "model", "inputs", "state", "name", "value", "images", "kinds", "answerOffset", "threshold", "top", "crop", "computeUnits",
    "function", "id",
]
private let models = ["program_of_layers", "program_of_states", "network", "trees", "program_of_open_shapes", "nothing", "weights"]
private let words = ["x", "y", "a", "", "horizon", "CPU_ONLY", "scaleFill", "main", "float32", "int32", "float16", "uint8", "/", "\0", "é"]
private let numbers = [0, 1, 2, 3, 4, 8, 16, 64, -1, 255, 1 << 31, 1 << 32, 1 << 40, .max, .min]

private func frame(_ script: inout FuzzScript) -> Data {
    let damage = script.byte()
    var members: [(String, JSON)] = [("op", .string(script.choice(operations)))]
    for _ in 0..<script.number(below: 6) {
        let name = script.choice(names)
        members.append((name, value(of: name, &script)))
    }
    let header = Data(JSON.object(members).text.utf8)
    let payload = script.bytes(4 * Int(script.byte()))
    // Sometimes the lengths are wrong.
    let difference = damage < 8 ? Int(damage) - 4 : 0
    var frame = Data("OSP1".utf8)
    withUnsafeBytes(of: UInt32(truncatingIfNeeded: header.count + difference).littleEndian) { frame.append(contentsOf: $0) }
    withUnsafeBytes(of: UInt64(payload.count).littleEndian) { frame.append(contentsOf: $0) }
    return frame + header + payload
}

/// A value of the right kind for most members, and of any kind now and then.
private func value(of name: String, _ script: inout FuzzScript) -> JSON {
    guard script.number(below: 8) != 0 else { return anything(&script, depth: 3) }
    switch name {
    case "path": return .string(corpus.appendingPathComponent("model/" + script.choice(models)).path)
    case "model", "state", "top", "id": return .integer(script.number(below: 4))
    case "answerOffset": return .integer(script.choice(numbers))
    case "inputs": return .object((0..<script.number(below: 4)).map { _ in (script.choice(words), featureValue(&script)) })
    case "value": return featureValue(&script)
    case "images": return .array((0..<script.number(below: 3)).map { _ in place(&script) })
    case "threshold": return .number(Double(script.byte()) / 128)
    default: return .string(script.choice(words))
    }
}

private func featureValue(_ script: inout FuzzScript) -> JSON {
    switch script.number(below: 8) {
    case 0: return ["int": .integer(script.choice(numbers))]
    case 1: return ["double": .number(Double(script.choice(numbers)) / 3)]
    case 2: return ["string": .string(script.choice(words))]
    case 3: return ["sequence": .array((0..<script.number(below: 4)).map { _ in anything(&script, depth: 1) })]
    case 4:
        return [
            "dictionary": .array((0..<script.number(below: 4)).map { _ in [anything(&script, depth: 1), .number(Double(script.byte()))] })
        ]
    case 5:
        let size = [("width", script.choice(numbers)), ("height", script.choice(numbers))].map { ($0, JSON.integer($1)) }
        let format = JSON.string(script.choice(["BGRA", "L", "RGB", "L16", "x"]))
        return ["image": .object(size + [("format", format)] + (place(&script).object ?? []))]
    case 6: return ["file": place(&script)]
    default:
        let shape = JSON.array((0..<script.number(below: 5)).map { _ in .integer(script.choice(numbers)) })
        let type = JSON.string(script.choice(["float32", "float16", "int32", "float64", "uint8", "bool", "x"]))
        return ["array": .object([("dtype", type), ("shape", shape)] + (place(&script).object ?? []))]
    }
}

/// Where bytes lie: in the payload, or in the header.
private func place(_ script: inout FuzzScript) -> JSON {
    guard script.number(below: 2) == 0 else {
        return ["data": .string(script.bytes(script.number(below: 64)).base64EncodedString())]
    }
    return ["offset": .integer(script.choice(numbers)), "count": .integer(script.choice(numbers))]
}

private func anything(_ script: inout FuzzScript, depth: Int) -> JSON {
    switch script.number(below: depth > 0 ? 8 : 6) {
    case 0: return .null
    case 1: return .bool(true)
    case 2: return .integer(script.choice(numbers))
    case 3: return .number(Double(script.choice(numbers)) * 1e10)
    case 4: return .string(script.choice(words))
    case 5: return .string(script.text(script.number(below: 32)))
    case 6: return .array((0..<script.number(below: 4)).map { _ in anything(&script, depth: depth - 1) })
    default: return .object((0..<script.number(below: 4)).map { _ in (script.choice(words), anything(&script, depth: depth - 1)) })
    }
}
