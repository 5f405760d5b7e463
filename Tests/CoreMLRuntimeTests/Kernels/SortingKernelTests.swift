import Testing

@testable import CoreMLRuntime

/// Sorted lines, against the places of their elements sorted by comparing.
@Suite struct SortingKernelTests {
    /// The places of sorted elements: equals in their order, not-a-number last.
    private func order(_ numbers: [Double], ascending: Bool) -> [Int] {
        numbers.indices.sorted { first, second in
            let (a, b) = (numbers[first], numbers[second])
            if a.isNaN || b.isNaN { return a.isNaN == b.isNaN ? first < second : b.isNaN }
            if a == b { return first < second }
            return ascending ? a < b : a > b
        }
    }

    /// The elements of the line at `index` along `axis`, and their places in the tensor.
    private func line(_ x: Tensor, _ index: [Int], _ axis: Int) -> [Double] {
        let numbers = x.doubles
        return (0..<x.shape[axis]).map { step in
            var own = index
            own[axis] = step
            return numbers[OperationRun.place(own, in: x.shape)]
        }
    }

    private func check(_ x: Tensor, _ comment: String) throws {
        for axis in x.shape.indices {
            var others = x.shape
            others[axis] = min(1, x.shape[axis])
            for ascending in [true, false] {
                let sorted = try OperationRun.result(
                    "argsort", ["x": x, "axis": .scalar(axis - x.shape.count), "ascending": .scalar(ascending)])
                for index in OperationRun.indices(others) {
                    let expected = order(line(x, index, axis), ascending: ascending).map { Double($0) }
                    let answer = line(sorted, index, axis)
                    #expect(answer == expected, "\(comment), \(x.shape) along \(axis)")
                }
            }
        }
    }

    @Test("Lines are sorted along any axis", arguments: [[1], [2], [37], [3, 8], [5, 1, 6], [2, 300], [300, 2], [0, 3]] as [[Int]])
    func linesAreSortedAlongAnyAxis(shape: [Int]) throws {
        var noise = Noise(21)
        let x = Tensor(uninitialized: .float32(shape))
        for index in 0..<x.count { x.floats[index] = (noise.next() * 9).rounded() / 2 }
        try check(x, "ties")
        try check(x.converted(to: .int32), "whole numbers")
        try check(x.converted(to: .float16), "halves")
        if x.count > 0 { try check(noise.tensor(shape), "numbers") }
    }

    @Test("Special numbers have their place")
    func specialNumbersHaveTheirPlace() throws {
        let numbers: [Float] = [
            .nan, 0, -0.0, .infinity, -.infinity, 1, -1, .leastNonzeroMagnitude, -.leastNonzeroMagnitude, .greatestFiniteMagnitude, .nan,
            -.greatestFiniteMagnitude, -0.0, 0, -.nan,
        ]
        try check(Tensor(numbers), "special numbers")
        try check(Tensor([.max, .min, 0, -1, 1, .max, .min] as [Int32]), "large whole numbers")
    }

    @Test("The first of many are found", arguments: [1, 2, 7, 40, 1000, 6000])
    func theFirstOfManyAreFound(length: Int) throws {
        var noise = Noise(22)
        for isTied in [false, true] {
            let x = noise.tensor([2, length])
            if isTied { for index in 0..<x.count { x.floats[index] = (x.floats[index] * 5).rounded() } }
            x.floats[length / 2] = .nan
            let (numbers, bits) = (x.doubles, x.bits)
            for ascending in [false, true] {
                let orders = [0, length].map { order(Array(numbers[$0..<$0 + length]), ascending: ascending) }
                for k in Set([0, 1, 2, 5, length / 5, length / 4, length / 2, length - 1, length]) where k <= length {
                    let results = try OperationRun.results(
                        "topk", ["x": x, "k": .scalar(k), "axis": .scalar(-1), "ascending": .scalar(ascending)])
                    #expect(results.map(\.shape) == [[2, k], [2, k]])
                    let places: [Double] = orders.flatMap { order in order.prefix(k).map { Double($0) } }
                    let values: [UInt32] = [0, 1].flatMap { row in orders[row].prefix(k).map { bits[row * length + $0] } }
                    #expect(results[1].doubles == places, "\(k) of \(length), \(ascending)")
                    #expect(results[0].bits == values, "\(k) of \(length), \(ascending)")
                }
            }
        }
    }

    @Test("The first are found along an axis before the last")
    func theFirstAreFoundAlongAnAxisBeforeTheLast() throws {
        let x = Tensor([3, 1, 2, 8, 3, 9, 0, 4, 7, 5, 3, 6] as [Int32], shape: [4, 3])
        let results = try OperationRun.results("topk", ["x": x, "k": .scalar(2), "axis": .scalar(0)])
        #expect(results[0].doubles == [8, 4, 9, 5, 3, 7])
        #expect(results[1].doubles == [1, 2, 1, 3, 1, 2])
    }
}
