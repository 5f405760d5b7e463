import Foundation

/// The errors of a regressor on rows with known target numbers.
public struct MLRegressorMetrics: CustomStringConvertible, CustomDebugStringConvertible, Sendable {
    /// The largest absolute difference between a target and its prediction; NaN if nothing was evaluated.
    public let maximumError: Double
    /// The root-mean-square error; NaN if nothing was evaluated.
    public let rootMeanSquaredError: Double
    /// Osprey's addition: the coefficient of determination (R²), the explained fraction of the targets' variance. A perfect model has 1. A model
    /// that always predicts the mean has 0. NaN if the targets are all equal, or if the metrics were made from known values.
    public let coefficientOfDetermination: Double
    /// Osprey's addition: the number of rows; 0 if the metrics were made from known values.
    public let count: Int
    /// The reason why there are no metrics, such as no data or unreadable data; `nil` if there are metrics.
    public private(set) var error: (any Error)?

    /// Whether the metrics have no ``error``.
    public var isValid: Bool { error == nil }

    /// Metrics with known values.
    public init(maximumError: Double, rootMeanSquaredError: Double) {
        (self.maximumError, self.rootMeanSquaredError) = (maximumError, rootMeanSquaredError)
        (coefficientOfDetermination, count) = (.nan, 0)
    }

    /// The metrics of predictions.
    ///
    /// - Precondition: there are as many predictions as target numbers.
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
