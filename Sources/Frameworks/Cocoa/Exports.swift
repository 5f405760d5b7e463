// Apple's name for what a program of the Mac imports.
@_exported import AppKit
@_exported import Foundation
