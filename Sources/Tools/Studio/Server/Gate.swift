import Foundation

/// Decides which requests are allowed: requests of Studio's own pages, under a name of this machine, and with the token if one is required.
struct Gate: Sendable {
    /// The token that clients must send if the server is not bound to the loopback interface; `nil` if it is.
    let token: String?
    private let names: Set<String>
    private static let cookie = "studio"

    init(address: String) {
        let isLoopback = Self.isLoopback(address)
        token = isLoopback ? nil : Self.makeToken()
        names = ["localhost", "127.0.0.1", "[::1]", "::1", ProcessInfo.processInfo.hostName.lowercased(), address.lowercased()]
    }

    static func isLoopback(_ address: String) -> Bool { address == "localhost" || address == "::1" || address.hasPrefix("127.") }

    private static func makeToken() -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<4).map { _ in String(generator.next() as UInt64, radix: 36) }.joined()
    }

    /// - Throws: `WebFailure` that says why a request is refused.
    func check(_ request: WebRequest) throws {
        // With DNS rebinding, a page of another site has a name that resolves to this machine. Its requests have that name as their host.
        let name = Self.name(ofHost: request.host)
        guard names.contains(name) || token != nil && Self.isNumeric(name) else {
            throw WebFailure(403, "Studio is not known as '\(request.host)'; open it under the address that it printed")
        }
        guard request.origin.isEmpty || request.origin.lowercased() == "http://" + request.host.lowercased() else {
            throw WebFailure(403, "pages of \(request.origin) may not use Studio")
        }
        guard let token else { return }
        let given = [request.cookies[Self.cookie], request.query["token"], Self.bearer(request.authorization)]
        guard given.contains(where: { $0.map { Self.isSame($0, token) } ?? false }) else {
            throw WebFailure(401, "this needs the token of the address that Studio printed")
        }
    }

    /// The answer that stores the token of an address in the browser; `nil` if the address has none.
    func greeting(_ request: WebRequest) -> WebResponse? {
        guard let token, request.query["token"] != nil, request.method == "GET", request.path == "/" else { return nil }
        return WebResponse(
            status: 303, type: "text/plain", body: Data(),
            headers: [("Location", "/"), ("Set-Cookie", "\(Self.cookie)=\(token); HttpOnly; SameSite=Strict; Path=/")])
    }

    private static func bearer(_ authorization: String) -> String? {
        authorization.hasPrefix("Bearer ") ? String(authorization.dropFirst(7)) : nil
    }

    private static func name(ofHost host: String) -> String {
        let host = host.lowercased()
        if host.hasPrefix("["), let end = host.firstIndex(of: "]") { return String(host[...end]) }
        return String(host.prefix { $0 != ":" })
    }

    private static func isNumeric(_ name: String) -> Bool {
        name.hasPrefix("[") || !name.isEmpty && name.allSatisfy { $0.isNumber || $0 == "." }
    }

    /// Takes as long for every wrong token of a length.
    private static func isSame(_ first: String, _ second: String) -> Bool {
        let (first, second) = (Array(first.utf8), Array(second.utf8))
        guard first.count == second.count else { return false }
        return zip(first, second).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
