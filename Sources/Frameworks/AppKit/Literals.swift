// The types of literals that Xcode shows as a colour or a picture.

extension NSColor: _ExpressibleByColorLiteral {}
extension NSImage: _ExpressibleByImageLiteral {}

/// The type of `#colorLiteral` without another type from the context.
public typealias _ColorLiteralType = NSColor
/// The type of `#imageLiteral` without another type from the context.
public typealias _ImageLiteralType = NSImage
