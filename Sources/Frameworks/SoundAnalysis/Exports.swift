@_exported import AVFoundation
@_exported import CoreML
@_exported import CoreMedia
@_exported import Foundation
