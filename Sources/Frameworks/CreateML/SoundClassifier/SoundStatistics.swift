import CoreMLSpecification

/// Statistics of a logarithmic mel spectrogram, as layers of a network without trained weights.
///
/// The spectrogram has 96 frames of 64 bands. These are the statistics, in their order:
///
/// - the mean, the standard deviation and the maximum of each band over the frames;
/// - the standard deviation of each band after the frames were averaged in groups of six, which shows slow changes;
/// - the mean absolute difference of each band between frames that are 1, 3 and 9 apart, which shows how fast a sound changes;
/// - the mean absolute difference of neighbouring bands, which tells tones from noises;
/// - the means of 4 · 16 blocks of 24 frames and 4 bands, which show the course of a sound.
enum SoundStatistics {
    private static let frames = LogMelShape.frames
    private static let bands = LogMelShape.bands
    private static let lags = [1, 3, 9]
    private static let group = 6
    private static let blocks = (frames: 4, bands: 16)

    /// The number of statistics of a window.
    static let count = 4 * bands + lags.count * bands + (bands - 1) + blocks.frames * blocks.bands

    /// The number in the keys of cached statistics. It changes with the statistics.
    static let revision = 1

    /// A small number that is added to variances. The square root has a finite slope then.
    private static let variance: Float = 1e-6

    /// Adds the layers that turn `input` [1, frames, bands] into the output `name` [1, `count`].
    static func add(_ name: String, of input: String, to list: inout LayerList) {
        var parts = [list.reduceMean("mean", input, axes: [1])]
        parts.append(deviation("deviation", input, mean: parts[0], frames: frames, &list))
        parts.append(list.reduceMax("maximum", input, axes: [1]))
        let grouped = list.reshape("groups", input, [frames / group, group, bands])
        let slow = list.reshape("slow", list.reduceMean("group_means", grouped, axes: [1]), [1, frames / group, bands])
        parts.append(deviation("slow_deviation", slow, mean: parts[0], frames: frames / group, &list))
        for lag in lags { parts.append(change("change\(lag)", input, axis: 1, length: frames, lag: lag, &list)) }
        parts.append(change("contrast", input, axis: 2, length: bands, lag: 1, &list))
        let size = (frames: frames / blocks.frames, bands: bands / blocks.bands)
        let divided = list.reshape("blocks", input, [blocks.frames, size.frames, blocks.bands, size.bands])
        parts.append(
            list.reshape("course", list.reduceMean("block_means", divided, axes: [1, 3]), [1, blocks.frames * blocks.bands]))
        _ = list.concatenate(name, parts, axis: 1)
    }

    /// The standard deviation of each band over the frames, from its mean [1, bands].
    private static func deviation(_ name: String, _ input: String, mean: String, frames: Int, _ list: inout LayerList) -> String {
        let centre = list.reshape(name + "_centre", mean, [1, 1, bands])
        let distance = list.subtract(name + "_distance", input, centre)
        let variance = list.reduceMean(name + "_variance", list.multiply(name + "_square", distance, distance), axes: [1])
        return list.unary(name, variance, .sqrt, shift: Self.variance)
    }

    /// The mean absolute difference of elements that are `lag` apart along an axis, [1, remaining bands].
    private static func change(_ name: String, _ input: String, axis: Int, length: Int, lag: Int, _ list: inout LayerList) -> String {
        let later = list.slice(name + "_later", input, axis: axis, of: 3, lag, length)
        let earlier = list.slice(name + "_earlier", input, axis: axis, of: 3, 0, length - lag)
        let distance = list.unary(name + "_distance", list.subtract(name + "_difference", later, earlier), .abs)
        return list.reduceMean(name, distance, axes: [1])
    }
}
