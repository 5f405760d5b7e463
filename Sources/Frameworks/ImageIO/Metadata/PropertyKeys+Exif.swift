import CoreGraphics
import Foundation

// The keys of the EXIF dictionary.

/// The exposure time, in seconds.
public let kCGImagePropertyExifExposureTime: CFString = "ExposureTime"
/// The f-number.
public let kCGImagePropertyExifFNumber: CFString = "FNumber"
/// The exposure program: 1 manual, 2 automatic, 3 aperture priority, 4 shutter priority, 5 to 8 scene modes.
public let kCGImagePropertyExifExposureProgram: CFString = "ExposureProgram"
/// The sensitivity of each channel to wavelengths, as ASTM text.
public let kCGImagePropertyExifSpectralSensitivity: CFString = "SpectralSensitivity"
/// The sensitivity (ISO 12232), an array of numbers.
public let kCGImagePropertyExifISOSpeedRatings: CFString = "ISOSpeedRatings"
/// The camera's opto-electronic conversion function (ISO 14524), as data.
public let kCGImagePropertyExifOECF: CFString = "OECF"
/// The type of the value in ``kCGImagePropertyExifISOSpeedRatings``: 1 standard output sensitivity, 2 recommended exposure index, 3 ISO speed, 4 to 7
/// combinations of these.
public let kCGImagePropertyExifSensitivityType: CFString = "SensitivityType"
/// The standard output sensitivity (ISO 12232).
public let kCGImagePropertyExifStandardOutputSensitivity: CFString = "StandardOutputSensitivity"
/// The recommended exposure index (ISO 12232).
public let kCGImagePropertyExifRecommendedExposureIndex: CFString = "RecommendedExposureIndex"
/// The ISO speed (ISO 12232).
public let kCGImagePropertyExifISOSpeed: CFString = "ISOSpeed"
/// The sensor's speed latitude below its ISO speed (ISO 12232).
public let kCGImagePropertyExifISOSpeedLatitudeyyy: CFString = "ISOSpeedLatitudeyyy"
/// The sensor's speed latitude above its ISO speed (ISO 12232).
public let kCGImagePropertyExifISOSpeedLatitudezzz: CFString = "ISOSpeedLatitudezzz"
/// The version of EXIF, an array such as 2, 3, 2.
public let kCGImagePropertyExifVersion: CFString = "ExifVersion"
/// The time when the picture was taken, `yyyy:MM:dd HH:mm:ss` in local time.
public let kCGImagePropertyExifDateTimeOriginal: CFString = "DateTimeOriginal"
/// The time when the picture was digitised, `yyyy:MM:dd HH:mm:ss` in local time.
public let kCGImagePropertyExifDateTimeDigitized: CFString = "DateTimeDigitized"
/// The offset from UTC of the time of the last change, such as `+01:00`.
public let kCGImagePropertyExifOffsetTime: CFString = "OffsetTime"
/// The offset from UTC of the time when the picture was taken, such as `+01:00`.
public let kCGImagePropertyExifOffsetTimeOriginal: CFString = "OffsetTimeOriginal"
/// The offset from UTC of the time when the picture was digitised, such as `+01:00`.
public let kCGImagePropertyExifOffsetTimeDigitized: CFString = "OffsetTimeDigitized"
/// The types of the components: an array of 0 (none), 1 (Y′), 2 (Cb), 3 (Cr), 4 to 6 (red, green, blue).
public let kCGImagePropertyExifComponentsConfiguration: CFString = "ComponentsConfiguration"
/// The number of bits for a pixel after compression.
public let kCGImagePropertyExifCompressedBitsPerPixel: CFString = "CompressedBitsPerPixel"
/// The shutter speed as an APEX value. The exposure time is 2 to the power of −value, in seconds.
public let kCGImagePropertyExifShutterSpeedValue: CFString = "ShutterSpeedValue"
/// The aperture as an APEX value. The f-number is √2 to the power of the value.
public let kCGImagePropertyExifApertureValue: CFString = "ApertureValue"
/// The brightness as an APEX number.
public let kCGImagePropertyExifBrightnessValue: CFString = "BrightnessValue"
/// The correction of the exposure, in stops.
public let kCGImagePropertyExifExposureBiasValue: CFString = "ExposureBiasValue"
/// The lens' widest aperture as an APEX number.
public let kCGImagePropertyExifMaxApertureValue: CFString = "MaxApertureValue"
/// The distance of the subject, in metres.
public let kCGImagePropertyExifSubjectDistance: CFString = "SubjectDistance"
/// The metering mode: 1 average, 2 centre-weighted, 3 spot, 4 multi-spot, 5 pattern, 6 partial.
public let kCGImagePropertyExifMeteringMode: CFString = "MeteringMode"
/// The light source: 1 daylight, 2 fluorescent, 3 tungsten, 4 flash; there are more, up to 24.
public let kCGImagePropertyExifLightSource: CFString = "LightSource"
/// Bits that describe the flash. The lowest bit tells whether the flash fired.
public let kCGImagePropertyExifFlash: CFString = "Flash"
/// The focal length of the lens, in millimetres.
public let kCGImagePropertyExifFocalLength: CFString = "FocalLength"
/// The area of the subject, in pixels from the upper left: a point, a circle (with diameter) or a rectangle (centre and size).
public let kCGImagePropertyExifSubjectArea: CFString = "SubjectArea"
/// Data in a format of the camera's maker.
public let kCGImagePropertyExifMakerNote: CFString = "MakerNote"
/// The user's comment.
public let kCGImagePropertyExifUserComment: CFString = "UserComment"
/// The fraction of a second for the time of the last change, as digits.
public let kCGImagePropertyExifSubsecTime: CFString = "SubsecTime"
/// The fraction of a second for the time when the picture was taken, as digits.
public let kCGImagePropertyExifSubsecTimeOriginal: CFString = "SubsecTimeOriginal"
/// The fraction of a second for the time when the picture was digitised, as digits.
public let kCGImagePropertyExifSubsecTimeDigitized: CFString = "SubsecTimeDigitized"
/// The version of FlashPix, an array such as 1, 0.
public let kCGImagePropertyExifFlashPixVersion: CFString = "FlashPixVersion"
/// The colour space: 1 for sRGB, 65535 for another one.
public let kCGImagePropertyExifColorSpace: CFString = "ColorSpace"
/// The number of columns in the image that the camera wrote.
public let kCGImagePropertyExifPixelXDimension: CFString = "PixelXDimension"
/// The number of rows in the image that the camera wrote.
public let kCGImagePropertyExifPixelYDimension: CFString = "PixelYDimension"
/// The name of a sound file that belongs to the picture.
public let kCGImagePropertyExifRelatedSoundFile: CFString = "RelatedSoundFile"
/// The energy of the flash, in beam candle power seconds.
public let kCGImagePropertyExifFlashEnergy: CFString = "FlashEnergy"
/// The camera's table of spatial frequencies (ISO 12233), as data.
public let kCGImagePropertyExifSpatialFrequencyResponse: CFString = "SpatialFrequencyResponse"
/// The horizontal resolution of the sensor: the number of pixels per unit. ``kCGImagePropertyExifFocalPlaneResolutionUnit`` gives the unit.
public let kCGImagePropertyExifFocalPlaneXResolution: CFString = "FocalPlaneXResolution"
/// The vertical resolution of the sensor: the number of pixels per unit. ``kCGImagePropertyExifFocalPlaneResolutionUnit`` gives the unit.
public let kCGImagePropertyExifFocalPlaneYResolution: CFString = "FocalPlaneYResolution"
/// The unit of the focal plane's resolution: 2 for an inch, 3 for a centimetre.
public let kCGImagePropertyExifFocalPlaneResolutionUnit: CFString = "FocalPlaneResolutionUnit"
/// The location of the subject: x and y in pixels from the upper left.
public let kCGImagePropertyExifSubjectLocation: CFString = "SubjectLocation"
/// The exposure index that was selected on the camera.
public let kCGImagePropertyExifExposureIndex: CFString = "ExposureIndex"
/// The type of sensor: 2 with one chip, 3 with two chips, 4 with three chips; there are more, up to 8.
public let kCGImagePropertyExifSensingMethod: CFString = "SensingMethod"
/// The source of the file: 3 for a camera.
public let kCGImagePropertyExifFileSource: CFString = "FileSource"
/// The type of scene: 1 for a picture taken by a camera.
public let kCGImagePropertyExifSceneType: CFString = "SceneType"
/// The pattern of colours on the sensor, as data.
public let kCGImagePropertyExifCFAPattern: CFString = "CFAPattern"
/// Whether the picture was specially processed: 0 no, 1 yes.
public let kCGImagePropertyExifCustomRendered: CFString = "CustomRendered"
/// The exposure mode: 0 automatic, 1 manual, 2 bracketing.
public let kCGImagePropertyExifExposureMode: CFString = "ExposureMode"
/// The white balance: 0 automatic, 1 manual.
public let kCGImagePropertyExifWhiteBalance: CFString = "WhiteBalance"
/// The factor of the camera's digital zoom; 0 if it was not used.
public let kCGImagePropertyExifDigitalZoomRatio: CFString = "DigitalZoomRatio"
/// The focal length with the same field of view on 35 mm film, in millimetres.
public let kCGImagePropertyExifFocalLenIn35mmFilm: CFString = "FocalLenIn35mmFilm"
/// The scene: 0 any, 1 a landscape, 2 a portrait, 3 at night.
public let kCGImagePropertyExifSceneCaptureType: CFString = "SceneCaptureType"
/// The gain of the sensor's signal: 0 none, 1 low gain up, 2 high gain up, 3 low gain down, 4 high gain down.
public let kCGImagePropertyExifGainControl: CFString = "GainControl"
/// Contrast: 0 normal, 1 soft, 2 hard.
public let kCGImagePropertyExifContrast: CFString = "Contrast"
/// Saturation: 0 normal, 1 low, 2 high.
public let kCGImagePropertyExifSaturation: CFString = "Saturation"
/// Sharpness: 0 normal, 1 soft, 2 hard.
public let kCGImagePropertyExifSharpness: CFString = "Sharpness"
/// The camera's settings, as data.
public let kCGImagePropertyExifDeviceSettingDescription: CFString = "DeviceSettingDescription"
/// The range of the subject's distance: 1 macro, 2 close, 3 distant.
public let kCGImagePropertyExifSubjectDistRange: CFString = "SubjectDistanceRange"
/// An identifier of the picture, 32 hexadecimal digits.
public let kCGImagePropertyExifImageUniqueID: CFString = "ImageUniqueID"
/// The owner of the camera.
public let kCGImagePropertyExifCameraOwnerName: CFString = "CameraOwnerName"
/// The camera's serial number.
public let kCGImagePropertyExifBodySerialNumber: CFString = "BodySerialNumber"
/// The lens: minimum and maximum focal length in millimetres, then the smallest f-number at each of these focal lengths.
public let kCGImagePropertyExifLensSpecification: CFString = "LensSpecification"
/// The lens' maker.
public let kCGImagePropertyExifLensMake: CFString = "LensMake"
/// The lens' model.
public let kCGImagePropertyExifLensModel: CFString = "LensModel"
/// The lens' serial number.
public let kCGImagePropertyExifLensSerialNumber: CFString = "LensSerialNumber"
/// The exponent of the components' transfer function.
public let kCGImagePropertyExifGamma: CFString = "Gamma"
/// Whether the picture is composed of several exposures: 1 no, 2 yes, 3 yes, composed by the camera when it was taken.
public let kCGImagePropertyExifCompositeImage: CFString = "CompositeImage"

// MARK: - Older spellings

/// An older, misspelt name of `kCGImagePropertyExifSubsecTimeOriginal`.
public let kCGImagePropertyExifSubsecTimeOrginal: CFString = "SubsecTimeOriginal"
