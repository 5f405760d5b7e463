import Foundation

/// Writes the numbers of a training's state as bytes, one after another.
package struct TrainingStateWriter {
    package private(set) var data = Data()

    package init() {}

    package mutating func add(_ number: Int) { append(Int64(number)) }
    package mutating func add(_ number: Double) { append(number) }
    package mutating func add(_ numbers: [Double]) { append(array: numbers) }
    package mutating func add(_ numbers: [Float]) { append(array: numbers) }
    package mutating func add(_ bytes: Data) {
        add(bytes.count)
        data += bytes
    }

    private mutating func append<Value: BitwiseCopyable>(_ value: Value) {
        withUnsafeBytes(of: value) { data.append(contentsOf: $0) }
    }

    private mutating func append<Value: BitwiseCopyable>(array: [Value]) {
        add(array.count)
        array.withUnsafeBytes { data.append(contentsOf: $0) }
    }
}

/// Reads the numbers that ``TrainingStateWriter`` wrote, in the same order.
package struct TrainingStateReader {
    private var rest: Data.SubSequence

    package init(_ data: Data) { rest = data[...] }

    /// Reads an integer.
    ///
    /// - Throws: `MLCreateError.io` if there are too few bytes. All other methods that read throw the same error.
    package mutating func int() throws -> Int { Int(try value(Int64.self)) }
    package mutating func double() throws -> Double { try value(Double.self) }
    package mutating func doubles() throws -> [Double] { try array(Double.self, zero: 0) }
    package mutating func floats() throws -> [Float] { try array(Float.self, zero: 0) }
    package mutating func bytes() throws -> Data { Data(try take(int(), of: 1)) }

    private mutating func value<Value: BitwiseCopyable>(_ type: Value.Type) throws -> Value {
        try take(1, of: MemoryLayout<Value>.size).withUnsafeBytes { $0.loadUnaligned(as: type) }
    }

    private mutating func array<Value: BitwiseCopyable>(_ type: Value.Type, zero: Value) throws -> [Value] {
        let count = try int()
        let bytes = try take(count, of: MemoryLayout<Value>.stride)
        var values = [Value](repeating: zero, count: count)
        _ = values.withUnsafeMutableBytes { bytes.copyBytes(to: $0) }
        return values
    }

    private mutating func take(_ count: Int, of size: Int) throws -> Data.SubSequence {
        let (length, overflows) = count.multipliedReportingOverflow(by: size)
        guard !overflows, length >= 0, length <= rest.count else {
            throw MLCreateError.io(reason: "the state of the training is cut off")
        }
        defer { rest = rest.dropFirst(length) }
        return rest.prefix(length)
    }
}
