import CWebSockets
import Foundation
import JSON
import Reports

/// The head of a request.
struct WebRequest: Sendable {
    let identifier: UInt64
    let method: String
    /// The decoded path, without the query.
    let path: String
    /// The decoded query.
    let query: [String: String]
    let cookies: [String: String]
    let authorization: String
    /// The length of the body in bytes; -1 if the request does not give it.
    let contentLength: Int
    let isWebSocket: Bool

    init(_ request: CWebRequest) {
        identifier = request.identifier
        method = String(cString: request.method)
        path = String(cString: request.path)
        query = Self.pairs(String(cString: request.query), separator: "\u{1F}")
        cookies = Self.pairs(String(cString: request.cookie), separator: ";")
        authorization = String(cString: request.authorization)
        contentLength = Int(clamping: request.contentLength)
        isWebSocket = request.isWebSocket != 0
    }

    private static func pairs(_ text: String, separator: Character) -> [String: String] {
        var result: [String: String] = [:]
        for part in text.split(separator: separator) {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            result[pair[0].trimmingCharacters(in: .whitespaces)] = pair.count > 1 ? pair[1] : ""
        }
        return result
    }

    /// The path's parts.
    var parts: [String] { path.split(separator: "/").map(String.init) }
}

/// An answer to a request.
struct WebResponse: Sendable {
    var status = 200
    var type: String
    var body: Data
    var headers: [(String, String)] = []

    init(status: Int = 200, type: String, body: Data, headers: [(String, String)] = []) {
        (self.status, self.type, self.body, self.headers) = (status, type, body, headers)
    }

    init(_ json: JSON, status: Int = 200) {
        self.init(status: status, type: "application/json", body: Data(json.text.utf8))
    }

    init(_ error: any Error) {
        let failure =
            error as? WebFailure ?? (error as? ArchiveFailure).map { WebFailure($0) }
            ?? WebFailure(error is UsageError ? 400 : 422, ErrorText.describe(error))
        self.init(["error": .string(failure.reason)], status: failure.status)
    }

    /// An answer with a file that the browser saves.
    static func download(_ data: Data, name: String) -> WebResponse {
        let safe = String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) ? $0 : "_" })
        return WebResponse(
            type: "application/octet-stream", body: data, headers: [("Content-Disposition", "attachment; filename=\"\(safe)\"")])
    }

    /// The headers of every answer.
    var fields: [(String, String)] { [("Content-Type", type)] + Self.safety + [("Connection", "close")] + headers }

    /// The answer in the form in which it is sent.
    var text: Data {
        var head = "HTTP/1.1 \(status) \r\n"
        for (name, value) in fields { head += "\(name): \(value)\r\n" }
        return Data("\(head)Content-Length: \(body.count)\r\n\r\n".utf8) + body
    }

    /// The security headers of every answer: pages load nothing from other servers, and no other site may embed or read an answer.
    static let safety: [(String, String)] = [
        (
            "Content-Security-Policy",
            "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; media-src blob:; "
                + "connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
        ),
        ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"), ("Cross-Origin-Resource-Policy", "same-origin"),
        ("Cache-Control", "no-store"),
    ]
}

/// The reason why a request is not fulfilled.
struct WebFailure: Error, CustomStringConvertible {
    /// The HTTP status code.
    let status: Int
    let reason: String

    init(_ status: Int, _ reason: String) { (self.status, self.reason) = (status, reason) }

    init(_ failure: ArchiveFailure) {
        let status =
            switch failure.kind {
            case .invalidName: 400
            case .nameIsTaken: 409
            case .damaged: 422
            case .tooLarge: 413
            case .noRoom: 507
            }
        self.init(status, failure.reason)
    }

    var description: String { reason }

    static func reason(_ error: any Error) -> String { ErrorText.systemReason(error) }
}

/// Answers a server's clients. `admit`, `decide` and `open` are called on threads of the server, and must return quickly.
protocol WebHandler: AnyObject, Sendable {
    /// Checks a request's head before anything in it is decoded.
    ///
    /// - Throws: `WebFailure` if the request is refused.
    func admit(_ head: RequestHead) throws
    func decide(_ request: WebRequest) -> WebDecision
    func answer(_ request: WebRequest, _ body: WebBody) throws -> WebResponse
    func open(_ request: WebRequest, _ socket: WebSocket) -> Result<any WebSocketHandler, WebFailure>
}

/// Receives the messages of a WebSocket. Its functions are called on the service thread, and must return quickly.
protocol WebSocketHandler: AnyObject, Sendable {
    func receive(_ message: Data, isBinary: Bool)
    func close()
}
