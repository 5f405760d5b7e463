import CoreMLSpecification
import Foundation

extension Trainer {
    /// The part of a checkpoint before its numbers.
    private struct Header: Codable {
        struct Entry: Codable, Equatable {
            var name: String
            var shape: [Int]
            /// The part of a parameter's state: 0 for the parameter itself, and larger numbers for what the optimizer keeps for it.
            var part: Int
        }

        var settings: Settings
        var iteration: Int
        var optimizerSteps: Int
        var generator: SplitMix64
        var entries: [Entry]
        /// Data of the caller, such as the position in an epoch or a record of losses.
        var note: Data
    }

    private static let magic: [UInt8] = Array("OSPREYCK".utf8)
    /// The largest header that is read.
    private static let maximumHeaderByteCount = 1 << 26

    /// All tensors of a checkpoint in order: each parameter, followed by the optimizer's state for that parameter.
    private var tensors: [(entry: Header.Entry, tensor: Tensor)] {
        parameters.names.flatMap { name -> [(Header.Entry, Tensor)] in
            let all = [parameters[name]].compactMap { $0 } + (optimizer.state[name] ?? [])
            return all.enumerated().map { (Header.Entry(name: name, shape: $1.shape, part: $0), $1) }
        }
    }

    /// Writes the parameters, the optimizer, the random number generator and the number of updates to `url`. If writing fails, an existing
    /// file is unchanged.
    ///
    /// - Parameter note: data of the caller, which `restore` returns.
    /// - Throws: `SpecificationError` if the file cannot be written.
    package func save(to url: URL, note: Data = Data()) throws { try writeFile(checkpoint(note), to: url) }

    /// The bytes that `save` writes.
    package func state(note: Data = Data()) throws -> Data {
        var data = Data()
        for part in try checkpoint(note) { part.withUnsafeBytes { data.append(contentsOf: $0) } }
        return data
    }

    private func checkpoint(_ note: Data) throws -> [Bytes] {
        let tensors = tensors
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let header = try encoder.encode(
            Header(
                settings: settings, iteration: iteration, optimizerSteps: optimizer.stepCount, generator: generator,
                entries: tensors.map(\.entry), note: note))
        var size = UInt64(header.count).littleEndian
        let start = Trainer.magic + withUnsafeBytes(of: &size) { Array($0) } + Array(header)
        let body = tensors.map { Bytes(base: UnsafeRawPointer($0.tensor.pointer), count: $0.tensor.type.byteCount, owner: $0.tensor) }
        return [Bytes(copying: start)] + body
    }

    /// Resumes training from a file that `save` wrote, and returns the note.
    ///
    /// - Throws: `RuntimeError.invalidModel` if the file is not a checkpoint of a trainer with these parameters and settings. The trainer
    ///   is then unchanged. `SpecificationError` if the file cannot be read.
    @discardableResult
    package func restore(from url: URL) throws -> Data { try restore(Bytes(contentsOf: url), "the checkpoint \(url.path)") }

    /// Resumes training from data that `state(note:)` returned, and returns the note in it.
    ///
    /// - Throws: `RuntimeError.invalidModel` as for `restore(from:)`.
    @discardableResult
    package func restore(state: Data) throws -> Data { try restore(Bytes(copying: state), "the state of the training") }

    private func restore(_ bytes: Bytes, _ name: String) throws -> Data {
        func invalid(_ reason: String) -> RuntimeError { .invalidModel("\(name) \(reason)") }
        guard bytes.count >= 16, Array(bytes.prefix(8)) == Trainer.magic else { throw invalid("is none") }
        let size: UInt64 = try bytes.integer(at: 8)
        guard size <= UInt64(Trainer.maximumHeaderByteCount), Int(size) <= bytes.count - 16 else { throw invalid("is cut off") }
        let header: Header
        do {
            header = try bytes.slice(at: 16, count: Int(size)).withUnsafeBytes { try JSONDecoder().decode(Header.self, from: Data($0)) }
        } catch {
            throw invalid("is damaged: \(error)")
        }
        let tensors = tensors
        guard header.settings == settings else { throw invalid("was made with other settings") }
        guard header.entries == tensors.map(\.entry) else { throw invalid("belongs to other parameters") }
        let counts = 0...1 << 48
        guard counts.contains(header.iteration), counts.contains(header.optimizerSteps) else {
            throw invalid("is damaged: it counts below zero, or too far")
        }
        var offset = 16 + Int(size)
        guard bytes.count == offset + tensors.reduce(0, { $0 + $1.tensor.type.byteCount }) else { throw invalid("has another size") }
        for (_, tensor) in tensors {
            try bytes.slice(at: offset, count: tensor.type.byteCount).withUnsafeBytes { tensor.rawBytes.copyMemory(from: $0) }
            offset += tensor.type.byteCount
        }
        iteration = header.iteration
        optimizer.stepCount = header.optimizerSteps
        generator = header.generator
        return header.note
    }
}
