import Accelerate
import Foundation
import Testing

/// The answers of NumPy and SciPy (`Scripts/accelerate_fixtures.py`).
struct Fixtures: Decodable {
    struct Case: Decodable {
        let name: String
        let operands: [[Double]]
        let result: [Double]
    }

    let cases: [Case]

    static let shared: Fixtures = {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Fixtures/vectors.json")
        return try! JSONDecoder().decode(Fixtures.self, from: Data(contentsOf: file))
    }()

    static subscript(name: String) -> Case? { shared.cases.first { $0.name == name } }
}

extension AccelerateScalar {
    /// The greatest difference of results from their references, beside the larger of them and 1.
    static var tolerance: Double { Self.self == Float.self ? 4e-6 : 4e-14 }
}

/// The largest difference of two vectors, beside the larger of each reference and 1; infinite where counts differ or one is no number.
func distance<T: BinaryFloatingPoint>(_ result: [T], _ reference: [Double]) -> Double {
    guard result.count == reference.count else { return .infinity }
    return zip(result, reference).map { abs(Double($0) - $1) / Swift.max(1, abs($1)) }.reduce(0) {
        $1.isNaN ? .infinity : Swift.max($0, $1)
    }
}

/// Memory with elements at a stride, the rest filled with a mark.
struct Strided<T: BinaryFloatingPoint> {
    let stride: Int
    let count: Int
    var memory: [T]

    static var mark: T { -77 }

    init(_ elements: [T], stride: Int) {
        self.stride = stride
        count = elements.count
        memory = [T](repeating: Self.mark, count: Swift.max(1, elements.count * Swift.max(1, abs(stride)) + 3))
        for (n, element) in elements.enumerated() { memory[first + n * stride] = element }
    }

    /// The first element's place, at the end where the stride is negative.
    var first: Int { stride < 0 ? (count - 1) * -stride + 1 : 1 }

    var elements: [T] { (0..<count).map { memory[first + $0 * stride] } }

    /// Whether nothing but the elements has been written.
    var keepsMarks: Bool {
        let places = Set((0..<count).map { first + $0 * stride })
        return memory.indices.allSatisfy { places.contains($0) || memory[$0] == Self.mark }
    }
}
