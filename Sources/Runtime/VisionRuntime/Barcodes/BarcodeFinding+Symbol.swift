import Foundation

extension BarcodeFinding {
    /// Converts a decoded symbol to one of the requested kinds.
    ///
    /// - Returns: `nil` if it is none of them.
    init?(_ symbol: DecodedSymbol, kinds: Set<BarcodeKind>, descriptor: BarcodeDescriptor?) {
        guard let (kind, text) = Self.meaning(of: symbol, kinds: kinds) else { return nil }
        let isUnchecked = !symbol.kind.isDisjoint(with: .unchecked)
        self.init(
            kind: kind, corners: symbol.corners, payload: symbol.isBinary ? nil : text,
            data: Self.isRewritten(symbol.kind) ? Data(text.utf8) : symbol.bytes,
            isGS1: symbol.isGS1 || !symbol.kind.isDisjoint(with: .stacked), isInverted: symbol.isInverted,
            confidence: isUnchecked ? 1 - 1 / Float(symbol.lineCount + 1) : 1, descriptor: descriptor, part: symbol.part)
    }

    /// Whether ZXing's text differs from the encoded message. If so, the converted text is used as the data.
    private static func isRewritten(_ kind: LibraryKinds) -> Bool {
        !kind.isDisjoint(with: [.upcA, .upcE, .dataBar, .dataBarExpanded, .dataBarLimited])
    }

    private static func meaning(of symbol: DecodedSymbol, kinds: Set<BarcodeKind>) -> (BarcodeKind, String)? {
        func first(_ candidates: BarcodeKind..., text: String) -> (BarcodeKind, String)? {
            candidates.first(where: kinds.contains).map { ($0, text) }
        }
        let text = symbol.text
        switch symbol.kind {
        case .upcA: return first(.ean13, text: "0" + text)
        case .upcE: return BarcodeText.expandedUPCE(text).flatMap { first(.upce, text: $0) }
        case .dataBar: return first(.gs1DataBar, text: text.hasPrefix("01") && text.count == 16 ? text : "01" + text)
        case .dataBarLimited: return first(.gs1DataBarLimited, text: text.hasPrefix("01") && text.count == 16 ? text : "01" + text)
        case .dataBarExpanded: return first(.gs1DataBarExpanded, text: BarcodeText.plainGS1(text))
        case .code39: return code39(text, kinds: kinds)
        case .code93: return first(.code93, .code93i, text: text)
        case .itf: return interleaved(text, kinds: kinds)
        default:
            return kinds.first { $0.library.contains(symbol.kind) }.map { ($0, text) }
        }
    }

    /// The payload of a Code 39 code, and its kind. A message with a plus sign counts as full ASCII, because plus signs are rare in other messages.
    /// Check characters stay in the payload. They must be correct if only kinds with a check character are requested.
    private static func code39(_ text: String, kinds: Set<BarcodeKind>) -> (BarcodeKind, String)? {
        let isChecked = BarcodeText.hasCode39Checksum(text)
        let full = BarcodeText.fullASCII(text)
        if let full, text.contains("+"), kinds.contains(.code39FullASCII) { return (.code39FullASCII, full) }
        if kinds.contains(.code39) { return (.code39, text) }
        if kinds.contains(.code39Checksum), isChecked { return (.code39Checksum, text) }
        if kinds.contains(.code39FullASCII) { return (.code39FullASCII, full ?? text) }
        guard kinds.contains(.code39FullASCIIChecksum), isChecked else { return nil }
        let message = String(text.dropLast())
        return (.code39FullASCIIChecksum, (BarcodeText.fullASCII(message) ?? message) + text.suffix(1))
    }

    private static func interleaved(_ text: String, kinds: Set<BarcodeKind>) -> (BarcodeKind, String)? {
        let isChecked = BarcodeText.hasModulo10Checksum(text)
        if kinds.contains(.itf14), text.count == 14, isChecked { return (.itf14, text) }
        if kinds.contains(.i2of5) { return (.i2of5, text) }
        return kinds.contains(.i2of5Checksum) && isChecked ? (.i2of5Checksum, text) : nil
    }
}
