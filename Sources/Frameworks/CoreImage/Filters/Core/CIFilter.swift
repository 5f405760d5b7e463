import CoreGraphics
import Locks

/// An operation with named inputs that makes an image.
///
/// Values are set under the keys in ``inputKeys``, such as `inputImage` and `inputRadius`. A key without a value has its default. If a
/// value has the wrong type or is a number that is not finite, the default is used. A number outside the key's range is limited to the
/// range. For a custom filter, write a subclass that overrides ``outputImage``, or register a constructor with
/// ``registerName(_:constructor:classAttributes:)``.
///
/// Only one thread at a time may use a filter. The images that it makes may be used by several threads at the same time.
open class CIFilter: NSObject, NSCopying, @unchecked Sendable {
    let definition: FilterDefinition?
    private var values: [String: Any] = [:]
    private var givenName: String?

    /// A filter without inputs, for subclasses.
    public override init() {
        definition = nil
        super.init()
    }

    /// Always `nil`: filters are not read from archives.
    public required init?(coder: NSCoder) { nil }

    /// A built-in filter, with its defaults.
    init(_ definition: FilterDefinition) {
        self.definition = definition
        super.init()
        setDefaults()
    }

    /// Makes the filter with a name, with its default inputs. Returns `nil` if the name is unknown.
    public convenience init?(name: String) {
        self.init(name: name, parameters: nil)
    }

    /// Makes the filter with a name, and sets some of its inputs. Returns `nil` if the name is unknown. For registered filters, use
    /// ``filter(withName:)`` instead.
    public convenience init?(name: String, parameters params: [String: Any]?) {
        guard let definition = FilterTable.definitions[name] else { return nil }
        self.init(definition)
        for (key, value) in params ?? [:] { setValue(value, forKey: key) }
    }

    /// Equivalent to ``init(name:parameters:)``.
    public convenience init?(name: String, withInputParameters params: [String: Any]?) {
        self.init(name: name, parameters: params)
    }

    /// The filter's name, such as `CIGaussianBlur`.
    open var name: String {
        get { givenName ?? definition?.name ?? String(describing: type(of: self)) }
        set { givenName = newValue }
    }

    /// Whether the filter is enabled. The value is stored, but has no effect.
    open var isEnabled = true

    /// The keys of the inputs.
    open var inputKeys: [String] { definition?.keys.map(\.name) ?? [] }
    /// The keys of the outputs.
    open var outputKeys: [String] { [kCIOutputImageKey] }

    /// The filter's name, categories and inputs. The dictionary of an input has its class, type and default. It may also have a range and a slider
    /// range.
    open var attributes: [String: Any] {
        guard let definition else { return [kCIAttributeFilterName: name, kCIAttributeFilterDisplayName: name] }
        return definition.attributes
    }

    /// Sets every input to its default. Inputs without a default, such as images, become `nil`.
    open func setDefaults() {
        values = [:]
        for key in definition?.keys ?? [] { values[key.name] = key.initial.object }
    }

    /// Sets an input; `nil` removes the value. Keys that the filter does not have are ignored.
    open func setValue(_ value: Any?, forKey key: String) {
        guard let definition else {
            values[key] = value
            return
        }
        guard definition.keys.contains(where: { $0.name == key }) else { return }
        if let value, !(value is NSNull), !(value is NSNumber), let number = FilterValues.number(value) {
            values[key] = NSNumber(value: number)
        } else {
            values[key] = value is NSNull ? nil : value
        }
    }

    /// The value of an input, or the output image for the key `outputImage`; `nil` if there is no value.
    open func value(forKey key: String) -> Any? { key == kCIOutputImageKey ? outputImage : values[key] }

    /// Sets several inputs.
    open func setValuesForKeys(_ keyedValues: [String: Any]) {
        for (key, value) in keyedValues { setValue(value, forKey: key) }
    }

    /// The output that the filter computes from its inputs; `nil` if an image or another required input is missing.
    open var outputImage: CIImage? {
        guard let definition else { return nil }
        return definition.make(FilterValues(keys: definition.keys, values: values))
    }

    open func copy(with zone: NSZone? = nil) -> Any {
        guard let definition else { return self }
        let copy = self is BuiltInFilter ? BuiltInFilter(definition) : CIFilter(definition)
        copy.values = values
        copy.givenName = givenName
        return copy
    }

    override open var description: String {
        let inputs = inputKeys.compactMap { key in values[key].map { "\(key)=\($0)" } }
        return "<\(name): \(inputs.joined(separator: " "))>"
    }
}

/// Creates the filters whose names a program has registered.
public protocol CIFilterConstructor: AnyObject {
    /// Makes the filter with a name. Returns `nil` if the constructor does not make filters of this name.
    func filter(withName name: String) -> CIFilter?
}

private struct Registration: @unchecked Sendable {
    let constructor: any CIFilterConstructor
    let attributes: [String: Any]
}

private let registrations = Locked<[String: Registration]>([:])

extension CIFilter {
    /// Registers a constructor for filters with a name. Core Image's own names cannot be replaced.
    public static func registerName(
        _ name: String, constructor anObject: any CIFilterConstructor, classAttributes attributes: [String: Any] = [:]
    ) {
        let registration = Registration(constructor: anObject, attributes: attributes)
        registrations.withLock { $0[name] = registration }
    }

    /// Makes the built-in or registered filter with a name. Returns `nil` if the name is unknown.
    public static func filter(withName name: String) -> CIFilter? {
        CIFilter(name: name) ?? registrations.withLock { $0[name] }?.constructor.filter(withName: name)
    }

    /// The names of the filters in a category, in alphabetical order. `nil` and `kCICategoryBuiltIn` stand for all filters.
    public static func filterNames(inCategory category: String?) -> [String] { filterNames(inCategories: category.map { [$0] }) }

    /// The names of the filters that belong to all of the given categories, in alphabetical order.
    public static func filterNames(inCategories categories: [String]?) -> [String] {
        let definitions = FilterTable.definitions.values.filter { definition in
            (categories ?? []).allSatisfy { definition.categories.contains($0) }
        }
        return definitions.map(\.name).sorted()
    }

    /// The display name of a filter, such as "Gaussian Blur"; `nil` if the name is unknown.
    public static func localizedName(forFilterName filterName: String) -> String? { FilterTable.definitions[filterName]?.displayName }

    /// The display name of a category, such as "Blur".
    public static func localizedName(forCategory category: String) -> String {
        String(category.hasPrefix("CICategory") ? category.dropFirst("CICategory".count) : category[...])
    }
}

extension FilterDefinition {
    /// The names of the categories.
    var categories: [String] { [category.rawValue, kCICategoryBuiltIn, kCICategoryStillImage, kCICategoryVideo] }

    var attributes: [String: Any] {
        var result: [String: Any] = [
            kCIAttributeFilterName: name, kCIAttributeFilterDisplayName: displayName, kCIAttributeFilterCategories: categories,
        ]
        for key in keys { result[key.name] = key.attributes }
        return result
    }
}

extension FilterKey {
    var attributes: [String: Any] {
        var result: [String: Any] = [
            kCIAttributeName: name, kCIAttributeDisplayName: String(name.dropFirst("input".count)), kCIAttributeClass: className,
        ]
        result[kCIAttributeType] = typeName
        result[kCIAttributeDefault] = initial.object
        if let range {
            result[kCIAttributeMin] = NSNumber(value: range.lowerBound)
            if range.upperBound < 1e6 { result[kCIAttributeMax] = NSNumber(value: range.upperBound) }
        }
        if let slider {
            result[kCIAttributeSliderMin] = NSNumber(value: slider.lowerBound)
            result[kCIAttributeSliderMax] = NSNumber(value: slider.upperBound)
        }
        return result
    }

    private var className: String {
        switch kind {
        case .image: "CIImage"
        case .color: "CIColor"
        case .position, .offset, .vector, .rectangle: "CIVector"
        case .scalar, .distance, .angle, .time, .integer, .boolean: "NSNumber"
        case .transform: "NSAffineTransform"
        case .data: "NSData"
        case .text: "NSString"
        case .object: "NSObject"
        }
    }

    private var typeName: String? {
        switch kind {
        case .image: kCIAttributeTypeImage
        case .scalar: kCIAttributeTypeScalar
        case .distance: kCIAttributeTypeDistance
        case .angle: kCIAttributeTypeAngle
        case .time: kCIAttributeTypeTime
        case .integer: kCIAttributeTypeInteger
        case .boolean: kCIAttributeTypeBoolean
        case .color: kCIAttributeTypeColor
        case .position: kCIAttributeTypePosition
        case .offset: kCIAttributeTypeOffset
        case .rectangle: kCIAttributeTypeRectangle
        case .transform: kCIAttributeTypeTransform
        case .vector, .data, .text, .object: nil
        }
    }
}
