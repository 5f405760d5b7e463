import Foundation

/// The head of a request, before any decoding. A head is accepted only if all programs would understand it in the same way.
struct RequestHead: Sendable, Equatable {
    /// The value of the header `Host`: a name and, if the client gives one, a port.
    let host: Authority
    /// The value of the header `Origin`; `nil` if the client sends none.
    let origin: String?

    /// A name or address, and a port.
    struct Authority: Sendable, Equatable {
        /// The name in lower case. An IPv6 address has its brackets.
        let name: String
        let port: Int?

        /// - Returns: `nil` if the text does not have the form `name[:port]`.
        init?(_ text: some StringProtocol) {
            var rest = Substring(text.lowercased())
            if rest.hasPrefix("[") {
                guard let end = rest.firstIndex(of: "]") else { return nil }
                name = String(rest[...end])
                rest = rest[rest.index(after: end)...]
                var address = in6_addr()
                guard inet_pton(AF_INET6, String(name.dropFirst().dropLast()), &address) == 1 else { return nil }
            } else {
                let end = rest.firstIndex(of: ":") ?? rest.endIndex
                name = String(rest[..<end])
                rest = rest[end...]
                guard !name.isEmpty, name.utf8.allSatisfy(Self.isOfName) else { return nil }
            }
            guard !rest.isEmpty else {
                port = nil
                return
            }
            let digits = rest.dropFirst()
            guard rest.first == ":", (1...5).contains(digits.count), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
                let number = UInt16(digits), number > 0
            else { return nil }
            port = Int(number)
        }

        /// Whether `name` is a numeric address instead of a host name.
        var isNumeric: Bool {
            var address = in_addr()
            return name.hasPrefix("[") || inet_pton(AF_INET, name, &address) == 1
        }

        private static func isOfName(_ byte: UInt8) -> Bool {
            (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x2D || byte == 0x2E || byte == 0x5F
        }
    }

    /// - Parameter bytes: the bytes that have arrived. Those after the empty line are ignored.
    /// - Throws: `WebFailure` that says what is wrong.
    init(parsing bytes: UnsafeRawBufferPointer) throws {
        let lines = try Self.lines(of: bytes)
        guard let first = lines.first, Self.isRequestLine(first) else {
            throw WebFailure(400, "the request's first line is not a method, a path without control characters, and HTTP/1.1")
        }
        var fields: [String: [String]] = [:]
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
                line[..<colon].allSatisfy({ $0 > 0x20 && $0 < 0x7F && !Self.separators.contains($0) })
            else { throw WebFailure(400, "a line of the request's head is no header") }
            let name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
            let value = String(decoding: line[(colon + 1)...], as: UTF8.self).trimmingCharacters(in: [" ", "\t"])
            fields[name, default: []].append(value)
        }
        for name in ["host", "origin", "content-length", "upgrade"] where fields[name, default: []].count > 1 {
            throw WebFailure(400, "the request has \(name) twice")
        }
        guard let value = fields["host"]?.first, let host = Authority(value) else {
            throw WebFailure(400, "the request's Host is not a name and a port")
        }
        guard fields["transfer-encoding"] == nil else { throw WebFailure(411, "a request must say how long it is") }
        if let length = fields["content-length"]?.first {
            guard (1...18).contains(length.utf8.count), length.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
                throw WebFailure(400, "the request's Content-Length is no number")
            }
        }
        if let upgrade = fields["upgrade"]?.first, upgrade.lowercased() != "websocket" {
            throw WebFailure(400, "a connection becomes a WebSocket, and nothing else")
        }
        origin = fields["origin"]?.first
        if let origin, !origin.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != 0x25 && $0 != 0x2C }) {
            throw WebFailure(400, "the request's Origin is not the address of a site")
        }
        self.host = host
    }

    /// Characters that are not allowed in the name of a header.
    private static let separators = Set("()<>@,;:\\\"/[]?={}".utf8)

    /// The lines of the request's head, up to the empty line. Each ends with a carriage return and a line feed.
    private static func lines(of bytes: UnsafeRawBufferPointer) throws -> [ArraySlice<UInt8>] {
        let text = Array(bytes)
        var (lines, start): ([ArraySlice<UInt8>], Int) = ([], 0)
        for place in text.indices {
            let byte = text[place]
            if byte == 0x0A {
                guard place > start, text[place - 1] == 0x0D else { break }
                let line = text[start..<place - 1]
                if line.isEmpty { return lines }
                lines.append(line)
                start = place + 1
            } else if byte == 0x0D {
                guard place + 1 < text.count, text[place + 1] == 0x0A else { break }
            } else if byte < 0x20 && byte != 0x09 || byte == 0x7F {
                break
            }
        }
        if text.count >= 16384 { throw WebFailure(431, "the request's head is too long") }
        throw WebFailure(400, "the request's head has a control character, or no end")
    }

    /// Whether a line consists of a method, a path and a version. The path must not contain a percent-encoded control character.
    private static func isRequestLine(_ line: ArraySlice<UInt8>) -> Bool {
        let parts = line.split(separator: 0x20, omittingEmptySubsequences: false)
        guard parts.count == 3, !parts[0].isEmpty, parts[0].allSatisfy({ (0x41...0x5A).contains($0) }),
            ["HTTP/1.1", "HTTP/1.0"].contains(String(decoding: parts[2], as: UTF8.self)), parts[1].first == UInt8(ascii: "/")
        else { return false }
        var path = parts[1]
        while let byte = path.popFirst() {
            guard byte > 0x20, byte < 0x7F else { return false }
            guard byte == UInt8(ascii: "%") else { continue }
            let digits = path.prefix(2)
            guard digits.count == 2, !digits.contains(UInt8(ascii: "+")),
                let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16), value >= 0x20, value != 0x7F
            else { return false }
            path = path.dropFirst(2)
        }
        return true
    }
}
