/// A property of tokens that a tagger finds out.
public struct NLTagScheme: Hashable, RawRepresentable, Sendable {
    public let rawValue: String
    /// A scheme with a name, such as one that the program gives models to.
    public init(_ rawValue: String) { self.rawValue = rawValue }
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Words, punctuation, spaces and other tokens.
    public static let tokenType = NLTagScheme("TokenType")
    /// Parts of speech. There is no data for it, so tags are `nil` without a model of the program's own.
    public static let lexicalClass = NLTagScheme("LexicalClass")
    /// Names of people, places and organisations. There is no data for it.
    public static let nameType = NLTagScheme("NameType")
    /// Names, and parts of speech for other words. There is no data for it.
    public static let nameTypeOrLexicalClass = NLTagScheme("NameTypeOrLexicalClass")
    /// The basic forms of words. There is no data for it.
    public static let lemma = NLTagScheme("Lemma")
    /// The language of a unit, as a BCP 47 tag.
    public static let language = NLTagScheme("Language")
    /// The script of a unit, as an ISO 15924 code such as `Latn`.
    public static let script = NLTagScheme("Script")
    /// Whether a paragraph is positive, from -1 to 1. There is no data for it.
    public static let sentimentScore = NLTagScheme("SentimentScore")
}

/// The tag of a token, such as the part of speech. A tag of a model is the model's label.
public struct NLTag: Hashable, RawRepresentable, Sendable {
    public let rawValue: String
    /// A tag with a name, such as a label of a model.
    public init(_ rawValue: String) { self.rawValue = rawValue }
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A word.
    public static let word = NLTag("Word")
    /// Punctuation.
    public static let punctuation = NLTag("Punctuation")
    /// Spaces or line breaks.
    public static let whitespace = NLTag("Whitespace")
    /// Another token, such as a symbol.
    public static let other = NLTag("Other")
    /// A noun.
    public static let noun = NLTag("Noun")
    /// A verb.
    public static let verb = NLTag("Verb")
    /// An adjective.
    public static let adjective = NLTag("Adjective")
    /// An adverb.
    public static let adverb = NLTag("Adverb")
    /// A pronoun.
    public static let pronoun = NLTag("Pronoun")
    /// An article or another determiner.
    public static let determiner = NLTag("Determiner")
    /// A particle.
    public static let particle = NLTag("Particle")
    /// A preposition.
    public static let preposition = NLTag("Preposition")
    /// A number.
    public static let number = NLTag("Number")
    /// A conjunction.
    public static let conjunction = NLTag("Conjunction")
    /// An interjection.
    public static let interjection = NLTag("Interjection")
    /// A classifier of some languages.
    public static let classifier = NLTag("Classifier")
    /// An idiom.
    public static let idiom = NLTag("Idiom")
    /// A word of another kind.
    public static let otherWord = NLTag("OtherWord")
    /// Punctuation that ends a sentence.
    public static let sentenceTerminator = NLTag("SentenceTerminator")
    /// An opening quotation mark.
    public static let openQuote = NLTag("OpenQuote")
    /// A closing quotation mark.
    public static let closeQuote = NLTag("CloseQuote")
    /// An opening bracket.
    public static let openParenthesis = NLTag("OpenParenthesis")
    /// A closing bracket.
    public static let closeParenthesis = NLTag("CloseParenthesis")
    /// Punctuation that joins words.
    public static let wordJoiner = NLTag("WordJoiner")
    /// A dash.
    public static let dash = NLTag("Dash")
    /// Other punctuation.
    public static let otherPunctuation = NLTag("OtherPunctuation")
    /// A line break.
    public static let paragraphBreak = NLTag("ParagraphBreak")
    /// Other spaces.
    public static let otherWhitespace = NLTag("OtherWhitespace")
    /// The name of a person.
    public static let personalName = NLTag("PersonalName")
    /// The name of a place.
    public static let placeName = NLTag("PlaceName")
    /// The name of an organisation.
    public static let organizationName = NLTag("OrganizationName")
}
