import CoreMLSpecification
import Testing

@testable import CoreMLRuntime

/// Branches, loops, lists and states of programs, and the operation that ends a classifier.
struct ProgramControlTests {
    // MARK: Branches and loops

    @Test("The blocks of a branch read the values of the block around it")
    func aBranchSeesWhatIsAroundIt() throws {
        for (flag, expected) in [(true, [2.0, 3]), (false, [10, 20])] {
            var check = ProgramCheck()
            let x = check.input("x", .numbers([1, 2]))
            let condition = check.input("flag", .flags([flag], []))
            let blocks = [
                ProgramCheck.block([ProgramCheck.operation("add", ["x": x, "y": .float(1)], outputs: ["more"])], outputs: ["more"]),
                ProgramCheck.block([ProgramCheck.operation("mul", ["x": x, "y": .float(10)], outputs: ["much"])], outputs: ["much"]),
            ]
            check.call("cond", ["pred": condition], blocks: blocks)
            try check.expect([([2], expected)])
        }
    }

    @Test("A branch has two blocks")
    func aBranchHasTwoBlocks() {
        var check = ProgramCheck()
        let condition = check.input("flag", .flags([true], []))
        check.call("cond", ["pred": condition], blocks: [ProgramCheck.block([], outputs: ["flag"])])
        check.expectRefusal()
    }

    // MARK: Lists

    /// A list of pairs, of which the first two are written: 1, 2 and 3, 4.
    private func list(length: Int = 3) -> ProgramCheck {
        var check = ProgramCheck()
        check.input("x", .numbers([1, 2, 3, 4], [2, 2]))
        check.call(
            "make_list", ["init_length": .int(length), "elem_shape": .several([.int(2)]), "dtype": .string("fp32")], outputs: ["empty"])
        check.call("list_scatter", ["ls": .name("empty"), "indices": .ints([0, 1]), "value": .name("x")], outputs: ["list"])
        return check
    }

    @Test("Elements are read one by one or together")
    func elementsAreReadOneByOneOrTogether() throws {
        var check = list()
        check.call("list_read", ["ls": .name("list"), "index": .int(1)], outputs: ["one"])
        // An element that was never written is zeros.
        check.call("list_gather", ["ls": .name("list"), "indices": .ints([2, 0, 1])], outputs: ["all"])
        check.call("list_length", ["ls": .name("list")], outputs: ["length"])
        try check.expect(
            outputs: ["one", "all", "length"], [([2], [3, 4]), ([3, 2], [0, 0, 1, 2, 3, 4]), ([1], [3])])
    }

    @Test("Writing leaves the list before as it was")
    func writingLeavesTheListBeforeAsItWas() throws {
        var check = list()
        check.call("list_write", ["ls": .name("list"), "index": .int(0), "value": .floats([7, 8])], outputs: ["written"])
        check.call("list_read", ["ls": .name("list"), "index": .int(0)], outputs: ["before"])
        check.call("list_read", ["ls": .name("written"), "index": .int(0)], outputs: ["after"])
        try check.expect(outputs: ["before", "after"], [([2], [1, 2]), ([2], [7, 8])])
    }

    @Test("A list grows as it is written")
    func aListGrowsAsItIsWritten() throws {
        var check = list(length: 0)
        check.call("list_write", ["ls": .name("list"), "index": .int(4), "value": .floats([7, 8])], outputs: ["longer"])
        check.call("list_length", ["ls": .name("list")], outputs: ["before"])
        check.call("list_length", ["ls": .name("longer")], outputs: ["after"])
        check.call("list_gather", ["ls": .name("longer"), "indices": .ints([3, 4])], outputs: ["last"])
        try check.expect(outputs: ["before", "after", "last"], [([1], [2]), ([1], [5]), ([2, 2], [0, 0, 7, 8])])
    }

    @Test("Lists have the type of their elements")
    func listsHaveTheTypeOfTheirElements() throws {
        var check = ProgramCheck()
        let x = check.input("x", .wholeNumbers([16_777_217]))
        check.call("make_list", ["init_length": .int(2), "elem_shape": .several([.int(1)]), "dtype": .string("int32")], outputs: ["list"])
        check.call("list_write", ["ls": .name("list"), "index": .int(1), "value": x], outputs: ["written"])
        check.call("list_gather", ["ls": .name("written"), "indices": .ints([0, 1])])
        try check.expect([([2, 1], [0, 16_777_217])])
        for way in ProgramCheck.Way.allCases { #expect(try check.run(way)[0].scalar == .int32) }
    }

    @Test("Places outside of a list are refused")
    func placesOutsideOfAListAreRefused() {
        for index in [3, -1, 1 << 30] {
            var check = list()
            check.call("list_read", ["ls": .name("list"), "index": .int(index)])
            check.expectRefusal()
        }
        for indices in [[0, 3], [-4], [1 << 30]] {
            var check = list()
            check.call("list_gather", ["ls": .name("list"), "indices": .ints(indices)])
            check.expectRefusal()
        }
        for index in [-1, 1 << 30] {
            var check = list()
            check.call("list_write", ["ls": .name("list"), "index": .int(index), "value": .floats([1, 2])], outputs: ["written"])
            check.call("list_length", ["ls": .name("written")])
            check.expectRefusal()
        }
        for length in [-1, 1 << 30] {
            var check = list(length: length)
            check.call("list_length", ["ls": .name("list")])
            check.expectRefusal()
        }
    }

    /// A list of three elements of the type `dtype` and the shape `shape` after `value` was written to its second.
    private func written(
        _ value: ProgramArgument, _ dtype: String?, _ shape: ProgramArgument?, at place: String = "index", by kind: String = "list_write"
    ) -> ProgramCheck {
        var check = ProgramCheck()
        check.input("x", .numbers([0]))
        var arguments: [String: ProgramArgument] = ["init_length": .int(3)]
        arguments["dtype"] = dtype.map { ProgramArgument.string($0) }
        arguments["elem_shape"] = shape
        check.call("make_list", arguments, outputs: ["list"])
        let index: ProgramArgument = place == "index" ? .int(1) : .ints([1])
        check.call(kind, ["ls": .name("list"), place: index, "value": value], outputs: ["written"])
        check.call("list_gather", ["ls": .name("written"), "indices": .ints([0, 1])])
        return check
    }

    @Test("Elements have the type that the list declares")
    func elementsHaveTheTypeThatTheListDeclares() throws {
        let pair = ProgramArgument.several([.int(2)])
        let column = ProgramArgument.several([.int(2), .int(1)])
        try written(.floats([7, 8]), "fp16", pair).expect([([2, 2], [0, 0, 7, 8])])
        try written(.floats([7, 8]), nil, pair).expect([([2, 2], [0, 0, 7, 8])])
        try written(.ints([7, 8]), "int32", pair).expect([([2, 2], [0, 0, 7, 8])])
        try written(.bools([true, true]), "bool", pair).expect([([2, 2], [0, 0, 1, 1])])
        for (value, dtype) in [(ProgramArgument.ints([7, 8]), "fp32"), (.floats([7, 8]), "int32"), (.bools([true, false]), "int32")] {
            written(value, dtype, pair).expectRefusal()
        }
        written(.ints([7, 8]), nil, pair).expectRefusal()
        written(.floats([7, 8]), "fp3", pair).expectRefusal()
        for value in [ProgramArgument.floats([7, 8, 9]), .floats([7]), .floats([7, 8], [1, 2]), .float(7)] {
            written(value, "fp32", pair).expectRefusal()
        }
        try written(.floats([7, 8], [2, 1]), "fp32", column).expect([([2, 2, 1], [0, 0, 7, 8])])
        written(.floats([7, 8]), "fp32", column).expectRefusal()
    }

    @Test("Dimensions of elements may be open")
    func dimensionsOfElementsMayBeOpen() throws {
        let columns = ProgramArgument.several([.string("rows"), .int(2)])
        try written(.floats([7, 8], [1, 2]), "fp32", columns).expect([([2, 1, 2], [0, 0, 7, 8])])
        try written(.floats([5, 6, 7, 8], [2, 2]), "fp32", columns).expect([([2, 2, 2], [0, 0, 0, 0, 5, 6, 7, 8])])
        written(.floats([7, 8], [2, 1]), "fp32", columns).expectRefusal()
        written(.floats([7, 8]), "fp32", columns).expectRefusal()
        written(.ints([7, 8], [1, 2]), "fp32", columns).expectRefusal()
        let line = ProgramArgument.several([.string("length")])
        try written(.floats([7, 8, 9]), "fp32", line).expect([([2, 3], [0, 0, 0, 7, 8, 9])])
        written(.float(7), "fp32", line).expectRefusal()
        // Where nothing is said of the shape, any will do.
        try written(.floats([7, 8], [1, 2]), "fp32", nil).expect([([2, 1, 2], [0, 0, 7, 8])])
        written(.ints([7, 8]), "fp32", nil).expectRefusal()
    }

    @Test("Slices that are written have the type that the list declares")
    func slicesThatAreWrittenHaveTheTypeThatTheListDeclares() throws {
        let pair = ProgramArgument.several([.int(2)])
        func scattered(_ value: ProgramArgument) -> ProgramCheck { written(value, "fp32", pair, at: "indices", by: "list_scatter") }
        try scattered(.floats([7, 8], [1, 2])).expect([([2, 2], [0, 0, 7, 8])])
        scattered(.floats([7, 8, 9], [1, 3])).expectRefusal()
        scattered(.floats([7])).expectRefusal()
        scattered(.ints([7, 8], [1, 2])).expectRefusal()
    }

    @Test("Values that do not fit a list are refused")
    func valuesThatDoNotFitAListAreRefused() {
        var check = list()
        check.call("list_scatter", ["ls": .name("list"), "indices": .ints([0, 1, 2]), "value": .name("x")], outputs: ["more"])
        check.call("list_length", ["ls": .name("more")])
        check.expectRefusal()
        check = list()
        check.call("identity", ["x": .name("list")])
        check.expectRefusal()
        check = list()
        check.expectRefusal(outputs: ["list"])
    }

    // MARK: States

    /// Adds x to a state in one of the two ways in which programs say so, planned or, in a branch, interpreted.
    private func accumulator(inBranch: Bool, isDialect: Bool) -> ProgramCheck {
        var check = ProgramCheck()
        let x = check.input("x", .numbers([1, 2]))
        let state = check.state("state", .float32([2]))
        var operations = [
            ProgramCheck.operation("read_state", ["input": state], outputs: ["old"]),
            ProgramCheck.operation("add", ["x": .name("old"), "y": x], outputs: ["sum"]),
        ]
        if isDialect {
            operations.append(
                ProgramCheck.operation("coreml_update_state", ["state": state, "value": .name("sum")], outputs: ["new"]))
        } else {
            operations.append(ProgramCheck.operation("write_state", ["input": state, "data": .name("sum")], outputs: []))
            operations.append(ProgramCheck.operation("read_state", ["input": state], outputs: ["new"]))
        }
        if inBranch {
            let block = ProgramCheck.block(operations, outputs: ["new"])
            check.call("cond", ["pred": .bool(true)], blocks: [block, block])
        } else {
            check.append(operations)
            check.call("identity", ["x": .name("new")])
        }
        return check
    }

    @Test("States live from prediction to prediction", arguments: [(false, false), (false, true), (true, false), (true, true)])
    func statesLiveFromPredictionToPrediction(inBranch: Bool, isDialect: Bool) throws {
        let check = accumulator(inBranch: inBranch, isDialect: isDialect)
        let predictor = try check.predictor(outputs: ["result"])
        let (first, second) = (predictor.makeStates(), predictor.makeStates())
        #expect(first["state"]?.tensor.doubles == [0, 0])
        for round in 1...3 {
            let sum = try check.predict(predictor, outputs: ["result"], states: first)[0]
            #expect(sum.doubles == [Double(round), Double(2 * round)])
        }
        // Each of the caller's states is one of its own; it may be changed between predictions.
        #expect(second["state"]?.tensor.doubles == [0, 0] && first["state"]?.tensor.doubles == [3, 6])
        second["state"]?.tensor = .numbers([10, 20])
        #expect(try check.predict(predictor, outputs: ["result"], states: second)[0].doubles == [11, 22])
        #expect(second["state"]?.tensor.doubles == [11, 22] && first["state"]?.tensor.doubles == [3, 6])
        #expect(throws: RuntimeError.self) { try check.predict(predictor, outputs: ["result"], states: [:]) }
    }

    @Test("A value of another type is not written to a state", arguments: [false, true])
    func aValueOfAnotherTypeIsNotWrittenToAState(
        inBranch: Bool
    ) throws {
        for value in [ProgramArgument.floats([1, 2, 3]), .ints([1, 2])] {
            var check = ProgramCheck()
            check.input("x", .numbers([1]))
            let state = check.state("state", .float32([2]))
            let operations = [
                ProgramCheck.operation("coreml_update_state", ["state": state, "value": value], outputs: ["new"]),
                ProgramCheck.operation("identity", ["x": .name("x")], outputs: ["y"]),
            ]
            if inBranch {
                let block = ProgramCheck.block(operations, outputs: ["y"])
                check.call("cond", ["pred": .bool(true)], blocks: [block, block])
            } else {
                check.append(operations)
                check.call("identity", ["x": .name("y")])
                #expect(throws: RuntimeError.self) { try check.predictor(outputs: ["result"]) }
                continue
            }
            // Types within a branch are known when it is taken.
            let predictor = try check.predictor(outputs: ["result"])
            let states = predictor.makeStates()
            #expect(throws: RuntimeError.self) { try check.predict(predictor, outputs: ["result"], states: states) }
            #expect(states["state"]?.tensor.type == .float32([2]))
        }
    }

    @Test("A program that takes a value for a state is not loaded", arguments: [false, true])
    func aProgramThatTakesAValueForAStateIsNotLoaded(inBranch: Bool) throws {
        func predictor(_ kind: String, of state: ProgramArgument) throws -> any ModelPredictor {
            var check = ProgramCheck()
            check.input("x", .numbers([1, 2]))
            check.state("state", .float32([2]))
            let arguments: [String: ProgramArgument] =
                switch kind {
                case "read_state": ["input": state]
                case "write_state": ["input": state, "data": .name("x")]
                default: ["state": state, "value": .name("x")]
                }
            let outputs: [String] = kind == "write_state" ? [] : ["made"]
            let operations = [
                ProgramCheck.operation("mul", ["x": .name("x"), "y": .float(2)], outputs: ["twice"]),
                ProgramCheck.operation(kind, arguments, outputs: outputs),
            ]
            if inBranch {
                let block = ProgramCheck.block(operations, outputs: ["twice"])
                check.call("cond", ["pred": .bool(true)], blocks: [block, block])
            } else {
                check.append(operations)
                check.call("identity", ["x": .name("twice")])
            }
            return try check.predictor(outputs: ["result"])
        }
        for kind in ["read_state", "write_state", "coreml_update_state"] {
            _ = try predictor(kind, of: .name("state"))
            for value in [ProgramArgument.name("x"), .name("twice"), .name("nothing"), .floats([1, 2])] {
                #expect(throws: RuntimeError.self, "\(kind) of \(value)") { _ = try predictor(kind, of: value) }
            }
        }
    }

    // MARK: Classifiers

    private static func strings(_ names: [String]) -> [Specification.MILSpec.TensorValue.Kind] {
        names.map { name in Specification.MILSpec.TensorValue.Kind.strings(.with { $0.values = [name] }) }
    }

    private func classifier(_ labels: [Specification.MILSpec.TensorValue.Kind]) throws -> Specification.Model {
        var check = ProgramCheck()
        let x = check.input("x", .numbers([0.25, 0.5, 0.125]))
        check.call("mul", ["x": x, "y": .float(1)], outputs: ["scores"])
        check.call("classify", ["probabilities": .name("scores"), "classes": .list(labels)], outputs: ["label", "probabilities"])
        var model = try check.model(outputs: ["label", "probabilities"])
        model.description?.predictedFeatureName = "label"
        model.description?.predictedProbabilitiesName = "probabilities"
        return model
    }

    @Test("A classifier answers with its label and probabilities")
    func aClassifierAnswersWithItsLabelAndProbabilities() throws {
        let x = PredictorValue.tensor(.numbers([0.25, 0.5, 0.125]))
        let names = Self.strings(["cat", "dog", "bird"])
        let named = try ProgramCheck.predictor(classifier(names))
        #expect(named.classLabels == .strings(["cat", "dog", "bird"]))
        let answer = try named.predict([x])
        guard case .string(let label)? = answer[0], case .probabilities(let probabilities)? = answer[1] else {
            throw RuntimeError.failed("no label and probabilities")
        }
        #expect(label == "dog" && probabilities.values == [0.25, 0.5, 0.125])
        let codes: [Int64] = [7, -1, 1 << 40]
        let numbered = try ProgramCheck.predictor(
            classifier(codes.map { code in Specification.MILSpec.TensorValue.Kind.longInts(.with { $0.values = [code] }) }))
        guard case .int64(let code)? = try numbered.predict([x])[0] else { throw RuntimeError.failed("no label") }
        #expect(code == -1 && numbered.classLabels == .int64s(codes))
    }

    @Test("A classifier has a label for each probability")
    func aClassifierHasALabelForEachProbability() throws {
        let x = PredictorValue.tensor(.numbers([0.25, 0.5, 0.125]))
        let two = try classifier(Self.strings(["cat", "dog"]))
        #expect(throws: RuntimeError.self) { try ProgramCheck.predictor(two).predict([x]) }
        #expect(throws: RuntimeError.self) { try ProgramCheck.predictor(classifier([])).predict([x]) }
    }
}
