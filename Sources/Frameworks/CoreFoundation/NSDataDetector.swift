import Foundation

/// Types of data in text, as the bits of `NSTextCheckingResult.CheckingType`.
public typealias NSTextCheckingTypes = UInt64

/// Finds data in text: links, mail addresses and telephone numbers.
///
/// On Apple's platforms, the class finds dates, postal addresses and other data, too.
open class NSDataDetector: NSObject, @unchecked Sendable {
    /// The types of data to find.
    public let checkingTypes: NSTextCheckingTypes

    // Foundation on Linux has names for these types, but they are deprecated, because nothing in Foundation finds them.
    fileprivate static let links: NSTextCheckingTypes = 1 << 5
    fileprivate static let phoneNumbers: NSTextCheckingTypes = 1 << 11
    private static let found: NSTextCheckingTypes =
        links | phoneNumbers

    /// - Throws: an error if Osprey can find none of the types.
    public init(types checkingTypes: NSTextCheckingTypes) throws {
        guard checkingTypes & Self.found != 0 else {
            throw CocoaError(
                .featureUnsupported,
                userInfo: [
                    NSLocalizedDescriptionKey: "NSDataDetector finds links and telephone numbers alone, not the kinds \(checkingTypes)"
                ])
        }
        self.checkingTypes = checkingTypes
    }

    /// All matches in a range of a text, in order.
    open func matches(in string: String, options: NSRegularExpression.MatchingOptions = [], range: NSRange) -> [NSTextCheckingResult] {
        let text = string as NSString
        var results: [DetectedData] = []
        if checkingTypes & Self.links != 0 {
            results += Self.linkPattern.matches(in: string, range: range).compactMap { Self.link(text, $0.range) }
        }
        if checkingTypes & Self.phoneNumbers != 0 {
            let numbers = Self.numberPattern.matches(in: string, range: range).compactMap { Self.number(text, $0.range) }
            results += numbers.filter { number in !results.contains { NSIntersectionRange($0.range, number.range).length > 0 } }
        }
        return results.sorted { $0.range.location < $1.range.location }
    }

    /// The first match in a range of a text; `nil` if there is none.
    open func firstMatch(in string: String, options: NSRegularExpression.MatchingOptions = [], range: NSRange) -> NSTextCheckingResult? {
        matches(in: string, options: options, range: range).first
    }

    /// The number of matches in a range of a text.
    open func numberOfMatches(in string: String, options: NSRegularExpression.MatchingOptions = [], range: NSRange) -> Int {
        matches(in: string, options: options, range: range).count
    }

    /// Calls a block with each match. The block can set its last argument to stop.
    open func enumerateMatches(
        in string: String, options: NSRegularExpression.MatchingOptions = [], range: NSRange,
        using block: (NSTextCheckingResult?, NSRegularExpression.MatchingFlags, UnsafeMutablePointer<ObjCBool>) -> Void
    ) {
        var stops = ObjCBool(false)
        for match in matches(in: string, options: options, range: range) {
            block(match, [], &stops)
            if stops.boolValue { return }
        }
    }

    // MARK: Links

    private static func expression(_ pattern: String) -> NSRegularExpression {
        do {
            return try NSRegularExpression(pattern: pattern, options: .caseInsensitive)
        } catch {
            preconditionFailure("\(pattern): \(error)")
        }
    }

    /// The top-level domains of host names that are found without a scheme.
    private static let endings =
        "com|org|net|edu|gov|int|info|biz|io|dev|app|ai|me|tv|eu|us|uk|de|fr|it|es|nl|be|at|ch|se|no|dk|fi|pl|cz|ie|pt|gr|ru|ua|jp|cn|kr|tw|in|au|nz|ca|br|mx|za"
    private static let linkPattern = expression(
        #"(?:[a-z][a-z0-9+.-]*://|www\.)[^\s<>"]+|(?<![\w.@-])[a-z0-9][a-z0-9._%+-]*@(?:[a-z0-9-]+\.)+[a-z]{2,}|"#
            + #"(?<![\w@./-])(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+(?:"# + endings + #")(?![\w@-])(?:[/?#][^\s<>"]*)?"#)

    private static func link(_ text: NSString, _ range: NSRange) -> DetectedData? {
        var part = text.substring(with: range)
        // A link does not include the punctuation of the sentence after it. It includes a closing bracket only if it includes the opening
        // bracket.
        while let last = part.last,
            ".,;:!?'\"".contains(last) || (last == ")" && !part.contains("(")) || (last == "]" && !part.contains("["))
        {
            part.removeLast()
        }
        let isMail = part.contains("@") && !part.contains("/")
        let address = part.contains("://") ? part : (isMail ? "mailto:" : "http://") + part
        guard let url = URL(string: address), isMail || url.host?.isEmpty == false || url.isFileURL else { return nil }
        return DetectedData(NSRange(location: range.location, length: part.utf16.count), links, url: url)
    }

    // MARK: Telephone numbers

    private static let numberPattern = expression(
        #"(?<![\w.,+/-])(?:\+\d{1,3}[ .-]?)?(?:\(\d{1,5}\)[ .-]?)?\d{1,8}(?:[ ./-]\d{1,8}){0,5}(?![\w]|[.,/-]\d)"#)

    private static func number(_ text: NSString, _ range: NSRange) -> DetectedData? {
        let part = text.substring(with: range)
        let digits = part.filter(\.isNumber).count
        let groups = part.split { !$0.isNumber }.map(\.count)
        // Numbers without separators or prefix are often prices, years or codes. Three short groups are a date.
        let isDate =
            groups.count == 3 && groups.contains { $0 == 4 || $0 == 2 } && groups.filter { $0 <= 2 }.count >= 2 && !part.hasPrefix("+")
        let isHost = groups.count == 4 && part.filter { $0 == "." }.count == 3
        let isWritten = part.hasPrefix("+") || part.contains("(") || groups.count >= 2
        guard (7...15).contains(digits), isWritten, !isDate, !isHost else { return nil }
        return DetectedData(range, phoneNumbers, phone: part)
    }
}

/// A match of a detector.
private final class DetectedData: NSTextCheckingResult {
    private let place: NSRange
    private let kind: CheckingType
    let address: URL?
    let phone: String?

    init(_ place: NSRange, _ kind: NSTextCheckingTypes, url: URL? = nil, phone: String? = nil) {
        (self.place, self.kind, address, self.phone) = (place, CheckingType(rawValue: kind), url, phone)
        super.init()
    }

    required init?(coder: NSCoder) { nil }

    override var range: NSRange { place }
    override var resultType: CheckingType { kind }
    override var numberOfRanges: Int { 1 }
    override func range(at idx: Int) -> NSRange { place }
    override func copy(with zone: NSZone?) -> Any { self }
}

extension NSTextCheckingResult {
    /// The link that a detector found; `nil` for other results.
    public var url: URL? { (self as? DetectedData)?.address }
    /// The telephone number that a detector found; `nil` for other results.
    public var phoneNumber: String? { (self as? DetectedData)?.phone }
}
