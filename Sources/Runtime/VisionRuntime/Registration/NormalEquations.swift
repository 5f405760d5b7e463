/// The normal equations of a weighted least-squares problem with up to eight unknowns.
struct NormalEquations {
    private var matrix = [SIMD8<Double>](repeating: .zero, count: 8)
    private var right = SIMD8<Double>.zero

    /// Adds the equation `row · x = value` with a weight. Unused unknowns have zeros in every row.
    mutating func add(row: SIMD8<Double>, value: Double, weight: Double) {
        let weighted = row * weight
        for index in 0..<8 where row[index] != 0 { matrix[index] += weighted[index] * row }
        right += weighted * value
    }

    /// Adds the equations of another problem, multiplied by `weight`. The right sides are first changed so that `solution` solves the added
    /// equations.
    mutating func add(_ other: NormalEquations, solution: SIMD8<Double>, weight: Double) {
        for index in 0..<8 {
            matrix[index] += weight * other.matrix[index]
            right[index] += weight * (other.matrix[index] * solution).sum()
        }
    }

    /// The solution for the first `count` unknowns, by Cholesky decomposition. A small term on the diagonal makes undetermined unknowns 0.
    func solution(unknowns count: Int) -> SIMD8<Double>? {
        var lower = matrix
        var x = right
        let greatest = (0..<count).reduce(0) { max($0, matrix[$1][$1]) }
        guard greatest > 0 && greatest.isFinite else { return nil }
        for i in 0..<count {
            for j in 0...i {
                var sum = lower[i][j]
                for k in 0..<j { sum -= lower[i][k] * lower[j][k] }
                if i == j {
                    sum += 1e-9 * greatest
                    guard sum > 0 else { return nil }
                    lower[i][i] = sum.squareRoot()
                } else {
                    lower[i][j] = sum / lower[j][j]
                }
            }
        }
        for i in 0..<count {
            for k in 0..<i { x[i] -= lower[i][k] * x[k] }
            x[i] /= lower[i][i]
        }
        for i in (0..<count).reversed() {
            for k in i + 1..<max(count, i + 1) { x[i] -= lower[k][i] * x[k] }
            x[i] /= lower[i][i]
        }
        return x
    }
}
