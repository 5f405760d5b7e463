/// A request that may compare two images.
public protocol TargetedRequest: VisionRequest {}
