import CoreMLSpecification
import Foundation
import Testing

/// The text of ML Programs as Osprey writes it.
@Suite struct ProgramPrinterTests {
    private typealias MILSpec = Specification.MILSpec

    private func printed(_ text: String) throws -> String {
        try ProgramPrinter.text(of: Specification.MILSpec.Program(text: Bytes(copying: text.utf8)))
    }

    /// The text of a program, of an operation set from iOS 18 on, with one constant.
    private func text(of value: MILSpec.Value, maximumByteCount: Int = 1 << 20) throws -> String {
        let output = MILSpec.NamedValueType.with {
            $0.name = "a"
            $0.type = value.type
        }
        let operation = MILSpec.Operation.with {
            $0.type = "const"
            $0.outputs = [output]
            $0.attributes = ["val": value]
        }
        let block = MILSpec.Block.with {
            $0.operations = [operation]
            $0.outputs = ["a"]
        }
        let function = MILSpec.Function.with {
            $0.opset = "CoreML8"
            $0.blockSpecializations = ["CoreML8": block]
        }
        return try ProgramPrinter.text(of: .with { $0.functions = ["main": function] }, maximumByteCount: maximumByteCount)
    }

    private func tensor(_ type: MILSpec.DataType, _ sizes: [UInt64?], _ value: MILSpec.TensorValue.Kind) -> MILSpec.Value {
        let dimensions = sizes.map { size -> MILSpec.Dimension in
            var dimension = MILSpec.Dimension()
            if let size {
                dimension.dimension = .constant(.with { $0.size = size })
            } else {
                dimension.dimension = .unknown(.init())
            }
            return dimension
        }
        let tensorType = MILSpec.TensorType.with {
            $0.dataType = type
            $0.rank = Int64(sizes.count)
            $0.dimensions = dimensions
        }
        let immediate = MILSpec.Value.ImmediateValue.with { $0.value = .tensor(.with { $0.value = value }) }
        var result = MILSpec.Value()
        result.type = MILSpec.ValueType.with { $0.type = .tensorType(tensorType) }
        result.value = .immediateValue(immediate)
        return result
    }

    private func ints(_ count: Int) -> MILSpec.TensorValue.Kind {
        .ints(.with { $0.values = [Int32](repeating: 7, count: count) })
    }

    private func bytes(_ values: [UInt8]) -> MILSpec.TensorValue.Kind {
        .bytes(.with { $0.values = Bytes(copying: values) })
    }

    // MARK: Spelling

    @Test("Programs before IOS 18 spell scalars as tensors")
    func programsBeforeIOS18SpellScalarsAsTensors() throws {
        let text = #"""
            program(1.0)
            [buildInfo = dict<tensor<string, []>, tensor<string, []>>({{"coremlc-version", "3304.6.2"}})]
            {
                func main<ios16>(tensor<fp32, [500]> x) [FlexibleShapeInformation = tuple<tuple<tensor<string, []>, dict<tensor<string, []>, tensor<int32, [?]>>>>((("DefaultShapes", {{"x", [500]}})))] {
                        tensor<fp32, [500]> const_1 = const()[name = tensor<string, []>("const_1"), val = tensor<fp32, [500]>(BLOBFILE(path = tensor<string, []>("@model_path/weights/weight.bin"), offset = tensor<uint64, []>(64)))];
                        tensor<fp32, []> tenth = const()[val = tensor<fp32, []>(0x1.99999ap-4)];
                        tensor<fp32, [500]> add_0 = add(x = x, y = const_1)[name = tensor<string, []>("add_0")];
                    } -> (add_0);
            }

            """#
        #expect(try printed(text) == text)
    }

    @Test("Programs from IOS 18 on spell scalars shortly")
    func programsFromIOS18OnSpellScalarsShortly() throws {
        let text = #"""
            program(1.3)
            [buildInfo = dict<string, string>({{"a \"b\"\\\n", "\t\x01é"}})]
            {
                func main<ios18>(tensor<fp16, [1, ?]> x, state<tensor<fp16, [2, 2]>> memory) {
                        tensor<fp32, [500]> const_3 = const()[name = string("const_3"), val = tensor<fp32, [500]>(BLOBFILE(path = string("@model_path/weights/weight.bin"), offset = uint64(64)))];
                        tensor<fp16, [2, 2]> h = const()[val = tensor<fp16, [2, 2]>([[0x1.8p+1, -0x0p+0], [inf, 0x1p-24]])];
                        tensor<fp32, [3]> f = const()[val = tensor<fp32, [3]>([nan, -inf, -0x1.99999ap-4])];
                        tensor<int4, [3]> n = const()[val = tensor<int4, [3]>([-8, 7, -1])];
                        list<string, 2> l = const()[val = list<string, 2>(["x", "y"])];
                        tensor<bool, [0]> none = const()[val = tensor<bool, [0]>([])];
                        write_state(data = h, input = memory);
                        bool p = greater(x = uint64(18446744073709551615), y = fp64(0x1p-1074));
                        tensor<fp16, [1, ?]> y = cond(pred = p)[name = string("y")] {
                                tensor<fp16, [1, ?]> a, tensor<fp16, [...]> b = split(axis = int32(-1), x = (x, x));
                            } -> (a) {
                            } -> (x);
                        int32 i = while_loop(loop_vars = int32(0)) (int32 j) {
                                bool c = less(x = j, y = int32(3));
                            } -> (c) (int32 k) {
                            } -> (k);
                    } -> (y);
                func second<ios17>(bool z) {
                    } -> (z);
            }

            """#
        #expect(try printed(text) == text)
    }

    @Test("Control characters are escaped")
    func controlCharactersAreEscaped() throws {
        let strings = tensor(.string, [], .strings(.with { $0.values = ["a\r\n\"\u{7F}\0b"] }))
        #expect(try text(of: strings).contains(#"string a = const()[val = string("a\r\n\"\x7f\x00b")];"#))
    }

    // MARK: Elements

    @Test("Elements in bytes are read by their type")
    func elementsInBytesAreReadByTheirType() throws {
        #expect(try text(of: tensor(.int16, [2], bytes([0xFF, 0xFF, 0x00, 0x01]))).contains("([-1, 256])"))
        #expect(try text(of: tensor(.float32, [], bytes([0, 0, 0xC0, 0x3F]))).contains("fp32(0x1.8p+0)"))
        #expect(try text(of: tensor(.uint1, [10], bytes([0b1000_0001, 0b10]))).contains("([1, 0, 0, 0, 0, 0, 0, 1, 0, 1])"))
        #expect(try text(of: tensor(.uint3, [2, 1], bytes([0b0010_1110]))).contains("([[6], [5]])"))
        #expect(try text(of: tensor(.float8e4m3fn, [2], bytes([0x38, 0xFF]))).contains("tensor<fp8e4m3fn, [2]>([56, 255])"))
        #expect(throws: SpecificationError.self) { try text(of: tensor(.uint1, [10], bytes([1]))) }
        #expect(throws: SpecificationError.self) { try text(of: tensor(.string, [2], bytes([1, 2]))) }
    }

    @Test("Elements of an open shape are written in one row")
    func elementsOfAnOpenShapeAreWrittenInOneRow() throws {
        #expect(try text(of: tensor(.int32, [nil, 2], ints(4))).contains("tensor<int32, [?, 2]>([7, 7, 7, 7])"))
        #expect(try text(of: tensor(.int32, [nil], ints(0))).contains("tensor<int32, [?]>([])"))
    }

    @Test("Shapes that the elements do not fill are errors")
    func shapesThatTheElementsDoNotFillAreErrors() throws {
        // Three times the second size is five more than 2^64.
        let cases: [(sizes: [UInt64?], count: Int)] = [
            ([2], 3), ([], 0), ([], 2), ([3, 6_148_914_691_236_517_207], 5), ([UInt64.max, 2], 0), ([0, 4], 1),
        ]
        for (sizes, count) in cases {
            #expect(throws: SpecificationError.self, "\(sizes)") { try text(of: tensor(.int32, sizes, ints(count))) }
        }
        #expect(try text(of: tensor(.int32, [0, UInt64.max], ints(0))).contains("([])"))
    }

    @Test("A shape of many dimensions does not nest")
    func aShapeOfManyDimensionsDoesNotNest() throws {
        let ones = [UInt64?](repeating: 1, count: 100_000)
        #expect(try text(of: tensor(.int32, ones, ints(1))).contains("([7])"))
    }

    @Test("The text is no longer than allowed")
    func theTextIsNoLongerThanAllowed() throws {
        let value = tensor(.uint1, [80_000], bytes([UInt8](repeating: 0, count: 10_000)))
        #expect(try text(of: value).utf8.count > 240_000)
        #expect(throws: SpecificationError.self) { try text(of: value, maximumByteCount: 200_000) }
    }
}
