/// A function of one number x, which a kernel applies to each element. Some functions have the parameters alpha and beta.
enum ElementFunction: Sendable {
    /// x if x ≥ 0, or else alpha · x.
    case relu
    case tanh
    case elu
    case square
    case absolute
    case squareRoot
    /// alpha · x + beta.
    case linear
    case softplus
    case logistic
    case exponential
    case geluTanh
    case geluErf
    /// x / (1 + exp(−alpha · x)).
    case swish
    case logarithm
    /// x, limited to alpha … beta.
    case clip
    case power
    case round
    /// x · min(max(alpha · x + beta, 0), 1).
    case hardSwish
    /// x if x ≥ alpha, or else 0.
    case threshold
    /// 1 / (x + alpha).
    case reciprocal
    /// 1 / sqrt(x + alpha).
    case reciprocalSquareRoot
    case erf
    case floor
    case ceiling
    case sign
    case softsign
}

/// An operation on an element x and an element y of another value.
enum ElementOperation: Sendable {
    case add
    case multiply
    case maximum
    case minimum
    case divide
    case subtract
    /// y − x.
    case subtractFrom
    /// y / x.
    case divideInto
    /// x if x ≥ 0, or else x · y.
    case leak
}

/// The function of a pooling window. An average counts the padding as zeros, or leaves it out.
enum PoolingKind: Sendable {
    case maximum
    case averageWithPadding
    case averageWithoutPadding
}

/// A method of interpolation between pixels.
enum ResamplingKind: Sendable {
    case nearest
    case linear
}
