import CoreGraphics

// The keys of entries in `kCGImagePropertyIPTCDictionary`. A program may pass the dictionary to a destination; its entries are not written.

/// The name of the author.
public let kCGImagePropertyIPTCByline: CFString = "By-line"
/// A description of the picture.
public let kCGImagePropertyIPTCCaptionAbstract: CFString = "Caption/Abstract"
/// The city.
public let kCGImagePropertyIPTCCity: CFString = "City"
/// The copyright notice.
public let kCGImagePropertyIPTCCopyrightNotice: CFString = "CopyrightNotice"
/// The country.
public let kCGImagePropertyIPTCCountryPrimaryLocationName: CFString = "Country/PrimaryLocationName"
/// The provider of the picture.
public let kCGImagePropertyIPTCCredit: CFString = "Credit"
/// The date on which the picture was made, as `YYYYMMDD`.
public let kCGImagePropertyIPTCDateCreated: CFString = "DateCreated"
/// A headline.
public let kCGImagePropertyIPTCHeadline: CFString = "Headline"
/// Keywords, as an array of strings.
public let kCGImagePropertyIPTCKeywords: CFString = "Keywords"
/// A title.
public let kCGImagePropertyIPTCObjectName: CFString = "ObjectName"
/// The program that made the picture.
public let kCGImagePropertyIPTCOriginatingProgram: CFString = "OriginatingProgram"
/// The version of that program.
public let kCGImagePropertyIPTCProgramVersion: CFString = "ProgramVersion"
/// The province or state.
public let kCGImagePropertyIPTCProvinceState: CFString = "Province/State"
/// The first owner of the picture.
public let kCGImagePropertyIPTCSource: CFString = "Source"
/// Instructions on the use of the picture.
public let kCGImagePropertyIPTCSpecialInstructions: CFString = "SpecialInstructions"
/// The place in the city.
public let kCGImagePropertyIPTCSubLocation: CFString = "SubLocation"
/// The time at which the picture was made, as `HHMMSS±HHMM`.
public let kCGImagePropertyIPTCTimeCreated: CFString = "TimeCreated"
