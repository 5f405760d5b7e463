import CoreGraphics

// The keys of a buffer's attachments, and the values that some of them can have.

/// The key of the attachments that propagate, in a dictionary of attachments.
public let kCVBufferPropagatedAttachmentsKey: CFString = "propagatedAttachments"
/// The key of the attachments that do not propagate, in a dictionary of attachments.
public let kCVBufferNonPropagatedAttachmentsKey: CFString = "nonPropagatedAttachments"
/// The key of the buffer's time in its movie: a dictionary of a value and a scale.
public let kCVBufferMovieTimeKey: CFString = "MovieTime"
/// The key of a time's value. The value divided by the scale is the time in seconds.
public let kCVBufferTimeValueKey: CFString = "TimeValue"
/// The key of a time's scale: the number of units per second.
public let kCVBufferTimeScaleKey: CFString = "TimeScale"
/// The key of the `CGColorSpace` of the pixels.
public let kCVImageBufferCGColorSpaceKey: CFString = "CGColorSpace"
/// The key of the part that is displayed: a dictionary of its size and offsets in pixels.
public let kCVImageBufferCleanApertureKey: CFString = "CVCleanAperture"
/// The key of the clean aperture's width in pixels.
public let kCVImageBufferCleanApertureWidthKey: CFString = "Width"
/// The key of the clean aperture's height in pixels.
public let kCVImageBufferCleanApertureHeightKey: CFString = "Height"
/// The key of the horizontal offset, in pixels, of the clean aperture's centre from the picture's centre; positive to the right.
public let kCVImageBufferCleanApertureHorizontalOffsetKey: CFString = "HorizontalOffset"
/// The key of the vertical offset, in pixels, of the clean aperture's centre from the picture's centre; positive downwards.
public let kCVImageBufferCleanApertureVerticalOffsetKey: CFString = "VerticalOffset"
/// The key of the clean aperture that an encoder should write.
public let kCVImageBufferPreferredCleanApertureKey: CFString = "CVPreferredCleanAperture"
/// The key of the number of fields: 1 for progressive video, 2 for interlaced video.
public let kCVImageBufferFieldCountKey: CFString = "CVFieldCount"
/// The key of the arrangement of two fields in a picture: a `kCVImageBufferFieldDetail…`.
public let kCVImageBufferFieldDetailKey: CFString = "CVFieldDetail"
/// The lines of the top field come first in memory. The top field has the earlier time.
public let kCVImageBufferFieldDetailTemporalTopFirst: CFString = "TemporalTopFirst"
/// The lines of the bottom field come first in memory. The bottom field has the earlier time.
public let kCVImageBufferFieldDetailTemporalBottomFirst: CFString = "TemporalBottomFirst"
/// The lines of the two fields alternate. The first line belongs to the earlier field.
public let kCVImageBufferFieldDetailSpatialFirstLineEarly: CFString = "SpatialFirstLineEarly"
/// The lines of the two fields alternate. The first line belongs to the later field.
public let kCVImageBufferFieldDetailSpatialFirstLineLate: CFString = "SpatialFirstLineLate"
/// The key of the pixel aspect ratio: a dictionary with the horizontal and the vertical spacing.
public let kCVImageBufferPixelAspectRatioKey: CFString = "CVPixelAspectRatio"
/// The key of a pixel's width, in the same unit as its height.
public let kCVImageBufferPixelAspectRatioHorizontalSpacingKey: CFString = "HorizontalSpacing"
/// The key of a pixel's height, in the same unit as its width.
public let kCVImageBufferPixelAspectRatioVerticalSpacingKey: CFString = "VerticalSpacing"
/// The key of the display size of the picture: a dictionary of width and height.
public let kCVImageBufferDisplayDimensionsKey: CFString = "CVDisplayDimensions"
/// The key of the display width of the picture, in pixels.
public let kCVImageBufferDisplayWidthKey: CFString = "Width"
/// The key of the display height of the picture, in pixels.
public let kCVImageBufferDisplayHeightKey: CFString = "Height"
/// The key of the transfer curve's exponent, for `kCVImageBufferTransferFunction_UseGamma`.
public let kCVImageBufferGammaLevelKey: CFString = "CVImageBufferGammaLevel"
/// The key of the pixels' ICC profile, as data.
public let kCVImageBufferICCProfileKey: CFString = "CVImageBufferICCProfile"
/// The key of the matrix between RGB and Y′CbCr: a `kCVImageBufferYCbCrMatrix_…`.
public let kCVImageBufferYCbCrMatrixKey: CFString = "CVImageBufferYCbCrMatrix"
/// The matrix of BT.709, the standard for HD video.
public let kCVImageBufferYCbCrMatrix_ITU_R_709_2: CFString = "ITU_R_709_2"
/// The matrix of BT.601, the standard for SD video and JPEG.
public let kCVImageBufferYCbCrMatrix_ITU_R_601_4: CFString = "ITU_R_601_4"
/// The matrix of SMPTE 240M, the standard for early HD video.
public let kCVImageBufferYCbCrMatrix_SMPTE_240M_1995: CFString = "SMPTE_240M_1995"
/// The matrix that follows from DCI-P3's primaries.
public let kCVImageBufferYCbCrMatrix_DCI_P3: CFString = "DCI_P3"
/// The matrix that follows from P3's primaries with white point D65.
public let kCVImageBufferYCbCrMatrix_P3_D65: CFString = "P3_D65"
/// The matrix of BT.2020, the standard for UHD video.
public let kCVImageBufferYCbCrMatrix_ITU_R_2020: CFString = "ITU_R_2020"
/// The key of the red, green and blue primaries: a `kCVImageBufferColorPrimaries_…`.
public let kCVImageBufferColorPrimariesKey: CFString = "CVImageBufferColorPrimaries"
/// The primaries of BT.709, which are also those of sRGB.
public let kCVImageBufferColorPrimaries_ITU_R_709_2: CFString = "ITU_R_709_2"
/// The primaries of EBU Tech 3213, for PAL video.
public let kCVImageBufferColorPrimaries_EBU_3213: CFString = "EBU_3213"
/// The primaries of SMPTE C, for NTSC video.
public let kCVImageBufferColorPrimaries_SMPTE_C: CFString = "SMPTE_C"
/// The primaries of P22 phosphors, as in old computer screens.
public let kCVImageBufferColorPrimaries_P22: CFString = "P22"
/// The primaries and white point of DCI-P3, for cinema.
public let kCVImageBufferColorPrimaries_DCI_P3: CFString = "DCI_P3"
/// The primaries of P3 with white point D65, as in Display P3.
public let kCVImageBufferColorPrimaries_P3_D65: CFString = "P3_D65"
/// The primaries of BT.2020, for UHD video.
public let kCVImageBufferColorPrimaries_ITU_R_2020: CFString = "ITU_R_2020"
/// The key of the transfer function between light and components: a `kCVImageBufferTransferFunction_…`.
public let kCVImageBufferTransferFunctionKey: CFString = "CVImageBufferTransferFunction"
/// The curve of BT.709.
public let kCVImageBufferTransferFunction_ITU_R_709_2: CFString = "ITU_R_709_2"
/// The curve of SMPTE 240M.
public let kCVImageBufferTransferFunction_SMPTE_240M_1995: CFString = "SMPTE_240M_1995"
/// A power function. Its exponent is under `kCVImageBufferGammaLevelKey`.
public let kCVImageBufferTransferFunction_UseGamma: CFString = "UseGamma"
/// The curve of sRGB (IEC 61966-2-1).
public let kCVImageBufferTransferFunction_sRGB: CFString = "IEC_sRGB"
/// The curve of BT.2020. It has the numbers of BT.709's curve with more digits.
public let kCVImageBufferTransferFunction_ITU_R_2020: CFString = "ITU_R_2020"
/// The curve of digital cinema: a power function with exponent 2.6.
public let kCVImageBufferTransferFunction_SMPTE_ST_428_1: CFString = "SMPTE_ST_428_1"
/// The PQ curve of high dynamic range.
public let kCVImageBufferTransferFunction_SMPTE_ST_2084_PQ: CFString = "SMPTE_ST_2084_PQ"
/// The HLG curve of high dynamic range.
public let kCVImageBufferTransferFunction_ITU_R_2100_HLG: CFString = "ITU_R_2100_HLG"
/// The identity: components are proportional to light.
public let kCVImageBufferTransferFunction_Linear: CFString = "Linear"
/// The key of the chroma location of a progressive picture or a top field: a `kCVImageBufferChromaLocation_…`.
public let kCVImageBufferChromaLocationTopFieldKey: CFString = "CVImageBufferChromaLocationTopField"
/// The key of the chroma location of a bottom field: a `kCVImageBufferChromaLocation_…`.
public let kCVImageBufferChromaLocationBottomFieldKey: CFString = "CVImageBufferChromaLocationBottomField"
/// The chroma sample is on the left column of Y′, between two rows.
public let kCVImageBufferChromaLocation_Left: CFString = "Left"
/// The chroma sample is in the middle of four values of Y′.
public let kCVImageBufferChromaLocation_Center: CFString = "Center"
/// The chroma sample has the position of the upper left value of Y′.
public let kCVImageBufferChromaLocation_TopLeft: CFString = "TopLeft"
/// The chroma sample is on the upper row of Y′, between two columns.
public let kCVImageBufferChromaLocation_Top: CFString = "Top"
/// The chroma sample has the position of the lower left value of Y′.
public let kCVImageBufferChromaLocation_BottomLeft: CFString = "BottomLeft"
/// The chroma sample lies on the lower row of Y′, between two columns.
public let kCVImageBufferChromaLocation_Bottom: CFString = "Bottom"
/// The chroma locations of DV: Cr has the position of the upper left value of Y′, and Cb that of the lower left value.
public let kCVImageBufferChromaLocation_DV420: CFString = "DV420"
/// The key of the chroma subsampling, if the pixel format does not determine it.
public let kCVImageBufferChromaSubsamplingKey: CFString = "CVImageBufferChromaSubsampling"
/// A single Cb and Cr for two columns and two rows.
public let kCVImageBufferChromaSubsampling_420: CFString = "4:2:0"
/// A single Cb and Cr for two columns.
public let kCVImageBufferChromaSubsampling_422: CFString = "4:2:2"
/// A single Cb and Cr for four columns.
public let kCVImageBufferChromaSubsampling_411: CFString = "4:1:1"
/// The key for whether every pixel is opaque although the format has alpha.
public let kCVImageBufferAlphaChannelIsOpaque: CFString = "AlphaChannelIsOpaque"
/// The key for whether colours are multiplied by alpha: a `kCVImageBufferAlphaChannelMode_…`.
public let kCVImageBufferAlphaChannelModeKey: CFString = "CVImageBufferAlphaChannelMode"
/// Colours are not multiplied by alpha.
public let kCVImageBufferAlphaChannelMode_StraightAlpha: CFString = "StraightAlpha"
/// Colours are multiplied by alpha.
public let kCVImageBufferAlphaChannelMode_PremultipliedAlpha: CFString = "PremultipliedAlpha"
/// The key of the mastering display's primaries and luminances, as 24 big-endian bytes in H.265's format.
public let kCVImageBufferMasteringDisplayColorVolumeKey: CFString = "MasteringDisplayColorVolume"
/// The key of the maximum and the average light level, as 4 big-endian bytes in H.265's format.
public let kCVImageBufferContentLightLevelInfoKey: CFString = "ContentLightLevelInfo"
/// The key of the ambient light in which the picture is meant to be viewed, as 8 big-endian bytes in H.274's format.
public let kCVImageBufferAmbientViewingEnvironmentKey: CFString = "AmbientViewingEnvironment"
/// The key of the most important part of the picture.
public let kCVImageBufferRegionOfInterestKey: CFString = "RegionOfInterest"
