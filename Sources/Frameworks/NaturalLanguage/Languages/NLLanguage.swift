/// A language, represented by its BCP 47 tag.
public struct NLLanguage: Hashable, RawRepresentable, Sendable {
    /// The tag, such as `en` or `zh-Hans`.
    public let rawValue: String

    /// A language with a BCP 47 tag.
    public init(_ rawValue: String) { self.rawValue = rawValue }
    /// A language with a BCP 47 tag.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// An unknown language.
    public static let undetermined = NLLanguage("und")
    /// Amharic.
    public static let amharic = NLLanguage("am")
    /// Arabic.
    public static let arabic = NLLanguage("ar")
    /// Armenian.
    public static let armenian = NLLanguage("hy")
    /// Bengali.
    public static let bengali = NLLanguage("bn")
    /// Bulgarian.
    public static let bulgarian = NLLanguage("bg")
    /// Burmese.
    public static let burmese = NLLanguage("my")
    /// Catalan.
    public static let catalan = NLLanguage("ca")
    /// Cherokee.
    public static let cherokee = NLLanguage("chr")
    /// Croatian.
    public static let croatian = NLLanguage("hr")
    /// Czech.
    public static let czech = NLLanguage("cs")
    /// Danish.
    public static let danish = NLLanguage("da")
    /// Dutch.
    public static let dutch = NLLanguage("nl")
    /// English.
    public static let english = NLLanguage("en")
    /// Finnish.
    public static let finnish = NLLanguage("fi")
    /// French.
    public static let french = NLLanguage("fr")
    /// Georgian.
    public static let georgian = NLLanguage("ka")
    /// German.
    public static let german = NLLanguage("de")
    /// Greek.
    public static let greek = NLLanguage("el")
    /// Gujarati.
    public static let gujarati = NLLanguage("gu")
    /// Hebrew.
    public static let hebrew = NLLanguage("he")
    /// Hindi.
    public static let hindi = NLLanguage("hi")
    /// Hungarian.
    public static let hungarian = NLLanguage("hu")
    /// Icelandic.
    public static let icelandic = NLLanguage("is")
    /// Indonesian.
    public static let indonesian = NLLanguage("id")
    /// Italian.
    public static let italian = NLLanguage("it")
    /// Japanese.
    public static let japanese = NLLanguage("ja")
    /// Kannada.
    public static let kannada = NLLanguage("kn")
    /// Kazakh.
    public static let kazakh = NLLanguage("kk")
    /// Khmer.
    public static let khmer = NLLanguage("km")
    /// Korean.
    public static let korean = NLLanguage("ko")
    /// Lao.
    public static let lao = NLLanguage("lo")
    /// Malay.
    public static let malay = NLLanguage("ms")
    /// Malayalam.
    public static let malayalam = NLLanguage("ml")
    /// Marathi.
    public static let marathi = NLLanguage("mr")
    /// Mongolian.
    public static let mongolian = NLLanguage("mn")
    /// Norwegian.
    public static let norwegian = NLLanguage("nb")
    /// Oriya.
    public static let oriya = NLLanguage("or")
    /// Persian.
    public static let persian = NLLanguage("fa")
    /// Polish.
    public static let polish = NLLanguage("pl")
    /// Portuguese.
    public static let portuguese = NLLanguage("pt")
    /// Punjabi.
    public static let punjabi = NLLanguage("pa")
    /// Romanian.
    public static let romanian = NLLanguage("ro")
    /// Russian.
    public static let russian = NLLanguage("ru")
    /// Simplified Chinese.
    public static let simplifiedChinese = NLLanguage("zh-Hans")
    /// Sinhalese.
    public static let sinhalese = NLLanguage("si")
    /// Slovak.
    public static let slovak = NLLanguage("sk")
    /// Spanish.
    public static let spanish = NLLanguage("es")
    /// Swedish.
    public static let swedish = NLLanguage("sv")
    /// Tamil.
    public static let tamil = NLLanguage("ta")
    /// Telugu.
    public static let telugu = NLLanguage("te")
    /// Thai.
    public static let thai = NLLanguage("th")
    /// Tibetan.
    public static let tibetan = NLLanguage("bo")
    /// Traditional Chinese.
    public static let traditionalChinese = NLLanguage("zh-Hant")
    /// Turkish.
    public static let turkish = NLLanguage("tr")
    /// Ukrainian.
    public static let ukrainian = NLLanguage("uk")
    /// Urdu.
    public static let urdu = NLLanguage("ur")
    /// Vietnamese.
    public static let vietnamese = NLLanguage("vi")
}
