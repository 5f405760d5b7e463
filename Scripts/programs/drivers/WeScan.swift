// Asks WeScan for the largest rectangle of a picture, and for what it does with one.
import CoreImage
import Foundation
import UIKit

/// WeScan declares it beside its views, which are not here.
enum CornerPosition { case topLeft, topRight, bottomRight, bottomLeft }

guard let image = UIImage(contentsOfFile: CommandLine.arguments[1]), let picture = CIImage(image: image) else { exit(2) }
VisionRectangleDetector.rectangle(forImage: picture) { found in
    guard let found else { exit(3) }
    // From here on y counts downwards, as in views.
    let quad = found.toCartesian(withHeight: image.size.height)
    for corner in [quad.topLeft, quad.topRight, quad.bottomRight, quad.bottomLeft] { print("corner", corner.x, corner.y) }
    print("perimeter", quad.perimeter)
    print("bounds", quad.path.bounds.width, quad.path.bounds.height)
    let half = quad.scale(image.size, CGSize(width: image.size.width / 2, height: image.size.height / 2))
    print("half", half.topLeft.x, half.topLeft.y)
}
