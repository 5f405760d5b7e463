import Foundation
public typealias OSType = UInt32
public final class CVPixelBuffer: @unchecked Sendable {}
public let kCVPixelFormatType_OneComponent8: OSType = 1
public let kCVPixelFormatType_OneComponent16Half: OSType = 2
public let kCVPixelFormatType_32BGRA: OSType = 3
public func CVPixelBufferGetPixelFormatType(_ p: CVPixelBuffer) -> OSType { 0 }
public func CVPixelBufferGetWidth(_ p: CVPixelBuffer) -> Int { 0 }
public func CVPixelBufferGetHeight(_ p: CVPixelBuffer) -> Int { 0 }
public func CVPixelBufferGetBytesPerRow(_ p: CVPixelBuffer) -> Int { 0 }
@discardableResult public func CVPixelBufferLockBaseAddress(_ p: CVPixelBuffer, _ f: [Int]) -> Int32 { 0 }
@discardableResult public func CVPixelBufferUnlockBaseAddress(_ p: CVPixelBuffer, _ f: [Int]) -> Int32 { 0 }
public func CVPixelBufferGetBaseAddress(_ p: CVPixelBuffer) -> UnsafeMutableRawPointer? { nil }
