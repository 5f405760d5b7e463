import Foundation

/// The errors of a regressor on rows whose numbers are known.
public struct MLRegressorMetrics: CustomStringConvertible, CustomDebugStringConvertible, Sendable {
    /// The largest difference between a number and its prediction; NaN if nothing was evaluated.
    public let maximumError: Double
    /// The root-mean-square error; NaN if nothing was evaluated.
    public let rootMeanSquaredError: Double
    /// Osprey's addition: the fraction of the numbers' variance that the predictions explain. 1 is perfect, 0 is as good as the mean. NaN if the
    /// numbers are all equal, and for metrics that were made from the two errors only.
    public let coefficientOfDetermination: Double
    /// Osprey's addition: the number of rows; 0 for metrics that were made from the two errors only.
    public let count: Int
    /// The reason why there are no metrics, such as no data or unreadable data; `nil` if there are.
    public private(set) var error: (any Error)?

    /// Whether there is no ``error``.
    public var isValid: Bool { error == nil }

    /// Metrics with known values.
    public init(maximumError: Double, rootMeanSquaredError: Double) {
        (self.maximumError, self.rootMeanSquaredError) = (maximumError, rootMeanSquaredError)
        (coefficientOfDetermination, count) = (.nan, 0)
    }

    /// - Precondition: there are as many predictions as numbers.
    package init(_ numbers: [Double], _ predictions: [Double]) {
        let count = Double(numbers.count)
        let differences = zip(numbers, predictions).map { $0 - $1 }
        let squares = differences.reduce(0) { $0 + $1 * $1 }
        let mean = numbers.reduce(0) { $0 + $1 / count }
        let variance = numbers.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        maximumError = differences.map { abs($0) }.max() ?? .nan
        rootMeanSquaredError = (squares / count).squareRoot()
        coefficientOfDetermination = numbers.min() != numbers.max() ? 1 - squares / variance : .nan
        self.count = numbers.count
        if numbers.isEmpty { error = MLCreateError.generic(reason: "there are no rows to measure on") }
    }

    init(error: any Error) {
        self.init([], [])
        self.error = error
    }

    public var description: String {
        if let error { return "no measurement: \(error.localizedDescription)" }
        let rows = count > 0 ? " on \(count) rows" : ""
        let explained =
            coefficientOfDetermination.isNaN ? "" : String(format: "; %.1f %% of the variance explained", coefficientOfDetermination * 100)
        return String(format: "root mean squared error %.6g, maximum error %.6g", rootMeanSquaredError, maximumError) + rows + explained
    }

    public var debugDescription: String { description }
}
