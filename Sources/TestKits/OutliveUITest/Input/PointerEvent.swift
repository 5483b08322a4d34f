/// An event of the pointer and its main button.
package enum PointerEvent: Hashable, Sendable {
    case move, press, release, click
    /// A step of the wheel.
    case scroll(SwipeDirection)
}

/// The direction of a swipe or wheel step.
public enum SwipeDirection: String, Hashable, Sendable, CaseIterable {
    /// Towards an edge of the screen.
    case up, down, left, right

    /// Returns the points of a swipe after its start: several, because applications evaluate the length of each step.
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
