import Foundation
import Reports

/// Decides which requests are allowed: requests of Studio's own pages, under a name of this machine, and with the token if one is required.
struct AccessControl: Sendable {
    /// The token that clients must send if the server is not bound to the loopback interface; `nil` if it is.
    let token: String?
    private let names: Set<String>
    private static let cookie = "studio"

    init(address: String) {
        let isLoopback = Self.isLoopback(address)
        token = isLoopback ? nil : Token.make()
        let own = address.contains(":") ? "[\(address)]" : address
        names = ["localhost", "127.0.0.1", "[::1]", ProcessInfo.processInfo.hostName.lowercased(), own.lowercased()]
    }

    static func isLoopback(_ address: String) -> Bool { address == "localhost" || address == "::1" || address.hasPrefix("127.") }

    /// Checks the names in a request's head. This is done once, with the head as it arrived.
    ///
    /// - Throws: `WebFailure` that says why it is refused.
    func admit(_ head: RequestHead) throws {
        // With DNS rebinding, a page of another site has a name that resolves to this machine. Its requests have that name as their host.
        guard names.contains(head.host.name) || token != nil && head.host.isNumeric else {
            throw WebFailure(403, "Studio is not known as '\(head.host.name)'; open it under the address that it printed")
        }
        guard let origin = head.origin else { return }
        let scheme = "http://"
        guard origin.lowercased().hasPrefix(scheme), RequestHead.Authority(origin.dropFirst(scheme.count)) == head.host else {
            throw WebFailure(403, "pages of \(origin) may not use Studio")
        }
    }

    /// - Throws: `WebFailure` if a request lacks the token.
    func check(_ request: WebRequest) throws {
        guard let token else { return }
        let given = [request.cookies[Self.cookie], request.query["token"], Self.bearer(request.authorization)]
        guard given.contains(where: { $0.map { Token.isSame($0, token) } ?? false }) else {
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
}
