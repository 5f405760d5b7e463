import Testing

@testable import CoreMLRuntime

/// Attention whose heads are split off and joined by views, and whose products AMX computes.
@Suite struct AttentionViewTests {
    /// How a model takes queries, keys and values of `heads` heads from one product.
    enum Splitting: CaseIterable {
        /// [1, N, 3, heads, width] to [3, 1, heads, N, width], of which each is a slice.
        case slices
        /// Three products, each [1, N, heads, width] to [1, heads, N, width].
        case products
    }

    private func operands(
        _ check: inout PlanCheck, _ x: Argument, _ splitting: Splitting, length: Int, heads: Int, width: Int
    ) throws -> [Argument] {
        let count = heads * width
        func product(_ outputs: Int) throws -> Argument {
            try check.builder.emitOne("linear", ["x": x, "weight": .tensor(check.noise.tensor([outputs, count], scale: 0.3))])
        }
        switch splitting {
        case .slices:
            let all = try check.call("reshape", try product(3 * count), ["shape": .ints([1, length, 3, heads, width])])
            let moved = try check.call("transpose", all, ["perm": .ints([2, 0, 3, 1, 4])])
            return try (0..<3).map { index in
                try check.call(
                    "slice_by_index", moved,
                    [
                        "begin": .ints([index, 0, 0, 0, 0]), "end": .ints([index + 1, 1, heads, length, width]),
                        "squeeze_mask": .tensor(Tensor([true, false, false, false, false])),
                    ])
            }
        case .products:
            return try (0..<3).map { _ in
                let split = try check.call("reshape", try product(count), ["shape": .ints([1, length, heads, width])])
                return try check.call("transpose", split, ["perm": .ints([0, 2, 1, 3])])
            }
        }
    }

    /// A layer of attention of `x` to itself, with a product before and one after it.
    private func layer(
        _ check: inout PlanCheck, _ splitting: Splitting, length: Int, heads: Int, width: Int, mask: Argument? = nil
    ) throws -> Argument {
        let count = heads * width
        let x = try check.input([1, length, count])
        let parts = try operands(&check, x, splitting, length: length, heads: heads, width: width)
        var arguments = ["query": parts[0], "key": parts[1], "value": parts[2]]
        arguments["attn_mask"] = mask
        let y = try check.builder.emitOne("scaled_dot_product_attention", arguments)
        let moved = try check.call("transpose", y, ["perm": .ints([0, 2, 1, 3])])
        let joined = try check.call("reshape", moved, ["shape": .ints([1, length, count])])
        return try check.builder.emitOne("linear", ["x": joined, "weight": .tensor(check.noise.tensor([count, count], scale: 0.3))])
    }

    @Test("Heads are read and written where they lie", arguments: Splitting.allCases)
    func headsAreReadAndWrittenWhereTheyLie(
        splitting: Splitting
    ) throws {
        for (length, heads, width) in [(19, 3, 16), (40, 4, 10), (1, 2, 8), (33, 1, 24)] {
            var check = PlanCheck()
            let z = try layer(&check, splitting, length: length, heads: heads, width: width)
            let plan = try check.check([z], tolerance: 3e-5, comment: "\(length) \(heads) \(width)")
            let products = splitting == .slices ? 2 : 4
            #expect(plan.stepNames.count == products + 1, "\(plan.stepNames)")
        }
    }

    @Test("An attention reads the transposed result of another one in place")
    func attentionReadsWhatAnotherWroteElsewhere() throws {
        var check = PlanCheck()
        let x = try check.input([1, 3, 12, 8])
        let y = try check.builder.emitOne("scaled_dot_product_attention", ["query": x, "key": x, "value": x])
        let moved = try check.call("transpose", y, ["perm": .ints([0, 2, 1, 3])])
        let z = try check.builder.emitOne("scaled_dot_product_attention", ["query": moved, "key": moved, "value": moved])
        let plan = try check.check([z], tolerance: 3e-5)
        #expect(plan.stepNames.count == 2, "\(plan.stepNames)")
    }

    /// Remainders of 16 queries and 32 keys, more keys than a block has, rows that need several panels or part of one.
    @Test(
        "AMX computes its products",
        .enabled(if: Processor.hasAMX, "the processor has AMX"),
        arguments: [(16, 1, 64), (33, 3, 64), (197, 6, 64), (300, 2, 32), (600, 1, 96), (45, 2, 160), (257, 3, 64)])
    func amxComputesItsProducts(length: Int, heads: Int, width: Int) throws {
        for splitting in Splitting.allCases {
            for threads in [1, 3] {
                var check = PlanCheck()
                let z = try layer(&check, splitting, length: length, heads: heads, width: width)
                let plan = try check.check(
                    [z], .bfloat16, tolerance: 3e-2, threads: threads, comment: "\(length) \(heads) \(width) \(splitting)")
                #expect(plan.count(of: .attentionInAMX) > 0)
                #expect(plan.kernels(of: "transpose").isEmpty && plan.kernels(of: "softmax").isEmpty, "\(plan.stepNames)")
            }
        }
    }

    @Test("One query is not worth AMX", arguments: Splitting.allCases)
    func oneQueryIsNotWorthAMX(splitting: Splitting) throws {
        var check = PlanCheck()
        let z = try layer(&check, splitting, length: 1, heads: 2, width: 32)
        let plan = try check.check([z], .bfloat16, tolerance: 3e-2)
        #expect(plan.count(of: .attentionOfFewQueries) > 0)
    }

    @Test("Masks count in AMX too", .enabled(if: Processor.hasAMX, "the processor has AMX"), arguments: [false, true])
    func masksCountInAMXToo(isBoolean: Bool) throws {
        let length = 300
        // The last keys alone, of which some lie in another block than the first.
        let kept = (0..<length * length).map { $0 % length >= 250 || $0 / length == $0 % length }
        let added: [Float] = kept.map { $0 ? 0.5 : -.infinity }
        let mask = isBoolean ? Tensor(kept, shape: [length, length]) : Tensor(added, shape: [length, length])
        var check = PlanCheck()
        let z = try layer(&check, .slices, length: length, heads: 2, width: 32, mask: .tensor(mask))
        let plan = try check.check([z], .bfloat16, tolerance: 3e-2)
        #expect(plan.count(of: .attentionInAMX) > 0)
    }

    @Test("Not a number reaches its own row alone", .enabled(if: Processor.hasAMX, "the processor has AMX"))
    func notANumberReachesItsOwnRowAlone() throws {
        let (length, heads, width) = (40, 2, 32)
        var builder = ProgramBuilder()
        var noise = Noise(3)
        let inputs = (0..<3).map { _ in noise.tensor([1, heads, length, width]) }
        let names = try ["query", "key", "value"].map { try builder.input($0, .float32([1, heads, length, width])) }
        let y = try builder.emitOne("scaled_dot_product_attention", ["query": names[0], "key": names[1], "value": names[2]])
        // A second product, as a function of a single one is computed in float32.
        let z = try builder.emitOne("linear", ["x": y, "weight": .tensor(noise.tensor([width, width]))])
        let function = try builder.finish(outputs: [("z", z)])
        inputs[0].floats[5 * width] = .nan
        let plan = try Plan(function, options: PlanOptions(precision: .bfloat16, threads: 2))
        let result = try plan.run(inputs)[0]
        withExtendedLifetime(result) {
            for row in 0..<heads * length {
                let isNumber = (0..<width).allSatisfy { !result.floats[row * width + $0].isNaN }
                #expect(isNumber == (row != 5))
            }
        }
    }

    @Test("Any number of threads gives the same bits", .enabled(if: Processor.hasAMX, "the processor has AMX"))
    func anyNumberOfThreadsGivesTheSameBits() throws {
        var results: [[UInt32]] = []
        for threads in [1, 2, 3, 8] {
            var check = PlanCheck()
            let z = try layer(&check, .slices, length: 290, heads: 3, width: 64)
            let plan = try Plan(try check.builder.finish(outputs: [("z", z)]), options: PlanOptions(precision: .bfloat16, threads: threads))
            let answer = try plan.run(check.inputs)[0]
            results.append(withExtendedLifetime(answer) { answer.floats.map(\.bitPattern) })
        }
        #expect(results.allSatisfy { $0 == results[0] })
    }

    // MARK: Views

    /// The places of a view's elements, in order.
    private func places(_ view: StridedView) -> [Int] {
        view.shape.indices.reduce([view.offset]) { places, axis in
            places.flatMap { place in (0..<view.shape[axis]).map { place + $0 * view.strides[axis] } }
        }
    }

    @Test("A view can be transposed, and reshaped where no exchanged dimensions are joined, without a copy")
    func viewsFollowWhatMovesNothing() throws {
        let view = StridedView([2, 3, 4]).transposed([1, 0, 2])
        #expect(places(view) == [0, 1, 2, 3, 12, 13, 14, 15, 4, 5, 6, 7, 16, 17, 18, 19, 8, 9, 10, 11, 20, 21, 22, 23])
        let split = try #require(view.reshaped([3, 1, 2, 2, 2]))
        #expect(places(split) == places(view))
        // Two dimensions that were exchanged cannot be one.
        #expect(view.reshaped([6, 4]) == nil)
        #expect(StridedView([2, 3, 4]).reshaped([6, 4]).map(places) == Array(0..<24))
        let part = try #require(view.part(from: 8, [2, 4]))
        #expect(places(part) == [4, 5, 6, 7, 16, 17, 18, 19])
        #expect(view.part(from: 8, [1, 2, 1, 4]).map(places) == places(part))
        #expect(view.part(from: 20, [4]).map(places) == [20, 21, 22, 23])
        #expect(view.part(from: 16, [2, 4]).map(places) == Array(places(view)[16..<24]))
        // Across the boundary of a block, and beyond the end.
        #expect(view.part(from: 4, [8]) == nil)
        #expect(view.part(from: 20, [8]) == nil)
    }

    @Test("Views of one element and of none")
    func viewsOfOneElementAndOfNone() {
        #expect(StridedView([]).reshaped([1, 1]).map(places) == [0])
        #expect(StridedView([1, 1]).reshaped([]).map(places) == [0])
        #expect(StridedView([0, 3]).reshaped([3, 0]) == nil)
        #expect(StridedView([3]).part(from: 1, [0]) == nil)
        #expect(StridedView([2, 1, 3]).transposed([2, 1, 0]).reshaped([3, 2]).map(places) == [0, 3, 1, 4, 2, 5])
    }
}
