/// Products of sizes that may come from a file. `reduce(1, *)` would end the program at a product larger than an `Int`.
extension Sequence<Int> {
    /// The product, which is 1 without factors; `nil` if a factor is negative or the product is larger than an `Int`.
    @inlinable
    package func checkedProduct() -> Int? {
        var product = 1
        for factor in self {
            let (next, overflow) = product.multipliedReportingOverflow(by: factor)
            guard factor >= 0, !overflow else { return nil }
            product = next
        }
        return product
    }

    /// The product of sizes, which is 1 without factors. A product larger than an `Int` becomes `Int.max`, which is beyond every limit.
    @inlinable
    package func product() -> Int {
        var product = 1
        for factor in self { product = product.times(factor) }
        return product
    }
}

extension Int {
    /// The product with another size; `Int.max` if it is larger than an `Int`.
    @inlinable
    package func times(_ other: Int) -> Int {
        let (product, overflow) = multipliedReportingOverflow(by: other)
        return overflow ? .max : product
    }

    /// The sum with another size; `Int.max` if it is larger than an `Int`.
    @inlinable
    package func plus(_ other: Int) -> Int {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }
}
