import CoreMLSpecification
import Foundation
import TestSupport
import Testing

/// `weights.bin` was written by coremltools (`Fixtures/make_fixtures.py`).
@Suite struct WeightFileTests {
    private struct Offsets: Decodable {
        var float32, uint8, float16, int8, int32, uint4, uint3, uint1: UInt64
    }

    private let file = Fixtures.url("weights.bin")
    private let offsets: Offsets

    init() throws {
        offsets = try JSONDecoder().decode(Offsets.self, from: Data(contentsOf: Fixtures.url("weights.json")))
    }

    @Test("Reads what coremltools writes")
    func readsWhatCoremltoolsWrites() throws {
        let weights = try WeightFile(contentsOf: file)
        let floats = try weights.entry(at: offsets.float32)
        #expect(floats.type == .float32 && floats.elementCount == 4)
        #expect(PackedFloats(bytes: floats.bytes) == [0, 1, -2.5, .infinity])
        let halves = try weights.entry(at: offsets.float16)
        #expect(halves.type == .float16 && halves.elementCount == 33 && halves.bytes.count == 66)
        let nibbles = try weights.entry(at: offsets.uint4)
        #expect(nibbles.type == .uint4 && nibbles.elementCount == 5)
        #expect(nibbles.bytes == [0x21, 0x43, 0x05])
        let triples = try weights.entry(at: offsets.uint3)
        #expect(triples.type == .uint3 && triples.elementCount == 3)
        let bits = try weights.entry(at: offsets.uint1)
        #expect(bits.type == .uint1 && bits.elementCount == 9 && bits.bytes.count == 2)
    }

    @Test("Writes what coremltools writes")
    func writesWhatCoremltoolsWrites() throws {
        let original = try Bytes(contentsOf: file)
        let weights = try WeightFile(bytes: original)
        var writer = WeightFileWriter()
        for offset in [
            offsets.float32, offsets.uint8, offsets.float16, offsets.int8, offsets.int32, offsets.uint4, offsets.uint3, offsets.uint1,
        ] {
            let entry = try weights.entry(at: offset)
            #expect(writer.append(entry.bytes, type: entry.type, elementCount: entry.elementCount) == offset)
        }
        // coremltools leaves out the padding after the last array.
        #expect(writer.fileSegments.joined().starts(with: original))
    }

    @Test("Offsets that are no arrays are errors")
    func offsetsThatAreNoArraysAreErrors() throws {
        let weights = try WeightFile(contentsOf: file)
        for offset: UInt64 in [0, 1, 65, 128, 1 << 40, .max, .max - 63] {
            #expect(throws: SpecificationError.self) { try weights.entry(at: offset) }
        }
    }

    @Test("Damaged files are errors or arrays inside them")
    func damagedFilesAreErrorsOrArraysInsideThem() throws {
        let original = Array(try Bytes(contentsOf: file))
        var generator = SplitMix64(state: 2)
        for round in 0..<1000 {
            var damaged = original
            let start = round % 2 == 0 ? 0 : 64
            damaged[Int.random(in: start..<start + 40, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            let length = round % 3 == 0 ? Int.random(in: 0..<damaged.count, using: &generator) : damaged.count
            guard let weights = try? WeightFile(bytes: Bytes(copying: damaged[..<length])) else { continue }
            if let entry = try? weights.entry(at: offsets.float32) {
                #expect(entry.bytes.count <= length)
                #expect(entry.elementCount * entry.type.bitsPerElement <= entry.bytes.count * 8)
            }
        }
    }
}
