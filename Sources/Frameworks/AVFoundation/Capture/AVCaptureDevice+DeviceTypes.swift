/// Types of cameras in phones. Drivers do not distinguish them from other cameras. A search for only these types finds no camera.
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
    /// A camera together with an infrared camera that measures depth, on the side of the screen.
    public static let builtInTrueDepthCamera = Self(rawValue: "AVCaptureDeviceTypeBuiltInTrueDepthCamera")
    /// A camera together with a LiDAR scanner that measures depth.
    public static let builtInLiDARDepthCamera = Self(rawValue: "AVCaptureDeviceTypeBuiltInLiDARDepthCamera")
}
