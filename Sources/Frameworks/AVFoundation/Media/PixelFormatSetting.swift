import CoreVideo

/// The pixel formats in the settings of an output.
enum PixelFormatSetting {
    /// The pixel formats in the order of the settings; empty if the settings contain none. Values that are not format codes are skipped.
    static func formats(in settings: [String: Any]?) -> [OSType] {
        guard let value = settings?[kCVPixelBufferPixelFormatTypeKey] else { return [] }
        return ((value as? [Any]) ?? [value]).compactMap { value in
            if let number = value as? any BinaryInteger { return OSType(exactly: Int64(clamping: number)) }
            return (value as? NSNumber)?.uint32Value
        }
    }
}
