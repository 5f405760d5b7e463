import CVectors
import Foundation

extension vDSP {
    /// Sets all elements to a number.
    public static func fill<R: AccelerateMutableBuffer>(_ vector: inout R, with value: R.Element) where R.Element: AccelerateScalar {
        let count = vector.count
        writing(&vector, count: count) { R.Element.vectorKernels.fill(value, $0, 1, count) }
    }

    /// Sets all elements to 0.
    public static func clear<R: AccelerateMutableBuffer>(_ vector: inout R) where R.Element: AccelerateScalar { fill(&vector, with: 0) }

    /// A ramp that starts with the initial value and rises by the increment from one element to the next.
    public static func ramp<T: AccelerateScalar>(withInitialValue initialValue: T, increment: T, count: Int) -> [T] {
        made(count) { formRamp(withInitialValue: initialValue, increment: increment, result: &$0) }
    }

    /// Sets the elements to a ramp that starts with the initial value and rises by the increment from one element to the next.
    public static func formRamp<R: AccelerateMutableBuffer>(
        withInitialValue initialValue: R.Element, increment: R.Element, result: inout R
    ) where R.Element: AccelerateScalar {
        let count = result.count
        writing(&result, count: count) { R.Element.vectorKernels.ramp(initialValue, increment, $0, 1, count) }
    }

    /// A ramp from the lower to the upper end of a range, with equal steps.
    public static func ramp<T: AccelerateScalar>(in range: ClosedRange<T>, count: Int) -> [T] {
        made(count) { formRamp(in: range, result: &$0) }
    }

    /// Sets the elements to a ramp from the lower to the upper end of a range, with equal steps.
    public static func formRamp<R: AccelerateMutableBuffer>(in range: ClosedRange<R.Element>, result: inout R)
    where R.Element: AccelerateScalar {
        let steps = R.Element(Swift.max(1, result.count - 1))
        formRamp(withInitialValue: range.lowerBound, increment: (range.upperBound - range.lowerBound) / steps, result: &result)
    }

    /// The values of a window function over one period. If `isHalfWindow` is true, the second half is 0.
    public static func window<T: AccelerateScalar>(
        ofType: T.Type, usingSequence sequence: WindowSequence, count: Int, isHalfWindow: Bool
    ) -> [T] {
        made(count) { formWindow(usingSequence: sequence, result: &$0, isHalfWindow: isHalfWindow) }
    }

    /// Sets the elements to the values of a window function over one period. If `isHalfWindow` is true, the second half is 0.
    public static func formWindow<R: AccelerateMutableBuffer>(
        usingSequence sequence: WindowSequence, result: inout R, isHalfWindow: Bool
    ) where R.Element: AccelerateScalar {
        clear(&result)
        let count = result.count, end = isHalfWindow ? (count + 1) / 2 : count
        writing(&result, count: count) { elements in
            for n in 0..<end { elements[n] = R.Element(sequence.value(at: 2 * .pi * Double(n) / Double(count))) }
        }
    }

    /// Sorts the elements in place.
    public static func sort<R: AccelerateMutableBuffer>(_ vector: inout R, sortOrder: SortOrder) where R.Element: AccelerateScalar {
        let count = vector.count
        writing(&vector, count: count) { sorted($0, count, sortOrder.rawValue) }
    }

    /// Reverses the order of the elements.
    public static func reverse<R: AccelerateMutableBuffer>(_ vector: inout R) where R.Element: AccelerateScalar {
        vector.withUnsafeMutableBufferPointer { $0.reverse() }
    }

    /// Exchanges the elements of two vectors of the same count.
    public static func swapElements<A: AccelerateMutableBuffer, B: AccelerateMutableBuffer>(_ first: inout A, _ second: inout B)
    where A.Element: AccelerateScalar, B.Element == A.Element {
        let count = first.count
        writing(&first, count: count) { first in
            writing(&second, count: count) { second in
                for n in 0..<count { swap(&first[n], &second[n]) }
            }
        }
    }
}

extension vDSP.WindowSequence {
    /// The window's value at an angle. The window starts at 0 and ends just before 2π.
    func value(at angle: Double) -> Double {
        switch self {
        case .hanningNormalized: (2.0 / 3).squareRoot() * (1 - cos(angle))
        case .hanningDenormalized: 0.5 * (1 - cos(angle))
        case .hamming: 0.54 - 0.46 * cos(angle)
        case .blackman: 0.42 - 0.5 * cos(angle) + 0.08 * cos(2 * angle)
        }
    }
}
