import CVectors

/// Conversions between number types. Numbers out of an integer type's range become the nearest number of the type, and NaN becomes 0. The
/// result must have as many elements as the vector.
extension vDSP {
    /// Converts integers to `Float`s.
    public static func convertElements<A: AccelerateBuffer, R: AccelerateMutableBuffer>(of source: A, to destination: inout R)
    where A.Element: AccelerateInteger, R.Element == Float {
        reading(source) { source, count in
            writing(&destination, count: count) { A.Element.integerKernels.toFloat(source, $0, count) }
        }
    }

    /// Converts `Float`s to integers.
    public static func convertElements<A: AccelerateBuffer, R: AccelerateMutableBuffer>(
        of source: A, to destination: inout R, rounding: RoundingMode
    ) where A.Element == Float, R.Element: AccelerateInteger {
        reading(source) { source, count in
            writing(&destination, count: count) {
                R.Element.integerKernels.fromFloat(source, $0, count, rounding == .towardNearestInteger)
            }
        }
    }

    /// Converts integers to `Float`s.
    public static func integerToFloatingPoint<A: AccelerateBuffer>(_ vector: A, floatingPointType: Float.Type) -> [Float]
    where A.Element: AccelerateInteger {
        made(vector.count) { convertElements(of: vector, to: &$0) }
    }

    /// Converts `Float`s to integers.
    public static func floatingPointToInteger<A: AccelerateBuffer, T: AccelerateInteger>(
        _ vector: A, integerType: T.Type, rounding: RoundingMode
    ) -> [T] where A.Element == Float {
        made(vector.count) { convertElements(of: vector, to: &$0, rounding: rounding) }
    }

    /// Converts integers to `Double`s.
    public static func convertElements<A: AccelerateBuffer, R: AccelerateMutableBuffer>(of source: A, to destination: inout R)
    where A.Element: AccelerateInteger, R.Element == Double {
        reading(source) { source, count in
            writing(&destination, count: count) { A.Element.integerKernels.toDouble(source, $0, count) }
        }
    }

    /// Converts `Double`s to integers.
    public static func convertElements<A: AccelerateBuffer, R: AccelerateMutableBuffer>(
        of source: A, to destination: inout R, rounding: RoundingMode
    ) where A.Element == Double, R.Element: AccelerateInteger {
        reading(source) { source, count in
            writing(&destination, count: count) {
                R.Element.integerKernels.fromDouble(source, $0, count, rounding == .towardNearestInteger)
            }
        }
    }

    /// Converts integers to `Double`s.
    public static func integerToFloatingPoint<A: AccelerateBuffer>(_ vector: A, floatingPointType: Double.Type) -> [Double]
    where A.Element: AccelerateInteger {
        made(vector.count) { convertElements(of: vector, to: &$0) }
    }

    /// Converts `Double`s to integers.
    public static func floatingPointToInteger<A: AccelerateBuffer, T: AccelerateInteger>(
        _ vector: A, integerType: T.Type, rounding: RoundingMode
    ) -> [T] where A.Element == Double {
        made(vector.count) { convertElements(of: vector, to: &$0, rounding: rounding) }
    }

    /// Converts `Double`s to `Float`s, rounded to the nearest.
    public static func convertElements<A: AccelerateBuffer, R: AccelerateMutableBuffer>(of source: A, to destination: inout R)
    where A.Element == Double, R.Element == Float {
        reading(source) { source, count in
            writing(&destination, count: count) { vector_convert_f64_f32(source, 1, $0, 1, count) }
        }
    }

    /// Converts `Float`s to `Double`s.
    public static func convertElements<A: AccelerateBuffer, R: AccelerateMutableBuffer>(of source: A, to destination: inout R)
    where A.Element == Float, R.Element == Double {
        reading(source) { source, count in
            writing(&destination, count: count) { vector_convert_f32_f64(source, 1, $0, 1, count) }
        }
    }

    /// Converts `Double`s to `Float`s, rounded to the nearest.
    public static func doubleToFloat<A: AccelerateBuffer>(_ source: A) -> [Float] where A.Element == Double {
        made(source.count) { convertElements(of: source, to: &$0) }
    }

    /// Converts `Float`s to `Double`s.
    public static func floatToDouble<A: AccelerateBuffer>(_ source: A) -> [Double] where A.Element == Float {
        made(source.count) { convertElements(of: source, to: &$0) }
    }
}
