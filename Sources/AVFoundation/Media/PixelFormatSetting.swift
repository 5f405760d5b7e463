import CoreVideo

/// The pixel formats that an output's settings name.
enum PixelFormatSetting {
    /// The formats in their order; none where the settings name none. What is no code is left out.
    static func formats(in settings: [String: Any]?) -> [OSType] {
        guard let value = settings?[kCVPixelBufferPixelFormatTypeKey] else { return [] }
        return ((value as? [Any]) ?? [value]).compactMap { value in
            if let number = value as? any BinaryInteger { return OSType(exactly: Int64(clamping: number)) }
            return (value as? NSNumber)?.uint32Value
        }
    }
}
