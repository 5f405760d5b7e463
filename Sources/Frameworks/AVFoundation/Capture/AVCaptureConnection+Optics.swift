extension AVCaptureConnection {
    /// Whether frames can have the camera's intrinsic matrix: never, as drivers do not report it.
    public var isCameraIntrinsicMatrixDeliverySupported: Bool { false }

    /// Whether frames have the camera's intrinsic matrix. `true` is not supported.
    public var isCameraIntrinsicMatrixDeliveryEnabled: Bool {
        get { false }
        set { precondition(!newValue, "a connection was to deliver a camera's intrinsic matrix, which it does not support") }
    }
}
