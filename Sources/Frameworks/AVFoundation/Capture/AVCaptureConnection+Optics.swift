extension AVCaptureConnection {
    /// Whether frames can include the camera's intrinsic matrix: always `false`, because drivers do not report it.
    public var isCameraIntrinsicMatrixDeliverySupported: Bool { false }

    /// Whether frames include the camera's intrinsic matrix. Setting it to `true` is not supported.
    public var isCameraIntrinsicMatrixDeliveryEnabled: Bool {
        get { false }
        set { precondition(!newValue, "a connection was to deliver a camera's intrinsic matrix, which it does not support") }
    }
}
