/// Text encodings that every system has. `CFStringConvertEncodingToNSStringEncoding` converts them to `String.Encoding`.
public enum CFStringBuiltInEncodings: CFStringEncoding, Sendable {
    /// Mac OS Roman.
    case macRoman = 0
    /// Windows code page 1252.
    case windowsLatin1 = 0x0500
    /// ISO 8859-1.
    case isoLatin1 = 0x0201
    /// The encoding of NeXTSTEP.
    case nextStepLatin = 0x0B01
    /// ASCII.
    case ASCII = 0x0600
    /// UTF-16.
    case UTF16 = 0x0100
    /// UTF-8.
    case UTF8 = 0x0800_0100
    /// ASCII, with escape sequences for other characters.
    case nonLossyASCII = 0x0BFF
    /// UTF-16 with the most significant byte first.
    case UTF16BE = 0x1000_0100
    /// UTF-16 with the least significant byte first.
    case UTF16LE = 0x1400_0100
    /// UTF-32.
    case UTF32 = 0x0C00_0100
    /// UTF-32 with the most significant byte first.
    case UTF32BE = 0x1800_0100
    /// UTF-32 with the least significant byte first.
    case UTF32LE = 0x1C00_0100
}

/// Text encodings for particular scripts.
public enum CFStringEncodings: CFIndex, Sendable {
    /// The Mac OS encoding for Japanese.
    case macJapanese = 1
    /// The Mac OS encoding for traditional Chinese.
    case macChineseTrad = 2
    /// The Mac OS encoding for Korean.
    case macKorean = 3
    /// The Mac OS encoding for Cyrillic.
    case macCyrillic = 7
    /// The Mac OS encoding for simplified Chinese.
    case macChineseSimp = 25
    /// ISO 8859-2, for Central European languages.
    case isoLatin2 = 0x0202
    /// ISO 8859-3, for South European languages.
    case isoLatin3 = 0x0203
    /// ISO 8859-4, for North European languages.
    case isoLatin4 = 0x0204
    /// ISO 8859-5, for Cyrillic.
    case isoLatinCyrillic = 0x0205
    /// ISO 8859-6, for Arabic.
    case isoLatinArabic = 0x0206
    /// ISO 8859-7, for Greek.
    case isoLatinGreek = 0x0207
    /// ISO 8859-8, for Hebrew.
    case isoLatinHebrew = 0x0208
    /// ISO 8859-9, for Turkish.
    case isoLatin5 = 0x0209
    /// ISO 8859-15, for Western European languages, with the euro sign.
    case isoLatin9 = 0x020F
    /// DOS code page 437, for the United States.
    case dosLatinUS = 0x0400
    /// DOS code page 850, for Western European languages.
    case dosLatin1 = 0x0410
    /// DOS code page 866, for Russian.
    case dosRussian = 0x0419
    /// DOS code page 932, for Japanese.
    case dosJapanese = 0x0420
    /// DOS code page 936, for simplified Chinese.
    case dosChineseSimplif = 0x0421
    /// DOS code page 949, for Korean.
    case dosKorean = 0x0422
    /// DOS code page 950, for traditional Chinese.
    case dosChineseTrad = 0x0423
    /// Windows code page 1250.
    case windowsLatin2 = 0x0501
    /// Windows code page 1251.
    case windowsCyrillic = 0x0502
    /// Windows code page 1253.
    case windowsGreek = 0x0503
    /// Windows code page 1254.
    case windowsLatin5 = 0x0504
    /// Windows code page 1255.
    case windowsHebrew = 0x0505
    /// Windows code page 1256.
    case windowsArabic = 0x0506
    /// Windows code page 1257.
    case windowsBalticRim = 0x0507
    /// Windows code page 1258.
    case windowsVietnamese = 0x0508
    /// GB 2312, for simplified Chinese.
    case GB_2312_80 = 0x0630
    /// GBK, for simplified Chinese.
    case GBK_95 = 0x0631
    /// GB 18030, for Chinese.
    case GB_18030_2000 = 0x0632
    /// ISO 2022-JP, for Japanese.
    case ISO_2022_JP = 0x0820
    /// ISO 2022-CN, for Chinese.
    case ISO_2022_CN = 0x0830
    /// ISO 2022-KR, for Korean.
    case ISO_2022_KR = 0x0840
    /// EUC-JP, for Japanese.
    case EUC_JP = 0x0920
    /// EUC-CN, for simplified Chinese.
    case EUC_CN = 0x0930
    /// EUC-TW, for traditional Chinese.
    case EUC_TW = 0x0931
    /// EUC-KR, for Korean.
    case EUC_KR = 0x0940
    /// Shift JIS, for Japanese.
    case shiftJIS = 0x0A01
    /// KOI8-R, for Russian.
    case KOI8_R = 0x0A02
    /// Big5, for traditional Chinese.
    case big5 = 0x0A03
    /// HZ (RFC 1843), for simplified Chinese.
    case HZ_GB_2312 = 0x0A05
    /// Big5 with the Hong Kong Supplementary Character Set.
    case big5_HKSCS_1999 = 0x0A06
    /// KOI8-U, for Ukrainian.
    case KOI8_U = 0x0A08
}
