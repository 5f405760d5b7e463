import Foundation

/// A file that a client has opened with its own rights and passed to the server. The server closes it at the end of the request.
final class ReceivedDescriptor {
    let number: Int32

    init(_ number: Int32) { self.number = number }

    deinit { close(number) }
}
