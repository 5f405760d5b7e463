import CKernels

/// The spectrum of a small plane, with all magnitudes made equal. Only the phases remain, which encode positions.
///
/// The shift between two planes is found by phase correlation (Kuglin and Hines, 1975). One spectrum is multiplied by the conjugate of the other. The
/// product is the spectrum of a dark plane with a bright point at the shift.
struct PhaseSpectrum: Sendable {
    private let columns: Int32
    private let rows: Int32
    private let values: [Float]

    /// The greatest shift, as a fraction of a side. With larger shifts the planes overlap too little.
    private static let farthest = 0.6

    /// - Precondition: neither side is shorter than 32 pixels.
    init(_ plane: GrayPlane) throws {
        let columns = Self.length(for: plane.width)
        let rows = Self.length(for: plane.height)
        let count = Int(registration_spectrum_count(columns, rows))
        var status: Int32 = 0
        values = withExtendedLifetime(plane) {
            [Float](unsafeUninitializedCapacity: count) { buffer, initializedCount in
                var input = plane.view
                status = registration_spectrum(&input, columns, rows, buffer.baseAddress)
                initializedCount = status == 0 ? count : 0
            }
        }
        guard status == 0 else { throw RegistrationFailure.outOfMemory }
        self.columns = columns
        self.rows = rows
    }

    /// The smallest power of two into which the middle seven eighths of a side fit. The window function suppresses the rest of the side.
    private static func length(for side: Int) -> Int32 {
        var length = 32
        while length < 4096 && 8 * length < 7 * side { length *= 2 }
        return Int32(length)
    }

    /// The possible shifts from points of the floating plane to this plane, the likeliest first.
    ///
    /// The transform is periodic, so a shift is known only up to whole periods. All shifts with enough overlap are returned.
    func shifts(of floating: PhaseSpectrum, width: Int, height: Int) throws -> [SIMD2<Double>] {
        let capacity = 6
        var count: Int32 = 0
        let peaks = [RegistrationPeak](unsafeUninitializedCapacity: capacity) { buffer, initializedCount in
            count = registration_peaks(floating.values, values, columns, rows, buffer.baseAddress, Int32(capacity))
            initializedCount = max(Int(count), 0)
        }
        guard count >= 0 else { throw RegistrationFailure.outOfMemory }
        return peaks.flatMap { peak in
            Self.turns(of: Double(peak.x), length: Double(columns), side: Double(width)).flatMap { x in
                Self.turns(of: Double(peak.y), length: Double(rows), side: Double(height)).map { y in SIMD2(x, y) }
            }
        }
    }

    private static func turns(of shift: Double, length: Double, side: Double) -> [Double] {
        [shift, shift > 0 ? shift - length : shift + length].filter { abs($0) <= farthest * side }
    }
}
