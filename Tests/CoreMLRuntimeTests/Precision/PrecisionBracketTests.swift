import Testing

@testable import CoreMLRuntime

@Suite("The number of products that must be float32")
struct PrecisionBracketTests {
    /// The numbers that are tried if the products have these squared errors, the cheapest first, and the last one that was large enough.
    private func tried(_ squares: [Double], largest: Int, trials: Int = 3) -> (tried: [Int], found: Int?) {
        func error(_ count: Int) -> Double { squares.dropFirst(count).reduce(0, +).squareRoot() }
        var bracket = PrecisionBracket(productCount: squares.count, largest: largest, error: error(0))
        var (tried, found): ([Int], Int?) = ([], nil)
        for trial in 1...trials {
            guard let count = bracket.next(isLast: trial == trials) else { break }
            tried.append(count)
            bracket.note(count, error: error(count), holds: error(count) <= 1)
            if error(count) <= 1 { found = count }
        }
        return (tried, found)
    }

    @Test("Equal errors are found by the first estimate")
    func equal() {
        let (numbers, found) = tried([Double](repeating: 0.125, count: 32), largest: 31)
        #expect(numbers == [25] && found == 25)  // 7 products are left
    }

    @Test("With uneven errors a number that was too small is followed by a larger one")
    func uneven() throws {
        let (numbers, found) = tried([Double](repeating: 0.02, count: 20) + [Double](repeating: 0.4, count: 10), largest: 29)
        #expect(numbers.count > 1 && numbers[0] < numbers[1])
        #expect(try #require(found) >= 28)
    }

    @Test("The last trial is the largest number if none was large enough before; none is tried beyond it")
    func last() {
        let (numbers, _) = tried([Double](repeating: 0, count: 20) + [2], largest: 20)
        #expect(numbers.last == 20 && numbers.allSatisfy { $0 <= 20 })
        #expect(tried([4, 4], largest: 0).tried.isEmpty)
    }

    @Test("Errors that are no numbers end with the largest number")
    func notFinite() {
        var bracket = PrecisionBracket(productCount: 10, largest: 8, error: .nan)
        #expect(bracket.next(isLast: false) == 8)
        bracket.note(8, error: .nan, holds: false)
        #expect(bracket.next(isLast: true) == nil)
        bracket = PrecisionBracket(productCount: 10, largest: 8, error: .infinity)
        #expect(bracket.next(isLast: false) == 8)
    }
}
