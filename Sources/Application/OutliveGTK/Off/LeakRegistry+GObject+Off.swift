#if !LiveReset
public import Outlive

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
