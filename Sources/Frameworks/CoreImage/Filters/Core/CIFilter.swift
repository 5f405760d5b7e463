import CoreGraphics
import Locks

/// An operation with inputs by name, which makes an image.
///
/// Values are set under the keys in ``inputKeys``, such as `inputImage` and `inputRadius`. A key without a value has its default. A value
/// of the wrong kind, or a number that is not finite, counts as the default; a number beyond the key's range as the range's nearer end. A
/// filter of your own is a subclass that overrides ``outputImage``, or a constructor that
/// ``registerName(_:constructor:classAttributes:)`` is given.
///
/// Not safe for use on several threads at once. The images that it makes are.
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

    /// A filter of the table, with the defaults.
    init(_ definition: FilterDefinition) {
        self.definition = definition
        super.init()
        setDefaults()
    }

    /// The filter of a name, with its defaults; `nil` for a name that is not known.
    public convenience init?(name: String) {
        self.init(name: name, parameters: nil)
    }

    /// The filter of a name, with values for some of its keys; `nil` for a name that is not known. A filter that was registered is made by
    /// ``filter(withName:)``.
    public convenience init?(name: String, parameters params: [String: Any]?) {
        guard let definition = FilterTable.definitions[name] else { return nil }
        self.init(definition)
        for (key, value) in params ?? [:] { setValue(value, forKey: key) }
    }

    /// As ``init(name:parameters:)``.
    public convenience init?(name: String, withInputParameters params: [String: Any]?) {
        self.init(name: name, parameters: params)
    }

    /// The filter's name, such as `CIGaussianBlur`.
    open var name: String {
        get { givenName ?? definition?.name ?? String(describing: type(of: self)) }
        set { givenName = newValue }
    }

    /// Whether the filter may be used; nothing here reads it.
    open var isEnabled = true

    /// The keys of the inputs.
    open var inputKeys: [String] { definition?.keys.map(\.name) ?? [] }
    /// The keys of the outputs.
    open var outputKeys: [String] { [kCIOutputImageKey] }

    /// The filter's name, categories and inputs. The dictionary of an input has its class, type, default, and where there are some its
    /// range and the range of a slider.
    open var attributes: [String: Any] {
        guard let definition else { return [kCIAttributeFilterName: name, kCIAttributeFilterDisplayName: name] }
        return definition.attributes
    }

    /// Gives every input its default, and takes the images away.
    open func setDefaults() {
        values = [:]
        for key in definition?.keys ?? [] { values[key.name] = key.initial.object }
    }

    /// Sets an input; `nil` takes the value away. Keys that the filter does not have are ignored.
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

    /// The value of an input, or the output under `outputImage`; `nil` where there is none.
    open func value(forKey key: String) -> Any? { key == kCIOutputImageKey ? outputImage : values[key] }

    /// Sets several inputs.
    open func setValuesForKeys(_ keyedValues: [String: Any]) {
        for (key, value) in keyedValues { setValue(value, forKey: key) }
    }

    /// The output that the filter makes of its inputs; `nil` if an image or another input that it needs is missing.
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

/// Makes filters of names that a program registers.
public protocol CIFilterConstructor: AnyObject {
    /// A filter; `nil` if the name is not the constructor's.
    func filter(withName name: String) -> CIFilter?
}

private struct Registration: @unchecked Sendable {
    let constructor: any CIFilterConstructor
    let attributes: [String: Any]
}

private let registrations = Locked<[String: Registration]>([:])

extension CIFilter {
    /// Has a constructor make the filters of a name. Core Image's own names stay its own.
    public static func registerName(
        _ name: String, constructor anObject: any CIFilterConstructor, classAttributes attributes: [String: Any] = [:]
    ) {
        let registration = Registration(constructor: anObject, attributes: attributes)
        registrations.withLock { $0[name] = registration }
    }

    /// The filter of a name, Core Image's or a registered one; `nil` for a name that is not known.
    public static func filter(withName name: String) -> CIFilter? {
        CIFilter(name: name) ?? registrations.withLock { $0[name] }?.constructor.filter(withName: name)
    }

    /// The names of the filters of a category, in alphabetical order; of all for `nil` and for `kCICategoryBuiltIn`.
    public static func filterNames(inCategory category: String?) -> [String] { filterNames(inCategories: category.map { [$0] }) }

    /// The names of the filters that are of each of some categories, in alphabetical order.
    public static func filterNames(inCategories categories: [String]?) -> [String] {
        let definitions = FilterTable.definitions.values.filter { definition in
            (categories ?? []).allSatisfy { definition.categories.contains($0) }
        }
        return definitions.map(\.name).sorted()
    }

    /// The name that people read, such as "Gaussian Blur"; `nil` for a name that is not known.
    public static func localizedName(forFilterName filterName: String) -> String? { FilterTable.definitions[filterName]?.displayName }

    /// The name of a category that people read, such as "Blur".
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
