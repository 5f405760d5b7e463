import Foundation
import TestSupport
import Testing

/// Pages that `--report` writes, as a phone shows them.
@Suite("Reports in Chromium", .serialized, .enabled(if: Browser.path != nil))
struct ReportBrowserTests {
    @Test("A detector's report fits a phone, and no word has a colour that is hard to read")
    func detector() throws {
        let folder = try TemporaryFolder()
        let page = folder.file("report.html")
        let program = Process()
        program.executableURL = URL(fileURLWithPath: BuiltProgram.path("osprey"))
        program.arguments = [
            "evaluate", Repository.file("Examples/BreakfastFinder/Sources/BreakfastFinder/ObjectDetector.mlmodel").path,
            Repository.file("Examples/BreakfastFinder/testing").path, "--report", page.path,
        ]
        program.standardOutput = FileHandle.nullDevice
        try program.run()
        program.waitUntilExit()
        try #require(program.terminationStatus == 0)
        let browser = try Browser("file://\(page.path)", until: "document.readyState === 'complete' && document.querySelector('main')")
        try browser.resize(390, 844)
        let tables = "[...document.querySelectorAll('.scroll')].filter((one) => !one.querySelector('.matrix'))"
        #expect(try browser.evaluate("\(tables).length") as? Int ?? 0 >= 2)
        #expect(try browser.evaluate("\(tables).filter((one) => one.scrollWidth > one.clientWidth).length") as? Int == 0)
        #expect(try browser.evaluate("document.documentElement.scrollWidth <= innerWidth") as? Bool == true)
        let pairs = "[...document.querySelectorAll('main p span')].map((one) => [one, one.parentElement])"
        let colors = "\(pairs).map((pair) => pair.map((one) => getComputedStyle(one).color))"
        #expect(try browser.evaluate("\(colors).filter(([own, around]) => own !== around).length") as? Int == 0)
    }
}
