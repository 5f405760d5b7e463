// On Apple's platforms, Foundation hands Combine on. The modules here hand Foundation on, and so Combine too.
@_exported import Combine
@_exported import CoreFoundation
@_exported import Foundation
