import CoreMLSpecification
import Foundation
import Testing

/// The wire format, with bytes written by hand after https://protobuf.dev/programming-guides/encoding.
@Suite struct WireReaderTests {
    private func model(_ bytes: [UInt8]) throws -> Specification.Model {
        try Specification.Model(parsing: Bytes(copying: bytes))
    }

    @Test("Reads numbers of every length")
    func readsNumbersOfEveryLength() throws {
        #expect(try model([0x08, 0x05]).specificationVersion == 5)
        #expect(try model([0x08, 0xAC, 0x02]).specificationVersion == 300)
        // Negative 32-bit numbers take ten bytes.
        #expect(try model([0x08] + Array(repeating: 0xFF, count: 9) + [0x01]).specificationVersion == -1)
        // A longer form than needed is allowed.
        #expect(try model([0x08, 0x85, 0x80, 0x80, 0x00]).specificationVersion == 5)
    }

    @Test(
        "Refuses malformed bytes",
        arguments: [
            [0x08],  // A field without a value.
            [0x08, 0x80],  // A number that does not end.
            [0x08] + Array(repeating: 0xFF, count: 9) + [0x02],  // 65 bits.
            [0x08] + Array(repeating: 0x80, count: 11) + [0x00],  // Eleven bytes.
            [0x00, 0x01],  // Field number 0.
            [0x13], [0x14],  // A group's start and end.
            [0x0E], [0x0F],  // Kinds of field that do not exist.
            [0x12, 0x05, 0x0A],  // A length beyond the end.
            [0x12] + Array(repeating: 0xFF, count: 9) + [0x01],  // A negative length.
            [0x12, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F],  // The longest length.
            [0x0A, 0x00],  // A number's field with a message's kind.
            [0x10, 0x00],  // A message's field with a number's kind.
            [0xFA, 0xFF, 0xFF, 0xFF, 0xFF, 0x01, 0x00],  // A field number of more than 29 bits.
        ] as [[UInt8]])
    func refusesMalformedBytes(_ bytes: [UInt8]) {
        #expect(throws: SpecificationError.self) { try model(bytes) }
    }

    @Test("Refuses text that is not UTF 8")
    func refusesTextThatIsNotUTF8() {
        #expect(throws: SpecificationError.self) {
            try Specification.FeatureDescription(parsing: [0x0A, 0x02, 0xC3, 0x28])
        }
    }

    @Test("Reads text of every alphabet")
    func readsTextOfEveryAlphabet() throws {
        for text in ["", "x", "a name longer than fifteen bytes", "größe", "画像", "\u{10FFFF}\0~"] {
            let bytes: [UInt8] = [0x0A, UInt8(text.utf8.count)] + Array(text.utf8)
            #expect(try Specification.FeatureDescription(parsing: Bytes(copying: bytes)).name == text)
        }
    }

    @Test("Inner lengths end with their message")
    func innerLengthsEndWithTheirMessage() {
        // A description of 2 bytes, in which a feature claims 4.
        #expect(throws: SpecificationError.self) { try model([0x12, 0x02, 0x0A, 0x04, 0x08, 0x05, 0x08, 0x05]) }
    }

    @Test("Reads packed and single elements in any mixture")
    func readsPackedAndSingleElementsInAnyMixture() throws {
        let floats: [UInt8] = [0, 0, 0x80, 0x3F, 0, 0, 0, 0x40]
        let mixed = try Specification.FloatVector(
            parsing: Bytes(copying: [0x0A, 8] + floats + [0x0D, 0, 0, 0x40, 0x40] + [0x0A, 8] + floats))
        #expect(Array(mixed.vector) == [1, 2, 3, 1, 2])
        let integers = try Specification.Int64Vector(parsing: [0x0A, 3, 1, 0xAC, 0x02, 0x08, 7])
        #expect(integers.vector == [1, 300, 7])
    }

    @Test("Refuses half a number in a packed list")
    func refusesHalfANumberInAPackedList() {
        #expect(throws: SpecificationError.self) { try Specification.FloatVector(parsing: [0x0A, 5, 0, 0, 0, 0, 0]) }
        #expect(throws: SpecificationError.self) { try Specification.Int64Vector(parsing: [0x0A, 1, 0x80]) }
    }

    @Test("Merges a message that occurs twice")
    func mergesAMessageThatOccursTwice() throws {
        let first: [UInt8] = [0x12, 2, 0x0A, 0]
        let merged = try model(first + [0x12, 2, 0x52, 0] + first)
        #expect(merged.description?.input.count == 2)
        #expect(merged.description?.output.count == 1)
    }

    @Test("Last member of a oneof counts")
    func lastMemberOfAOneofCounts() throws {
        let mapping = try Specification.CategoricalMapping(parsing: [0xAA, 0x06, 1, 0x61, 0xB0, 0x06, 0])
        guard case .int64Value(0)? = mapping.valueOnUnknown else {
            Issue.record("\(String(describing: mapping.valueOnUnknown))")
            return
        }
        #expect(mapping.encoded() == Data([0xB0, 0x06, 0]))
    }

    @Test("Last entry of a key counts")
    func lastEntryOfAKeyCounts() throws {
        let map = try Specification.StringToInt64Map(parsing: [0x0A, 5, 0x0A, 1, 0x61, 0x10, 1, 0x0A, 5, 0x0A, 1, 0x61, 0x10, 2]).map
        #expect(map["a"] == 2)
        #expect(map.dictionary == ["a": 2])
        #expect(map["b"] == nil)
    }

    @Test("Keeps unknown fields and numbers of enums")
    func keepsUnknownFieldsAndNumbersOfEnums() throws {
        let bytes: [UInt8] = [0x08, 0x05, 0xA8, 0x46, 0x07, 0xB2, 0x46, 0x01, 0x41, 0xBD, 0x46, 1, 2, 3, 4]
        let kept = try model(bytes)
        #expect(!kept.unknownFields.isEmpty)
        #expect(kept.encoded() == Data(bytes))
        let image = try Specification.ImageFeatureType(parsing: [0x18, 99])
        #expect(image.colorSpace == .unrecognized(99))
        #expect(image.encoded() == Data([0x18, 99]))
    }
}
