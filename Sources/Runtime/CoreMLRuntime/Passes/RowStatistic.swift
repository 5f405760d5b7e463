/// The factor of a row: `factor / (max(root, least) + margin)`. Here `root` is `sqrt(mean of squares + epsilon)`.
struct RowScale {
    var epsilon: Float
    var least: Float
    var margin: Float
    var factor: Float
    /// Whether squares outside of float32's range are computed in double. If not, they become infinite, or 0.
    var hasWideSquares: Bool
}

/// A number for each row that depends only on the mean of the row's squares, such as the reciprocal of its root. `follow` applies further functions
/// to the number.
struct RowStatistic {
    /// The form of the number, where `root` is `sqrt(mean + epsilon)`.
    enum Stage {
        /// `factor · max(mean + epsilon, least)`.
        case squares
        /// `factor · (max(root, least) + margin)`.
        case root
        /// `factor / (max(root, least) + margin)`.
        case reciprocal
    }

    private var stage: Stage
    private var factor: Double
    private var epsilon = 0.0
    private var least = 0.0
    private var margin = 0.0
    private let hasWideSquares: Bool

    /// The mean of squares times `factor`.
    static func squares(_ factor: Double) -> RowStatistic { RowStatistic(stage: .squares, factor: factor, hasWideSquares: false) }

    /// The square root of the sum of `count` squares. The squares were computed in a type wider than float32.
    static func norm(_ count: Int) -> RowStatistic {
        RowStatistic(stage: .root, factor: Double(count).squareRoot(), hasWideSquares: true)
    }

    private init(stage: Stage, factor: Double, hasWideSquares: Bool) {
        self.stage = stage
        self.factor = factor
        self.hasWideSquares = hasWideSquares
    }

    /// Applies a further function to the number. Returns false if the result has none of the forms of `Stage`.
    mutating func follow(_ post: PostOperation) -> Bool {
        switch (stage, post) {
        case (_, .function(.linear, let scale, let shift)): return follow(scale: Double(scale), shift: Double(shift))
        case (.squares, .function(.squareRoot, _, _)):
            (factor, least, stage) = (factor.squareRoot(), least.squareRoot(), .root)
        case (.root, .function(.square, _, _)):
            guard margin == 0 else { return false }
            (factor, least, stage) = (factor * factor, least * least, .squares)
        case (.squares, .function(.clip, let low, .infinity)), (.root, .function(.clip, let low, .infinity)):
            guard margin == 0, low >= 0 else { return false }
            least = max(least, Double(low) / factor)
        case (.root, .function(.reciprocal, _, _)): (factor, stage) = (1 / factor, .reciprocal)
        default: return false
        }
        return true
    }

    private mutating func follow(scale: Double, shift: Double) -> Bool {
        guard scale > 0, shift >= 0 else { return false }
        factor *= scale
        guard shift > 0 else { return true }
        switch stage {
        case .squares:
            guard least == 0 else { return false }
            epsilon += shift / factor
        case .root: margin += shift / factor
        case .reciprocal: return false
        }
        return true
    }

    /// The scale of rows that are multiplied by this statistic; `nil` if the statistic does not end in the reciprocal of a root.
    var scale: RowScale? {
        let result = RowScale(
            epsilon: Float(epsilon), least: Float(least), margin: Float(margin), factor: Float(factor), hasWideSquares: hasWideSquares)
        guard stage == .reciprocal, result.factor.isNormal, [result.epsilon, result.least, result.margin].allSatisfy(\.isFinite) else {
            return nil
        }
        return result
    }

    /// The functions that a plain operation applies to its only operand; `nil` for any other operation.
    static func functions(of call: OperationCall) -> [PostOperation]? {
        let root = PostOperation.function(.squareRoot, alpha: 0, beta: 0)
        let reciprocal = PostOperation.function(.reciprocal, alpha: 0, beta: 0)
        switch call.kind {
        case "rsqrt":
            guard let epsilon = try? call.float("epsilon", default: 1e-12) else { return nil }
            return [.linear(1, epsilon), root, reciprocal]
        case "inverse":
            guard let epsilon = try? call.float("epsilon", default: 1e-4) else { return nil }
            return [.linear(1, epsilon), reciprocal]
        case "pow":
            guard let exponent = try? call.tensor("y"), exponent.count == 1, exponent.doubles == [-0.5] else { return nil }
            return [root, reciprocal]
        default: return nil
        }
    }
}
