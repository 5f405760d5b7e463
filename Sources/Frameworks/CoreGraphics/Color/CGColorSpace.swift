import CLCMS
import Foundation
import Locks

/// The meaning of a colour space's components.
public enum CGColorSpaceModel: Int32, Sendable {
    /// Another model.
    case unknown = -1
    /// A single component, gray.
    case monochrome = 0
    /// Three components: red, green and blue.
    case rgb = 1
    /// Four components: cyan, magenta, yellow and black ink.
    case cmyk = 2
    /// Three components: lightness and two opponent colours (CIE L\*a\*b\*).
    case lab = 3
    /// Any number of inks or channels, which an ICC profile describes.
    case deviceN = 4
    /// A single component: the index of a colour in a table.
    case indexed = 5
    /// A pattern. If the pattern is uncoloured, the components are those of the colour in which it is painted.
    case pattern = 6
    /// Three components: CIE XYZ.
    case XYZ = 7
}

/// A colour space: a named space, an ICC profile, a device space, or a table of colours of another space.
///
/// Device gray and device RGB are treated as sRGB. Device CMYK is converted as plain subtractive ink.
public final class CGColorSpace: Hashable, @unchecked Sendable {
    enum Definition: Hashable {
        case named(String)
        case device(CGColorSpaceModel)
        case profile(Data, name: String?)
        case indexed(base: CGColorSpace, table: [UInt8])
        case pattern(base: CGColorSpace?)
    }

    let definition: Definition
    /// The meaning of the components.
    public let model: CGColorSpaceModel
    /// The number of colour components, without alpha.
    public let numberOfComponents: Int
    private let cache = ProfileCache()

    init(_ definition: Definition, model: CGColorSpaceModel, numberOfComponents: Int) {
        self.definition = definition
        self.model = model
        self.numberOfComponents = numberOfComponents
    }

    /// A space by its name; `nil` if the name is unknown.
    public convenience init?(name: CFString) {
        guard let space = NamedColorSpace.all[name] else { return nil }
        self.init(.named(name), model: space.model, numberOfComponents: Self.componentCount(of: space.model))
    }

    /// The space of an ICC profile (`CFData`, `Data` or `CGDataProvider`); `nil` if the profile cannot be read.
    public convenience init?(iccData data: Any) {
        if let data = data as? Data {
            self.init(profile: data)
        } else if let provider = data as? CGDataProvider, let data = provider.data {
            self.init(profile: data as Data)
        } else {
            return nil
        }
    }

    /// The space of an ICC profile; `nil` if the profile cannot be read.
    public convenience init?(iccProfileData data: CFData) {
        self.init(profile: data as Data)
    }

    /// The space of an ICC profile. If the profile cannot be read or has another number of components, it is the alternate space. `nil` if
    /// the alternate space does not have this number of components either.
    public convenience init?(
        iccBasedNComponents nComponents: Int, range: UnsafePointer<CGFloat>?, profile: CGDataProvider, alternate: CGColorSpace?
    ) {
        if let data = profile.data, let space = CGColorSpace(profile: data as Data), space.numberOfComponents == nComponents {
            self.init(space.definition, model: space.model, numberOfComponents: nComponents)
        } else if let alternate, alternate.numberOfComponents == nComponents {
            self.init(alternate.definition, model: alternate.model, numberOfComponents: nComponents)
        } else {
            return nil
        }
    }

    private convenience init?(profile: Data) {
        var info = CLCMSProfileInfo()
        let status = profile.withUnsafeBytes { bytes in
            bytes.baseAddress.map { clcms_profile_info($0, bytes.count, &info) } ?? 1
        }
        guard status == 0 else { return nil }
        let model: CGColorSpaceModel
        switch info.colorSpace {
        case 0x5247_4220: model = .rgb  // 'RGB '
        case 0x4752_4159: model = .monochrome  // 'GRAY'
        case 0x434D_594B: model = .cmyk  // 'CMYK'
        case 0x4C61_6220: model = .lab  // 'Lab '
        case 0x5859_5A20: model = .XYZ  // 'XYZ '
        default: model = .deviceN
        }
        let capacity = MemoryLayout.size(ofValue: info.description)
        let description = withUnsafePointer(to: &info.description) { pointer in
            pointer.withMemoryRebound(to: CChar.self, capacity: capacity) { String(cString: $0) }
        }
        self.init(.profile(profile, name: description.isEmpty ? nil : description), model: model, numberOfComponents: Int(info.channels))
    }

    /// An indexed space: a colour is its index in a table of at most 256 entries.
    public convenience init?(indexedBaseSpace baseSpace: CGColorSpace, last: Int, colorTable: UnsafePointer<UInt8>) {
        guard (0...255).contains(last), baseSpace.model != .indexed, baseSpace.model != .pattern else { return nil }
        let count = (last + 1) * baseSpace.numberOfComponents
        self.init(
            .indexed(base: baseSpace, table: Array(UnsafeBufferPointer(start: colorTable, count: count))), model: .indexed,
            numberOfComponents: 1)
    }

    /// A pattern space. On Apple's platforms, uncoloured patterns are painted in `baseSpace`. Osprey does not draw patterns.
    public convenience init?(patternBaseSpace baseSpace: CGColorSpace?) {
        self.init(.pattern(base: baseSpace), model: .pattern, numberOfComponents: baseSpace?.numberOfComponents ?? 0)
    }

    /// Gray with a gamma. The black point is treated as 0.
    public convenience init?(
        calibratedGrayWhitePoint whitePoint: UnsafePointer<CGFloat>, blackPoint: UnsafePointer<CGFloat>?, gamma: CGFloat
    ) {
        guard let white = Self.chromaticity(x: whitePoint[0], y: whitePoint[1], z: whitePoint[2]), gamma > 0, gamma.isFinite,
            let data = Self.makeProfile(white: white, primaries: nil, gamma: Double(gamma), name: "Calibrated Gray")
        else { return nil }
        self.init(profile: data)
    }

    /// RGB with a gamma and the XYZ values of the primaries (sRGB's by default). The mean of the three gammas is used for all components.
    public convenience init?(
        calibratedRGBWhitePoint whitePoint: UnsafePointer<CGFloat>, blackPoint: UnsafePointer<CGFloat>?, gamma: UnsafePointer<CGFloat>?,
        matrix: UnsafePointer<CGFloat>?
    ) {
        guard let white = Self.chromaticity(x: whitePoint[0], y: whitePoint[1], z: whitePoint[2]) else { return nil }
        var primaries = [0.64, 0.33, 0.30, 0.60, 0.15, 0.06]
        if let matrix {
            primaries = []
            for column in 0..<3 {
                guard let pair = Self.chromaticity(x: matrix[3 * column], y: matrix[3 * column + 1], z: matrix[3 * column + 2]) else {
                    return nil
                }
                primaries += pair
            }
        }
        let exponent = gamma.map { Double($0[0] + $0[1] + $0[2]) / 3 } ?? 1
        guard exponent > 0, exponent.isFinite,
            let data = Self.makeProfile(white: white, primaries: primaries, gamma: exponent, name: "Calibrated RGB")
        else { return nil }
        self.init(profile: data)
    }

    /// A space written by `copyPropertyList()`.
    public convenience init?(propertyListPlist plist: Any) {
        if let name = plist as? String {
            self.init(name: name)
        } else if let data = plist as? Data {
            self.init(profile: data)
        } else {
            return nil
        }
    }

    public static func == (lhs: CGColorSpace, rhs: CGColorSpace) -> Bool { lhs === rhs || lhs.definition == rhs.definition }
    public func hash(into hasher: inout Hasher) { hasher.combine(definition) }
}

// MARK: - Properties

extension CGColorSpace {
    /// The name of the space. A profile gets the name of the named space whose profile has the same description. `nil` if there is no name.
    public var name: CFString? {
        switch definition {
        case .named(let name): name
        case .device(.monochrome): "kCGColorSpaceDeviceGray"
        case .device(.cmyk): "kCGColorSpaceDeviceCMYK"
        case .device: "kCGColorSpaceDeviceRGB"
        case .profile(_, let name): name.flatMap(NamedColorSpace.name(forProfile:))
        case .indexed, .pattern: nil
        }
    }

    /// The description in the ICC profile.
    package var profileName: String? {
        switch definition {
        case .named(let name): NamedColorSpace.all[name]?.profileName
        case .profile(_, let name): name
        case .device, .indexed, .pattern: nil
        }
    }

    /// The base space of an indexed or pattern space.
    public var baseColorSpace: CGColorSpace? {
        switch definition {
        case .indexed(let base, _): base
        case .pattern(let base): base
        default: nil
        }
    }

    /// The colours of an indexed space, as components of the base space.
    public var colorTable: [UInt8]? {
        if case .indexed(_, let table) = definition { table } else { nil }
    }

    /// An ICC profile of the space; `nil` for device, indexed and pattern spaces.
    public var iccData: CFData? { copyICCData() }

    /// An ICC profile of the space; `nil` for device, indexed and pattern spaces.
    public func copyICCData() -> CFData? { iccProfile as CFData? }

    /// An ICC profile of the space; `nil` for device, indexed and pattern spaces. The profile of a named space is made at the first call.
    package var iccProfile: Data? {
        switch definition {
        case .named(let name): cache.profile { NamedColorSpace.all[name]?.makeProfile() }
        case .profile(let data, _): data
        case .device, .indexed, .pattern: nil
        }
    }

    /// The space's name or ICC profile, for `init(propertyListPlist:)`. `nil` for device, indexed and pattern spaces.
    public func copyPropertyList() -> CFPropertyList? {
        if case .named(let name) = definition { return name as CFPropertyList }
        return copyICCData()
    }

    /// Whether the space contains colours outside sRGB.
    public var isWideGamutRGB: Bool {
        guard model == .rgb else { return false }
        switch name.flatMap({ NamedColorSpace.all[$0] })?.gamut {
        case .displayP3, .dciP3, .adobeRGB, .itu2020, .romm, .acescg: return true
        default: return false
        }
    }

    /// Whether the transfer curve is PQ or HLG.
    public func isHDR() -> Bool { CGColorSpaceUsesITUR_2100TF(self) }

    /// Whether a context can draw in the space.
    public var supportsOutput: Bool {
        switch model {
        case .monochrome, .rgb, .cmyk: true
        default: false
        }
    }

    /// Whether the space needs no conversion to sRGB: sRGB itself, a profile with sRGB's name, or a device space other than CMYK.
    var isNominallySRGB: Bool {
        switch definition {
        case .profile(_, let name): model == .rgb && name.flatMap(NamedColorSpace.name(forProfile:)) == CGColorSpace.sRGB
        case .device: model != .cmyk
        case .named(let name): name == CGColorSpace.sRGB || name == CGColorSpace.extendedSRGB
        default: false
        }
    }
}

extension CGColorSpace {
    static func componentCount(of model: CGColorSpaceModel) -> Int {
        switch model {
        case .monochrome, .indexed: 1
        case .rgb, .lab, .XYZ: 3
        case .cmyk: 4
        case .deviceN, .pattern, .unknown: 0
        }
    }

    private static func chromaticity(x: CGFloat, y: CGFloat, z: CGFloat) -> [Double]? {
        let sum = x + y + z
        guard sum.isFinite, sum > 0 else { return nil }
        return [Double(x / sum), Double(y / sum)]
    }

    private static func makeProfile(white: [Double], primaries: [Double]?, gamma: Double, name: String) -> Data? {
        var bytes: UnsafeMutableRawPointer?
        var count = 0
        guard clcms_profile_create(white, primaries, CLCMSCurveGamma, gamma, name, &bytes, &count) == 0, let bytes else { return nil }
        return Data(bytesNoCopy: bytes, count: count, deallocator: .free)
    }
}

/// A cache for the profile of a named space. The profile is made once.
private final class ProfileCache: @unchecked Sendable {
    private let lock = Lock()
    private var data: Data??

    func profile(_ make: () -> Data?) -> Data? {
        lock.lock()
        defer { lock.unlock() }
        if let data { return data }
        let made = make()
        data = .some(made)
        return made
    }
}

// MARK: - Functions

private let deviceGray = CGColorSpace(.device(.monochrome), model: .monochrome, numberOfComponents: 1)
private let deviceRGB = CGColorSpace(.device(.rgb), model: .rgb, numberOfComponents: 3)
private let deviceCMYK = CGColorSpace(.device(.cmyk), model: .cmyk, numberOfComponents: 4)

/// Device gray. It is treated as sRGB's gray. Every call returns the same object.
public func CGColorSpaceCreateDeviceGray() -> CGColorSpace { deviceGray }
/// Device RGB. It is treated as sRGB. Every call returns the same object.
public func CGColorSpaceCreateDeviceRGB() -> CGColorSpace { deviceRGB }
/// Device CMYK. It is converted as plain subtractive ink. Every call returns the same object.
public func CGColorSpaceCreateDeviceCMYK() -> CGColorSpace { deviceCMYK }

private func transfer(of space: CGColorSpace) -> NamedColorSpace.Transfer? {
    space.name.flatMap { NamedColorSpace.all[$0] }?.transfer
}

/// Whether the transfer curve is PQ (SMPTE ST 2084).
public func CGColorSpaceIsPQBased(_ s: CGColorSpace) -> Bool { transfer(of: s) == .pq }
/// Whether the transfer curve is HLG, hybrid log-gamma.
public func CGColorSpaceIsHLGBased(_ s: CGColorSpace) -> Bool { transfer(of: s) == .hlg }
/// Whether the transfer curve is one of BT.2100's: PQ or HLG.
public func CGColorSpaceUsesITUR_2100TF(_ s: CGColorSpace) -> Bool { CGColorSpaceIsPQBased(s) || CGColorSpaceIsHLGBased(s) }

/// Whether components below 0 and above 1 have a meaning.
public func CGColorSpaceUsesExtendedRange(_ space: CGColorSpace) -> Bool {
    space.name.flatMap { NamedColorSpace.all[$0] }?.isExtended ?? false
}

private func sibling(of space: CGColorSpace, transfer: NamedColorSpace.Transfer?, extended: Bool) -> CGColorSpace? {
    guard let named = space.name.flatMap({ NamedColorSpace.all[$0] }) else { return nil }
    let wanted = transfer ?? named.transfer
    let candidates = NamedColorSpace.all.values.filter {
        $0.gamut == named.gamut && $0.transfer == wanted && $0.isExtended == extended && $0.name != CGColorSpace.genericRGBLinear
    }
    return candidates.map(\.name).min().flatMap { CGColorSpace(name: $0) }
}

/// The linear space with the same primaries; `nil` if there is no such named space.
public func CGColorSpaceCreateLinearized(_ space: CGColorSpace) -> CGColorSpace? {
    sibling(of: space, transfer: .gamma(1), extended: false)
}

/// The extended-range variant of a space, with components below 0 and above 1. Returns the space itself if it already has extended range; `nil` if
/// there is no such named space.
public func CGColorSpaceCreateExtended(_ space: CGColorSpace) -> CGColorSpace? {
    CGColorSpaceUsesExtendedRange(space) ? space : sibling(of: space, transfer: nil, extended: true)
}

/// The linear space with the same primaries and extended range, that is, with components below 0 and above 1; `nil` if there is no such
/// named space.
public func CGColorSpaceCreateExtendedLinearized(_ space: CGColorSpace) -> CGColorSpace? {
    sibling(of: space, transfer: .gamma(1), extended: true)
}

/// The space with the same primaries and curve, and with components from 0 to 1. Returns the space itself if there is no such named space.
public func CGColorSpaceCreateCopyWithStandardRange(_ s: CGColorSpace) -> CGColorSpace {
    CGColorSpaceUsesExtendedRange(s) ? sibling(of: s, transfer: nil, extended: false) ?? s : s
}
