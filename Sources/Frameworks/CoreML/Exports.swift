@_exported import CoreImage
@_exported import CoreVideo
@_exported import Foundation
