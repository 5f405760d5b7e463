/// The detector type for faces.
public let CIDetectorTypeFace = "CIDetectorTypeFace"
/// The detector type for rectangles.
public let CIDetectorTypeRectangle = "CIDetectorTypeRectangle"
/// The detector type for QR codes.
public let CIDetectorTypeQRCode = "CIDetectorTypeQRCode"
/// The detector type for text.
public let CIDetectorTypeText = "CIDetectorTypeText"

/// The option for the accuracy. It has no effect, because each detector type has only one algorithm.
public let CIDetectorAccuracy = "CIDetectorAccuracy"
/// The value for low accuracy, which takes less time.
public let CIDetectorAccuracyLow = "CIDetectorAccuracyLow"
/// The value for high accuracy, which takes more time.
public let CIDetectorAccuracyHigh = "CIDetectorAccuracyHigh"
/// The option for tracking, which gives a face the same number in successive images: a Boolean.
public let CIDetectorTracking = "CIDetectorTracking"
/// The option for the minimum size of features, 0…1, as a fraction of the image's shorter side. For a face or rectangle, it limits the
/// shorter side. For a line of text, it limits the height. If the option is missing, the minimum for rectangles is 0.2.
public let CIDetectorMinFeatureSize = "CIDetectorMinFeatureSize"
/// The option for the maximum number of features, 1 to 256. If it is missing, one rectangle is found, or all faces, lines of text or QR
/// codes.
public let CIDetectorMaxFeatureCount = "CIDetectorMaxFeatureCount"
/// The option for the angles at which faces are searched for. It has no effect, because faces are found at every angle.
public let CIDetectorNumberOfAngles = "CIDetectorNumberOfAngles"
/// The option for the orientation of the image: EXIF's number, 1 to 8.
public let CIDetectorImageOrientation = "CIDetectorImageOrientation"
/// The option for detecting closed eyes: a Boolean.
public let CIDetectorEyeBlink = "CIDetectorEyeBlink"
/// The option for detecting smiles. It has no effect, because smiles are not recognised.
public let CIDetectorSmile = "CIDetectorSmile"
/// The option for the camera's focal length. It has no effect.
public let CIDetectorFocalLength = "CIDetectorFocalLength"
/// The option for the ratio of a rectangle's sides, either width to height or height to width. If it is missing, the ratio is 1.6. A
/// rectangle is accepted if the ratio of its visible sides differs from the option by at most a factor of two.
public let CIDetectorAspectRatio = "CIDetectorAspectRatio"
/// The option for returning the characters of each line of text: a Boolean.
public let CIDetectorReturnSubFeatures = "CIDetectorReturnSubFeatures"

/// The type of a feature that is a face.
public let CIFeatureTypeFace = "Face"
/// The type of a feature that is a rectangle.
public let CIFeatureTypeRectangle = "Rectangle"
/// The type of a feature that is a QR code.
public let CIFeatureTypeQRCode = "QRCode"
/// The type of a feature that is text.
public let CIFeatureTypeText = "Text"
