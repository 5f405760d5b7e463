import CoreFoundation
import CoreGraphics
import Foundation
import Testing

/// Conversions by `as`, `as?` and `as!`, as on Apple's platforms.
@Suite("Boxed and plain values")
struct BridgingTests {
    @Test("A CGFloat is a number like any other")
    func numbers() throws {
        #expect((CGFloat(1.5) as Any) as? NSNumber == 1.5)
        #expect((NSNumber(value: 2) as Any) as? CGFloat == 2)
        #expect((NSNumber(value: 0.5) as! CGFloat) == 0.5)
        #expect(([CGFloat(2), 3] as Any) as? [NSNumber] == [2, 3])
        #expect((["a": CGFloat(2)] as NSDictionary)["a"] as? CGFloat == 2)
        #expect(CGFloat(truncating: 3) == 3 && CGFloat(exactly: NSNumber(value: 0.25)) == 0.25)
        #expect(CGFloat(exactly: NSNumber(value: Int64.max)) == nil)
    }

    @Test("A CGFloat goes into JSON")
    func json() throws {
        let box = CGRect(x: 0.5, y: 1, width: 2, height: 3)
        let object: [String: Any] = ["x": box.minX, "sides": [box.width, box.height], "inner": ["y": box.minY]]
        #expect(JSONSerialization.isValidJSONObject(object))
        let text = String(decoding: try JSONSerialization.data(withJSONObject: object, options: .sortedKeys), as: UTF8.self)
        #expect(text == #"{"inner":{"y":1},"sides":[2,3],"x":0.5}"#)
    }

    @Test("Structures are read from boxes of their own type, and from no others")
    func structures() {
        let range = NSRange(location: 1, length: 64)
        let point = CGPoint(x: 1, y: 2)
        let size = CGSize(width: 3, height: 4)
        let box = CGRect(x: 1, y: 2, width: 3, height: 4)
        let transform = CGAffineTransform(a: 1, b: 2, c: 3, d: 4, tx: 5, ty: 6)
        let boxes: [NSValue] = [
            NSValue(range: range), NSValue(cgPoint: point), NSValue(cgSize: size), NSValue(cgRect: box),
            NSValue(cgAffineTransform: transform),
        ]
        #expect(boxes.map { $0 as? NSRange } == [range, nil, nil, nil, nil])
        #expect(boxes.map { $0 as? CGPoint } == [nil, point, nil, nil, nil])
        #expect(boxes.map { $0 as? CGSize } == [nil, nil, size, nil, nil])
        #expect(boxes.map { $0 as? CGRect } == [nil, nil, nil, box, nil])
        #expect(boxes.map { $0 as? CGAffineTransform } == [nil, nil, nil, nil, transform])
        #expect(boxes[3].cgRectValue == box && boxes[3].cgPointValue == .zero && boxes[4].cgAffineTransformValue == transform)
        #expect([boxes[0]] as? [NSRange] == [range])
        #expect((box as NSValue) == NSValue(rect: box) && (range as NSValue) == NSValue(range: range))
        #expect((transform as NSValue) == NSValue(cgAffineTransform: transform))
        #expect((box as Any) as? NSValue == NSValue(cgRect: box) && (NSNumber(value: 3) as NSValue) as? CGRect == nil)
    }

    @Test("Foundation's classes and Swift's types stand for each other")
    func foundation() {
        #expect((NSString("a") as Any) as? String == "a" && ("a" as Any) as? NSString == "a")
        #expect((NSData(data: Data([1])) as Any) as? Data == Data([1]) && (Data([1]) as Any) as? NSData == NSData(data: Data([1])))
        #expect((NSArray(array: [1, 2]) as Any) as? [Int] == [1, 2])
        #expect((NSDictionary(dictionary: ["a": 1]) as Any) as? [String: Int] == ["a": 1])
        #expect((NSURL(fileURLWithPath: "/a") as Any) as? URL == URL(fileURLWithPath: "/a"))
    }
}

/// Core Foundation's names, with its module imported beside Core Graphics.
@Suite("Core Foundation")
struct CoreFoundationTests {
    @Test("Its names are Foundation's types")
    func names() {
        let text: CFString = "a"
        let address = URL(fileURLWithPath: "/a") as CFURL
        let bytes: CFData = Data([1, 2]) as CFData
        let options = [text: kCFBooleanTrue!] as CFDictionary
        let object: CFTypeRef = bytes
        #expect(address.path == "/a" && (bytes as Data) == Data([1, 2]) && options["a"] as? Bool == true && object is NSData)
        #expect(CFRangeMake(1, 2).length == 2 && CFRange(location: 1, length: 2).location == 1 && OSType(5) == 5 as FourCharCode)
        #expect(kCFAllocatorDefault == nil && kCFBundleNameKey as String == "CFBundleName")
    }

    @Test("Data are made, read and changed by their functions")
    func data() throws {
        let short = try #require(CFDataCreate(kCFAllocatorDefault, [1, 2, 3], 3))
        #expect(CFDataGetLength(short) == 3 && CFDataGetBytePtr(short)[2] == 3)
        #expect(CFDataCreate(nil, nil, 0) == CFData() && CFDataCreate(nil, [1], -1) == nil)
        let grown = try #require(CFDataCreateMutable(nil, 0))
        CFDataAppendBytes(grown, CFDataGetBytePtr(short), 3)
        CFDataSetLength(grown, 5)
        CFDataGetMutableBytePtr(grown)[4] = 9
        #expect(grown as Data == Data([1, 2, 3, 0, 9]) && CFDataCreateCopy(nil, grown) == grown)
        var some: [UInt8] = [0, 0, 0]
        CFDataGetBytes(grown, CFRange(location: 1, length: 2), &some)
        #expect(some == [2, 3, 0])
        let half: Float = 0.5
        #expect(withUnsafePointer(to: half) { CFNumberCreate(nil, .float32Type, $0) } == 0.5)
        #expect(CFNumberIsFloatType(NSNumber(value: 2.0)) && CFNumberIsFloatType(NSNumber(value: half)))
        #expect(!CFNumberIsFloatType(NSNumber(value: 2)) && !CFNumberIsFloatType(NSNumber(value: true)) && !CFNumberIsFloatType(nil))
        #expect(CFAttributedStringCreate(nil, "a" as CFString, ["key": 1] as CFDictionary).length == 1)
    }

    @Test("NSData can be passed as CFData")
    func nsData() throws {
        let bytes: [UInt8] = [1, 2, 3, 4]
        for data in [NSData(bytes: bytes, length: 4), NSMutableData(bytes: bytes, length: 4), Data(bytes) as CFData] {
            let provider = try #require(CGDataProvider(data: data))
            let read = try #require(provider.data)
            #expect(read as Data == Data(bytes) && CFDataGetBytePtr(read)[3] == 4)
        }
    }

    @Test("The time is that of Foundation, and a run loop runs until it is stopped")
    func runLoops() {
        #expect(abs(CFAbsoluteTimeGetCurrent() - Date().timeIntervalSinceReferenceDate) < 5)
        let (before, loop) = (CFAbsoluteTimeGetCurrent(), CFRunLoopGetCurrent())
        let timer = CFRunLoopTimerCreateWithHandler(kCFAllocatorDefault, before + 0.01, 0, 0, 0) { _ in CFRunLoopStop(loop) }
        CFRunLoopAddTimer(loop, timer, .defaultMode)
        #expect(CFRunLoopRunInMode(.defaultMode, 60, false) == .stopped && CFAbsoluteTimeGetCurrent() - before < 50)
    }

    @Test("Bytes are swapped, and encodings have their numbers")
    func numbers() {
        #expect(CFSwapInt16(0x0102) == 0x0201 && CFSwapInt32HostToBig(1) == UInt32(1).bigEndian)
        let encoding = CFStringConvertEncodingToNSStringEncoding(CFStringBuiltInEncodings.UTF8.rawValue)
        #expect(String.Encoding(rawValue: encoding) == .utf8)
    }

    @Test("An autorelease pool returns its closure's result, and rethrows its error")
    func pool() {
        #expect(autoreleasepool { 3 } == 3)
        #expect(throws: CocoaError.self) { try autoreleasepool { throw CocoaError(.fileNoSuchFile) } }
    }

    @Test("An object's lock lets one thread in at a time, and its holder again")
    func objectLocks() {
        final class Counter: @unchecked Sendable { var count = 0 }
        let counter = Counter()
        DispatchQueue.concurrentPerform(iterations: 1000) { _ in
            objc_sync_enter(counter)
            objc_sync_enter(counter)
            counter.count += 1
            objc_sync_exit(counter)
            objc_sync_exit(counter)
        }
        #expect(counter.count == 1000 && objc_sync_exit(counter) == -1)
    }

    @Test("A file that a user chose may be used")
    func securityScope() {
        let url = URL(fileURLWithPath: "/a")
        #expect(url.startAccessingSecurityScopedResource())
        url.stopAccessingSecurityScopedResource()
    }
}
