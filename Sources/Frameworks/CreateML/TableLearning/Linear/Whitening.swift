/// A change of variables that makes a loss about equally steep in all directions. A search then needs only a few steps.
struct Whitening: Sendable {
    private let size: Int
    /// The Cholesky factor L of the features' products: a lower triangle in row-major order.
    private let factor: [Double]

    /// - Parameters:
    ///   - products: for each pair of features, the sum of their products over all rows, times the curvature of the loss. The curvature of the L2
    ///     penalty is added on the diagonal.
    init(_ products: [Double], size: Int) {
        self.size = size
        var factor = products
        let largest = (0..<size).map { products[$0 * size + $0] }.max() ?? 0
        for row in 0..<size {
            for column in 0...row {
                var sum = products[row * size + column]
                for index in 0..<column { sum -= factor[row * size + index] * factor[column * size + index] }
                if row == column {
                    // A feature that is a combination of other features gets a small positive diagonal.
                    let least = 1e-10 * max(products[row * size + row], 1e-4 * largest, .leastNormalMagnitude)
                    factor[row * size + row] = max(sum, least).squareRoot()
                } else {
                    factor[row * size + column] = sum / factor[column * size + column]
                }
            }
        }
        self.factor = factor
    }

    /// The weights w at a point p: the solution of Lᵀ w = p, where L is the Cholesky factor.
    func weights(_ point: ArraySlice<Double>) -> [Double] {
        var weights = Array(point)
        for row in (0..<size).reversed() {
            weights[row] /= factor[row * size + row]
            for column in 0..<row { weights[column] -= factor[row * size + column] * weights[row] }
        }
        return weights
    }

    /// The gradient with respect to the point, from the gradient with respect to the weights. The gradient g solves L g = h for the given gradient
    /// h, with the Cholesky factor L.
    func gradient(_ gradient: ArraySlice<Double>) -> [Double] {
        var result = Array(gradient)
        for row in 0..<size {
            for column in 0..<row { result[row] -= factor[row * size + column] * result[column] }
            result[row] /= factor[row * size + row]
        }
        return result
    }
}
