/// The kind of detector for faces.
public let CIDetectorTypeFace = "CIDetectorTypeFace"
/// The kind of detector for rectangles.
public let CIDetectorTypeRectangle = "CIDetectorTypeRectangle"
/// The kind of detector for QR codes.
public let CIDetectorTypeQRCode = "CIDetectorTypeQRCode"
/// The kind of detector for text.
public let CIDetectorTypeText = "CIDetectorTypeText"

/// The option for the accuracy. It has no effect: each kind has one method.
public let CIDetectorAccuracy = "CIDetectorAccuracy"
/// The value for low accuracy, which takes less time.
public let CIDetectorAccuracyLow = "CIDetectorAccuracyLow"
/// The value for high accuracy, which takes more time.
public let CIDetectorAccuracyHigh = "CIDetectorAccuracyHigh"
/// The option for tracking, which gives a face the same number in successive images: a Boolean.
public let CIDetectorTracking = "CIDetectorTracking"
/// The option for the least size of features, from 0 to 1 of the image's shorter side. It is compared with the shorter side of a face or
/// rectangle, and with the height of a line. Without it, rectangles must have at least 0.2.
public let CIDetectorMinFeatureSize = "CIDetectorMinFeatureSize"
/// The option for the largest number of features, 1 to 256. Without it one rectangle is found, or all faces, lines and codes.
public let CIDetectorMaxFeatureCount = "CIDetectorMaxFeatureCount"
/// The option for the angles at which faces are looked for. It has no effect: faces are found at every angle.
public let CIDetectorNumberOfAngles = "CIDetectorNumberOfAngles"
/// The option for the orientation of the image: EXIF's number, 1 to 8.
public let CIDetectorImageOrientation = "CIDetectorImageOrientation"
/// The option for closed eyes: a Boolean.
public let CIDetectorEyeBlink = "CIDetectorEyeBlink"
/// The option for smiles. It has no effect: smiles are not recognised.
public let CIDetectorSmile = "CIDetectorSmile"
/// The option for the camera's focal length. It has no effect.
public let CIDetectorFocalLength = "CIDetectorFocalLength"
/// The option for the ratio of a rectangle's sides, width to height or height to width; 1.6 without it. A rectangle counts if the ratio of
/// its visible sides differs by at most a factor of two.
public let CIDetectorAspectRatio = "CIDetectorAspectRatio"
/// The option for the characters of lines of text: a Boolean.
public let CIDetectorReturnSubFeatures = "CIDetectorReturnSubFeatures"

/// The kind of a feature that is a face.
public let CIFeatureTypeFace = "Face"
/// The kind of a feature that is a rectangle.
public let CIFeatureTypeRectangle = "Rectangle"
/// The kind of a feature that is a QR code.
public let CIFeatureTypeQRCode = "QRCode"
/// The kind of a feature that is text.
public let CIFeatureTypeText = "Text"
