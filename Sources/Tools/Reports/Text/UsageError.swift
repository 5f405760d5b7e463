/// An error in what the user asked for, with a reason of one line.
package struct UsageError: Error {
    package let reason: String

    package init(_ reason: String) {
        self.reason = reason
    }
}
