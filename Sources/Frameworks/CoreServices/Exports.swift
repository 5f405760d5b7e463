// The part of Apple's module that names types of files.
@_exported import CoreFoundation
@_exported import Foundation
