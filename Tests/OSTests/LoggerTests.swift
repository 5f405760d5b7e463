import Foundation
import OSLog
import Testing
import os.log

@testable import os

@Suite("Messages of programs")
struct LoggerTests {
    @Test("Values are written as they are, and those that nobody may read are hidden")
    func values() {
        let (name, count) = ("cat", 3)
        let message: OSLogMessage = "found \(count) of \(name, privacy: .public) in \(name, privacy: .private): \([1, 2])"
        #expect(message.text == "found 3 of cat in <private>: [1, 2]")
        let hidden: OSLogMessage = "\(name, privacy: .private(mask: .hash))\(name, privacy: .sensitive)"
        #expect(!hidden.text.contains("cat") && hidden.text.hasSuffix("<private>"))
        let error: OSLogMessage = "\(CocoaError(.fileNoSuchFile))"
        #expect(!error.text.isEmpty)
    }

    @Test("Numbers are written in the wanted form")
    func numbers() {
        let message: OSLogMessage =
            "\(255, format: .hex(includePrefix: true)) \(7, format: .decimal(minDigits: 3)) \(0.5, format: .fixed(precision: 2))"
        #expect(message.text == "0xff 007 0.50")
        let aligned: OSLogMessage = "[\(7, align: .right(columns: 3))][\("a", align: .left(columns: 3))][\(true, format: .answer)]"
        #expect(aligned.text == "[  7][a  ][yes]")
    }

    @Test(
        "Formats of C take any values, and wrong ones do no harm",
        arguments: [
            ("%d of %@", [3, "cat"] as [any Sendable], "3 of cat"), ("%{public}@ %{private}@", ["a", "b"], "a <private>"),
            ("%.2f %5d|%-4d|%x", [0.125, 42, 7, 255], "0.12    42|7   |ff"), ("%lu %lld 100%%", [1, -2], "1 -2 100%"),
            ("%s %d", ["text", "no number"], "text no number"), ("%d %d", [1], "1 <missing>"), ("%", [], "%"), ("%9", [], "%9"),
            ("%99999999999d", [1], "1"), ("%n", [1], "1"), ("%*d", [1], "1"),
        ])
    func formats(format: String, values: [any Sendable], text: String) {
        #expect(LogFormat(format).text(values) == text)
    }

    @Test("Levels that are not written cost nothing")
    func levels() {
        final class Box: @unchecked Sendable { var calls = 0 }
        let box = Box()
        func made() -> Int {
            box.calls += 1
            return 1
        }
        let quiet = Logger(.disabled)
        quiet.error("\(made())")
        quiet.log(level: .fault, "\(made())")
        os_log("%d", log: .disabled, type: .error, 1)
        os_log(.error, log: .disabled, "\(made())")
        #expect(box.calls == 0 && !OSLog.disabled.isEnabled(type: .fault) && OSLog.default.isEnabled(type: .error))
    }

    @Test("Signposts around work return its result")
    func signposts() {
        let poster = OSSignposter(subsystem: "test", category: .pointsOfInterest)
        let state = poster.beginInterval("work", id: poster.makeSignpostID(), "\(1)")
        poster.emitEvent("half")
        poster.endInterval("work", state)
        #expect(poster.withIntervalSignpost("work") { 3 } == 3 && !poster.isEnabled)
        let log = OSLog(subsystem: "test", category: "work")
        os_signpost(.begin, log: log, name: "work", signpostID: OSSignpostID(log: log), "%d", 1)
        os_signpost(.end, log: log, name: "work")
    }

    @Test("A lock lets one thread in at a time")
    func locks() {
        let counter = OSAllocatedUnfairLock(initialState: 0)
        let lock = OSAllocatedUnfairLock()
        final class Box: @unchecked Sendable {
            var lock = os_unfair_lock()
            var count = 0
            var other = 0
        }
        let box = Box()
        DispatchQueue.concurrentPerform(iterations: 10_000) { _ in
            counter.withLock { $0 += 1 }
            os_unfair_lock_lock(&box.lock)
            box.count += 1
            os_unfair_lock_unlock(&box.lock)
            lock.withLock { box.other += 1 }
        }
        #expect(counter.withLock { $0 } == 10_000 && box.count == 10_000 && box.other == 10_000)
        #expect(lock.lockIfAvailable() && !lock.lockIfAvailable())
        lock.unlock()
        #expect(os_unfair_lock_trylock(&box.lock) && !os_unfair_lock_trylock(&box.lock))
    }
}
