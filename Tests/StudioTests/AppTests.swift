import Foundation
import Testing

@testable import Studio

@Suite("Apps")
struct AppTests {
    @Test("Frames have the times of their source; those of a video that begins anew go on; what is no time is refused")
    func times() throws {
        var clock = FrameClock()
        #expect(try clock.advance(to: 5) == 5)
        #expect(try clock.advance(to: 5.5) == 5.5)
        let again = try clock.advance(to: 0)
        #expect(again > 5.5 && again < 5.6)
        #expect(abs(try clock.advance(to: 0.5) - again - 0.5) < 1e-9)
        for time in [Double.nan, .infinity, -1e300] { #expect(throws: WebFailure.self) { try clock.advance(to: time) } }
    }

    @Test("An app without the model that it needs says which one")
    func models() throws {
        for (name, reason) in [("BreakfastFinder", "detector"), ("ActionAndVision", "classifier of throws")] {
            let kind = try #require(AppKind.all.first { $0.name == name })
            let error = #expect(throws: (any Error).self) { try kind.make(AppOptions()) }
            #expect("\(try #require(error))".contains(reason))
        }
    }
}
