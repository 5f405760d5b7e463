// The types that UIKit and AppKit share, as on Apple's platforms: attributed text and its drawing. Programs import UIKit or AppKit.
@_exported import CoreText
