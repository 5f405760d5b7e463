import CreateML
import Testing

/// The reason that a call of Create ML gives for its error.
func reason(_ body: () throws -> Void) -> String {
    do {
        try body()
        return "no error"
    } catch {
        #expect(error is MLCreateError)
        return error.localizedDescription
    }
}
