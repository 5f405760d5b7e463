import Testing

@testable import CoreMLRuntime

/// Einstein summations as products of matrices, against the products added up one by one.
@Suite struct SummationKernelTests {
    private static let cases: [(equation: String, x: [Int], y: [Int])] = [
        ("nchw,nwhu->nchu", [2, 7, 5, 9], [2, 9, 5, 11]), ("bchq,bkhc->bkhq", [2, 16, 3, 9], [2, 8, 3, 16]),
        ("bkhq,bchk->bchq", [1, 9, 4, 8], [1, 16, 4, 9]), ("ij,jk->ik", [17, 9], [9, 13]), ("ij,kj->ki", [17, 9], [13, 9]),
        ("ij,kj->ik", [1, 300], [5, 300]), ("ij,jk->ki", [300, 5], [5, 1]), ("bhnd,bhmd->bhnm", [3, 2, 8, 12], [3, 2, 7, 12]),
        ("abc,cd->abd", [3, 5, 19], [19, 4]), ("abc,cd->dab", [3, 5, 19], [19, 4]), ("i,j->ij", [31], [29]), ("i,i->", [701], [701]),
        ("abcd,cbe->daeb", [5, 3, 7, 4], [7, 3, 8]), ("ab,cd->bdac", [9, 5], [4, 7]), ("bij,bjk->kbi", [2, 8, 9], [2, 9, 7]),
        ("bnd,bd->bn", [2, 30, 41], [1, 41]), ("az,zb->ab", [20, 1], [1, 30]), ("ab,ab->", [21, 23], [21, 23]),
        ("ab,ba->a", [9, 400], [400, 9]), ("abcd,abcd->ac", [3, 20, 4, 21], [3, 20, 4, 21]), ("bij,bjk->bik", [70, 9, 6], [70, 6, 11]),
    ]

    private func compare(_ equation: String, _ x: Tensor, _ y: Tensor) throws {
        var call = OperationRun.call("einsum", [:], ["equation": equation])
        call.inputs["values"] = [x, y].map { OperationCall.Input(type: $0.type, tensor: $0) }
        Threads.setLimit(3)
        let result = try call.results()[0]
        let truth = Tensor(uninitialized: result.type)
        try EinsteinSummation.computeElements(call, SummationEquation(call), [x, y], truth)
        let largest = truth.doubles.map(abs).max() ?? 0
        let isRight = zip(result.doubles, truth.doubles).allSatisfy { abs($0 - $1) <= 1e-5 * max(largest, 1) }
        #expect(isRight, "\(equation) of \(x.shape) and \(y.shape)")
    }

    @Test("Products of matrices agree")
    func productsOfMatricesAgree() throws {
        var noise = Noise(31)
        for (equation, x, y) in Self.cases { try compare(equation, noise.tensor(x), noise.tensor(y)) }
    }

    @Test("Dimensions of one element repeat")
    func dimensionsOfOneElementRepeat() throws {
        var noise = Noise(32)
        for (x, y) in [([1, 8, 9], [4, 9, 7]), ([4, 8, 9], [1, 9, 7]), ([4, 8, 1], [4, 9, 7]), ([4, 8, 9], [4, 1, 7])] {
            try compare("bij,bjk->bik", noise.tensor(x), noise.tensor(y))
        }
    }

    /// Against numbers that were added up by hand.
    @Test("Small summations are right")
    func smallSummationsAreRight() throws {
        let (x, y) = (Tensor([1.0, 2, 3, 4], shape: [2, 2]), Tensor([5.0, 6, 7, 8], shape: [2, 2]))
        func sum(_ equation: String) throws -> [Double] {
            var call = OperationRun.call("einsum", [:], ["equation": equation])
            call.inputs["values"] = [x, y].map { OperationCall.Input(type: $0.type, tensor: $0) }
            return try call.results()[0].doubles
        }
        #expect(try sum("ij,jk->ik") == [19, 22, 43, 50])
        #expect(try sum("ij,jk->ki") == [19, 43, 22, 50])
        #expect(try sum("ij,ij->") == [70])
        #expect(try sum("ij,kl->jl") == [48, 56, 72, 84])
    }

    @Test("Nothing is summed up over an empty dimension")
    func nothingIsSummedUpOverAnEmptyDimension() throws {
        func sum(_ equation: String, _ x: [Int], _ y: [Int]) throws -> Tensor {
            var noise = Noise(33)
            var call = OperationRun.call("einsum", [:], ["equation": equation])
            call.inputs["values"] = [noise.tensor(x), noise.tensor(y)].map { OperationCall.Input(type: $0.type, tensor: $0) }
            return try call.results()[0]
        }
        #expect(try sum("a,b->b", [0], [3]).doubles == [0, 0, 0])
        #expect(try sum("ab,bc->ac", [2, 0], [0, 3]).doubles == [Double](repeating: 0, count: 6))
        #expect(try sum("ab,bc->ac", [0, 2], [2, 3]).shape == [0, 3])
        #expect(throws: RuntimeError.self) { try sum("ab,bc->ac", [2, 3], [0, 3]) }
        #expect(throws: RuntimeError.self) { try sum("ab,bc->ad", [2, 3], [3, 3]) }
    }

    @Test("A summation takes part in a plan")
    func aSummationTakesPartInAPlan() throws {
        var check = PlanCheck()
        let x = try check.input([1, 16, 4, 9], "x")
        let y = try check.input([1, 8, 4, 16], "y")
        let scores = try check.builder.emitOne("einsum", ["values": .list([x, y]), "equation": .string("bchq,bkhc->bkhq")])
        let weights = try check.call("softmax", scores, ["axis": .int(1)])
        try check.check([scores, weights])
    }
}
