import CoreMLSpecification
import Foundation
import Testing

@testable import CoreMLRuntime

/// Values that an ML Program declares as float32 are computed in float32 in plans of reduced precision too. The decisions are looked at in
/// the graph, which is the same on all processors.
@Suite struct DeclaredPrecisionTests {
    /// A plan's options on a processor that multiplies bfloat16, whatever this one does.
    private static var reduced: PlanOptions {
        var options = PlanOptions(threads: 2)
        options.precision = .bfloat16
        return options
    }

    private static func function(_ operations: String, result: String, inputs: String) throws -> Function {
        let text = "program(1.3) { func main<ios18>(\(inputs)) { \(operations) } -> (\(result)); }"
        let program = try Specification.MILSpec.Program(text: Bytes(copying: text.utf8))
        let translation = MILTranslation(program, weights: WeightStore(folder: nil), limit: MemoryLimit())
        return try translation.function(named: "main").specialized(shapes: [:])
    }

    /// `type` for the products of a small network of all kinds of products, whose results are called as their kinds.
    private static func network(_ type: String) throws -> Function {
        let filter = (0..<8 * 8 * 9).map { "\(Float($0 * 37 % 101 - 50) / 600)" }.joined(separator: ", ")
        let matrix = (0..<8 * 8).map { "\(Float($0 * 41 % 101 - 50) / 100)" }.joined(separator: ", ")
        return try function(
            """
            \(type) half = const()[val = \(type)(0.5)];
            tensor<\(type), [8, 8, 3, 3]> filter = const()[val = tensor<\(type), [8, 8, 3, 3]>([\(filter)])];
            tensor<\(type), [8, 8]> matrix = const()[val = tensor<\(type), [8, 8]>([\(matrix)])];
            tensor<\(type), [1, 8, 8, 8]> conv = conv(x = x, weight = filter, strides = tensor<int32, [2]>([1, 1]), pad_type = string("same"),
                pad = tensor<int32, [4]>([0, 0, 0, 0]), dilations = tensor<int32, [2]>([1, 1]), groups = int32(1));
            tensor<\(type), [1, 8, 8, 8]> active = relu(x = conv);
            tensor<\(type), [1, 8, 8, 8]> second = conv(x = active, weight = filter, strides = tensor<int32, [2]>([1, 1]),
                pad_type = string("same"), pad = tensor<int32, [4]>([0, 0, 0, 0]), dilations = tensor<int32, [2]>([1, 1]), groups = int32(1));
            tensor<\(type), [1, 8, 8, 8]> linear = linear(x = second, weight = matrix);
            tensor<\(type), [1, 8, 8, 8]> scores = matmul(x = linear, y = second, transpose_x = bool(false), transpose_y = bool(true));
            tensor<\(type), [1, 8, 8, 8]> scaled = mul(x = scores, y = half);
            tensor<\(type), [1, 8, 8, 8]> weights = softmax(x = scaled, axis = int32(-1));
            tensor<\(type), [1, 8, 8, 8]> attended = matmul(x = weights, y = linear, transpose_x = bool(false), transpose_y = bool(false));
            tensor<\(type), [1, 8, 8, 8]> own = scaled_dot_product_attention(query = attended, key = linear, value = linear);
            tensor<\(type), [1, 8, 8, 8]> last = matmul(x = own, y = attended, transpose_x = bool(false), transpose_y = bool(false));
            """, result: "last", inputs: "tensor<\(type), [1, 8, 8, 8]> x")
    }

    private static func optimized(_ function: Function, _ options: PlanOptions) throws -> Graph {
        var graph = try GraphImport.graph(of: function)
        graph.optimize(for: options)
        return graph
    }

    /// The names of the convolutions and products, with what becomes of them.
    private static func products(_ graph: Graph) -> [String: Bool] {
        var found: [String: Bool] = [:]
        for node in graph.nodes {
            switch node.kind {
            case .convolution, .product, .matrixProduct, .attention: found[node.name] = node.isExact
            default: break
            }
        }
        return found
    }

    /// The names of the values that products of bfloat16 make for others of their kind, and which are stored so.
    private static func narrow(_ graph: Graph, _ options: PlanOptions) -> Set<String> {
        let builder = PlanBuilder(graph: graph, options: options, weights: PreparedWeights())
        return Set(graph.values.indices.filter { builder.feedsProducts[$0] }.map { graph.values[$0].name })
    }

    @Test("Products of float32 are exact and others are not", arguments: [false, true])
    func productsOfFloat32AreExactAndOthersAreNot(
        usesAMX: Bool
    ) throws {
        var options = Self.reduced
        options.usesAMX = usesAMX
        for (type, isExact) in [("fp32", true), ("fp16", false)] {
            let graph = try Self.optimized(try Self.network(type), options)
            let products = Self.products(graph)
            #expect(products.count >= 6)
            #expect(products.values.allSatisfy { $0 == isExact }, "\(type): \(products)")
            #expect(Self.narrow(graph, options).isEmpty == isExact)
        }
    }

    @Test("A plan of float32 alone is that of the exact precision")
    func aPlanOfFloat32AloneIsThatOfTheExactPrecision() throws {
        let function = try Self.network("fp32")
        let (asked, exact) = (try Plan(function, options: Self.reduced), try Plan(function, options: PlanOptions(threads: 2)))
        #expect(asked.options.precision == .float32)
        #expect(asked.stepNames == exact.stepNames)
        var noise = Noise(7)
        let x = noise.tensor([1, 8, 8, 8])
        let results = [asked, exact].map { plan in (try? plan.run([x]))?.first?.doubles.map(\.bitPattern) }
        #expect(results[0] != nil && results[0] == results[1])
    }

    /// Two products of float16, one of float32 of what the first makes, and one of what that makes.
    private static func mixed() throws -> Function {
        func product(_ type: String, _ name: String, of operand: String) -> String {
            "tensor<\(type), [4, 4]> \(name) = matmul(x = \(operand), y = \(operand), transpose_x = bool(false), transpose_y = bool(true));"
        }
        return try function(
            """
            tensor<fp16, [4, 4]> narrow = cast(x = x, dtype = string("fp16"));
            \(product("fp16", "first", of: "narrow"))
            \(product("fp16", "second", of: "first"))
            \(product("fp16", "third", of: "second"))
            tensor<fp32, [4, 4]> wide = cast(x = first, dtype = string("fp32"));
            \(product("fp32", "exact", of: "wide"))
            \(product("fp32", "last", of: "exact"))
            tensor<fp32, [4, 4]> result = cast(x = third, dtype = string("fp32"));
            tensor<fp32, [4, 4]> sum = add(x = last, y = result);
            """, result: "sum", inputs: "tensor<fp32, [4, 4]> x")
    }

    @Test("A mixed program has each product as it is declared")
    func aMixedProgramHasEachProductAsItIsDeclared() throws {
        let graph = try Self.optimized(try Self.mixed(), Self.reduced)
        #expect(Self.products(graph) == ["first": false, "second": false, "third": false, "exact": true, "last": true])
        let narrow = Self.narrow(graph, Self.reduced)
        #expect(narrow.contains("second"))
        // One is read by both, the other is declared as float32.
        #expect(narrow.isDisjoint(with: ["first", "wide", "exact", "last", "sum"]))
    }

    @Test(
        "A mixed plan agrees with the plain kernels",
        .enabled(if: Processor.hasNativeBFloat16 && Processor.has512BitVectors, "the processor has bfloat16"))
    func aMixedPlanAgreesWithThePlainKernels() throws {
        let function = try Self.mixed()
        let plan = try Plan(function, options: Self.reduced)
        #expect(plan.options.precision == .bfloat16)
        var noise = Noise(7)
        let x = noise.tensor([4, 4])
        let results = try Interpreter().interpret(function, inputs: ["x": x])
        let expected = try #require(results["sum"]).doubles
        let largest = expected.map(abs).max() ?? 0
        let error = zip(try plan.run([x])[0].doubles, expected).map { abs($0 - $1) }.max() ?? .infinity
        #expect(error <= 5e-2 * largest)
    }

    @Test("Operations of a loop's subgraph keep the precision that the program declares")
    func subgraphsOfALoopKeepWhatIsDeclared() throws {
        let operations = try Self.mixed().body.operations.filter { $0.kind == "matmul" }
        #expect(operations.map(\.isExact) == [false, false, false, true, true])
        var builder = ProgramBuilder()
        var values: [String: Argument] = [:]
        for name in ["narrow", "wide"] { values[name] = try builder.input(name, .float32([4, 4])) }
        for operation in operations { #expect(Subgraph.emit(operation, outputs: operation.outputs, &builder, &values)) }
        let outputs = try ["third", "last"].map { (name: $0, value: try #require(values[$0])) }
        let subgraph = try builder.finish(outputs: outputs)
        #expect(subgraph.body.operations.map(\.isExact) == operations.map(\.isExact))
    }

    @Test("Layers of a network are not exact")
    func layersOfANetworkAreNotExact() throws {
        var fixture = NetworkFixture(exact: true)
        fixture.input("x", [2, 4])
        fixture.output("y")
        let weights = weightParams((0..<16).map { Float($0) / 16 })
        func product(_ source: String, _ target: String) -> Specification.NeuralNetworkLayer {
            NetworkFixture.layer(
                .innerProduct(.with { ($0.inputChannels, $0.outputChannels, $0.weights) = (4, 4, weights) }), [source], [target])
        }
        fixture.network.layers = [product("x", "h"), product("h", "y")]
        let model = Specification.Model.with {
            $0.description = fixture.description
            $0.type = .neuralNetwork(fixture.network)
        }
        let function = try NeuralNetworkLowering(model: model, makeCustomLayer: nil).lower(inputs: ["x": [2, 4]])
        let graph = try Self.optimized(function, Self.reduced)
        #expect(Self.products(graph).values.sorted { !$0 && $1 } == [false, false])
    }
}
