import CoreVideo

/// The times from `start` up to, but not including, `start + duration`.
public struct CMTimeRange: Sendable {
    /// The first time in the range.
    public var start: CMTime
    /// The duration of the range. Its end is the first time after the range.
    public var duration: CMTime

    /// An invalid range.
    public init() { self.init(start: .invalid, duration: .invalid) }
    /// The times from `start` up to, but not including, `start + duration`.
    public init(start: CMTime, duration: CMTime) {
        self.start = start
        self.duration = duration
    }
    /// The range between two times.
    public init(start: CMTime, end: CMTime) { self.init(start: start, duration: end - start) }

    /// The empty range at 0 seconds.
    public static let zero = CMTimeRange(start: .zero, duration: .zero)
    /// The invalid range.
    public static let invalid = CMTimeRange()

    /// Whether start and duration are valid, and the duration has epoch 0 and is not negative.
    public var isValid: Bool { start.isValid && duration.isValid && duration.epoch == 0 && duration >= .zero }
    /// Whether the range is valid and has an indefinite start or duration.
    public var isIndefinite: Bool { isValid && (start.isIndefinite || duration.isIndefinite) }
    /// Whether the range is valid and has no length.
    public var isEmpty: Bool { isValid && duration == .zero }
    /// The first time after the range.
    public var end: CMTime { start + duration }

    /// The smallest range that contains both ranges. An empty range is ignored.
    public func union(_ otherRange: CMTimeRange) -> CMTimeRange {
        guard isValid, otherRange.isValid else { return .invalid }
        if isEmpty { return otherRange }
        if otherRange.isEmpty { return self }
        return CMTimeRange(start: CMTimeMinimum(start, otherRange.start), end: CMTimeMaximum(end, otherRange.end))
    }

    /// The times that are in both ranges; ``zero`` if there are none.
    public func intersection(_ otherRange: CMTimeRange) -> CMTimeRange {
        guard isValid, otherRange.isValid else { return .invalid }
        let (first, last) = (CMTimeMaximum(start, otherRange.start), CMTimeMinimum(end, otherRange.end))
        return first < last ? CMTimeRange(start: first, end: last) : .zero
    }

    /// Whether a time is in the range. The end does not belong to it.
    public func containsTime(_ time: CMTime) -> Bool { isValid && time.isValid && time >= start && time < end }

    /// Whether another range lies completely in this one.
    public func containsTimeRange(_ range: CMTimeRange) -> Bool { isValid && range.isValid && range.start >= start && range.end <= end }
}

extension CMTimeRange: Equatable, Hashable, CustomStringConvertible {
    public static func == (range1: CMTimeRange, range2: CMTimeRange) -> Bool {
        range1.start == range2.start && range1.duration == range2.duration
    }
    /// Whether two ranges differ in start or duration.
    public static func != (range1: CMTimeRange, range2: CMTimeRange) -> Bool { !(range1 == range2) }
    public var description: String { "{\(start), \(duration)}" }
}

/// A mapping from a range of times to a range of another timeline.
public struct CMTimeMapping: Sendable {
    /// The range of the media's own times.
    public var source: CMTimeRange
    /// The range of times at which the media are shown.
    public var target: CMTimeRange

    /// A mapping between two invalid ranges.
    public init() { self.init(source: .invalid, target: .invalid) }
    /// A mapping of the media in `source` to `target`. If the durations differ, the media play faster or slower.
    public init(source: CMTimeRange, target: CMTimeRange) {
        self.source = source
        self.target = target
    }

    /// The invalid mapping.
    public static let invalid = CMTimeMapping()
}

/// The times from `start` up to, but not including, `start + duration`.
public func CMTimeRangeMake(start: CMTime, duration: CMTime) -> CMTimeRange { CMTimeRange(start: start, duration: duration) }
/// The times from `start` up to, but not including, `end`.
public func CMTimeRangeFromTimeToTime(start: CMTime, end: CMTime) -> CMTimeRange { CMTimeRange(start: start, end: end) }
/// The smallest range that contains both ranges.
public func CMTimeRangeGetUnion(_ range: CMTimeRange, otherRange: CMTimeRange) -> CMTimeRange { range.union(otherRange) }
/// The times that are in both ranges; empty if there are none.
public func CMTimeRangeGetIntersection(_ range: CMTimeRange, otherRange: CMTimeRange) -> CMTimeRange { range.intersection(otherRange) }
/// Whether start and duration of both ranges are equal.
public func CMTimeRangeEqual(_ range1: CMTimeRange, _ range2: CMTimeRange) -> Bool { range1 == range2 }
/// Whether a time is in the range. The end does not belong to it.
public func CMTimeRangeContainsTime(_ range: CMTimeRange, time: CMTime) -> Bool { range.containsTime(time) }
/// Whether another range lies completely in this one.
public func CMTimeRangeContainsTimeRange(_ range: CMTimeRange, otherRange: CMTimeRange) -> Bool { range.containsTimeRange(otherRange) }
/// The first time after the range.
public func CMTimeRangeGetEnd(_ range: CMTimeRange) -> CMTime { range.end }

/// The time, limited to the range.
public func CMTimeClampToRange(_ time: CMTime, range: CMTimeRange) -> CMTime {
    guard time.isValid, range.isValid else { return .invalid }
    return CMTimeMinimum(CMTimeMaximum(time, range.start), range.end)
}

/// The time in a range that differs from `time` by a multiple of the range's duration; invalid for an empty range.
public func CMTimeFoldIntoRange(_ time: CMTime, foldRange: CMTimeRange) -> CMTime {
    guard time.isNumeric, foldRange.isValid, foldRange.start.isNumeric, foldRange.duration.isNumeric, !foldRange.isEmpty else {
        return .invalid
    }
    let offset = time - foldRange.start
    guard offset.isNumeric else { return .invalid }
    let (duration, scales) = (foldRange.duration, (Int128(offset.timescale), Int128(foldRange.duration.timescale)))
    let length = Int128(duration.value) * scales.0
    let remainder = (Int128(offset.value) * scales.1) % length
    let folded = remainder < 0 ? remainder + length : remainder
    return foldRange.start + .fitting(folded, over: scales.0 * scales.1, rounded: offset.hasBeenRounded, epoch: 0)
}

/// A duration multiplied by the ratio of `toRange`'s duration to `fromRange`'s duration; invalid if `fromRange` is empty.
public func CMTimeMapDurationFromRangeToRange(_ dur: CMTime, fromRange: CMTimeRange, toRange: CMTimeRange) -> CMTime {
    guard dur.isNumeric, fromRange.isValid, toRange.isValid, fromRange.duration.isNumeric, toRange.duration.isNumeric, !fromRange.isEmpty
    else { return .invalid }
    if fromRange.duration == toRange.duration { return dur }
    let ratio = toRange.duration.seconds / fromRange.duration.seconds
    let scaled = CMTimeMultiplyByFloat64(dur, multiplier: ratio)
    // The nearest time in the target's timescale is preferred if it is equal to the result within the precision of the ratio.
    let snapped = scaled.convertScale(max(dur.timescale, toRange.duration.timescale), method: .default)
    return snapped.isNumeric && abs((snapped - scaled).seconds) < 1e-9 ? snapped : scaled
}

/// The time in `toRange` that corresponds to `t` in `fromRange`; invalid if `fromRange` is empty.
public func CMTimeMapTimeFromRangeToRange(_ t: CMTime, fromRange: CMTimeRange, toRange: CMTimeRange) -> CMTime {
    let offset = t - fromRange.start
    return toRange.start + CMTimeMapDurationFromRangeToRange(offset, fromRange: fromRange, toRange: toRange)
}

/// The key of a range's start in a dictionary. The value is the dictionary of a `CMTime`.
public let kCMTimeRangeStartKey: CFString = "start"
/// The key of a range's duration in a dictionary. The value is the dictionary of a `CMTime`.
public let kCMTimeRangeDurationKey: CFString = "duration"
/// The key of a mapping's source in a dictionary. The value is the dictionary of a `CMTimeRange`.
public let kCMTimeMappingSourceKey: CFString = "source"
/// The key of a mapping's target in a dictionary. The value is the dictionary of a `CMTimeRange`.
public let kCMTimeMappingTargetKey: CFString = "target"

/// A dictionary with start and duration, under `kCMTimeRangeStartKey` and `kCMTimeRangeDurationKey`.
public func CMTimeRangeCopyAsDictionary(_ range: CMTimeRange, allocator: CFAllocator?) -> CFDictionary? {
    [
        kCMTimeRangeStartKey: CMTimeCopyAsDictionary(range.start, allocator: nil) ?? [:],
        kCMTimeRangeDurationKey: CMTimeCopyAsDictionary(range.duration, allocator: nil) ?? [:],
    ]
}

/// The range in a dictionary; invalid if a part is missing.
public func CMTimeRangeMakeFromDictionary(_ dictionaryRepresentation: CFDictionary) -> CMTimeRange {
    CMTimeRange(
        start: CMTimeMakeFromDictionary(dictionaryRepresentation[kCMTimeRangeStartKey] as? CFDictionary),
        duration: CMTimeMakeFromDictionary(dictionaryRepresentation[kCMTimeRangeDurationKey] as? CFDictionary))
}

/// The range as text.
public func CMTimeRangeCopyDescription(allocator: CFAllocator?, range: CMTimeRange) -> CFString? { range.description }
/// Prints the range to standard error.
public func CMTimeRangeShow(_ range: CMTimeRange) { FileHandle.standardError.write(Data((range.description + "\n").utf8)) }

/// A mapping of the media in `source` to `target`. If the durations differ, the media play faster or slower.
public func CMTimeMappingMake(source: CMTimeRange, target: CMTimeRange) -> CMTimeMapping { CMTimeMapping(source: source, target: target) }
/// An empty edit: a mapping to a range, without a source.
public func CMTimeMappingMakeEmpty(target: CMTimeRange) -> CMTimeMapping { CMTimeMapping(source: .invalid, target: target) }
/// A dictionary with source and target, under `kCMTimeMappingSourceKey` and `kCMTimeMappingTargetKey`.
public func CMTimeMappingCopyAsDictionary(_ mapping: CMTimeMapping, allocator: CFAllocator?) -> CFDictionary? {
    [
        kCMTimeMappingSourceKey: CMTimeRangeCopyAsDictionary(mapping.source, allocator: nil) ?? [:],
        kCMTimeMappingTargetKey: CMTimeRangeCopyAsDictionary(mapping.target, allocator: nil) ?? [:],
    ]
}
/// The mapping in a dictionary; invalid if a part is missing.
public func CMTimeMappingMakeFromDictionary(_ dictionaryRepresentation: CFDictionary) -> CMTimeMapping {
    CMTimeMapping(
        source: CMTimeRangeMakeFromDictionary(dictionaryRepresentation[kCMTimeMappingSourceKey] as? CFDictionary ?? [:]),
        target: CMTimeRangeMakeFromDictionary(dictionaryRepresentation[kCMTimeMappingTargetKey] as? CFDictionary ?? [:]))
}
/// The mapping as text.
public func CMTimeMappingCopyDescription(allocator: CFAllocator?, mapping: CMTimeMapping) -> CFString? {
    "{source \(mapping.source), target \(mapping.target)}"
}
/// Prints the mapping to standard error.
public func CMTimeMappingShow(_ mapping: CMTimeMapping) {
    FileHandle.standardError.write(Data("{source \(mapping.source), target \(mapping.target)}\n".utf8))
}
