import CoreVideo

/// The pixel formats that an output's settings name.
enum PixelFormatSetting {
    /// The pixel formats in their order; empty if the settings name none. Values that are not format codes are skipped.
    static func formats(in settings: [String: Any]?) -> [OSType] {
        guard let value = settings?[kCVPixelBufferPixelFormatTypeKey] else { return [] }
        return ((value as? [Any]) ?? [value]).compactMap { value in
            if let number = value as? any BinaryInteger { return OSType(exactly: Int64(clamping: number)) }
            return (value as? NSNumber)?.uint32Value
        }
    }
}
