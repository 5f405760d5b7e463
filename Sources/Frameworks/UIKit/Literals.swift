// The types of literals that Xcode shows as a colour or a picture.

extension UIColor: _ExpressibleByColorLiteral {}
extension UIImage: _ExpressibleByImageLiteral {}

/// The type of `#colorLiteral` without another type from the context.
public typealias _ColorLiteralType = UIColor
/// The type of `#imageLiteral` without another type from the context.
public typealias _ImageLiteralType = UIImage
