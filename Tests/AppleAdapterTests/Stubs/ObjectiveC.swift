// swift-format-ignore-file
// Declares of Apple's module ObjectiveC what the adapters use; has no bodies that run.

/// Selector
public struct Selector {
    public init(_ name: String) { fatalError() }
}
