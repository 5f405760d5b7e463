import Foundation

/// The default allocator, `nil` as in Core Foundation. Parameters of this type are ignored, because memory always comes from the process's
/// allocator.
public let kCFAllocatorDefault: CFAllocator! = nil
/// The allocator of the process.
public let kCFAllocatorSystemDefault: CFAllocator! = nil
/// The allocator of the process.
public let kCFAllocatorMalloc: CFAllocator! = nil
/// An allocator that frees nothing. Allocators are ignored, so a function that would free memory with this one makes a copy.
public let kCFAllocatorNull: CFAllocator! = nil
/// The true value in dictionaries of options.
public let kCFBooleanTrue: CFBoolean! = true
/// The false value in dictionaries of options.
public let kCFBooleanFalse: CFBoolean! = false
/// The null object, which represents a missing value.
public let kCFNull: CFNull! = NSNull()

/// The key of a bundle's name in its `infoDictionary`.
public let kCFBundleNameKey: CFString! = "CFBundleName"
/// The key of a bundle's identifier in its `infoDictionary`.
public let kCFBundleIdentifierKey: CFString! = "CFBundleIdentifier"
/// The key of a bundle's version in its `infoDictionary`.
public let kCFBundleVersionKey: CFString! = "CFBundleVersion"
/// The key of the name of a bundle's executable in its `infoDictionary`.
public let kCFBundleExecutableKey: CFString! = "CFBundleExecutable"
/// The key of a bundle's development language in its `infoDictionary`.
public let kCFBundleDevelopmentRegionKey: CFString! = "CFBundleDevelopmentRegion"
/// The key of a bundle's languages in its `infoDictionary`.
public let kCFBundleLocalizationsKey: CFString! = "CFBundleLocalizations"
/// The key of the format version of a bundle's `infoDictionary`.
public let kCFBundleInfoDictionaryVersionKey: CFString! = "CFBundleInfoDictionaryVersion"
