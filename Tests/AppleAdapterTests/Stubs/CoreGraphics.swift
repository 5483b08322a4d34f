// swift-format-ignore-file
// Declares of Apple's module CoreGraphics what the adapters use; has no bodies that do anything.
@_exported public import Foundation

/// CGVector
public struct CGVector: Sendable {
    public init(dx: CGFloat, dy: CGFloat) {}
}
