import CoreMedia
import Foundation
import Testing

@Suite("Boxed times")
struct BoxedTimeTests {
    @Test("Times are read unchanged from boxes of their own type, and from no others")
    func times() {
        let times: [CMTime] = [
            CMTime(value: 7, timescale: 600), .zero, .invalid, .positiveInfinity, .negativeInfinity, .indefinite,
            CMTime(value: -3, timescale: 30, flags: [.valid, .hasBeenRounded], epoch: 4),
        ]
        for time in times {
            let box = NSValue(time: time)
            let read = box.timeValue
            #expect((read.value, read.timescale, read.flags, read.epoch) == (time.value, time.timescale, time.flags, time.epoch))
            #expect(box == (time as NSValue) && (box as? CMTime)?.flags == time.flags && box as? CMTimeRange == nil)
        }
        #expect([NSValue(time: times[0])] as? [CMTime] == [times[0]])
        #expect(NSValue(rect: .zero) as? CMTime == nil && NSValue(rect: .zero).timeValue.flags == CMTime.invalid.flags)
    }

    @Test("Ranges of times come out of their boxes as they were")
    func ranges() {
        let range = CMTimeRange(start: CMTime(value: 1, timescale: 2), duration: CMTime(value: 3, timescale: 4))
        #expect(NSValue(timeRange: range).timeRangeValue == range && (range as NSValue) as? CMTimeRange == range)
        #expect(NSValue(timeRange: range) as? CMTime == nil)
    }
}
