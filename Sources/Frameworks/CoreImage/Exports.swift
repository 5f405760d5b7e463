@_exported import CoreGraphics
@_exported import CoreVideo
@_exported import ImageIO
