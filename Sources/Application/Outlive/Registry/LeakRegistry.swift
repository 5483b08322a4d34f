internal import OutliveSupport
public import OutliveWire

#if LiveReset
internal import COutlive
public import Synchronization
#endif

/// A registry of the components that a reset should release, which reports the survivors.
///
/// An application registers its components with `track` when it creates them. Each reset calls `endGeneration` between
/// teardown and rebuild. The registry references objects weakly: registering an object neither keeps it alive nor
/// changes when it is deinitialised.
///
/// Safe to use from any thread, also in a `deinit` and during a reset. Memory grows with the largest number of
/// components alive at the same time, not with the number ever registered.
///
/// Without the package trait `LiveReset` it records nothing, and `track` compiles to nothing.
public final class LeakRegistry: Sendable {
    #if LiveReset
    /// The state of the registry.
    ///
    /// Bit 0 is the switch, the higher bits are the number of open scopes. If both are 0, `track` does nothing.
    ///
    /// Because both are in one number, `track` needs only one load.
    @usableFromInline let switches: Atomic<Int>
    let depth: Int32
    let state = Lock(RegistryState())
    /// The registries of the open scopes that receive registrations made here.
    let scopes = Lock<[LeakRegistry]>([])
    #else
    // Inlined, as is the initializer, so that the optimizer can remove `shared` together with every call of `track`.
    @inlinable
    deinit {}
    #endif

    /// Creates a registry in its first generation.
    ///
    /// - Parameters:
    ///   - isEnabled: `true` if `track` records components.
    ///   - depth: The number of frames kept of each registration's call stack, clamped to 1...256.
    #if !LiveReset
    @inlinable
    #endif
    public init(isEnabled: Bool = true, depth: Int = 32) {
        #if LiveReset
        switches = Atomic(isEnabled ? 1 : 0)
        self.depth = Int32(min(max(depth, 1), Int(OUTL_STACK_DEPTH_MAX)))
        #endif
    }

    /// `true` if `track` records components; disabling keeps existing registrations.
    ///
    /// Also `true` while a `LeakScope` over the registry is open. A value that is set meanwhile takes effect when the
    /// scope is closed.
    @inlinable
    public var isEnabled: Bool {
        get {
            #if LiveReset
            switches.load(ordering: .relaxed) != 0
            #else
            false
            #endif
        }
        set {
            #if LiveReset
            if newValue {
                switches.bitwiseOr(1, ordering: .relaxed)
            } else {
                switches.bitwiseAnd(~1, ordering: .relaxed)
            }
            #endif
        }
    }

    /// Removes a component under all its names, so that it no longer counts as registered or as a survivor.
    ///
    /// If its generation has already ended, the report of that generation counts it as released.
    /// - Complexity: O(1) on average.
    #if !LiveReset
    @inlinable
    #endif
    public func untrack(_ component: AnyObject) {
        #if LiveReset
        state.withLock { $0.forget(component) }
        // The caller need not be in the scope that registered the component.
        for scope in openScopes { scope.untrack(component) }
        #endif
    }

    /// The number of the current generation, starting at 1.
    public var generation: Int {
        #if LiveReset
        state.withLock { $0.generation }
        #else
        1
        #endif
    }

    /// The number of distinct components with lifetime `untilReset` registered in the current generation.
    public var registered: Int {
        #if LiveReset
        state.withLock { $0.registered }
        #else
        0
        #endif
    }
}

extension LeakRegistry {
    // Transparent functions are inlined in debug and release builds, without a stack frame or line of their own. A
    // disabled registry therefore costs a load and a branch, and a capture skips the same frames in every build. For a
    // class, the compiler accepts the attribute only in an extension.

    /// Registers a component, and returns it.
    ///
    /// An object that is registered repeatedly under the same key (name, type, site and lifetime) counts once. Under
    /// several keys it appears in the row of each. A component that is being deinitialised is not recorded.
    ///
    /// - Parameters:
    ///   - component: An instance of a class or actor. It is not retained.
    ///   - name: The name in reports, by default the type's. Evaluated only while the registry is enabled.
    ///   - lifetime: `.untilReset`, or `.process(reason:)` for a component that is meant to outlive resets.
    ///   - fileID: The file of the call. Use the default.
    ///   - line: The line of the call. Use the default.
    ///   - column: The column of the call. Use the default.
    /// - Returns: `component`.
    /// - Complexity: O(1) on average, plus a capture of the call stack. Takes a few nanoseconds while the registry is
    ///   disabled.
    @_transparent
    @discardableResult
    public func track<Component: AnyObject>(
        _ component: Component, as name: @autoclosure () -> String? = nil, lifetime: Lifetime = .untilReset,
        fileID: String = #fileID, line: UInt = #line, column: UInt = #column
    ) -> Component {
        #if LiveReset
        if isEnabled {
            record(component, name: name(), lifetime: lifetime, fileID: fileID, line: line, column: column)
        }
        #endif
        return component
    }
}

#if LiveReset
extension LeakRegistry {
    /// Registers a component at the call site into which `track` was inlined.
    ///
    /// Never inlined, because the capture skips the frame of this function.
    @inline(never)
    @usableFromInline
    func record(
        _ component: AnyObject, name: String?, lifetime: Lifetime, fileID: String, line: UInt, column: UInt
    ) {
        // Fetches an older object into the processor's cache while the stack is captured.
        outl_prefetch(Unmanaged.passUnretained(component).toOpaque())
        let stack = outl_stack_table_capture(outl_stack_table_shared(), depth, 1)
        let key = RegistrationKey(
            name: name, type: type(of: component), fileID: fileID, line: UInt32(truncatingIfNeeded: line),
            column: UInt32(truncatingIfNeeded: column), lifetime: lifetime)
        let owner = switches.load(ordering: .relaxed) > 1 ? LeakScope.owner(over: self) : self
        owner.state.withLock { $0.register(component, key: key, stack: stack) }
    }
}

/// The state that a registry's lock guards.
struct RegistryState: ~Copyable {
    var table = SlotTable()
    private(set) var generation = 1
    private(set) var registered = 0
    var backOff = SettleBackOff()

    mutating func register(_ component: AnyObject, key: RegistrationKey, stack: UInt32) {
        let insertion = table.insert(component, key: key, generation: generation, stack: stack)
        if key.endsWithGeneration, insertion == .added(representsObject: true, generation: generation) {
            registered += 1
        }
    }

    mutating func forget(_ component: AnyObject) {
        for removed in table.remove(component)
        where removed.representsObject && removed.endsWithGeneration && removed.generation == generation {
            registered -= 1
        }
    }

    /// Begins the next generation.
    ///
    /// - Returns: The number of the ended generation, and the number of components registered in it.
    mutating func beginGeneration() -> (ended: Int, registered: Int) {
        defer {
            generation += 1
            registered = 0
        }
        return (generation, registered)
    }
}

extension LeakRegistry {
    /// The registry of this process.
    ///
    /// It is enabled if the environment contains `OUTLIVE_DIR` (set by the harness) or `OUTLIVE_TOKEN` (for requests
    /// over HTTP). `OUTLIVE_LEAKS=off` disables it. While it is disabled, the application runs unchanged.
    public static let shared = LeakRegistry(isEnabled: isWatched(by: CurrentProcess.environment))

    static func isWatched(by environment: [String: String]) -> Bool {
        guard [EnvironmentName.directory, EnvironmentName.token].contains(where: { environment[$0]?.isEmpty == false })
        else { return false }
        guard let leaks = environment[EnvironmentName.leaks], !leaks.isEmpty else { return true }
        if leaks != "off" {
            StandardError.line(
                "\(EnvironmentName.leaks)=\(leaks) says nothing, only \"off\" does; the leak registry of this process "
                    + "is on"
            )
        }
        return leaks != "off"
    }
}

extension LeakRegistry {
    /// The registries of the open scopes over this one.
    var openScopes: [LeakRegistry] {
        switches.load(ordering: .relaxed) > 1 ? scopes.withLock { $0 } : []
    }

    /// Enables this registry for as long as the scope is open.
    func open(_ scope: LeakRegistry) {
        scopes.withLock { $0.append(scope) }
        switches.add(2, ordering: .relaxed)
    }

    /// Undoes `open`; further calls for the same scope have no effect.
    func close(_ scope: LeakRegistry) {
        let wasOpen = scopes.withLock { scopes in
            guard let index = scopes.firstIndex(where: { $0 === scope }) else { return false }
            scopes.remove(at: index)
            return true
        }
        if wasOpen { switches.subtract(2, ordering: .relaxed) }
    }
}
#endif
