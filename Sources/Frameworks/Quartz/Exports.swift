// On Apple's platforms, `Quartz` contains several modules. Osprey has one of them, PDFKit, and the modules that it contains.
@_exported import AppKit
@_exported import PDFKit
@_exported import QuartzCore
