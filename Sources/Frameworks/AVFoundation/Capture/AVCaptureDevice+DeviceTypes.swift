/// Cameras of phones, which drivers do not tell from others: a search for these types alone finds none.
extension AVCaptureDevice.DeviceType {
    /// A camera with a longer focal length.
    public static let builtInTelephotoCamera = Self(rawValue: "AVCaptureDeviceTypeBuiltInTelephotoCamera")
    /// A camera with a shorter focal length.
    public static let builtInUltraWideCamera = Self(rawValue: "AVCaptureDeviceTypeBuiltInUltraWideCamera")
    /// A wide and a telephoto camera that act as one.
    public static let builtInDualCamera = Self(rawValue: "AVCaptureDeviceTypeBuiltInDualCamera")
    /// An ultra-wide and a wide camera that act as one.
    public static let builtInDualWideCamera = Self(rawValue: "AVCaptureDeviceTypeBuiltInDualWideCamera")
    /// An ultra-wide, a wide and a telephoto camera that act as one.
    public static let builtInTripleCamera = Self(rawValue: "AVCaptureDeviceTypeBuiltInTripleCamera")
    /// A camera with an infrared one that measures distances, at the side of the screen.
    public static let builtInTrueDepthCamera = Self(rawValue: "AVCaptureDeviceTypeBuiltInTrueDepthCamera")
    /// A camera with a LiDAR that measures distances.
    public static let builtInLiDARDepthCamera = Self(rawValue: "AVCaptureDeviceTypeBuiltInLiDARDepthCamera")
}
