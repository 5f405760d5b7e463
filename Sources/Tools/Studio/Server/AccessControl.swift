import Foundation
import Reports

/// Decides which requests are allowed. A request must come from Studio's own pages, be addressed to a name of this machine, and have the token if one
/// is required.
struct AccessControl: Sendable {
    /// The token that clients must send; `nil` if the server listens only on the loopback interface, where no token is needed.
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
    /// - Throws: `WebFailure` with the reason why the request is refused.
    func admit(_ head: RequestHead) throws {
        // With DNS rebinding, the name of another site resolves to this machine. The requests of that site's pages have this name as their host.
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

    /// The answer to a request with a token in its address. It stores the server's token in the browser as a cookie. `nil` for other requests.
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
