import Foundation

extension CGColorSpace {
    /// The name of a CMYK space of plain subtractive inks.
    public static let genericCMYK: CFString = "kCGColorSpaceGenericCMYK"
    /// The name of Display P3: DCI-P3's primaries, white point D65, sRGB's transfer curve.
    public static let displayP3: CFString = "kCGColorSpaceDisplayP3"
    /// The name of linear RGB with sRGB's primaries.
    public static let genericRGBLinear: CFString = "kCGColorSpaceGenericRGBLinear"
    /// The name of Adobe RGB (1998), whose gamma is 563/256.
    public static let adobeRGB1998: CFString = "kCGColorSpaceAdobeRGB1998"
    /// The name of sRGB (IEC 61966-2-1).
    public static let sRGB: CFString = "kCGColorSpaceSRGB"
    /// The name of gray with a gamma of 2.2.
    public static let genericGrayGamma2_2: CFString = "kCGColorSpaceGenericGrayGamma2_2"
    /// The name of CIE XYZ.
    public static let genericXYZ: CFString = "kCGColorSpaceGenericXYZ"
    /// The name of CIE L\*a\*b\*.
    public static let genericLab: CFString = "kCGColorSpaceGenericLab"
    /// The name of ACEScg: linear, with the AP1 primaries.
    public static let acescgLinear: CFString = "kCGColorSpaceACESCGLinear"
    /// The name of BT.709, the space of HD video.
    public static let itur_709: CFString = "kCGColorSpaceITUR_709"
    /// The name of BT.709's primaries with the PQ transfer curve.
    public static let itur_709_PQ: CFString = "kCGColorSpaceITUR_709_PQ"
    /// The name of BT.709's primaries with the HLG transfer curve.
    public static let itur_709_HLG: CFString = "kCGColorSpaceITUR_709_HLG"
    /// The name of BT.2020, the space of UHD video.
    public static let itur_2020: CFString = "kCGColorSpaceITUR_2020"
    /// The name of BT.2020's primaries with sRGB's transfer curve.
    public static let itur_2020_sRGBGamma: CFString = "kCGColorSpaceITUR_2020_sRGBGamma"
    /// The name of ROMM RGB (ISO 22028-2), also called ProPhoto RGB.
    public static let rommrgb: CFString = "kCGColorSpaceROMMRGB"
    /// The name of DCI-P3: the white point of cinema projectors, a gamma of 2.6.
    public static let dcip3: CFString = "kCGColorSpaceDCIP3"
    /// The name of linear RGB with BT.2020's primaries.
    public static let linearITUR_2020: CFString = "kCGColorSpaceLinearITUR_2020"
    /// The name of BT.2020 with components below 0 and above 1.
    public static let extendedITUR_2020: CFString = "kCGColorSpaceExtendedITUR_2020"
    /// The name of linear BT.2020 with components below 0 and above 1.
    public static let extendedLinearITUR_2020: CFString = "kCGColorSpaceExtendedLinearITUR_2020"
    /// The name of linear RGB with Display P3's primaries.
    public static let linearDisplayP3: CFString = "kCGColorSpaceLinearDisplayP3"
    /// The name of Display P3 with components below 0 and above 1.
    public static let extendedDisplayP3: CFString = "kCGColorSpaceExtendedDisplayP3"
    /// The name of linear Display P3 with components below 0 and above 1.
    public static let extendedLinearDisplayP3: CFString = "kCGColorSpaceExtendedLinearDisplayP3"
    /// The name of BT.2100 with the PQ transfer curve: BT.2020's primaries and high dynamic range.
    public static let itur_2100_PQ: CFString = "kCGColorSpaceITUR_2100_PQ"
    /// The name of BT.2100 with the HLG transfer curve: BT.2020's primaries and high dynamic range.
    public static let itur_2100_HLG: CFString = "kCGColorSpaceITUR_2100_HLG"
    /// The name of Display P3's primaries with the PQ transfer curve.
    public static let displayP3_PQ: CFString = "kCGColorSpaceDisplayP3_PQ"
    /// The name of Display P3's primaries with the HLG transfer curve.
    public static let displayP3_HLG: CFString = "kCGColorSpaceDisplayP3_HLG"
    /// The older name of BT.2020's primaries with the PQ transfer curve. The newer name is `itur_2100_PQ`.
    public static let itur_2020_PQ: CFString = "kCGColorSpaceITUR_2020_PQ"
    /// The older name of BT.2020's primaries with the HLG transfer curve. The newer name is `itur_2100_HLG`.
    public static let itur_2020_HLG: CFString = "kCGColorSpaceITUR_2020_HLG"
    /// An older name of `displayP3_PQ`.
    public static let displayP3_PQ_EOTF: CFString = "kCGColorSpaceDisplayP3_PQ_EOTF"
    /// An older name of `itur_2100_PQ`.
    public static let itur_2020_PQ_EOTF: CFString = "kCGColorSpaceITUR_2020_PQ_EOTF"
    /// The name of sRGB with components below 0 and above 1.
    public static let extendedSRGB: CFString = "kCGColorSpaceExtendedSRGB"
    /// The name of linear RGB with sRGB's primaries and white point.
    public static let linearSRGB: CFString = "kCGColorSpaceLinearSRGB"
    /// The name of linear sRGB with components below 0 and above 1.
    public static let extendedLinearSRGB: CFString = "kCGColorSpaceExtendedLinearSRGB"
    /// The name of gray with a gamma of 2.2 and components below 0 and above 1.
    public static let extendedGray: CFString = "kCGColorSpaceExtendedGray"
    /// The name of linear gray.
    public static let linearGray: CFString = "kCGColorSpaceLinearGray"
    /// The name of linear gray with components below 0 and above 1.
    public static let extendedLinearGray: CFString = "kCGColorSpaceExtendedLinearGray"
}
