// On Apple's platforms, the module contains UIKit or AppKit, depending on the platform. Here it contains both.
@_exported import AppKit
@_exported import CoreGraphics
@_exported import UIKit
