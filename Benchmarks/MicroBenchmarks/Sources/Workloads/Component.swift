public import Outlive

/// What the benchmarks register: an object with nothing in it but its header.
public final class Component: Sendable {
    /// Makes a component.
    public init() {}
}

/// Makes components that live as long as the array.
public func makeComponents(_ count: Int) -> [Component] {
    var components: [Component] = []
    components.reserveCapacity(count)
    for _ in 0..<count { components.append(Component()) }
    return components
}

extension LeakRegistry {
    /// Registers components that are gone at once, one after the other.
    @inline(never)
    public func trackShortLived(_ count: Int) {
        for _ in 0..<count { track(Component()) }
    }

    /// Registers components by a name, gone at once, one after the other.
    @inline(never)
    public func trackNamed(_ count: Int) {
        for _ in 0..<count { track(Component(), as: "a component with a long name") }
    }

    /// Registers components that were made before and stay alive.
    @inline(never)
    public func trackAll(_ components: ArraySlice<Component>) {
        for component in components { track(component) }
    }

    /// Registers one component again and again.
    @inline(never)
    public func trackAgain(_ component: Component, times count: Int) {
        for _ in 0..<count { track(component) }
    }
}
