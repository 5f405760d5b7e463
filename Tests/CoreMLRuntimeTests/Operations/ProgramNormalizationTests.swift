import Testing

@testable import CoreMLRuntime

/// Operations of programs that normalise, and Einstein's sums, against their definitions.
struct ProgramNormalizationTests {
    // MARK: Normalisation

    @Test("Batches are normalised with the given moments")
    func batchesAreNormalisedWithTheGivenMoments() throws {
        let x = Tensor.numbers([1, 3, 10, 20], [1, 2, 1, 2])
        let moments: [String: ProgramArgument] = ["mean": .floats([2, 10]), "variance": .floats([4, 25]), "epsilon": .float(0)]
        try expectProgram("batch_norm", ["x": x], with: moments, [1, 2, 1, 2], [-0.5, 0.5, 0, 2])
        let scaled = moments.merging(["gamma": .floats([2, 10]), "beta": .floats([1, -1])]) { $1 }
        try expectProgram("batch_norm", ["x": x], with: scaled, [1, 2, 1, 2], [0, 2, -1, 19])
        let line = Tensor.numbers([1, 3, 10, 20], [2, 2])
        try expectProgram("batch_norm", ["x": line], with: moments, [2, 2], [-0.5, -1.4, 4, 2])
        // Moments may be inputs.
        let tensors = ["x": x, "mean": Tensor.numbers([2, 10]), "variance": Tensor.numbers([4, 25])]
        try expectProgram("batch_norm", tensors, with: ["epsilon": .float(0)], [1, 2, 1, 2], [-0.5, 0.5, 0, 2])
        expectProgramRefusal("batch_norm", ["x": x], with: moments.merging(["mean": .floats([1, 2, 3])]) { $1 })
        expectProgramRefusal("batch_norm", ["x": x], with: moments.merging(["gamma": .floats([1])]) { $1 })
        expectProgramRefusal("batch_norm", ["x": .numbers([1, 2])], with: moments)
        expectProgramRefusal("batch_norm", ["x": x], with: ["mean": .floats([2, 10])])
    }

    @Test("Instances are normalised by their own moments")
    func instancesAreNormalisedByTheirOwnMoments() throws {
        let x = Tensor.numbers([1, 3, 10, 30, -5, -5, 0, 8], [2, 2, 2])
        let pairs: [(Double, Double)] = [(1, 3), (10, 30), (-5, -5), (0, 8)]
        let normal: [Double] = pairs.flatMap { low, high in
            let half = (high - low) / 2
            return [-half, half].map { $0 / (half * half + 0.5).squareRoot() }
        }
        let plain: [String: ProgramArgument] = ["epsilon": .float(0.5)]
        try expectProgram("instance_norm", ["x": x], with: plain, [2, 2, 2], normal)
        let scaled = plain.merging(["gamma": .floats([2, 3]), "beta": .floats([1, -1])]) { $1 }
        let expected: [Double] = normal.enumerated().map { $0 / 2 % 2 == 0 ? 2 * $1 + 1 : 3 * $1 - 1 }
        try expectProgram("instance_norm", ["x": x], with: scaled, [2, 2, 2], expected)
        let image = Tensor.numbers([1, 3, 10, 30, -5, -5, 0, 8], [2, 2, 1, 2])
        try expectProgram("instance_norm", ["x": image], with: scaled, [2, 2, 1, 2], expected)
        expectProgramRefusal("instance_norm", ["x": .numbers([1, 2], [1, 2])], with: plain)
        expectProgramRefusal("instance_norm", ["x": x], with: ["gamma": .floats([1, 2, 3])])
    }

    @Test("Layers are normalised over their axes")
    func layersAreNormalisedOverTheirAxes() throws {
        let x = Tensor.numbers([1, 3, 2, 6], [2, 2])
        let last: [String: ProgramArgument] = ["axes": .ints([-1]), "epsilon": .float(1e-9)]
        try expectProgram("layer_norm", ["x": x], with: last, [2, 2], [-1, 1, -1, 1])
        let first: [String: ProgramArgument] = [
            "axes": .ints([0]), "epsilon": .float(1e-9), "gamma": .floats([2, 3]), "beta": .floats([10, 20]),
        ]
        try expectProgram("layer_norm", ["x": x], with: first, [2, 2], [8, 8, 23, 23])
        let root = 3.5.squareRoot()
        let all: [Double] = [-2 / root, 0, -1 / root, 3 / root]
        try expectProgram("layer_norm", ["x": x], with: ["epsilon": .float(1e-9)], [2, 2], all)
        expectProgramRefusal("layer_norm", ["x": x], with: ["axes": .ints([2])])
        expectProgramRefusal("layer_norm", ["x": x], with: ["axes": .ints([1, -1])])
        expectProgramRefusal("layer_norm", ["x": x], with: ["axes": .ints([1]), "gamma": .floats([1, 2, 3])])
    }

    @Test("Vectors are divided by their length")
    func vectorsAreDividedByTheirLength() throws {
        let x = Tensor.numbers([1, 2, 2, 4, 0, 3, 0, 4], [2, 2, 1, 2])
        let plain: [String: ProgramArgument] = ["epsilon": .float(1e-9)]
        try expectProgram("l2_norm", ["x": x], with: plain, [2, 2, 1, 2], [0.2, 0.4, 0.4, 0.8, 0, 0.6, 0, 0.8])
        try expectProgram("l2_norm", ["x": counting([1, 1, 2], from: 1)], with: ["epsilon": .float(4)], [1, 1, 2], [1.0 / 3, 2.0 / 3])
        expectProgramRefusal("l2_norm", ["x": .numbers([1, 2], [1, 2])], with: plain)
    }

    @Test("Neighbouring channels count in a local response")
    func neighbouringChannelsCountInALocalResponse() throws {
        func check(_ size: Int, _ shape: [Int], _ expected: [Double]) throws {
            let arguments: [String: ProgramArgument] = [
                "size": .int(size), "alpha": .float(0.1 * Float(size)), "beta": .float(1), "k": .float(2),
            ]
            try expectProgram("local_response_norm", ["x": .numbers([1, 2, 3], shape)], with: arguments, shape, expected)
        }
        for shape in [[1, 3, 1], [1, 3, 1, 1]] {
            try check(1, shape, [1 / 2.1, 2 / 2.4, 3 / 2.9])
            try check(3, shape, [1 / 2.5, 2 / 3.4, 3 / 3.3])
            // Of an even number, the one more lies before.
            try check(2, shape, [1 / 2.1, 2 / 2.5, 3 / 3.3])
            try check(9, shape, [1 / 3.4, 2 / 3.4, 3 / 3.4])
        }
        expectProgramRefusal("local_response_norm", ["x": counting([1, 3, 1])], with: ["size": .int(0)])
        expectProgramRefusal("local_response_norm", ["x": counting([1, 3])], with: ["size": .int(3)])
        expectProgramRefusal("local_response_norm", ["x": counting([1, 3, 1])])
    }

    // MARK: Sums

    private func einsum(_ equation: String, _ a: Tensor, _ b: Tensor) -> ProgramCheck {
        var check = ProgramCheck()
        let operands: [ProgramArgument] = [check.input("a", a), check.input("b", b)]
        check.call("einsum", ["values": .several(operands), "equation": .string(equation)])
        return check
    }

    /// Σ_w a[…, c, h, w] · b[…, w, h, u].
    private func expected(_ a: Tensor, _ b: Tensor, _ c: Int, _ h: Int, _ w: Int, _ u: Int) -> [Double] {
        let (x, y) = (a.doubles, b.doubles)
        // An operand of one row repeats it.
        let (aRows, bRows) = (a.shape[a.shape.count - 2], b.shape[b.shape.count - 2])
        var result: [Double] = []
        for i in 0..<c {
            for row in 0..<h {
                for j in 0..<u {
                    let terms: [Double] = (0..<w).map { k in
                        let (left, right) = ((i * aRows + row % aRows) * w + k, (k * bRows + row % bRows) * u + j)
                        return x[left] * y[right]
                    }
                    result.append(terms.reduce(0, +))
                }
            }
        }
        return result
    }

    @Test("Sums follow their equation")
    func sumsFollowTheirEquation() throws {
        let (a, b) = (counting([2, 3, 4], from: 1), counting([4, 3, 5], from: -7))
        try einsum("chw,whr->chr", a, b).expect([([2, 3, 5], expected(a, b, 2, 3, 4, 5))])
        let (image, other) = (counting([1, 2, 3, 4], from: 1), counting([1, 4, 3, 5], from: -7))
        try einsum("nchw,nwhu->nchu", image, other).expect([([1, 2, 3, 5], expected(a, b, 2, 3, 4, 5))])
        // Other letters, and spaces, mean the same.
        try einsum("a b c, c b d -> a b d", a, b).expect([([2, 3, 5], expected(a, b, 2, 3, 4, 5))])
        // A dimension of one element repeats.
        let row = counting([4, 1, 5], from: -7)
        try einsum("chw,whr->chr", a, row).expect([([2, 3, 5], expected(a, row, 2, 3, 4, 5))])
        try einsum("ij,jk->ik", counting([2, 2]), counting([2, 2])).expect([([2, 2], [2, 3, 6, 11])])
        try einsum("ij,ij->i", counting([2, 2]), counting([2, 2])).expect([([2], [1, 13])])
    }

    @Test("Equations that make no sense are refused")
    func equationsThatMakeNoSenseAreRefused() {
        let (a, b) = (counting([2, 3]), counting([3, 2]))
        for equation in [
            "", "ij,jk", "ij->ij", "ij,jk->il", "ij,jk->ii", "ijk,jk->i", "ii,jk->j", "ij,ik->jk", "ij,jk,kl->il", "ij,jk->i->k",
        ] {
            einsum(equation, a, b).expectRefusal()
        }
    }
}
