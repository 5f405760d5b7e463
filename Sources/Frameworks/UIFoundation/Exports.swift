// The part that UIKit and AppKit share, as on Apple's platforms: texts with attributes and their drawing. Programs import one of the two.
@_exported import CoreText
