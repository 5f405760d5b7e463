import CoreMLSpecification
import Foundation
import TestSupport
import Testing

/// The text form of ML Programs.
@Suite struct ProgramTextTests {
    private typealias MILSpec = Specification.MILSpec

    private func program(_ text: String) throws -> Specification.MILSpec.Program {
        try Specification.MILSpec.Program(text: Bytes(copying: text.utf8))
    }

    /// A program of one function with these operations and results.
    private func main(_ operations: String, _ results: String = "y", attributes: String = "") throws -> Specification.MILSpec.Function {
        let text = """
            program(1.3)
            [buildInfo = dict<string, string>({{"coremlc-component-MIL", "1"}, {"coremlc-version", "2"}})]
            {
                func main<ios17>(tensor<fp32, [1, ?]> x, state<tensor<fp16, [2]>> memory) \(attributes) {
                        \(operations)
                    } -> (\(results));
            }
            """
        return try #require(try program(text).functions["main"])
    }

    private func constant(_ value: String) throws -> MILSpec.Value {
        let block = try #require(try main("fp32 y = const()[val = \(value)];").blockSpecializations["CoreML7"])
        return try #require(block.operations.first?.attributes["val"])
    }

    private func tensor(_ value: String) throws -> MILSpec.TensorValue.Kind? {
        guard case .immediateValue(let immediate)? = try constant(value).value, case .tensor(let tensor)? = immediate.value else {
            return nil
        }
        return tensor.value
    }

    @Test("Programs have functions inputs operations and results")
    func programsHaveFunctionsInputsOperationsAndResults() throws {
        let function = try main(
            """
            // A comment.
            fp32 half = const()[name = string("half"), val = fp32(0x1p-1)];
            tensor<fp32, [1, ?]> a, tensor<fp32, [1, s0]> b = split(axis = int32(1), split_sizes = (half, half), x = x)[name = string("a")];
            write_state(data = a, input = memory);
            tensor<fp32, [1, ?]> y = mul(x = a, y = half);
            """, "y, b")
        #expect(function.opset == "CoreML7")
        #expect(function.inputs.map(\.name) == ["x", "memory"])
        guard case .tensorType(let type)? = function.inputs[0].type?.type, case .stateType? = function.inputs[1].type?.type else {
            Issue.record("the inputs are of other types")
            return
        }
        #expect(type.dataType == .float32)
        #expect(type.rank == 2)
        guard case .constant(let one)? = type.dimensions[0].dimension, case .unknown? = type.dimensions[1].dimension else {
            Issue.record("the dimensions are of other kinds")
            return
        }
        #expect(one.size == 1)
        let block = try #require(function.blockSpecializations["CoreML7"])
        #expect(block.outputs == ["y", "b"])
        #expect(block.operations.map(\.type) == ["const", "split", "write_state", "mul"])
        #expect(block.operations[1].outputs.map(\.name) == ["a", "b"])
        #expect(block.operations[2].outputs.isEmpty)
        #expect(block.operations[1].inputs["split_sizes"]?.arguments.count == 2)
        guard case .value? = block.operations[1].inputs["axis"]?.arguments.first?.binding else {
            Issue.record("a value in an argument's place is not a value")
            return
        }
    }

    @Test("Numbers are read as C's hexadecimal notation has them")
    func numbersAreReadAsC_sHexadecimalNotationHasThem() throws {
        guard case .floats(let floats)? = try tensor("tensor<fp32, [2, 3]>([[0x1.8p+1, -0x1p-1, 0x0p+0], [1.5e2, inf, -inf]])") else {
            Issue.record("no floats")
            return
        }
        #expect(Array(floats.values) == [3, -0.5, 0, 150, .infinity, -.infinity])
        guard case .floats(let nan)? = try tensor("fp32(nan)") else { return }
        #expect(nan.values[0].isNaN)
        guard case .bytes(let halves)? = try tensor("tensor<fp16, [3]>([0x1p-24, -0x1.5p-17, 0x1p+0])") else {
            Issue.record("no bytes")
            return
        }
        #expect(halves.values == [0x01, 0x00, 0xA8, 0x80, 0x00, 0x3C])
        guard case .doubles(let doubles)? = try tensor("fp64(0x1p-1074)") else { return }
        #expect(doubles.values[0] == .leastNonzeroMagnitude)
    }

    @Test("Integers lie as the message has them")
    func integersLieAsTheMessageHasThem() throws {
        guard case .ints(let ints)? = try tensor("tensor<int32, [2]>([-1, 2147483647])"),
            case .bytes(let bytes)? = try tensor("tensor<int8, [3]>([-128, 127, -1])"),
            case .bytes(let nibbles)? = try tensor("tensor<int4, [3]>([-8, 7, -1])"),
            case .bytes(let words)? = try tensor("tensor<uint32, [1]>([4294967295])"),
            case .longInts(let longs)? = try tensor("uint64(18446744073709551615)"),
            case .bools(let bools)? = try tensor("tensor<bool, [2]>([true, false])"),
            case .strings(let strings)? = try tensor(#"tensor<string, [2]>(["a\"\\b", "\n\x41\101"])"#)
        else {
            Issue.record("a value lies in another field")
            return
        }
        #expect(ints.values == [-1, .max])
        #expect(bytes.values == [0x80, 0x7F, 0xFF])
        #expect(nibbles.values == [0x78, 0x0F])
        #expect(words.values == [0xFF, 0xFF, 0xFF, 0xFF])
        #expect(longs.values == [-1])
        #expect(bools.values == [true, false])
        #expect(strings.values == ["a\"\\b", "\nAA"])
    }

    @Test("Both spellings of scalars and weights mean the same")
    func bothSpellingsOfScalarsAndWeightsMeanTheSame() throws {
        let path = "@model_path/weights/weight.bin"
        let new = try constant(#"tensor<fp16, [2]>(BLOBFILE(path = string("\#(path)"), offset = uint64(128)))"#)
        let old = try constant(#"tensor<fp16, [2]>(BLOBFILE(path = tensor<string, []>("\#(path)"), offset = tensor<uint64, []>(128)))"#)
        guard case .blobFileValue(let reference)? = new.value else {
            Issue.record("no reference")
            return
        }
        #expect(reference.fileName == path)
        #expect(reference.offset == 128)
        #expect(new.encoded() == old.encoded())
        #expect(try constant("bool(true)").encoded() == constant("tensor<bool, []>(true)").encoded())
        #expect(try constant(#"string("a")"#).encoded() == constant(#""a""#).encoded())
    }

    @Test("Attributes may be tuples dictionaries and lists")
    func attributesMayBeTuplesDictionariesAndLists() throws {
        let function = try main(
            "tensor<fp32, [1, ?]> y = relu(x = x);",
            attributes: """
                [FlexibleShapeInformation = tuple<tuple<string, dict<string, tensor<int32, [?]>>>, tuple<string, dict<string, \
                list<tensor<int32, [2]>, ?>>>>((("DefaultShapes", {{"x", [1, 4]}}), ("RangeDims", {{"x", [[1, 1], [1, 9]]}})))]
                """)
        guard case .immediateValue(let immediate)? = function.attributes["FlexibleShapeInformation"]?.value,
            case .tuple(let tuple)? = immediate.value
        else {
            Issue.record("no tuple")
            return
        }
        #expect(tuple.values.count == 2)
    }

    @Test("Operations may have blocks")
    func operationsMayHaveBlocks() throws {
        let function = try main(
            """
            bool p = less(x = x, y = x);
            tensor<fp32, [1, ?]> y = cond(pred = p)[name = string("y")] {
                    tensor<fp32, [1, ?]> a = relu(x = x);
                } -> (a), {
                } -> (x);
            int32 n, tensor<fp32, [1, ?]> z = while_loop(loop_vars = (p, y)) (int32 i, tensor<fp32, [1, ?]> v) {
                    bool c = less(x = i, y = int32(3));
                } -> (c) (int32 j, tensor<fp32, [1, ?]> w) {
                } -> (j, w);
            """)
        let operations = try #require(function.blockSpecializations["CoreML7"]?.operations)
        #expect(operations[1].blocks.map(\.outputs) == [["a"], ["x"]])
        #expect(operations[2].blocks.map { $0.inputs.map(\.name) } == [["i", "v"], ["j", "w"]])
    }

    @Test(
        "Text that is no program is an error that names the line",
        arguments: [
            "", "program", "program(1.3)", "program(7.0) {}", "program(10.0) {}", "program(1.3) {", "program(1.3) {} x", "prugram(1.3) {}",
            "program(1.3) [a] {}",
            "program(1.3) { func f<ios17>() {} }", "program(1.3) { func f<ios17>() {} -> (); func f<ios17>() {} -> (); }",
            "program(1.3) { func f<ios17>(fp33 x) {} -> (); }", "program(1.3) { func f<ios17>(tensor<fp32, [-1]> x) {} -> (); }",
            "program(1.3) { func f<ios17>(tensor<fp32, [99999999999999999999]> x) {} -> (); }",
            "program(1.3) { func f<ios17>() { fp32 a = const()[val = fp32(1x)]; } -> (a); }",
            "program(1.3) { func f<ios17>() { fp32 a = const()[val = tensor<fp32, [2]>([1])]; } -> (a); }",
            "program(1.3) { func f<ios17>() { fp32 a = const()[val = int8(128)]; } -> (a); }",
            "program(1.3) { func f<ios17>() { fp32 a = const()[val = string(\"x)]; } -> (a); }",
            "program(1.3) { func f<ios17>() { fp32 a = const()[val = fp32(BLOBFILE(path = 3, offset = uint64(1)))]; } -> (a); }",
            "program(1.3) { func f<ios17>() { fp32 a = const()[val = tuple<fp32>(())]; } -> (a); }",
        ])
    func textThatIsNoProgramIsAnErrorThatNamesTheLine(_ text: String) {
        #expect { try program(text) } throws: { ($0 as? SpecificationError)?.reason.contains("line 1") == true }
    }

    @Test("Bytes that are no text are an error")
    func bytesThatAreNoTextAreAnError() throws {
        guard case .strings(let strings)? = try tensor(#"tensor<string, [3]>(["\xC3\xA9", "\303\251", "é"])"#) else {
            Issue.record("no strings")
            return
        }
        #expect(strings.values == ["é", "é", "é"])
        // No first byte, a letter that ends too early, and half of a pair.
        for escapes in [#"\xFF"#, #"\303"#, #"\xED\xA0\x80"#] {
            #expect(throws: SpecificationError.self, "\(escapes)") { try constant(#"string("\#(escapes)")"#) }
        }
        let text = "program(1.3) { func f<ios17>(fp32 é) {} -> (); }"
        #expect(try program(text).functions["f"]?.inputs.map(\.name) == ["é"])
        var bytes = Array(text.utf8)
        let second = try #require(bytes.firstIndex(of: 0xA9))
        bytes.remove(at: second)
        #expect { try Specification.MILSpec.Program(text: Bytes(copying: bytes)) } throws: {
            ($0 as? SpecificationError)?.reason.contains("line 1") == true
        }
    }

    @Test("Nesting is limited")
    func nestingIsLimited() {
        func nested(_ depth: Int) -> String {
            let type = String(repeating: "list<", count: depth) + "fp32" + String(repeating: ", ?>", count: depth)
            return "program(1.3) { func f<ios17>(\(type) x) {} -> (); }"
        }
        #expect(throws: Never.self) { try program(nested(20)) }
        #expect(throws: SpecificationError.self) { try program(nested(100_000)) }
        let brackets = String(repeating: "[", count: 1_000_000)
        #expect(throws: SpecificationError.self) { try constant("tensor<fp32, [1]>(\(brackets)") }
        let blocks = String(repeating: "a() {", count: 100_000)
        #expect(throws: SpecificationError.self) { try main(blocks) }
    }

    @Test("Short values do not take many times the text")
    func shortValuesDoNotTakeManyTimesTheText() {
        let tuples = String(repeating: "(),", count: 1 << 20)
        #expect(throws: SpecificationError.self) { try constant("list<tuple<>, ?>([\(tuples)])") }
    }

    @Test(
        "Programs come back from their text",
        .enabled(if: FuzzCorpus.exists, "needs Fuzz/Corpus"),
        arguments: ["program_of_layers", "program_of_branches", "program_of_states", "program_of_open_shapes"])
    func programsComeBackFromTheirText(_ name: String) throws {
        try expectReturn(of: Specification.Model(parsing: Bytes(contentsOf: FuzzCorpus.url("model/\(name)"))))
    }

    /// Programs of coremltools: with weight files, branches and loops, states, several functions, open shapes, lists, packed elements, and
    /// operation sets before iOS 18 and from it on.
    @Test(
        "Programs of coremltools come back from their text",
        arguments: [
            "attention", "compressed_weights", "compressed_weights_of_ios16", "control_flow", "flexible_shapes", "functions", "integers",
            "lists", "recurrent", "states",
        ])
    func programsOfCoremltoolsComeBackFromTheirText(_ name: String) throws {
        try expectReturn(of: ModelPackage(contentsOf: Fixtures.program(name)).model)
    }

    private func expectReturn(of model: Specification.Model) throws {
        guard case .mlProgram(let original)? = model.type else {
            Issue.record("the model is no program")
            return
        }
        let text = try ProgramPrinter.text(of: original)
        let parsed = try program(text)
        #expect(try ProgramPrinter.text(of: parsed) == text)
        #expect(sorted(parsed).encoded() == sorted(original).encoded())
    }

    /// The program with the entries of its maps by name, which the text has so.
    private func sorted(_ program: MILSpec.Program) -> MILSpec.Program {
        func sorted<Value>(_ map: OrderedMap<String, Value>) -> OrderedMap<String, Value> {
            var result = OrderedMap<String, Value>()
            for (key, value) in map.sorted(by: { $0.key < $1.key }) { result[key] = value }
            return result
        }
        func sorted(block: MILSpec.Block) -> MILSpec.Block {
            var block = block
            for index in block.operations.indices {
                block.operations[index].inputs = sorted(block.operations[index].inputs)
                block.operations[index].attributes = sorted(block.operations[index].attributes)
                block.operations[index].blocks = block.operations[index].blocks.map(sorted(block:))
            }
            return block
        }
        var program = program
        program.attributes = sorted(program.attributes)
        for (name, var function) in program.functions {
            for (opset, block) in function.blockSpecializations { function.blockSpecializations[opset] = sorted(block: block) }
            program.functions[name] = function
        }
        return program
    }
}

/// The seeds of the fuzz targets, small models of every form.
enum FuzzCorpus {
    private static let folder = Repository.file("Fuzz/Corpus")

    static let exists = FileManager.default.fileExists(atPath: folder.path)

    static func url(_ name: String) -> URL { folder.appendingPathComponent(name) }
}
