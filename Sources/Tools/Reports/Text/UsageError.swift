/// What was asked for is wrong; the reason fits one line.
package struct UsageError: Error {
    package let reason: String

    package init(_ reason: String) {
        self.reason = reason
    }
}
