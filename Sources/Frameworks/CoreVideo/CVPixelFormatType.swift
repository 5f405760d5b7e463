// The codes of pixel formats. `PixelFormat` determines which of these formats buffers can have.

/// A single bit for each pixel: black or white.
public var kCVPixelFormatType_1Monochrome: OSType { 1 }
/// Two bits for each pixel: the index of a colour in a table.
public var kCVPixelFormatType_2Indexed: OSType { 2 }
/// Four bits for each pixel: the index of a colour in a table.
public var kCVPixelFormatType_4Indexed: OSType { 4 }
/// A single byte for each pixel: the index of a colour in a table.
public var kCVPixelFormatType_8Indexed: OSType { 8 }
/// A single bit for each pixel: gray, where 0 is white.
public var kCVPixelFormatType_1IndexedGray_WhiteIsZero: OSType { 33 }
/// Two bits for each pixel: gray, where 0 is white.
public var kCVPixelFormatType_2IndexedGray_WhiteIsZero: OSType { 34 }
/// Four bits for each pixel: gray, where 0 is white.
public var kCVPixelFormatType_4IndexedGray_WhiteIsZero: OSType { 36 }
/// A single byte for each pixel: gray, where 0 is white.
public var kCVPixelFormatType_8IndexedGray_WhiteIsZero: OSType { 40 }
/// Five bits each of red, green and blue in 16 bits, big-endian. The highest bit is unused.
public var kCVPixelFormatType_16BE555: OSType { 16 }
/// Five bits each of red, green and blue in 16 bits, little-endian. The highest bit is unused.
public var kCVPixelFormatType_16LE555: OSType { 0x4C35_3535 }  // 'L555'
/// Five bits each of red, green and blue and one of alpha in 16 bits, little-endian.
public var kCVPixelFormatType_16LE5551: OSType { 0x3535_3531 }  // '5551'
/// Five bits of red, six of green and five of blue in 16 bits, big-endian.
public var kCVPixelFormatType_16BE565: OSType { 0x4235_3635 }  // 'B565'
/// Five bits of red, six of green and five of blue in 16 bits, little-endian.
public var kCVPixelFormatType_16LE565: OSType { 0x4C35_3635 }  // 'L565'
/// Three bytes per pixel: red, green, blue.
public var kCVPixelFormatType_24RGB: OSType { 24 }
/// Three bytes per pixel: blue, green, red.
public var kCVPixelFormatType_24BGR: OSType { 0x3234_4247 }  // '24BG'
/// Four bytes per pixel: alpha, red, green, blue.
public var kCVPixelFormatType_32ARGB: OSType { 32 }
/// Four bytes per pixel: blue, green, red, alpha.
public var kCVPixelFormatType_32BGRA: OSType { 0x4247_5241 }  // 'BGRA'
/// Four bytes per pixel: alpha, blue, green, red.
public var kCVPixelFormatType_32ABGR: OSType { 0x4142_4752 }  // 'ABGR'
/// Four bytes per pixel: red, green, blue, alpha.
public var kCVPixelFormatType_32RGBA: OSType { 0x5247_4241 }  // 'RGBA'
/// Four big-endian numbers of 16 bits per pixel: alpha, red, green, blue.
public var kCVPixelFormatType_64ARGB: OSType { 0x6236_3461 }  // 'b64a'
/// Four little-endian numbers of 16 bits per pixel: red, green, blue, alpha.
public var kCVPixelFormatType_64RGBALE: OSType { 0x6C36_3472 }  // 'l64r'
/// Three big-endian numbers of 16 bits per pixel: red, green, blue.
public var kCVPixelFormatType_48RGB: OSType { 0x6234_3872 }  // 'b48r'
/// Two big-endian numbers of 16 bits per pixel: alpha, gray.
public var kCVPixelFormatType_32AlphaGray: OSType { 0x6233_3261 }  // 'b32a'
/// A single big-endian number of 16 bits per pixel: gray.
public var kCVPixelFormatType_16Gray: OSType { 0x6231_3667 }  // 'b16g'
/// Ten bits each of red, green and blue in 32 bits, big-endian. The lowest two bits are unused.
public var kCVPixelFormatType_30RGB: OSType { 0x5231_306B }  // 'R10k'
/// Cb, Y′, Cr and Y′ in a byte each for two pixels, video range.
public var kCVPixelFormatType_422YpCbCr8: OSType { 0x3276_7579 }  // '2vuy'
/// Four bytes per pixel: Cb, Y′, Cr, alpha, video range.
public var kCVPixelFormatType_4444YpCbCrA8: OSType { 0x7634_3038 }  // 'v408'
/// Four bytes per pixel: alpha, Y′, Cb, Cr, full range with an offset in Cb and Cr.
public var kCVPixelFormatType_4444YpCbCrA8R: OSType { 0x7234_3038 }  // 'r408'
/// Four bytes per pixel: alpha, Y′, Cb, Cr, video range with full alpha.
public var kCVPixelFormatType_4444AYpCbCr8: OSType { 0x7934_3038 }  // 'y408'
/// Four little-endian numbers of 16 bits per pixel: alpha, Y′, Cb, Cr, video range with full alpha.
public var kCVPixelFormatType_4444AYpCbCr16: OSType { 0x7934_3136 }  // 'y416'
/// Three bytes per pixel: Cr, Y′, Cb, video range.
public var kCVPixelFormatType_444YpCbCr8: OSType { 0x7633_3038 }  // 'v308'
/// Four 16-bit numbers (Cb, Y′, Cr, Y′) for two pixels. At least 10 of the 16 bits are used.
public var kCVPixelFormatType_422YpCbCr16: OSType { 0x7632_3136 }  // 'v216'
/// Ten-bit Y′CbCr in 4:2:2. Six pixels have 16 bytes.
public var kCVPixelFormatType_422YpCbCr10: OSType { 0x7632_3130 }  // 'v210'
/// Ten bits each of Cb, Y′ and Cr in 32 bits.
public var kCVPixelFormatType_444YpCbCr10: OSType { 0x7634_3130 }  // 'v410'
/// Three planes: Y′, and Cb and Cr at half the width and height. Samples are bytes in video range.
public var kCVPixelFormatType_420YpCbCr8Planar: OSType { 0x7934_3230 }  // 'y420'
/// Three planes: Y′, and Cb and Cr at half the width and height. Samples are bytes in full range.
public var kCVPixelFormatType_420YpCbCr8PlanarFullRange: OSType { 0x6634_3230 }  // 'f420'
/// A plane of interleaved Cb, Y′, Cr and Y′, and a plane of alpha. Samples are bytes.
public var kCVPixelFormatType_422YpCbCr_4A_8BiPlanar: OSType { 0x6132_7679 }  // 'a2vy'
/// A plane of Y′, and a plane of Cb and Cr at half the width and height. Samples are bytes in video range (16…235).
public var kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange: OSType { 0x3432_3076 }  // '420v'
/// A plane of Y′, and a plane of Cb and Cr at half the width and height. Samples are bytes in full range (0…255).
public var kCVPixelFormatType_420YpCbCr8BiPlanarFullRange: OSType { 0x3432_3066 }  // '420f'
/// A plane of Y′, and a plane of Cb and Cr at half the width. Samples are bytes in video range.
public var kCVPixelFormatType_422YpCbCr8BiPlanarVideoRange: OSType { 0x3432_3276 }  // '422v'
/// A plane of Y′, and a plane of Cb and Cr at half the width. Samples are bytes in full range.
public var kCVPixelFormatType_422YpCbCr8BiPlanarFullRange: OSType { 0x3432_3266 }  // '422f'
/// A plane of Y′, and a plane of Cb and Cr. Samples are bytes in video range.
public var kCVPixelFormatType_444YpCbCr8BiPlanarVideoRange: OSType { 0x3434_3476 }  // '444v'
/// A plane of Y′, and a plane of Cb and Cr. Samples are bytes in full range.
public var kCVPixelFormatType_444YpCbCr8BiPlanarFullRange: OSType { 0x3434_3466 }  // '444f'
/// Y′, Cb, Y′ and Cr in a byte each for two pixels, video range.
public var kCVPixelFormatType_422YpCbCr8_yuvs: OSType { 0x7975_7673 }  // 'yuvs'
/// Y′, Cb, Y′ and Cr in a byte each for two pixels, full range.
public var kCVPixelFormatType_422YpCbCr8FullRange: OSType { 0x7975_7666 }  // 'yuvf'
/// A single byte per pixel, such as gray.
public var kCVPixelFormatType_OneComponent8: OSType { 0x4C30_3038 }  // 'L008'
/// Two components of one byte each per pixel.
public var kCVPixelFormatType_TwoComponent8: OSType { 0x3243_3038 }  // '2C08'
/// Ten bits each of red, green and blue in 32 bits, little-endian, with a range that extends below 0 and above 1.
public var kCVPixelFormatType_30RGBLEPackedWideGamut: OSType { 0x7733_3072 }  // 'w30r'
/// Two bits of alpha and ten each of red, green and blue in 32 bits, little-endian.
public var kCVPixelFormatType_ARGB2101010LEPacked: OSType { 0x6C31_3072 }  // 'l10r'
/// Ten bits each of alpha, red, green and blue, each in 16 bits, little-endian, with a range that extends below 0 and above 1.
public var kCVPixelFormatType_40ARGBLEWideGamut: OSType { 0x7734_3061 }  // 'w40a'
/// Ten bits each of alpha, red, green and blue, each in 16 bits, little-endian, with a range that extends below 0 and above 1. Colours are
/// multiplied by alpha.
public var kCVPixelFormatType_40ARGBLEWideGamutPremultiplied: OSType { 0x7734_306D }  // 'w40m'
/// A single number per pixel, in the upper ten of 16 bits, little-endian.
public var kCVPixelFormatType_OneComponent10: OSType { 0x4C30_3130 }  // 'L010'
/// A single number per pixel, in the upper twelve of 16 bits, little-endian.
public var kCVPixelFormatType_OneComponent12: OSType { 0x4C30_3132 }  // 'L012'
/// A single little-endian number of 16 bits per pixel.
public var kCVPixelFormatType_OneComponent16: OSType { 0x4C30_3136 }  // 'L016'
/// Two little-endian numbers of 16 bits per pixel.
public var kCVPixelFormatType_TwoComponent16: OSType { 0x3243_3136 }  // '2C16'
/// A single float16 per pixel.
public var kCVPixelFormatType_OneComponent16Half: OSType { 0x4C30_3068 }  // 'L00h'
/// A single float32 per pixel.
public var kCVPixelFormatType_OneComponent32Float: OSType { 0x4C30_3066 }  // 'L00f'
/// Two float16 per pixel.
public var kCVPixelFormatType_TwoComponent16Half: OSType { 0x3243_3068 }  // '2C0h'
/// Two float32 per pixel.
public var kCVPixelFormatType_TwoComponent32Float: OSType { 0x3243_3066 }  // '2C0f'
/// Four float16 per pixel: red, green, blue, alpha.
public var kCVPixelFormatType_64RGBAHalf: OSType { 0x5247_6841 }  // 'RGhA'
/// Four float32 per pixel: red, green, blue, alpha.
public var kCVPixelFormatType_128RGBAFloat: OSType { 0x5247_6641 }  // 'RGfA'
/// A sensor's raw values of 14 bits, each in 16 bits. The first row alternates green and red, the second blue and green.
public var kCVPixelFormatType_14Bayer_GRBG: OSType { 0x6772_6234 }  // 'grb4'
/// A sensor's raw values of 14 bits, each in 16 bits. The first row alternates red and green, the second green and blue.
public var kCVPixelFormatType_14Bayer_RGGB: OSType { 0x7267_6734 }  // 'rgg4'
/// A sensor's raw values of 14 bits, each in 16 bits. The first row alternates blue and green, the second green and red.
public var kCVPixelFormatType_14Bayer_BGGR: OSType { 0x6267_6734 }  // 'bgg4'
/// A sensor's raw values of 14 bits, each in 16 bits. The first row alternates green and blue, the second red and green.
public var kCVPixelFormatType_14Bayer_GBRG: OSType { 0x6762_7234 }  // 'gbr4'
/// A single float16 per pixel: 1 divided by the distance, in 1/m.
public var kCVPixelFormatType_DisparityFloat16: OSType { 0x6864_6973 }  // 'hdis'
/// A single float32 per pixel: 1 divided by the distance, in 1/m.
public var kCVPixelFormatType_DisparityFloat32: OSType { 0x6664_6973 }  // 'fdis'
/// A single float16 per pixel: the distance, in metres.
public var kCVPixelFormatType_DepthFloat16: OSType { 0x6864_6570 }  // 'hdep'
/// A single float32 per pixel: the distance, in metres.
public var kCVPixelFormatType_DepthFloat32: OSType { 0x6664_6570 }  // 'fdep'
/// A plane of Y′, and a plane of Cb and Cr at half the width and height. Samples are the upper ten of 16 bits, in video range.
public var kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange: OSType { 0x7834_3230 }  // 'x420'
/// A plane of Y′, and a plane of Cb and Cr at half the width. Samples are the upper ten of 16 bits, in video range.
public var kCVPixelFormatType_422YpCbCr10BiPlanarVideoRange: OSType { 0x7834_3232 }  // 'x422'
/// A plane of Y′, and a plane of Cb and Cr. Samples are the upper ten of 16 bits, in video range.
public var kCVPixelFormatType_444YpCbCr10BiPlanarVideoRange: OSType { 0x7834_3434 }  // 'x444'
/// A plane of Y′, and a plane of Cb and Cr at half the width and height. Samples are the upper ten of 16 bits, in full range.
public var kCVPixelFormatType_420YpCbCr10BiPlanarFullRange: OSType { 0x7866_3230 }  // 'xf20'
/// A plane of Y′, and a plane of Cb and Cr at half the width. Samples are the upper ten of 16 bits, in full range.
public var kCVPixelFormatType_422YpCbCr10BiPlanarFullRange: OSType { 0x7866_3232 }  // 'xf22'
/// A plane of Y′, and a plane of Cb and Cr. Samples are the upper ten of 16 bits, in full range.
public var kCVPixelFormatType_444YpCbCr10BiPlanarFullRange: OSType { 0x7866_3434 }  // 'xf44'
/// Three planes: Y′; Cb and Cr at half the width and height; alpha. Samples are bytes in video range.
public var kCVPixelFormatType_420YpCbCr8VideoRange_8A_TriPlanar: OSType { 0x7630_6138 }  // 'v0a8'
/// A sensor's raw values of 16 bits. An attachment determines the order of the colours.
public var kCVPixelFormatType_16VersatileBayer: OSType { 0x6270_3136 }  // 'bp16'
/// A raw picture that has been scaled down, as four little-endian 16-bit numbers per pixel: red, green, blue, alpha.
public var kCVPixelFormatType_64RGBA_DownscaledProResRAW: OSType { 0x6270_3634 }  // 'bp64'
/// A plane of Y′, and a plane of Cb and Cr at half the width. Samples have 16 bits, in video range.
public var kCVPixelFormatType_422YpCbCr16BiPlanarVideoRange: OSType { 0x7376_3232 }  // 'sv22'
/// A plane of Y′, and a plane of Cb and Cr. Samples have 16 bits, in video range.
public var kCVPixelFormatType_444YpCbCr16BiPlanarVideoRange: OSType { 0x7376_3434 }  // 'sv44'
/// Three planes: Y′; Cb and Cr; alpha. Samples have 16 bits, in video range.
public var kCVPixelFormatType_444YpCbCr16VideoRange_16A_TriPlanar: OSType { 0x7334_6173 }  // 's4as'
/// `kCVPixelFormatType_32BGRA` with the lossless compression of Apple's GPUs. Osprey's buffers cannot have this format.
public var kCVPixelFormatType_Lossless_32BGRA: OSType { 0x2642_4741 }  // '&BGA'
/// Bi-planar 4:2:0 of 8 bits, video range, with the lossless compression of Apple's GPUs. Osprey's buffers cannot have this format.
public var kCVPixelFormatType_Lossless_420YpCbCr8BiPlanarVideoRange: OSType { 0x2638_7630 }  // '&8v0'
/// Bi-planar 4:2:0 of 8 bits, full range, with the lossless compression of Apple's GPUs. Osprey's buffers cannot have this format.
public var kCVPixelFormatType_Lossless_420YpCbCr8BiPlanarFullRange: OSType { 0x2638_6630 }  // '&8f0'
/// Bi-planar 4:2:0 of 10 bits, video range, with the lossless compression of Apple's GPUs. Osprey's buffers cannot have this format.
public var kCVPixelFormatType_Lossless_420YpCbCr10PackedBiPlanarVideoRange: OSType { 0x2678_7630 }  // '&xv0'
/// Bi-planar 4:2:2 of 10 bits, video range, with the lossless compression of Apple's GPUs. Osprey's buffers cannot have this format.
public var kCVPixelFormatType_Lossless_422YpCbCr10PackedBiPlanarVideoRange: OSType { 0x2678_7632 }  // '&xv2'
/// `kCVPixelFormatType_32BGRA` with the lossy compression of Apple's GPUs. Osprey's buffers cannot have this format.
public var kCVPixelFormatType_Lossy_32BGRA: OSType { 0x2D42_4741 }  // '-BGA'
/// Bi-planar 4:2:0 of 8 bits, video range, with the lossy compression of Apple's GPUs. Osprey's buffers cannot have this format.
public var kCVPixelFormatType_Lossy_420YpCbCr8BiPlanarVideoRange: OSType { 0x2D38_7630 }  // '-8v0'
/// Bi-planar 4:2:0 of 8 bits, full range, with the lossy compression of Apple's GPUs. Osprey's buffers cannot have this format.
public var kCVPixelFormatType_Lossy_420YpCbCr8BiPlanarFullRange: OSType { 0x2D38_6630 }  // '-8f0'
/// Bi-planar 4:2:0 of 10 bits, video range, with the lossy compression of Apple's GPUs. Osprey's buffers cannot have this format.
public var kCVPixelFormatType_Lossy_420YpCbCr10PackedBiPlanarVideoRange: OSType { 0x2D78_7630 }  // '-xv0'
/// Bi-planar 4:2:2 of 10 bits, video range, with the lossy compression of Apple's GPUs. Osprey's buffers cannot have this format.
public var kCVPixelFormatType_Lossy_422YpCbCr10PackedBiPlanarVideoRange: OSType { 0x2D78_7632 }  // '-xv2'

/// The first row alternates red and green, the second green and blue.
public var kCVVersatileBayer_BayerPattern_RGGB: Int { 0 }
/// The first row alternates green and red, the second blue and green.
public var kCVVersatileBayer_BayerPattern_GRBG: Int { 1 }
/// The first row alternates green and blue, the second red and green.
public var kCVVersatileBayer_BayerPattern_GBRG: Int { 2 }
/// The first row alternates blue and green, the second green and red.
public var kCVVersatileBayer_BayerPattern_BGGR: Int { 3 }
