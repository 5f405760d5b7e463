// The image types of Apple's module: images, colours, fonts, paths and drawing contexts. There are no views and no screen.
@_exported import UIFoundation
@_exported import CoreImage
@_exported import CoreServices
@_exported import ImageIO
@_exported import QuartzCore
