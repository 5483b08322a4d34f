/// A rectangle on the screen, in pixels from its upper left corner.
public struct ElementFrame: Hashable, Sendable, CustomStringConvertible {
    /// The left edge.
    public var x: Int
    /// The upper edge.
    public var y: Int
    /// The width; an element without a position has none.
    public var width: Int
    /// The height; an element without a position has none.
    public var height: Int

    /// Creates a rectangle, in pixels.
    public init(x: Int, y: Int, width: Int, height: Int) {
        (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }

    /// A description such as `80x30 at 10,20`.
    public var description: String { "\(width)x\(height) at \(x),\(y)" }
    /// `true` if the rectangle has no area.
    public var isEmpty: Bool { width <= 0 || height <= 0 }
    var middle: ScreenPoint { ScreenPoint(x: x + width / 2, y: y + height / 2) }

    func contains(_ other: ElementFrame) -> Bool {
        x <= other.x && y <= other.y && other.x + other.width <= x + width && other.y + other.height <= y + height
    }

    func contains(_ point: ScreenPoint) -> Bool {
        (x..<x + max(width, 0)).contains(point.x) && (y..<y + max(height, 0)).contains(point.y)
    }
}

/// A point on the screen, in pixels from its upper left corner.
package struct ScreenPoint: Hashable, Sendable, CustomStringConvertible {
    package var x: Int
    package var y: Int

    package var description: String { "\(x),\(y)" }
}
