import CoreGraphics
import Foundation

// The keys of the GPS dictionary.

/// The version of the GPS entries, an array such as 2, 3, 0, 0.
public let kCGImagePropertyGPSVersion: CFString = "GPSVersion"
/// The reference of the latitude: `N` or `S`.
public let kCGImagePropertyGPSLatitudeRef: CFString = "LatitudeRef"
/// The latitude, in degrees from 0 to 90.
public let kCGImagePropertyGPSLatitude: CFString = "Latitude"
/// The reference of the longitude: `E` or `W`.
public let kCGImagePropertyGPSLongitudeRef: CFString = "LongitudeRef"
/// The longitude, in degrees from 0 to 180.
public let kCGImagePropertyGPSLongitude: CFString = "Longitude"
/// The reference of the altitude: 0 above sea level, 1 below.
public let kCGImagePropertyGPSAltitudeRef: CFString = "AltitudeRef"
/// The altitude, in metres.
public let kCGImagePropertyGPSAltitude: CFString = "Altitude"
/// The time of day in UTC, `HH:mm:ss`.
public let kCGImagePropertyGPSTimeStamp: CFString = "TimeStamp"
/// The satellites that were used.
public let kCGImagePropertyGPSSatellites: CFString = "Satellites"
/// The status of the receiver: `A` while measuring, `V` without a measurement.
public let kCGImagePropertyGPSStatus: CFString = "Status"
/// The mode of the measurement: `2` for a two-dimensional position, `3` for a position with altitude.
public let kCGImagePropertyGPSMeasureMode: CFString = "MeasureMode"
/// The dilution of precision. A smaller value means a more precise position.
public let kCGImagePropertyGPSDOP: CFString = "DOP"
/// The unit of the speed: `K` km/h, `M` mph, `N` knots.
public let kCGImagePropertyGPSSpeedRef: CFString = "SpeedRef"
/// The speed of the receiver.
public let kCGImagePropertyGPSSpeed: CFString = "Speed"
/// The reference of the movement's direction: `T` true north, `M` magnetic north.
public let kCGImagePropertyGPSTrackRef: CFString = "TrackRef"
/// The movement's direction, in degrees clockwise from 0 to 360.
public let kCGImagePropertyGPSTrack: CFString = "Track"
/// The reference of the camera's direction: `T` true north, `M` magnetic north.
public let kCGImagePropertyGPSImgDirectionRef: CFString = "ImgDirectionRef"
/// The camera's direction, in degrees clockwise from 0 to 360.
public let kCGImagePropertyGPSImgDirection: CFString = "ImgDirection"
/// The geodetic system, such as `WGS-84`.
public let kCGImagePropertyGPSMapDatum: CFString = "MapDatum"
/// The reference of the destination's latitude: `N` or `S`.
public let kCGImagePropertyGPSDestLatitudeRef: CFString = "DestLatitudeRef"
/// The latitude of the destination, in degrees from 0 to 90.
public let kCGImagePropertyGPSDestLatitude: CFString = "DestLatitude"
/// The reference of the destination's longitude: `E` or `W`.
public let kCGImagePropertyGPSDestLongitudeRef: CFString = "DestLongitudeRef"
/// The longitude of the destination, in degrees from 0 to 180.
public let kCGImagePropertyGPSDestLongitude: CFString = "DestLongitude"
/// The reference of the destination's direction: `T` true north, `M` magnetic north.
public let kCGImagePropertyGPSDestBearingRef: CFString = "DestBearingRef"
/// The destination's direction, in degrees clockwise from 0 to 360.
public let kCGImagePropertyGPSDestBearing: CFString = "DestBearing"
/// The unit of the destination's distance: `K` km, `M` miles, `N` nautical miles.
public let kCGImagePropertyGPSDestDistanceRef: CFString = "DestDistanceRef"
/// The destination's distance.
public let kCGImagePropertyGPSDestDistance: CFString = "DestDistance"
/// The method by which the position was determined, such as `GPS` or `CELLID`.
public let kCGImagePropertyGPSProcessingMethod: CFString = "ProcessingMethod"
/// The name of the area.
public let kCGImagePropertyGPSAreaInformation: CFString = "AreaInformation"
/// The date in UTC, `yyyy:MM:dd`.
public let kCGImagePropertyGPSDateStamp: CFString = "DateStamp"
/// Whether the location was corrected by a reference station (differential GPS): 0 or 1.
public let kCGImagePropertyGPSDifferental: CFString = "Differental"
/// The horizontal error of the location, in metres.
public let kCGImagePropertyGPSHPositioningError: CFString = "HPositioningError"
