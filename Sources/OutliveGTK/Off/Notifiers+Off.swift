#if !LiveReset
public import Outlive

/// Stands in for the overlay button in a build without the trait `LiveReset`: no window gets one.
public final class OverlayButtonNotifier: ResetNotifier {
    /// Where the button would be.
    public enum Corner: Sendable {
        /// At the top, where lines begin.
        case topLeading
        /// At the top, where lines end.
        case topTrailing
        /// At the bottom, where lines begin.
        case bottomLeading
        /// At the bottom, where lines end.
        case bottomTrailing
    }

    /// Does nothing.
    public init(label: String = "Reset", corner: Corner = .bottomTrailing, registry: LeakRegistry = .shared) {}

    /// Does nothing.
    public func add(handler: ResetHandler) {}

    /// Does nothing.
    @MainActor public func attach(to overlay: UnsafeMutableRawPointer) throws {}
}

/// Stands in for the multi-press gesture in a build without the trait `LiveReset`: no window is watched.
public final class MultiPressNotifier: ResetNotifier {
    /// Which presses would count.
    public enum Places: Sendable {
        /// Presses that nothing else uses.
        case unused
        /// All presses.
        case anywhere
    }

    /// Does nothing.
    public init(presses: Int = 5, on places: Places = .unused, registry: LeakRegistry = .shared) {}

    /// Does nothing.
    public func add(handler: ResetHandler) {}

    /// Does nothing.
    @MainActor public func attach(to window: UnsafeMutableRawPointer) throws {}
}
#endif
