import Testing

@testable import CoreMLRuntime

@Suite struct ShapeForecastTests {
    @Test func growthThatWasSeenTwiceIsForeseen() {
        let forecast = ShapeForecast()
        #expect(forecast.next(after: [[1, 5], [1, 1, 5, 5]]) == nil)
        #expect(forecast.next(after: [[1, 1], [1, 1, 1, 6]]) == nil)
        #expect(forecast.next(after: [[1, 1], [1, 1, 1, 7]]) == nil)
        #expect(forecast.next(after: [[1, 1], [1, 1, 1, 8]]) == [[1, 1], [1, 1, 1, 9]])
        #expect(forecast.next(after: [[1, 1], [1, 1, 1, 9]]) == [[1, 1], [1, 1, 1, 10]])
    }

    @Test func othersAreNot() {
        let forecast = ShapeForecast()
        for shapes in [
            [[3]], [[3]], [[3]], [[2]], [[1]], [[0]], [[1]], [[3]], [[6]], [[6, 1]], [[7, 1], [1]], [[8, 1]], [[Int.max, 1]],
        ] {
            #expect(forecast.next(after: shapes) == nil)
        }
    }
}
