import CoreMedia
import Foundation
import Testing

@Suite("Core Media: times")
struct CMTimeTests {
    @Test("Sums of different timescales are exact in their least common multiple")
    func addition() {
        let sum = CMTime(value: 1, timescale: 24) + CMTime(value: 1, timescale: 30)
        #expect(sum.value == 9 && sum.timescale == 120 && !sum.hasBeenRounded)
        let difference = CMTime(value: 5, timescale: 600) - CMTime(value: 10, timescale: 600)
        #expect(difference.value == -5 && difference.timescale == 600)
        // Two prime timescales whose product is no timescale.
        let rounded = CMTime(value: 1, timescale: 2_147_483_647) + CMTime(value: 1, timescale: 2_147_483_629)
        #expect(rounded.timescale == 2_147_483_647 && rounded.hasBeenRounded && rounded.value == 2)
    }

    @Test("A value that overflows costs precision first, then becomes infinite")
    func overflow() {
        let large = CMTime(value: .max, timescale: 600)
        let doubled = large + large
        #expect(doubled.timescale == 300 && doubled.isNumeric)
        #expect(abs(doubled.seconds / large.seconds - 2) < 1e-12)
        #expect((CMTime(value: .max, timescale: 1) + CMTime(value: 1, timescale: 1)).isPositiveInfinity)
        #expect((CMTime(value: .min, timescale: 1) - CMTime(value: 1, timescale: 1)).isNegativeInfinity)
        #expect(CMTimeAbsoluteValue(CMTime(value: .min, timescale: 1)).isPositiveInfinity)
        #expect(CMTimeMultiply(CMTime(value: .max / 2, timescale: 1), multiplier: 3).isPositiveInfinity)
        #expect(CMTime(value: .max, timescale: 1).convertScale(.max, method: .default).isPositiveInfinity)
    }

    @Test("Special values combine as documented")
    func specials() {
        let one = CMTime(value: 1, timescale: 1)
        #expect((one + .positiveInfinity).isPositiveInfinity && (one - .positiveInfinity).isNegativeInfinity)
        #expect((CMTime.positiveInfinity + .negativeInfinity).isIndefinite)
        #expect((CMTime.positiveInfinity - .negativeInfinity).isPositiveInfinity)
        #expect((one + .indefinite).isIndefinite && !(one + .invalid).isValid)
        let ordered: [CMTime] = [.negativeInfinity, CMTime(value: -1, timescale: 2), .zero, one, .indefinite, .positiveInfinity, .invalid]
        for (i, a) in ordered.enumerated() {
            for (j, b) in ordered.enumerated() { #expect(CMTimeCompare(a, b) == Int32((i - j).signum())) }
        }
        #expect(CMTime.invalid.seconds.isNaN && CMTime.positiveInfinity.seconds == .infinity)
        #expect(!CMTime(value: 1, timescale: 0).isValid && !CMTime(value: 1, timescale: -5).isValid)
        #expect(CMTimeMultiply(.positiveInfinity, multiplier: -2).isNegativeInfinity)
        let epoch = CMTimeMakeWithEpoch(value: 3, timescale: 1, epoch: 2)
        #expect((epoch - CMTimeMakeWithEpoch(value: 1, timescale: 1, epoch: 2)).epoch == 0)
        #expect((epoch + one).epoch == 2 && !(epoch + CMTimeMakeWithEpoch(value: 1, timescale: 1, epoch: 3)).isValid)
        #expect(epoch > CMTime(value: 100, timescale: 1))
    }

    @Test("Seconds become the nearest time of the timescale, or a coarser one where they must")
    func seconds() {
        #expect(CMTime(seconds: 0.1, preferredTimescale: 600).value == 60)
        #expect(!CMTime(seconds: 0.1, preferredTimescale: 600).hasBeenRounded)
        let third = CMTime(seconds: 1.0 / 3, preferredTimescale: 100)
        #expect(third.value == 33 && third.hasBeenRounded)
        let far = CMTime(seconds: 1e16, preferredTimescale: 600_000)
        #expect(far.isNumeric && far.timescale < 1000 && abs(far.seconds - 1e16) <= 2)
        #expect(CMTime(seconds: 1e30, preferredTimescale: 600).isPositiveInfinity)
        #expect(CMTime(seconds: -.infinity, preferredTimescale: 600).isNegativeInfinity)
        #expect(!CMTime(seconds: .nan, preferredTimescale: 600).isValid)
        #expect(!CMTime(seconds: 1, preferredTimescale: 0).isValid)
    }

    @Test(
        "Every rounding method rounds as it says, on both sides of zero",
        arguments: [
            (CMTimeRoundingMethod.roundHalfAwayFromZero, [3, 2, -3, -2, 1, -1]), (.roundTowardZero, [2, 2, -2, -2, 0, 0]),
            (.roundAwayFromZero, [3, 3, -3, -3, 1, -1]), (.roundTowardPositiveInfinity, [3, 3, -2, -2, 1, 0]),
            (.roundTowardNegativeInfinity, [2, 2, -3, -3, 0, -1]), (.quickTime, [2, 2, -2, -2, 0, -1]),
        ])
    func rounding(method: CMTimeRoundingMethod, expected: [Int64]) {
        // Quarters to whole seconds: 2.5, 2.25, -2.5, -2.25, 0.5, -0.5.
        let values: [Int64] = [10, 9, -10, -9, 2, -2]
        #expect(values.map { CMTime(value: $0, timescale: 4).convertScale(1, method: method).value } == expected)
        #expect(CMTime(value: 8, timescale: 4).convertScale(1, method: method).hasBeenRounded == false)
    }

    @Test("Multiplication by a ratio or a number is exact where it can be")
    func multiplication() {
        let third = CMTimeMultiplyByRatio(CMTime(value: 1, timescale: 1), multiplier: 1, divisor: 3)
        #expect(third.value == 1 && third.timescale == 3)
        #expect(CMTimeMultiplyByRatio(CMTime(value: 600, timescale: 600), multiplier: 2, divisor: 4) == CMTime(value: 1, timescale: 2))
        #expect(CMTimeMultiplyByRatio(CMTime(value: 1, timescale: 1), multiplier: 1, divisor: -2) == CMTime(value: -1, timescale: 2))
        #expect(!CMTimeMultiplyByRatio(CMTime(value: 1, timescale: 1), multiplier: 1, divisor: 0).isValid)
        #expect(CMTimeMultiplyByRatio(CMTime(value: 1, timescale: 1), multiplier: .min, divisor: .min) == CMTime(value: 1, timescale: 1))
        #expect(CMTimeMultiplyByFloat64(CMTime(value: 3, timescale: 30), multiplier: 0.5).seconds == 0.05)
        #expect(abs(CMTimeMultiplyByFloat64(CMTime(value: 10, timescale: 1), multiplier: .pi).seconds - 31.4159265358979) < 1e-8)
        #expect(!CMTimeMultiplyByFloat64(.zero, multiplier: .nan).isValid)
    }

    @Test("Equal times are equal whatever their timescale, and hash alike")
    func equality() {
        let (a, b) = (CMTime(value: 1, timescale: 2), CMTime(value: 300, timescale: 600))
        #expect(a == b && a.hashValue == b.hashValue && !(a < b))
        #expect(Set([a, b, .zero, CMTime(value: 0, timescale: 7)]).count == 2)
        #expect(CMTimeMinimum(a, .zero) == .zero && CMTimeMaximum(a, .positiveInfinity) == .positiveInfinity)
    }

    @Test("A dictionary gives the same time back, and a broken one an invalid time")
    func dictionaries() {
        let time = CMTimeMakeWithEpoch(value: -7, timescale: 48000, epoch: 3)
        let back = CMTimeMakeFromDictionary(CMTimeCopyAsDictionary(time, allocator: nil))
        #expect(back == time && back.epoch == 3 && back.timescale == 48000)
        #expect(!CMTimeMakeFromDictionary(nil).isValid && !CMTimeMakeFromDictionary(["value": "x"]).isValid)
        let range = CMTimeRange(start: time, duration: CMTime(value: 1, timescale: 3))
        #expect(CMTimeRangeCopyAsDictionary(range, allocator: nil).map(CMTimeRangeMakeFromDictionary) == range)
        #expect(CMTime(value: 3000, timescale: 600).description == "{3000/600 = 5.000}")
    }

    @Test("Ranges contain their start but not their end, and meet and join as intervals do")
    func ranges() {
        func seconds(_ start: Double, _ end: Double) -> CMTimeRange {
            CMTimeRange(
                start: CMTime(seconds: start, preferredTimescale: 600), end: CMTime(seconds: end, preferredTimescale: 600))
        }
        let range = seconds(1, 3)
        #expect(range.containsTime(CMTime(value: 1, timescale: 1)) && !range.containsTime(CMTime(value: 3, timescale: 1)))
        #expect(range.intersection(seconds(2, 5)) == seconds(2, 3) && range.union(seconds(4, 5)) == seconds(1, 5))
        #expect(range.intersection(seconds(3, 5)) == .zero)
        #expect(range.containsTimeRange(seconds(1, 3)) && !range.containsTimeRange(seconds(0, 2)))
        #expect(!seconds(3, 1).isValid && CMTimeRange.zero.isEmpty && !CMTimeRange.invalid.isValid)
        #expect(CMTimeClampToRange(CMTime(value: 9, timescale: 1), range: range).seconds == 3)
        #expect(CMTimeFoldIntoRange(CMTime(value: -1, timescale: 2), foldRange: range).seconds == 1.5)
        let mapped = CMTimeMapTimeFromRangeToRange(CMTime(value: 2, timescale: 1), fromRange: range, toRange: seconds(10, 20))
        #expect(mapped.seconds == 15)
        #expect(!CMTimeMapTimeFromRangeToRange(.zero, fromRange: .zero, toRange: range).isValid)
    }
}
