import CoreML
import Foundation
import InputChecks

extension MLDataValue {
    /// A multi-array: its shape, and its numbers in row-major order.
    public struct MultiArrayType: Hashable, CustomStringConvertible, CustomDebugStringConvertible, MLDataValueConvertible, Sendable {
        let shape: [Int]
        let values: [Double]

        /// An array of shape [1] with a zero.
        public init() { self.init(shape: [1]) }

        /// An array of zeros with a shape.
        ///
        /// - Precondition: no extent is negative, and their product fits an `Int`.
        public init(shape: [Int]) {
            self.shape = shape
            values = [Double](repeating: 0, count: shape.product())
        }

        /// A copy of the numbers and the shape of a multi-array.
        public init(_ contents: MLMultiArray) {
            shape = contents.dimensions
            if contents.isContiguous, contents.dataType == .double {
                values = contents.withUnsafeBufferPointer(ofType: Double.self) { Array($0.prefix(contents.count)) }
            } else {
                values = (0..<contents.count).map { contents[$0].doubleValue }
            }
        }

        /// An array with a shape and values; `nil` if the shape does not fit the number of values.
        init?(shape: [Int], values: [Double]) {
            guard shape.checkedProduct() == values.count else { return nil }
            self.shape = shape
            self.values = values
        }

        /// An array of the numbers in nested sequences; `nil` if the sequences do not form a complete grid of numbers.
        init?(_ sequence: SequenceType) {
            var (shape, values): ([Int], [Double]) = ([], [])
            func walk(_ sequence: SequenceType, depth: Int) -> Bool {
                if shape.count == depth { shape.append(sequence.count) }
                guard shape.count > depth, shape[depth] == sequence.count else { return false }
                for element in sequence {
                    if case .sequence(let inner) = element {
                        guard depth < 32, values.isEmpty || shape.count > depth + 1, walk(inner, depth: depth + 1) else { return false }
                    } else {
                        guard let number = element.number, shape.count == depth + 1 else { return false }
                        values.append(number)
                    }
                }
                return true
            }
            guard walk(sequence, depth: 0) else { return nil }
            self.init(shape: shape, values: values)
        }

        /// The number at a position in row-major order.
        public subscript(index: Int) -> Double { values[index] }

        /// The number at an index for each axis.
        public subscript(index: [Int]) -> Double {
            precondition(index.count == shape.count, "an index for every axis")
            var place = 0
            for (position, extent) in zip(index, shape) {
                precondition(position >= 0 && position < extent, "the index is out of bounds")
                place = place * extent + position
            }
            return values[place]
        }

        /// The numbers as an array of doubles. If no `MLMultiArray` can have this shape, the result is an array of shape [1] with a zero.
        public var mlMultiArray: MLMultiArray {
            guard let array = try? MLMultiArray(extents: shape, dataType: .double) else {
                return MLMultiArray(shape: [1], dataType: .double, strides: [1])
            }
            array.withUnsafeMutableBytes { bytes, _ in
                values.withUnsafeBytes { bytes.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0.prefix(bytes.count))) }
            }
            return array
        }

        public var description: String {
            let shown = values.prefix(8).map(\.description).joined(separator: ", ")
            return "\(shape.map(String.init).joined(separator: " × ")) [\(shown)\(values.count > 8 ? ", …" : "")]"
        }
        public var debugDescription: String { description }

        public static var dataValueType: ValueType { .multiArray }
        public init?(from dataValue: MLDataValue) {
            guard case .multiArray(let value) = dataValue else { return nil }
            self = value
        }
        public var dataValue: MLDataValue { .multiArray(self) }
    }
}
