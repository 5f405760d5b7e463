// Apple's older name of CoreServices on iOS.
@_exported import CoreServices
