/// Names of models and features as Swift identifiers, made as Xcode makes them. Every character other than a letter, digit or underscore becomes `_`,
/// and a leading digit gets a `_` before it.
enum SwiftName {
    /// An identifier without backticks. Keywords are not changed; ``quoted(_:)`` adds their backticks.
    static func identifier(_ text: String) -> String {
        var name = String(String.UnicodeScalarView(text.unicodeScalars.map { isPart($0) ? $0 : "_" }))
        if name.first?.isNumber == true { name = "_" + name }
        // In Swift a single underscore is a pattern, not a name.
        if name.isEmpty || name == "_" { name += "_" }
        if name == "_" { name += "_" }
        return isReserved(name) ? name + "_" : name
    }

    /// The identifier with backticks, if it is a keyword.
    static func quoted(_ identifier: String) -> String {
        keywords.contains(identifier) ? "`\(identifier)`" : identifier
    }

    /// Whether an identifier may contain the scalar: ASCII letters, digits and underscores, and letters of other scripts.
    private static func isPart(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || scalar == "_" }
        guard scalar.value >= 0xC0 else { return false }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: return true
        default: return false
        }
    }

    /// Whether a feature must not have the name. Either the generated code uses the name, or members cannot have it even in backticks.
    private static func isReserved(_ name: String) -> Bool { reserved.contains(name) }

    private static let reserved: Set<String> = [
        "self", "Self", "Type", "Protocol", "init", "featureNames", "featureValue", "provider",
        "MLModel", "MLModelConfiguration", "MLPredictionOptions", "MLFeatureProvider", "MLFeatureValue", "MLDictionaryFeatureProvider",
        "MLArrayBatchProvider", "MLMultiArray", "MLShapedArray", "MLSequence", "MLState", "CVPixelBuffer", "CGImage", "URL", "Bundle",
        "FileManager", "AnyHashable", "Any", "NSNumber", "String", "Set", "Dictionary", "Int64", "Int32", "Int8", "Double", "Float",
        "Float16",
        "Error", "Result", "Void", "Swift",
        "kCVPixelFormatType_32BGRA", "kCVPixelFormatType_OneComponent8", "kCVPixelFormatType_OneComponent16Half",
    ]

    private static let keywords: Set<String> = [
        "associatedtype", "class", "deinit", "enum", "extension", "fileprivate", "func", "import", "inout", "internal", "let", "operator",
        "precedencegroup", "private", "protocol", "public", "rethrows", "static", "struct", "subscript", "typealias", "var", "break",
        "case", "catch", "continue", "default", "defer", "do", "else", "fallthrough", "for", "guard", "if", "in", "repeat", "return",
        "switch", "throw", "where", "while", "as", "await", "false", "is", "nil", "super", "throws", "true", "try",
        // These words are not keywords everywhere, but have a special meaning before a type or a value.
        "any", "some", "each", "async", "actor", "isolated", "nonisolated", "sending", "consuming", "borrowing", "consume", "copy",
        "borrow",
        "discard", "unsafe", "macro", "package", "open", "then", "yield",
    ]
}

/// Makes names unique: if a name is already taken, a number is appended.
struct NameTable {
    private var taken: Set<String>

    init(taken: Set<String> = []) {
        self.taken = taken
    }

    mutating func unique(_ name: String) -> String {
        var candidate = name
        var number = 1
        while !taken.insert(candidate).inserted {
            number += 1
            candidate = "\(name)_\(number)"
        }
        return candidate
    }
}
