/// The bounds of the number of products that must be float32, and the estimate of it between them.
///
/// The squares of the products' errors add up. So the squared error falls about linearly with the number of float32 products, and a straight line
/// through two known numbers estimates the number that is needed. Errors are fractions of the budget.
struct PrecisionBracket {
    /// The largest number that is known to be too small, with its squared error.
    private var few: (count: Int, square: Double)
    /// The smallest number that is known to be large enough, with its squared error.
    private var enough: (count: Int, square: Double)
    /// Whether `enough` was tried. If not, it stands for all products, whose error is 0.
    private var isFound = false
    /// The largest number that is worthwhile.
    private let largest: Int

    /// The squared error at which an estimate aims.
    private static let aim = 0.9
    /// The squared error from which on no better number is looked for.
    private static let closeEnough = 0.7
    /// The squared error below which a number was much too large.
    private static let farOff = 0.4

    /// - Parameter error: the error without a float32 product.
    init(productCount: Int, largest: Int, error: Double) {
        self.largest = largest
        few = (0, error * error)
        enough = (productCount, 0)
    }

    /// The next number to try; `nil` if there is none.
    ///
    /// - Parameter isLast: whether this is the last number to be tried. If none was large enough yet, it is the largest one.
    func next(isLast: Bool) -> Int? {
        guard enough.square < Self.closeEnough else { return nil }
        let count = isLast && !isFound ? largest : min(max(estimate, few.count + 1), enough.count - 1, largest)
        return count > few.count ? count : nil
    }

    private var estimate: Int {
        let rise = (few.square - Self.aim) / (few.square - enough.square)
        if isFound && (!rise.isFinite || enough.square < Self.farOff) {
            // The errors are not spread evenly, so a line says little.
            return (few.count + enough.count) / 2
        }
        return rise.isFinite ? few.count + Int((rise * Double(enough.count - few.count)).rounded(.up)) : largest
    }

    /// Notes the error of a number that was tried.
    ///
    /// - Parameter holds: whether the number is large enough.
    mutating func note(_ count: Int, error: Double, holds: Bool) {
        if holds {
            (enough, isFound) = ((count, error * error), true)
        } else {
            few = (count, error * error)
        }
    }
}
