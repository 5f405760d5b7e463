import CLCMS
import Foundation

/// A named colour space: its model, primaries, white point and transfer curve.
struct NamedColorSpace: Sendable {
    enum Gamut: Sendable {
        case gray, sRGB, displayP3, dciP3, adobeRGB, itu2020, romm, acescg, cmyk, xyz, lab
    }

    enum Transfer: Hashable, Sendable {
        case gamma(Double)
        case sRGB, itu709, romm, pq, hlg
    }

    let name: String
    let profileName: String
    let gamut: Gamut
    let transfer: Transfer
    var isExtended = false

    var model: CGColorSpaceModel {
        switch gamut {
        case .gray: .monochrome
        case .cmyk: .cmyk
        case .xyz: .XYZ
        case .lab: .lab
        default: .rgb
        }
    }

    /// Chromaticities of the white point, and of red, green and blue.
    var chromaticities: (white: [Double], primaries: [Double]?)? {
        let d65 = [0.3127, 0.3290]
        return switch gamut {
        case .gray: (d65, nil)
        case .sRGB: (d65, [0.64, 0.33, 0.30, 0.60, 0.15, 0.06])
        case .displayP3: (d65, [0.680, 0.320, 0.265, 0.690, 0.150, 0.060])
        case .dciP3: ([0.314, 0.351], [0.680, 0.320, 0.265, 0.690, 0.150, 0.060])
        case .adobeRGB: (d65, [0.64, 0.33, 0.21, 0.71, 0.15, 0.06])
        case .itu2020: (d65, [0.708, 0.292, 0.170, 0.797, 0.131, 0.046])
        case .romm: ([0.3457, 0.3585], [0.7347, 0.2653, 0.1596, 0.8404, 0.0366, 0.0001])
        case .acescg: ([0.32168, 0.33767], [0.713, 0.293, 0.165, 0.830, 0.128, 0.044])
        case .cmyk, .xyz, .lab: nil
        }
    }

    /// An ICC profile of the space; `nil` if no display profile can describe it.
    func makeProfile() -> Data? {
        guard let chromaticities else { return nil }
        let (curve, gamma): (CLCMSCurve, Double) =
            switch transfer {
            case .gamma(let exponent): (CLCMSCurveGamma, exponent)
            case .sRGB: (CLCMSCurveSRGB, 0)
            case .itu709: (CLCMSCurveITU709, 0)
            case .romm: (CLCMSCurveROMM, 0)
            case .pq: (CLCMSCurvePQ, 0)
            case .hlg: (CLCMSCurveHLG, 0)
            }
        var bytes: UnsafeMutableRawPointer?
        var count = 0
        guard clcms_profile_create(chromaticities.white, chromaticities.primaries, curve, gamma, profileName, &bytes, &count) == 0,
            let bytes
        else { return nil }
        return Data(bytesNoCopy: bytes, count: count, deallocator: .free)
    }

    static let all: [String: NamedColorSpace] = {
        let linear = Transfer.gamma(1)
        let spaces: [NamedColorSpace] = [
            .init(name: CGColorSpace.sRGB, profileName: "sRGB IEC61966-2.1", gamut: .sRGB, transfer: .sRGB),
            .init(name: CGColorSpace.extendedSRGB, profileName: "sRGB IEC61966-2.1", gamut: .sRGB, transfer: .sRGB, isExtended: true),
            .init(name: CGColorSpace.linearSRGB, profileName: "sRGB IEC61966-2.1 Linear", gamut: .sRGB, transfer: linear),
            .init(
                name: CGColorSpace.extendedLinearSRGB, profileName: "sRGB IEC61966-2.1 Linear", gamut: .sRGB, transfer: linear,
                isExtended: true),
            .init(name: CGColorSpace.genericRGBLinear, profileName: "Generic RGB Linear", gamut: .sRGB, transfer: linear),
            .init(name: CGColorSpace.displayP3, profileName: "Display P3", gamut: .displayP3, transfer: .sRGB),
            .init(name: CGColorSpace.extendedDisplayP3, profileName: "Display P3", gamut: .displayP3, transfer: .sRGB, isExtended: true),
            .init(name: CGColorSpace.linearDisplayP3, profileName: "Display P3 Linear", gamut: .displayP3, transfer: linear),
            .init(
                name: CGColorSpace.extendedLinearDisplayP3, profileName: "Display P3 Linear", gamut: .displayP3, transfer: linear,
                isExtended: true),
            .init(name: CGColorSpace.displayP3_PQ, profileName: "Display P3 PQ", gamut: .displayP3, transfer: .pq),
            .init(name: CGColorSpace.displayP3_PQ_EOTF, profileName: "Display P3 PQ", gamut: .displayP3, transfer: .pq),
            .init(name: CGColorSpace.displayP3_HLG, profileName: "Display P3 HLG", gamut: .displayP3, transfer: .hlg),
            .init(name: CGColorSpace.dcip3, profileName: "DCI(P3) RGB", gamut: .dciP3, transfer: .gamma(2.6)),
            .init(
                name: CGColorSpace.adobeRGB1998, profileName: "Adobe RGB (1998)", gamut: .adobeRGB, transfer: .gamma(563.0 / 256)),
            .init(name: CGColorSpace.rommrgb, profileName: "ROMM RGB: ISO 22028-2:2013", gamut: .romm, transfer: .romm),
            .init(name: CGColorSpace.acescgLinear, profileName: "ACES CG Linear", gamut: .acescg, transfer: linear),
            .init(name: CGColorSpace.itur_709, profileName: "Rec. ITU-R BT.709-5", gamut: .sRGB, transfer: .itu709),
            .init(name: CGColorSpace.itur_709_PQ, profileName: "Rec. ITU-R BT.709-5 PQ", gamut: .sRGB, transfer: .pq),
            .init(name: CGColorSpace.itur_709_HLG, profileName: "Rec. ITU-R BT.709-5 HLG", gamut: .sRGB, transfer: .hlg),
            .init(name: CGColorSpace.itur_2020, profileName: "Rec. ITU-R BT.2020-1", gamut: .itu2020, transfer: .itu709),
            .init(
                name: CGColorSpace.itur_2020_sRGBGamma, profileName: "Rec. ITU-R BT.2020-1 sRGB", gamut: .itu2020, transfer: .sRGB),
            .init(
                name: CGColorSpace.extendedITUR_2020, profileName: "Rec. ITU-R BT.2020-1", gamut: .itu2020, transfer: .itu709,
                isExtended: true),
            .init(
                name: CGColorSpace.linearITUR_2020, profileName: "Rec. ITU-R BT.2020-1 Linear", gamut: .itu2020, transfer: linear),
            .init(
                name: CGColorSpace.extendedLinearITUR_2020, profileName: "Rec. ITU-R BT.2020-1 Linear", gamut: .itu2020,
                transfer: linear, isExtended: true),
            .init(name: CGColorSpace.itur_2100_PQ, profileName: "Rec. ITU-R BT.2100 PQ", gamut: .itu2020, transfer: .pq),
            .init(name: CGColorSpace.itur_2100_HLG, profileName: "Rec. ITU-R BT.2100 HLG", gamut: .itu2020, transfer: .hlg),
            .init(name: CGColorSpace.itur_2020_PQ, profileName: "Rec. ITU-R BT.2020 PQ", gamut: .itu2020, transfer: .pq),
            .init(name: CGColorSpace.itur_2020_PQ_EOTF, profileName: "Rec. ITU-R BT.2020 PQ", gamut: .itu2020, transfer: .pq),
            .init(name: CGColorSpace.itur_2020_HLG, profileName: "Rec. ITU-R BT.2020 HLG", gamut: .itu2020, transfer: .hlg),
            .init(
                name: CGColorSpace.genericGrayGamma2_2, profileName: "Generic Gray Gamma 2.2 Profile", gamut: .gray,
                transfer: .gamma(2.2)),
            .init(
                name: CGColorSpace.extendedGray, profileName: "Generic Gray Gamma 2.2 Profile", gamut: .gray, transfer: .gamma(2.2),
                isExtended: true),
            .init(name: CGColorSpace.linearGray, profileName: "Linear Gray", gamut: .gray, transfer: linear),
            .init(
                name: CGColorSpace.extendedLinearGray, profileName: "Linear Gray", gamut: .gray, transfer: linear, isExtended: true),
            .init(name: CGColorSpace.genericCMYK, profileName: "Generic CMYK Profile", gamut: .cmyk, transfer: linear),
            .init(name: CGColorSpace.genericXYZ, profileName: "Generic XYZ Profile", gamut: .xyz, transfer: linear),
            .init(name: CGColorSpace.genericLab, profileName: "Generic Lab Profile", gamut: .lab, transfer: linear),
        ]
        return Dictionary(spaces.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    }()

    /// The name of the space whose profile has the given description. For example, a Display P3 profile from a file gets the name of
    /// Display P3.
    static func name(forProfile description: String) -> String? {
        switch description {
        case "sRGB IEC61966-2.1", "sRGB", "sRGB built-in": CGColorSpace.sRGB
        case "Display P3": CGColorSpace.displayP3
        case "Adobe RGB (1998)": CGColorSpace.adobeRGB1998
        case "ROMM RGB: ISO 22028-2:2013", "ProPhoto RGB": CGColorSpace.rommrgb
        case "Generic Gray Gamma 2.2 Profile", "Gray Gamma 2.2": CGColorSpace.genericGrayGamma2_2
        default: nil
        }
    }
}
