import Accelerate
import Testing

@Suite("Functions of vectors beside NumPy")
struct VectorTests {
    static let strides = [[1, 1, 1, 1, 1], [2, 3, 1, 2, 3], [1, 2, 3, 1, 2], [-1, 1, 2, -2, -1]]

    @Test("Functions of elements are NumPy's at every stride, and write nothing between", arguments: strides)
    func elementwise(strides: [Int]) {
        check(VectorFunctions<Float>.all, strides)
        check(VectorFunctions<Double>.all, strides)
    }

    private func check<T: AccelerateScalar>(_ functions: VectorFunctions<T>, _ strides: [Int]) {
        for (name, call) in functions.elementwise {
            guard let reference = Fixtures[name] else {
                Issue.record("no reference for \(name)")
                continue
            }
            let operands = zip(reference.operands, strides).map { Strided($0.map { T($0) }, stride: $1) }
            var result = Strided([T](repeating: 9, count: reference.result.count), stride: strides[4])
            run(call, operands, &result)
            #expect(distance(result.elements, reference.result) < T.tolerance, "\(name) of \(T.self)")
            #expect(result.keepsMarks, "\(name) of \(T.self)")
        }
    }

    private func run<T>(_ call: VectorCall<T>, _ operands: [Strided<T>], _ result: inout Strided<T>) {
        var pointers: [UnsafePointer<T>] = []
        func next(_ rest: ArraySlice<Strided<T>>) {
            guard let operand = rest.first else {
                let first = result.first, count = result.count, stride = result.stride
                result.memory.withUnsafeMutableBufferPointer {
                    call.run(pointers, operands.map(\.stride), $0.baseAddress! + first, stride, count)
                }
                return
            }
            operand.memory.withUnsafeBufferPointer {
                pointers.append($0.baseAddress! + operand.first)
                next(rest.dropFirst())
            }
        }
        next(operands[...])
    }

    @Test("A result may lie where the first vector lies")
    func inPlace() {
        checkInPlace(VectorFunctions<Float>.all.elementwise)
        checkInPlace(VectorFunctions<Double>.all.elementwise)
        checkInPlace(VectorFunctions<Float>.all.functions)
        checkInPlace(VectorFunctions<Double>.all.functions)
    }

    private func checkInPlace<T: AccelerateScalar>(_ calls: [String: VectorCall<T>]) {
        for (name, call) in calls {
            guard let reference = Fixtures[name], let place = call.isVector.firstIndex(of: true) else {
                Issue.record("no reference for \(name)")
                continue
            }
            var operands = reference.operands.map { $0.map { T($0) } }
            let shared = UnsafeMutableBufferPointer<T>.allocate(capacity: reference.result.count)
            defer { shared.deallocate() }
            _ = shared.initialize(from: operands[place])
            operands[place] = []
            var pointers: [UnsafePointer<T>] = []
            for operand in operands { pointers.append(UnsafePointer(copied(operand))) }
            let spare = pointers
            defer { spare.forEach { $0.deallocate() } }
            pointers[place] = UnsafePointer(shared.baseAddress!)
            call.run(pointers, operands.map { _ in 1 }, shared.baseAddress!, 1, reference.result.count)
            #expect(distance(Array(shared), reference.result) < T.tolerance, "\(name) of \(T.self)")
        }
    }

    private func copied<T>(_ elements: [T]) -> UnsafeMutablePointer<T> {
        let memory = UnsafeMutablePointer<T>.allocate(capacity: Swift.max(1, elements.count))
        memory.initialize(from: elements, count: elements.count)
        return memory
    }

    @Test("Sums, means and extremes are NumPy's at every stride", arguments: strides)
    func sums(strides: [Int]) {
        checkSums(VectorFunctions<Float>.all, strides)
        checkSums(VectorFunctions<Double>.all, strides)
    }

    private func checkSums<T: AccelerateScalar>(_ functions: VectorFunctions<T>, _ strides: [Int]) {
        for (name, call) in functions.sums {
            guard let reference = Fixtures[name] else {
                Issue.record("no reference for \(name)")
                continue
            }
            let operands = zip(reference.operands, strides).map { Strided($0.map { T($0) }, stride: $1) }
            var result = [T](repeating: 0, count: 2), pointers: [UnsafePointer<T>] = []
            func next(_ rest: ArraySlice<Strided<T>>) {
                guard let operand = rest.first else { return call.run(pointers, operands.map(\.stride), &result, 1, operands[0].count) }
                operand.memory.withUnsafeBufferPointer {
                    pointers.append($0.baseAddress! + operand.first)
                    next(rest.dropFirst())
                }
            }
            next(operands[...])
            var expected = reference.result
            // The index counts places in memory.
            if expected.count == 2 { expected[1] *= Double(strides[0]) }
            if expected.count == 2 && strides[0] < 0 { continue }
            #expect(distance(Array(result.prefix(expected.count)), expected) < T.tolerance, "\(name) of \(T.self)")
        }
    }

    @Test("Functions of vForce are NumPy's, also for one element and for more than a block")
    func functions() {
        checkFunctions(VectorFunctions<Float>.all)
        checkFunctions(VectorFunctions<Double>.all)
    }

    private func checkFunctions<T: AccelerateScalar>(_ functions: VectorFunctions<T>) {
        for (name, call) in functions.functions {
            guard let reference = Fixtures[name] else {
                Issue.record("no reference for \(name)")
                continue
            }
            for count in [0, 1, 8, 37] {
                let operands = reference.operands.map { copied($0.map { T($0) }) }
                defer { operands.forEach { $0.deallocate() } }
                var result = [T](repeating: 5, count: 38)
                call.run(operands.map { UnsafePointer($0) }, [], &result, 1, count)
                #expect(distance(Array(result[..<count]), Array(reference.result[..<count])) < T.tolerance, "\(name) of \(T.self)")
                #expect(result[count...].allSatisfy { $0 == 5 }, "\(name) of \(T.self)")
            }
        }
    }
}
