import CoreGraphics

/// An input of a filter, with a key, a type and a default.
struct FilterKey: Sendable {
    enum Kind: Sendable {
        case image, scalar, distance, angle, time, integer, boolean, color, position, offset, vector, rectangle, transform, data, text,
            object
    }

    enum Value: Sendable {
        case none, number(Double), vector([Double]), color([Double]), text(String), identity

        /// The value in the form in which a filter returns it.
        var object: Any? {
            switch self {
            case .none: nil
            case .number(let number): NSNumber(value: number)
            case .vector(let numbers): CIVector(numbers)
            case .color(let numbers): CIColor(red: numbers[0], green: numbers[1], blue: numbers[2], alpha: numbers[3])
            case .text(let text): text
            case .identity: CGAffineTransform.identity
            }
        }
    }

    let name: String
    let kind: Kind
    var initial = Value.none
    /// The range of numbers for the input. Numbers outside are limited to the range.
    var range: ClosedRange<Double>?
    /// The range of numbers for a slider.
    var slider: ClosedRange<Double>?

    // MARK: - Common inputs

    static let image = FilterKey(name: "inputImage", kind: .image)
    static let image2 = FilterKey(name: "inputImage2", kind: .image)
    static let background = FilterKey(name: "inputBackgroundImage", kind: .image)
    static let mask = FilterKey(name: "inputMaskImage", kind: .image)
    static let target = FilterKey(name: "inputTargetImage", kind: .image)
    static let transform = FilterKey(name: "inputTransform", kind: .transform, initial: .identity)
    static let center = FilterKey(name: "inputCenter", kind: .position, initial: .vector([150, 150]))
    static let extent = FilterKey(name: "inputExtent", kind: .rectangle, initial: .vector([0, 0, 640, 80]))
    static let message = FilterKey(name: "inputMessage", kind: .data)
    static let colorSpace = FilterKey(name: "inputColorSpace", kind: .object)

    /// An input that is a number with an optional range.
    static func number(
        _ name: String, _ initial: Double, _ range: ClosedRange<Double>? = nil, slider: ClosedRange<Double>? = nil, _ kind: Kind = .scalar
    ) -> FilterKey {
        FilterKey(name: name, kind: kind, initial: .number(initial), range: range, slider: slider ?? range)
    }

    /// An input that is a length in pixels, at least 0.
    static func radius(_ initial: Double, slider: Double = 100) -> FilterKey {
        number("inputRadius", initial, 0...1e6, slider: 0...slider, .distance)
    }

    /// An input that is an angle in radians.
    static func angle(_ initial: Double = 0) -> FilterKey { number("inputAngle", initial, slider: -Double.pi...Double.pi, .angle) }

    /// An input that is a vector of numbers.
    static func vector(_ name: String, _ initial: [Double], _ kind: Kind = .vector) -> FilterKey {
        FilterKey(name: name, kind: kind, initial: .vector(initial))
    }

    /// An input that is an sRGB colour with alpha.
    static func color(_ name: String, _ initial: [Double]) -> FilterKey { FilterKey(name: name, kind: .color, initial: .color(initial)) }

    static func text(_ name: String, _ initial: String) -> FilterKey { FilterKey(name: name, kind: .text, initial: .text(initial)) }

    static func object(_ name: String, _ kind: Kind = .object) -> FilterKey { FilterKey(name: name, kind: kind) }
}

/// The complete definition of a filter: a name, inputs, and a function that computes the output.
struct FilterDefinition: Sendable {
    let name: String
    let category: FilterCategory
    let keys: [FilterKey]
    /// Computes the output from the input values. Returns `nil` if an input is missing.
    let make: @Sendable (FilterValues) -> CIImage?

    init(_ name: String, _ category: FilterCategory, _ keys: [FilterKey], _ make: @escaping @Sendable (FilterValues) -> CIImage?) {
        self.name = name
        self.category = category
        self.keys = keys
        self.make = make
    }

    /// The display name: the words of ``name`` without "CI".
    var displayName: String {
        var words = ""
        var previous: Character = " "
        for character in name.dropFirst(2) {
            if character.isUppercase, previous.isLowercase { words.append(" ") }
            words.append(character)
            previous = character
        }
        return words
    }
}

/// The categories of filters, under Core Image's names.
enum FilterCategory: String, Sendable, CaseIterable {
    case blur = "CICategoryBlur"
    case colorAdjustment = "CICategoryColorAdjustment"
    case colorEffect = "CICategoryColorEffect"
    case compositing = "CICategoryCompositeOperation"
    case generator = "CICategoryGenerator"
    case geometry = "CICategoryGeometryAdjustment"
    case gradient = "CICategoryGradient"
    case reduction = "CICategoryReduction"
    case sharpen = "CICategorySharpen"
    case stylize = "CICategoryStylize"
    case tile = "CICategoryTileEffect"
    case transition = "CICategoryTransition"
}
