/// What the pointer does at a point; its button is the main one.
package enum PointerEvent: Hashable, Sendable {
    case move, press, release, click
    /// A step of the wheel.
    case scroll(SwipeDirection)
}

/// Where a swipe or a wheel goes.
public enum SwipeDirection: String, Hashable, Sendable, CaseIterable {
    /// Towards an edge of the screen.
    case up, down, left, right

    /// The points that a swipe goes through after its beginning: several, as applications count how far each step is.
    func steps(from start: ScreenPoint, by pixels: Int, count: Int = 8) -> [ScreenPoint] {
        (1...count).map { step in
            let way = pixels * step / count
            return switch self {
            case .up: ScreenPoint(x: start.x, y: start.y - way)
            case .down: ScreenPoint(x: start.x, y: start.y + way)
            case .left: ScreenPoint(x: start.x - way, y: start.y)
            case .right: ScreenPoint(x: start.x + way, y: start.y)
            }
        }
    }
}
