import Foundation

/// Einstein summation of two operands. `equation` names every dimension by a letter, as in `nchw,nwhu->nchu`.
///
/// A dimension of one element is broadcast to the size of the other operand.
enum EinsteinSummation: FloatOperation {
    package static let kinds = ["einsum"]
    static let operands = ["values"]

    package static func outputTypes(_ call: OperationCall) throws -> [TensorType] {
        let equation = try SummationEquation(call)
        return [TensorType(try call.list("values")[0].type.scalar, equation.shape(equation.output))]
    }

    static func computeFloat(_ call: OperationCall, outputs: [Tensor]) throws {
        let equation = try SummationEquation(call)
        let tensors = try call.list("values").compactMap(\.tensor)
        guard tensors.count == 2 else { throw RuntimeError.dependsOnValue("\(call.name).values") }
        if let products = SummationProducts(equation, tensors, outputs[0]) {
            try products.run(tensors[0], tensors[1], outputs[0])
        } else {
            try computeElements(call, equation, tensors, outputs[0])
        }
    }

    /// Adds the products one by one.
    static func computeElements(_ call: OperationCall, _ equation: SummationEquation, _ tensors: [Tensor], _ output: Tensor) throws {
        let letters = equation.output + equation.summed
        _ = try call.product(equation.shape(letters))
        let walk = StridedWalk(
            shape: equation.shape(letters),
            strides: [
                equation.strides(of: equation.operands[0], tensors[0].shape, along: letters),
                equation.strides(of: equation.operands[1], tensors[1].shape, along: letters),
                equation.strides(of: equation.output, output.shape, along: letters),
            ])
        output.fill(with: 0)
        let (x, y, sums) = (tensors[0].floatPointer, tensors[1].floatPointer, output.floatPointer)
        let (count, xStep, yStep, step) = (walk.rowLength, walk.step(0), walk.step(1), walk.step(2))
        walk.forEachRow { offsets in
            let (x, y, sums) = (x + offsets[0], y + offsets[1], sums + offsets[2])
            for index in 0..<count { sums[index * step] += x[index * xStep] * y[index * yStep] }
        }
    }
}

/// The letters of the dimensions of an Einstein summation, and their sizes.
struct SummationEquation {
    let operands: [[Character]]
    let output: [Character]
    private let sizes: [Character: Int]

    init(_ call: OperationCall) throws {
        let text = call.string("equation", default: "").filter { $0 != " " }
        let sides = text.components(separatedBy: "->")
        let operands = (sides.first ?? "").split(separator: ",", omittingEmptySubsequences: false).map { Array($0) }
        let shapes = try call.list("values").map(\.type.shape)
        try call.require(
            sides.count == 2 && operands.count == 2 && shapes.count == 2, "the equation '\(text)' for \(shapes.count) operands")
        var sizes: [Character: Int] = [:]
        for (letters, shape) in zip(operands, shapes) {
            try call.require(letters.count == shape.count && Set(letters).count == letters.count, "'\(text)' for the shape \(shape)")
            for (letter, size) in zip(letters, shape) {
                let known = sizes[letter] ?? 1
                try call.require(known == size || known == 1 || size == 1, "'\(letter)' is \(known) and \(size)")
                sizes[letter] = size == 1 ? known : size
            }
        }
        let output = Array(sides[1])
        try call.require(Set(output).count == output.count && output.allSatisfy { sizes[$0] != nil }, "the output of '\(text)'")
        (self.operands, self.output, self.sizes) = (operands, output, sizes)
    }

    /// The letters that the output does not have.
    var summed: [Character] { Set(operands.joined()).subtracting(output).sorted() }

    func size(_ letter: Character) -> Int { sizes[letter] ?? 1 }

    func shape(_ letters: [Character]) -> [Int] { letters.map(size) }

    /// The strides for a walk along `letters` over a tensor with the dimensions `own`.
    func strides(of own: [Character], _ shape: [Int], along letters: [Character]) -> [Int] {
        let strides = TensorType.float32(shape).strides
        return letters.map { letter in
            guard let axis = own.firstIndex(of: letter), shape[axis] > 1 else { return 0 }
            return strides[axis]
        }
    }
}

/// An Einstein summation as a batch of matrix products. Letters of both operands and the output form the batch. Letters of one operand and
/// the output are the rows or columns of a matrix. Letters of both operands, but not of the output, are summed over.
private struct SummationProducts {
    private let equation: SummationEquation
    private let batch: [Character]
    private let rows: [Character]
    private let columns: [Character]
    private let summed: [Character]

    /// The least number of multiplications for which the library is called.
    private static let leastProducts = 256

    /// The matrix products of an equation. `nil` for tiny matrices, and if a letter is summed over that only one operand has.
    init?(_ equation: SummationEquation, _ tensors: [Tensor], _ output: Tensor) {
        guard output.count > 0, tensors.allSatisfy({ $0.count > 0 }) else { return nil }
        // Dimensions of one element are left out.
        let own = zip(equation.operands, tensors).map { letters, tensor in
            Set(zip(letters, tensor.shape).filter { $0.1 > 1 }.map { $0.0 })
        }
        let (both, either) = (own[0].intersection(own[1]), own[0].union(own[1]))
        guard either.subtracting(both).isSubset(of: equation.output) else { return nil }
        self.equation = equation
        batch = equation.output.filter { both.contains($0) }
        rows = equation.output.filter { own[0].contains($0) && !both.contains($0) }
        columns = equation.output.filter { own[1].contains($0) && !both.contains($0) }
        summed = equation.operands[0].filter { both.contains($0) && !equation.output.contains($0) }
        guard equation.shape(rows + columns + summed).product() >= SummationProducts.leastProducts else { return nil }
    }

    /// A matrix for each index of the batch, in the form that the matrix product takes.
    private struct MatrixBatch {
        var tensor: Tensor
        /// Whether columns are stored as rows.
        var isTransposed: Bool
        /// The distance between stored rows.
        var stride: Int
        /// The distances between matrices along each dimension of the batch.
        var batchStrides: [Int]
    }

    func run(_ x: Tensor, _ y: Tensor, _ output: Tensor) throws {
        let a = matrices(x, equation.operands[0], rows, summed) ?? packed(x, equation.operands[0], rows, summed)
        let b = matrices(y, equation.operands[1], summed, columns) ?? packed(y, equation.operands[1], summed, columns)
        let direct = matrices(output, equation.output, rows, columns)
        let result = direct ?? dense(Tensor(uninitialized: .float32(shape(rows, columns))), rows, columns)
        try multiply(a, b, into: result)
        if direct == nil {
            let letters = batch + rows + columns
            output.copy(
                equation.shape(letters), from: result.tensor, StridedRegion(strides: result.tensor.type.strides),
                to: StridedRegion(strides: equation.strides(of: equation.output, output.shape, along: letters)))
        }
    }

    /// A tensor's matrices in place; `nil` if the matrix product cannot take their layout.
    private func matrices(_ tensor: Tensor, _ own: [Character], _ rows: [Character], _ columns: [Character]) -> MatrixBatch? {
        guard let row = joined(tensor, own, rows), let column = joined(tensor, own, columns) else { return nil }
        let isTransposed: Bool
        let stride: Int
        if column.size == 1 || column.stride == 1 {
            (isTransposed, stride) = (false, max(row.size == 1 ? 1 : row.stride, column.size))
        } else if row.size == 1 || row.stride == 1 {
            (isTransposed, stride) = (true, max(column.stride, row.size))
        } else {
            return nil
        }
        return MatrixBatch(
            tensor: tensor, isTransposed: isTransposed, stride: stride,
            batchStrides: equation.strides(of: own, tensor.shape, along: batch))
    }

    /// Merges dimensions into one; `nil` if they are not contiguous with each other.
    private func joined(_ tensor: Tensor, _ own: [Character], _ letters: [Character]) -> (size: Int, stride: Int)? {
        let (sizes, strides) = (equation.shape(letters), equation.strides(of: own, tensor.shape, along: letters))
        for index in sizes.indices.dropFirst() where strides[index - 1] != strides[index] * sizes[index] { return nil }
        return (sizes.product(), strides.last ?? 1)
    }

    /// A copy of a tensor's matrices one after the other.
    private func packed(_ tensor: Tensor, _ own: [Character], _ rows: [Character], _ columns: [Character]) -> MatrixBatch {
        let copy = Tensor(uninitialized: .float32(shape(rows, columns)))
        copy.fill(from: tensor, StridedRegion(strides: equation.strides(of: own, tensor.shape, along: batch + rows + columns)))
        return dense(copy, rows, columns)
    }

    private func shape(_ rows: [Character], _ columns: [Character]) -> [Int] { equation.shape(batch + rows + columns) }

    private func dense(_ tensor: Tensor, _ rows: [Character], _ columns: [Character]) -> MatrixBatch {
        MatrixBatch(
            tensor: tensor, isTransposed: false, stride: max(1, equation.shape(columns).product()),
            batchStrides: Array(tensor.type.strides.prefix(batch.count)))
    }

    /// The number of multiplications up to which one thread computes them all.
    private static let fewProducts = 1 << 16

    private func multiply(_ a: MatrixBatch, _ b: MatrixBatch, into c: MatrixBatch) throws {
        let (m, n, k) = (equation.shape(rows).product(), equation.shape(columns).product(), equation.shape(summed).product())
        let (x, y, z) = (a.tensor.floatPointer, b.tensor.floatPointer, c.tensor.floatPointer)
        let offsets = offsets(a, b, c)
        func product(_ index: Int) throws {
            let (x, y, z) = (x + offsets[index].x, y + offsets[index].y, z + offsets[index].z)
            if c.isTransposed {
                try Matrices.multiply(
                    y, transposingA: !b.isTransposed, x, transposingB: !a.isTransposed, into: z, n, m, k,
                    strides: (b.stride, a.stride, c.stride))
            } else {
                try Matrices.multiply(
                    x, transposingA: a.isTransposed, y, transposingB: b.isTransposed, into: z, m, n, k,
                    strides: (a.stride, b.stride, c.stride))
            }
        }
        // If the products are many or small, the threads divide the products among themselves. Otherwise they compute each product together.
        let threads = Threads.limit
        let isSmall = m * n * k < SummationProducts.fewProducts
        let isShared = isSmall || offsets.count >= 2 * threads
        let parts = isShared ? min(threads, offsets.count, 1 + m * n * k * offsets.count / SummationProducts.fewProducts) : 1
        let failures = UnsafeMutableBufferPointer<(any Error)?>.allocate(capacity: max(parts, 1))
        failures.initialize(repeating: nil)
        defer {
            failures.deinitialize()
            failures.deallocate()
        }
        if parts < 2 {
            for index in offsets.indices { try product(index) }
        } else {
            Threads.run(parts) { part in
                do {
                    for index in offsets.count * part / parts..<offsets.count * (part + 1) / parts { try product(index) }
                } catch {
                    failures[part] = error
                }
            }
            for case let failure? in failures { throw failure }
        }
        withExtendedLifetime((a, b, c)) {}
    }

    /// The offsets at which the matrices of each product begin.
    private func offsets(_ a: MatrixBatch, _ b: MatrixBatch, _ c: MatrixBatch) -> [(x: Int, y: Int, z: Int)] {
        var offsets: [(x: Int, y: Int, z: Int)] = []
        let walk = StridedWalk(shape: equation.shape(batch), strides: [a.batchStrides, b.batchStrides, c.batchStrides])
        let (count, steps) = (walk.rowLength, (walk.step(0), walk.step(1), walk.step(2)))
        walk.forEachRow { start in
            for index in 0..<count {
                offsets.append((start[0] + index * steps.0, start[1] + index * steps.1, start[2] + index * steps.2))
            }
        }
        return offsets
    }
}
