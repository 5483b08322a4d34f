public import Outlive

/// The object that the benchmarks register, which has only its header.
public final class Component: Sendable {
    /// Makes a component.
    public init() {}
}

/// Creates components that live as long as the array.
public func makeComponents(_ count: Int) -> [Component] {
    var components: [Component] = []
    components.reserveCapacity(count)
    for _ in 0..<count { components.append(Component()) }
    return components
}

extension LeakRegistry {
    /// Registers components that are released at once, one after the other.
    @inline(never)
    public func trackShortLived(_ count: Int) {
        for _ in 0..<count { track(Component()) }
    }

    /// Registers components with a name that are released at once, one after the other.
    @inline(never)
    public func trackNamed(_ count: Int) {
        for _ in 0..<count { track(Component(), as: "a component with a long name") }
    }

    /// Registers components that were created before and stay alive.
    @inline(never)
    public func trackAll(_ components: ArraySlice<Component>) {
        for component in components { track(component) }
    }

    /// Registers one component repeatedly.
    @inline(never)
    public func trackAgain(_ component: Component, times count: Int) {
        for _ in 0..<count { track(component) }
    }
}
