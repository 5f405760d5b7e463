import CoreFoundation
import Foundation
import Testing

/// Names of Apple's systems that Foundation on Linux lacks.
@Suite("Names of Foundation, of the kernel and of the runtime")
struct SystemNameTests {
    @Test("The kernel tells of this process's memory what Linux tells, as programs ask it")
    func memory() throws {
        var info = mach_task_basic_info()
        var count = mach_msg_type_number_t(MemoryLayout<mach_task_basic_info>.size) / 4
        func ask() -> kern_return_t {
            withUnsafeMutablePointer(to: &info) {
                $0.withMemoryRebound(to: integer_t.self, capacity: Int(count)) {
                    task_info(mach_task_self_, task_flavor_t(MACH_TASK_BASIC_INFO), $0, &count)
                }
            }
        }
        #expect(ask() == KERN_SUCCESS && KERN_SUCCESS == noErr)
        let before = info.resident_size
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") })
        let kilobytes = try #require(UInt64(line.filter(\.isNumber)))
        // Other tests take and give memory at the same time.
        #expect(before > kilobytes * 1024 / 2 && before < kilobytes * 1024 * 2)
        #expect(info.virtual_size >= before && info.resident_size_max >= before / 2)
        #expect(info.user_time.seconds >= 0 && info.user_time.microseconds < 1_000_000)
        count = 3
        #expect(ask() == KERN_INVALID_ARGUMENT)
    }

    @Test("Details of the memory add up, and other questions are refused")
    func details() {
        var info = task_vm_info_data_t()
        var count = mach_msg_type_number_t(MemoryLayout<task_vm_info_data_t>.size / MemoryLayout<natural_t>.size)
        let result = withUnsafeMutablePointer(to: &info) {
            $0.withMemoryRebound(to: integer_t.self, capacity: Int(count)) {
                task_info(mach_task_self_, task_flavor_t(TASK_VM_INFO), $0, &count)
            }
        }
        #expect(result == KERN_SUCCESS && info.phys_footprint == info.resident_size - info.external && info.phys_footprint > 0)
        #expect(info.page_size == integer_t(sysconf(Int32(_SC_PAGESIZE))))
        var number: integer_t = 0
        #expect(task_info(mach_task_self_, 1, &number, &count) == KERN_INVALID_ARGUMENT)
    }

    @Test("The functions of C for memory take optional pointers, and no place for no bytes")
    func optionalPointers() {
        let source: [UInt8] = [1, 2, 3, 4]
        var target = [UInt8](repeating: 0, count: 4)
        source.withUnsafeBytes { source in
            target.withUnsafeMutableBytes { target in
                memcpy(target.baseAddress, source.baseAddress, 4)
                #expect(memcmp(target.baseAddress, source.baseAddress, 4) == 0)
                #expect(memmove(target.baseAddress, source.baseAddress! + 1, 3) == target.baseAddress)
                #expect(memset(target.baseAddress, 0x109, 1) == target.baseAddress)
            }
        }
        #expect(target == [9, 3, 4, 4])
        // The functions of Glibc are called as before.
        memcpy(&target, source, 2)
        memset(&target[3], 7, 1)
        #expect(target == [1, 2, 4, 7] && memcmp(target, source, 2) == 0 && memcmp(target, source, 3) > 0)
        let nowhere: UnsafeMutableRawPointer? = nil
        #expect(memcpy(nowhere, nowhere, 0) == nil && memmove(nowhere, nowhere, 0) == nil && memset(nowhere, 1, 0) == nil)
        #expect(memcmp(nowhere, nowhere, 0) == 0)
    }

    @Test("Ticks are billionths of a second, and go on")
    func ticks() {
        var base = mach_timebase_info_data_t()
        mach_timebase_info(&base)
        #expect(base == mach_timebase_info(numer: 1, denom: 1))
        let start = mach_absolute_time()
        usleep(3000)
        let span = mach_absolute_time() - start
        #expect(span >= 3_000_000 && span < 20_000_000_000)
    }

    @Test("The machine is asked by Apple's names, with and without room for the answer")
    func machine() throws {
        var memory: UInt64 = 0
        var size = MemoryLayout<UInt64>.size
        #expect(sysctlbyname("hw.memsize", &memory, &size, nil, 0) == 0 && memory == ProcessInfo.processInfo.physicalMemory)
        var count: Int32 = 0
        size = 4
        #expect(sysctlbyname("hw.ncpu", &count, &size, nil, 0) == 0 && count >= 1)
        #expect(sysctlbyname("hw.machine", nil, &size, nil, 0) == 0 && size > 3)
        var text = [CChar](repeating: 1, count: size)
        #expect(sysctlbyname("hw.machine", &text, &size, nil, 0) == 0 && text.last == 0)
        size = 1
        #expect(sysctlbyname("hw.machine", &text, &size, nil, 0) == -1 && errno == ENOMEM)
        #expect(sysctlbyname("hw.nothing", nil, &size, nil, 0) == -1 && errno == ENOENT)
    }

    @Test("Objects hold values under keys, weakly or not, and no longer than they live")
    func associations() throws {
        final class Box {}
        let (first, second) = (UnsafeMutablePointer<UInt8>.allocate(capacity: 2), Box())
        defer { first.deallocate() }
        let (key, other) = (UnsafeRawPointer(first), UnsafeRawPointer(first + 1))
        objc_setAssociatedObject(second, key, "text", .OBJC_ASSOCIATION_RETAIN_NONATOMIC)
        var held: Box? = Box()
        weak let watched = held
        objc_setAssociatedObject(second, other, held, .OBJC_ASSOCIATION_ASSIGN)
        #expect(objc_getAssociatedObject(second, key) as? String == "text" && objc_getAssociatedObject(second, other) as? Box === held)
        held = nil
        #expect(watched == nil && objc_getAssociatedObject(second, other) == nil && objc_getAssociatedObject(Box(), key) == nil)
        let mutable = NSMutableArray(array: [1])
        objc_setAssociatedObject(second, key, mutable, .OBJC_ASSOCIATION_COPY)
        mutable.add(2)
        #expect((objc_getAssociatedObject(second, key) as? NSArray)?.count == 1)
        objc_setAssociatedObject(second, key, nil, .OBJC_ASSOCIATION_RETAIN)
        #expect(objc_getAssociatedObject(second, key) == nil)
        // Values of owners that are gone are let go when others are given some.
        weak var kept: Box?
        do {
            let (owner, value) = (Box(), Box())
            kept = value
            objc_setAssociatedObject(owner, key, value, .OBJC_ASSOCIATION_RETAIN)
        }
        var owners: [Box] = []
        for _ in 0..<2000 where kept != nil {
            owners.append(Box())
            objc_setAssociatedObject(try #require(owners.last), key, 1, .OBJC_ASSOCIATION_RETAIN)
        }
        #expect(kept == nil)
        owners.forEach(objc_removeAssociatedObjects)
    }

    @Test("Folders of the user are absolute paths, and the machine is cool and awake")
    func folders() {
        let folders: [URL] = [
            .documentsDirectory, .applicationSupportDirectory, .cachesDirectory, .downloadsDirectory, .desktopDirectory, .picturesDirectory,
            .moviesDirectory, .musicDirectory,
        ]
        for folder in folders { #expect(folder.isFileURL && folder.path.hasPrefix("/")) }
        #expect(ProcessInfo.processInfo.thermalState == .nominal && !ProcessInfo.processInfo.isLowPowerModeEnabled)
    }

    @Test("Texts without a translation are their keys, with the values in them")
    func texts() {
        let count = 3
        #expect(String(localized: "\(count) boxes", comment: "how many there are") == "3 boxes")
        #expect(String(localized: "Detect", table: "none", bundle: .main) == "Detect")
    }

    private func found(_ text: String, _ types: NSTextCheckingTypes = 1 << 5 | 1 << 11) throws -> [String] {
        let detector = try NSDataDetector(types: types)
        return detector.matches(in: text, range: NSRange(location: 0, length: text.utf16.count)).map { match in
            let part = (text as NSString).substring(with: match.range)
            return match.url.map { "\(part) \($0.absoluteString)" } ?? match.phoneNumber ?? "?"
        }
    }

    @Test("Links and mail addresses are found at the end of sentences, with their URLs")
    func links() throws {
        #expect(
            try found("See https://example.org/a?b=1, or www.example.com.") == [
                "https://example.org/a?b=1 https://example.org/a?b=1", "www.example.com http://www.example.com",
            ])
        #expect(try found("(write to jo.doe+x@mail.example.co.uk!)") == ["jo.doe+x@mail.example.co.uk mailto:jo.doe+x@mail.example.co.uk"])
        #expect(
            try found("é shop.example.de/q and http://a.b/(c)") == [
                "shop.example.de/q http://shop.example.de/q", "http://a.b/(c) http://a.b/(c)",
            ])
        #expect(try found("file.swift, e.g. version 1.2.3 of it, a@b and 3.5").isEmpty)
    }

    @Test(
        "Telephone numbers are found, and dates, prices, codes and hosts are not",
        arguments: [
            ("Tel. +49 30 1234567.", ["+49 30 1234567"]), ("(555) 123-4567", ["(555) 123-4567"]),
            ("call 555-123-4567 or 020 7946 0018", ["555-123-4567", "020 7946 0018"]),
            ("on 2024-01-15 or 15.01.2024", []), ("1234567 pieces", []), ("192.168.100.200", []), ("1,234,567.89", []),
            ("from 12 to 15", []),
        ])
    func telephones(_ text: String, _ numbers: [String]) throws { #expect(try found(text) == numbers) }

    @Test("A detector searches a part of a text, stops when it is told to, and refuses kinds that it never finds")
    func detector() throws {
        let text = "a@b.org c@d.org e@f.org"
        let detector = try NSDataDetector(types: 1 << 5)
        let part = NSRange(location: 8, length: 15)
        #expect(detector.numberOfMatches(in: text, range: part) == 2 && detector.firstMatch(in: text, range: part)?.range.location == 8)
        var count = 0
        detector.enumerateMatches(in: text, range: NSRange(location: 0, length: 23)) { match, _, stop in
            count += 1
            #expect(match?.resultType.rawValue == 1 << 5 && match?.numberOfRanges == 1)
            if count == 2 { stop.pointee = true }
        }
        #expect(count == 2)
        #expect(throws: CocoaError.self) { try NSDataDetector(types: 1 << 3) }
    }
}
