/// An error in the user's command or request, with a reason of one line.
package struct UsageError: Error {
    package let reason: String

    package init(_ reason: String) {
        self.reason = reason
    }
}
