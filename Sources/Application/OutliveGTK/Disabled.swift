#if !LiveReset
public import Outlive

/// A stand-in for the overlay button in builds without the trait `LiveReset`; it adds no button.
public final class OverlayButtonNotifier: ResetNotifier {
    /// The corner of the button. The leading edge is the one where lines of text begin.
    public enum Corner: Sendable {
        /// The top corner where lines begin.
        case topLeading
        /// The top corner where lines end.
        case topTrailing
        /// The bottom corner where lines begin.
        case bottomLeading
        /// The bottom corner where lines end.
        case bottomTrailing
    }

    /// Does nothing.
    public init(label: String = "Reset", corner: Corner = .bottomTrailing, registry: LeakRegistry = .shared) {}

    /// Does nothing.
    public func add(handler: ResetHandler) {}

    /// Does nothing.
    @MainActor public func attach(to overlay: UnsafeMutableRawPointer) throws {}
}

/// A stand-in for the multi-press gesture in builds without the trait `LiveReset`; it observes no window.
public final class MultiPressNotifier: ResetNotifier {
    /// The presses that count.
    public enum Places: Sendable {
        /// Presses that no widget uses.
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

extension LeakRegistry {
    /// Does nothing and does not evaluate the name.
    @_transparent
    @MainActor
    public func track(
        gObject: UnsafeMutableRawPointer, as name: @autoclosure () -> String? = nil, lifetime: Lifetime = .untilReset,
        fileID: String = #fileID, line: UInt = #line, column: UInt = #column
    ) {}
}
#endif
