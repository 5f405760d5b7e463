import Foundation

extension URL {
    /// Begins access to a file that a user has chosen. Always returns `true`, because a program on Linux may access all files of its user.
    public func startAccessingSecurityScopedResource() -> Bool { true }

    /// Ends the access that ``startAccessingSecurityScopedResource()`` began. Does nothing.
    public func stopAccessingSecurityScopedResource() {}
}

extension NSURL {
    /// Begins access to a file that a user has chosen. Always returns `true`, because a program on Linux may access all files of its user.
    public func startAccessingSecurityScopedResource() -> Bool { true }

    /// Ends the access that ``startAccessingSecurityScopedResource()`` began. Does nothing.
    public func stopAccessingSecurityScopedResource() {}
}
