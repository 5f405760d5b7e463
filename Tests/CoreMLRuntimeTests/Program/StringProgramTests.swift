import CoreMLSpecification
import Foundation
import Testing

@testable import CoreMLRuntime

/// Tensors and lists of strings in ML Programs, as text and as messages.
struct StringProgramTests {
    private typealias MILSpec = Specification.MILSpec

    /// The beginning of all programs here; `positive` says whether the sum of the input's three numbers is.
    private static let beginning = """
        tensor<string, [3]> animals = const()[val = tensor<string, [3]>(["cat", "dog", "owl"])];
        tensor<string, [3]> plants = const()[val = tensor<string, [3]>(["ash", "birch", "elm"])];
        fp32 total = reduce_sum(axes = tensor<int32, [1]>([0]), keep_dims = bool(false), x = x);
        bool positive = greater(x = total, y = fp32(0x0p+0));
        int32 row = cast(dtype = string("int32"), x = positive);
        tensor<fp32, [3]> p = softmax(axis = int32(0), x = x);
        """

    private static let ending = "string label, dict<string, fp64> probabilities = classify(classes = classes, probabilities = p);"

    private static func program(
        _ operations: String, results: String = "label, probabilities", inputs: String = "tensor<fp32, [3]> x"
    ) throws -> Specification.MILSpec.Program {
        let text = """
            program(1.3)
            {
                func main<ios17>(\(inputs)) {
                        \(beginning)
                        \(operations)
                    } -> (\(results));
            }
            """
        return try Specification.MILSpec.Program(text: Bytes(copying: text.utf8))
    }

    private static func predictor(_ program: Specification.MILSpec.Program, limit: Int = 1 << 24) throws -> any ModelPredictor {
        func feature(_ name: String, _ kind: Specification.FeatureType.Kind) -> Specification.FeatureDescription {
            .with {
                $0.name = name
                $0.type = .with { $0.type = kind }
            }
        }
        let description = Specification.ModelDescription.with {
            $0.input = [feature("x", .multiArrayType(.with { $0.shape = [3] }))]
            $0.output = [
                feature("label", .stringType(.init())),
                feature("probabilities", .dictionaryType(.with { $0.keyType = .stringKeyType(.init()) })),
            ]
            ($0.predictedFeatureName, $0.predictedProbabilitiesName) = ("label", "probabilities")
        }
        let model = Specification.Model.with {
            $0.description = description
            $0.type = .mlProgram(program)
        }
        var options = PredictorOptions()
        options.memoryLimit = MemoryLimit(byteCount: limit)
        return try PredictorFactory.predictor(for: model, options: options)
    }

    private static func predictor(_ operations: String) throws -> any ModelPredictor { try predictor(program(operations)) }

    private static func classes(_ predictor: any ModelPredictor, _ x: [Float]) throws -> (best: PredictorValue?, all: ClassLabels) {
        let outputs = try predictor.predict([.tensor(Tensor(x))])
        guard case .probabilities(let probabilities)? = outputs[1] else { throw RuntimeError.failed("no probabilities") }
        return (outputs[0], probabilities.labels)
    }

    // MARK: Strings that depend on the prediction

    /// Ways to the classes `animals` for a positive sum, and `plants` for others.
    private static let choices = [
        "tensor<string, [3]> classes = cond(pred = positive) { } -> (animals), { } -> (plants);",
        """
        tensor<string, [3]> chosen = cond(pred = positive) {
                tensor<string, [3]> same = identity(x = animals);
            } -> (same), {
                tensor<string, [3]> trees = const()[val = tensor<string, [3]>(["ash", "birch", "elm"])];
            } -> (trees);
        tensor<string, [3]> classes = identity(x = chosen);
        """,
        "tensor<string, [3]> classes = select(a = animals, b = plants, cond = positive);",
        """
        tensor<string, [2, 3]> table = stack(axis = int32(0), values = (plants, animals));
        tensor<string, [3]> classes = gather(axis = int32(0), indices = row, x = table);
        """,
        """
        tensor<string, [6]> all = concat(axis = int32(0), interleave = bool(false), values = (plants, animals));
        tensor<string, [2, 3]> rows = reshape(shape = tensor<int32, [2]>([2, 3]), x = all);
        tensor<string, [1, 2, 3]> deep = expand_dims(axes = tensor<int32, [1]>([0]), x = rows);
        tensor<string, [2, 3]> table = squeeze(axes = tensor<int32, [1]>([0]), x = deep);
        tensor<string, [1, 3]> one = gather(axis = int32(0), indices = tensor<int32, [1]>([1]), x = table);
        tensor<string, [3]> flat = reshape(shape = tensor<int32, [1]>([-1]), x = one);
        tensor<string, [2, 3]> again = stack(axis = int32(0), values = (plants, flat));
        tensor<string, [3]> classes = gather(axis = int32(0), indices = row, x = again);
        """,
        """
        int32 end, tensor<string, [3]> classes = while_loop(loop_vars = (int32(0), plants)) (int32 i, tensor<string, [3]> a) {
                bool more = less(x = i, y = row);
            } -> (more), (int32 j, tensor<string, [3]> b) {
                int32 k = add(x = j, y = int32(1));
            } -> (k, animals);
        """,
        """
        list<tensor<string, [3]>, 2> l0 = make_list(dtype = string("string"), dynamic_length = bool(true), elem_shape = (int32(3)), \
        init_length = int32(2));
        list<tensor<string, [3]>, 2> l1 = list_write(index = int32(0), ls = l0, value = plants);
        list<tensor<string, [3]>, 2> l2 = list_write(index = int32(1), ls = l1, value = animals);
        list<tensor<string, [3]>, 2> l3 = identity(x = l2);
        tensor<string, [3]> classes = list_read(index = row, ls = l3);
        """,
        """
        list<string, 3> a = const()[val = list<string, 3>(["cat", "dog", "owl"])];
        list<string, 3> b = const()[val = list<string, 3>(["ash", "birch", "elm"])];
        list<string, 3> classes = cond(pred = positive) { } -> (a), { } -> (b);
        """,
    ]

    @Test("The labels depend on the prediction", arguments: choices.indices, [false, true])
    func theLabelsDependOnThePrediction(
        _ index: Int, isMessage: Bool
    ) throws {
        var program = try Self.program(Self.choices[index] + Self.ending)
        if isMessage { program = try MILSpec.Program(parsing: Bytes(copying: program.encoded())) }
        let predictor = try Self.predictor(program)
        #expect(predictor.classLabels == nil)
        for _ in 0..<3 {
            let positive = try Self.classes(predictor, [1, 5, 2])
            #expect(positive.all == .strings(["cat", "dog", "owl"]))
            guard case .string("dog")? = positive.best else { throw RuntimeError.failed("\(String(describing: positive.best))") }
            let negative = try Self.classes(predictor, [-3, -9, -1])
            #expect(negative.all == .strings(["ash", "birch", "elm"]))
            guard case .string("elm")? = negative.best else { throw RuntimeError.failed("\(String(describing: negative.best))") }
        }
    }

    @Test("Numbers of classes depend on the prediction too")
    func numbersOfClassesDependOnThePredictionToo() throws {
        let predictor = try Self.predictor(
            """
            list<int64, 3> a = const()[val = list<int64, 3>([10, 20, 30])];
            list<int64, 3> b = const()[val = list<int64, 3>([7, 8, 9])];
            list<int64, 3> classes = cond(pred = positive) { } -> (a), { } -> (b);
            """ + Self.ending)
        #expect(try Self.classes(predictor, [1, 5, 2]).all == .int64s([10, 20, 30]))
        #expect(try Self.classes(predictor, [-1, -5, -2]).all == .int64s([7, 8, 9]))
    }

    @Test("Elements never written to a list are empty strings")
    func elementsNeverWrittenToAListAreEmptyStrings() throws {
        let predictor = try Self.predictor(
            """
            list<tensor<string, [3]>, 2> l0 = make_list(dtype = string("string"), elem_shape = (int32(3)), init_length = int32(2));
            list<tensor<string, [3]>, 2> l1 = list_write(index = int32(1), ls = l0, value = animals);
            tensor<string, [3]> classes = list_read(index = row, ls = l1);
            """ + Self.ending)
        #expect(try Self.classes(predictor, [1, 5, 2]).all == .strings(["cat", "dog", "owl"]))
        #expect(try Self.classes(predictor, [-1, -5, -2]).all == .strings(["", "", ""]))
    }

    @Test("Elements of a list that is a constant are read")
    func elementsOfAListThatIsAConstantAreRead() throws {
        let predictor = try Self.predictor(
            """
            list<string, 4> words = const()[val = list<string, 4>(["wren", "", "crow", "rook"])];
            int32 length = list_length(ls = words);
            int32 last = sub(x = length, y = int32(1));
            string a = list_read(index = row, ls = words);
            tensor<int32, [2]> places = stack(axis = int32(0), values = (last, int32(2)));
            tensor<string, [2]> others = list_gather(indices = places, ls = words);
            tensor<string, [1]> first = expand_dims(axes = tensor<int32, [1]>([0]), x = a);
            tensor<string, [3]> classes = concat(axis = int32(0), interleave = bool(false), values = (first, others));
            """ + Self.ending)
        #expect(try Self.classes(predictor, [1, 5, 2]).all == .strings(["", "rook", "crow"]))
        #expect(try Self.classes(predictor, [-1, -5, -2]).all == .strings(["wren", "rook", "crow"]))
    }

    // MARK: Strings that are known

    @Test(
        "Results made of known strings are known",
        arguments: [
            "tensor<string, [3]> classes = identity(x = animals);",
            "list<string, 3> classes = const()[val = list<string, 3>([\"cat\", \"dog\", \"owl\"])];",
            """
            tensor<string, [6]> all = concat(axis = int32(0), interleave = bool(false), values = (plants, animals));
            tensor<string, [3]> classes = slice_by_index(begin = tensor<int32, [1]>([3]), end = tensor<int32, [1]>([6]), x = all);
            """,
            """
            tensor<string, [2, 3]> table = stack(axis = int32(0), values = (plants, animals));
            tensor<string, [1, 3]> classes = gather(axis = int32(0), indices = tensor<int32, [1]>([1]), x = table);
            """,
            """
            tensor<bool, [3]> mask = const()[val = tensor<bool, [3]>([false, true, true])];
            tensor<string, [3]> some = const()[val = tensor<string, [3]>(["cat", "?", "?"])];
            tensor<string, [3]> classes = select(a = animals, b = some, cond = mask);
            """,
        ])
    func resultsMadeOfKnownStringsAreKnown(_ operations: String) throws {
        let predictor = try Self.predictor(operations + Self.ending)
        #expect(predictor.classLabels == .strings(["cat", "dog", "owl"]))
        #expect(try Self.classes(predictor, [1, 5, 2]).all == .strings(["cat", "dog", "owl"]))
    }

    @Test("Strings have a shape and name modes")
    func stringsHaveAShapeAndNameModes() throws {
        let predictor = try Self.predictor(
            """
            tensor<int32, [1]> size = shape(x = animals);
            string type = identity(x = string("fp32"));
            tensor<fp32, [3]> q = reshape(shape = size, x = p);
            tensor<fp32, [3]> r = cast(dtype = type, x = q);
            string label, dict<string, fp64> probabilities = classify(classes = plants, probabilities = r);
            """)
        #expect(try Self.classes(predictor, [1, 5, 2]).all == .strings(["ash", "birch", "elm"]))
    }

    // MARK: Refusals

    @Test(
        "A program with strings in a place for numbers is not loaded, and the error says why",
        arguments: [
            (
                "tensor<string, [3]> classes = cond(pred = positive) { } -> (animals), { tensor<fp32, [3]> r = relu(x = p); } -> (r);",
                "mixes strings and numbers"
            ),
            ("tensor<string, [3]> classes = select(a = animals, b = p, cond = positive);", "mixes strings and numbers"),
            (
                "tensor<string, [6]> classes = concat(axis = int32(0), interleave = bool(false), values = (p, animals));",
                "mixes strings and numbers"
            ),
            (
                """
                list<tensor<fp32, [3]>, 1> l = make_list(elem_shape = (int32(3)), init_length = int32(1));
                list<tensor<fp32, [3]>, 1> classes = list_write(index = int32(0), ls = l, value = animals);
                """, "mixes strings and numbers"
            ),
            (
                """
                tensor<string, [3]> classes = while_loop(loop_vars = (plants)) (tensor<string, [3]> a) {
                        bool more = less(x = row, y = int32(0));
                    } -> (more), (tensor<string, [3]> b) { } -> (p);
                """, "mixes strings and numbers"
            ),
            (
                """
                tensor<string, [3]> classes = select(a = animals, b = plants, cond = positive);
                tensor<fp32, [3]> sum = add(x = classes, y = x);
                """, "add 'sum'.x cannot be a string"
            ),
            (
                """
                string mode = select(a = string("int32"), b = string("fp32"), cond = positive);
                int32 classes = cast(dtype = mode, x = positive);
                """, "cast 'classes'.dtype cannot be a string"
            ),
            ("list<list<string, 1>, 1> classes = const()[val = list<list<string, 1>, 1>([[\"a\"]])];", "is not supported"),
        ])
    func stringsWhereThereCanBeNoneAreErrorsOfLoading(_ operations: String, _ reason: String) {
        #expect {
            try Self.predictor(operations + Self.ending)
        } throws: { error in
            "\(error)".contains(reason)
        }
    }

    @Test("Inputs and outputs are not strings")
    func inputsAndOutputsAreNotStrings() throws {
        let classified = "tensor<string, [3]> classes = select(a = animals, b = plants, cond = positive);" + Self.ending
        for results in ["label, probabilities, classes", "label, probabilities, animals"] {
            #expect {
                try Self.predictor(Self.program(classified, results: results))
            } throws: { error in
                "\(error)".contains("is of strings, of which a model answers no arrays")
            }
        }
        #expect(throws: RuntimeError.invalidModel("the input 's' is of strings, of which a model takes no arrays")) {
            try Self.predictor(Self.program(classified, inputs: "tensor<fp32, [3]> x, tensor<string, [2]> s"))
        }
    }

    @Test("An operation on numbers says that it is given strings")
    func anOperationOnNumbersSaysThatItIsGivenStrings() throws {
        let operations = """
            tensor<fp32, [3]> sum = add(x = animals, y = x);
            tensor<string, [3]> classes = identity(x = animals);
            """
        #expect {
            try Self.predictor(operations + Self.ending)
        } throws: { error in
            "\(error)".contains("add 'sum': argument x is of strings")
        }
    }

    /// The program of a classifier whose first constant, of three strings, is changed.
    private static func program(changing change: (inout Specification.MILSpec.Value) -> Void) throws -> Specification.MILSpec.Program {
        var program = try Self.program("tensor<string, [3]> classes = identity(x = animals);" + ending)
        var block = try #require(program.functions["main"]?.blockSpecializations["CoreML7"])
        var value = try #require(block.operations[0].attributes["val"])
        change(&value)
        block.operations[0].attributes["val"] = value
        program.functions["main"]?.blockSpecializations["CoreML7"] = block
        return program
    }

    @Test(
        "A shape that does not fit the strings is an error of loading",
        arguments: [[], [2], [4], [3, 0], [0], [1 << 20, 1 << 20], [1 << 62, 1 << 62], [.max]] as [[UInt64]])
    func aShapeThatDoesNotFitTheStringsIsAnErrorOfLoading(_ shape: [UInt64]) throws {
        let type = MILSpec.TensorType.with {
            $0.dataType = .string
            $0.rank = Int64(shape.count)
            $0.dimensions = shape.map { size in
                MILSpec.Dimension.with { $0.dimension = .constant(MILSpec.Dimension.ConstantDimension.with { $0.size = size }) }
            }
        }
        let program = try Self.program { $0.type = MILSpec.ValueType.with { $0.type = .tensorType(type) } }
        #expect(throws: RuntimeError.self) { try Self.predictor(program) }
    }

    @Test("Constants are of their type")
    func constantsAreOfTheirType() throws {
        let floats = MILSpec.TensorValue.RepeatedFloats.with { $0.values = PackedFloats([1, 2, 3]) }
        let immediate = MILSpec.Value.ImmediateValue.with { $0.value = .tensor(MILSpec.TensorValue.with { $0.value = .floats(floats) }) }
        let numbers = try Self.program { $0.value = .immediateValue(immediate) }
        #expect(throws: RuntimeError.invalidModel("const 'animals': numbers for a constant of strings")) { try Self.predictor(numbers) }
        let words = try Self.program { value in
            guard case .tensorType(var type)? = value.type?.type else { return }
            type.dataType = .float32
            value.type = MILSpec.ValueType.with { $0.type = .tensorType(type) }
        }
        #expect(throws: RuntimeError.invalidModel("const 'animals': strings for a constant of numbers")) { try Self.predictor(words) }
    }

    @Test("Strings that are no text are errors of reading")
    func stringsThatAreNoTextAreErrorsOfReading() throws {
        var data = try Self.program("tensor<string, [3]> classes = identity(x = animals);" + Self.ending).encoded()
        let place = try #require(data.range(of: Data("birch".utf8)))
        data[place.lowerBound] = 0xFF
        #expect(throws: SpecificationError.self) { try MILSpec.Program(parsing: Bytes(copying: data)) }
    }

    @Test("Strings that multiply are limited")
    func stringsThatMultiplyAreLimited() throws {
        var operations = "tensor<string, [?]> s0 = identity(x = animals);\n"
        for index in 1...40 {
            let last = "s\(index - 1)"
            operations +=
                "tensor<string, [?]> s\(index) = concat(axis = int32(0), interleave = bool(false), values = (\(last), \(last)));\n"
        }
        let program = try Self.program(operations + "tensor<string, [3]> classes = identity(x = animals);" + Self.ending)
        #expect {
            try Self.predictor(program, limit: 1 << 20)
        } throws: { error in
            "\(error)".contains("OSPREY_MEMORY_LIMIT")
        }
    }

    @Test("The input of classify has a name of its own")
    func theInputOfClassifyHasANameOfItsOwn() throws {
        let text = """
            tensor<fp32, [3]> s_written = relu(x = p);
            string label, dict<string, fp64> probabilities = classify(classes = animals, probabilities = s_written);
            """
        var data = try Self.program(text, inputs: "tensor<fp32, [3]> x, state<tensor<fp32, [1]>> s").encoded()
        while let place = data.range(of: Data("s_written".utf8)) { data.replaceSubrange(place, with: Data("s#written".utf8)) }
        let program = try MILSpec.Program(parsing: Bytes(copying: data))
        #expect {
            try Self.predictor(program)
        } throws: { error in
            "\(error)".contains("'s#written'")
        }
    }
}
