import Testing

@testable import CoreMLRuntime

@Suite struct PlanLifetimeTests {
    @Test("A plan that has run goes with its last owner")
    func aPlanThatHasRunGoesWithItsLastOwner() throws {
        weak var leaked: Plan?
        do {
            var check = PlanCheck()
            let y = try check.conv(try check.input([1, 4, 6, 6]), 8, [3, 3])
            leaked = try check.check([y])
        }
        #expect(leaked == nil)
    }
}
