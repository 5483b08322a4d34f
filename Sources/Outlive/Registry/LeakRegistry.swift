#if LiveReset
internal import COutlive
public import OutliveModel
public import Synchronization

/// Watches objects that are meant to end with a reset, and tells which did not.
///
/// Objects are held weakly: registering one does not keep it alive and does not change when it is deinitialised.
/// An application registers its components with `track` as it makes them; each reset calls `endGeneration` between
/// tearing down and building anew.
///
/// All of it may be used from any thread, also from a `deinit` and while a reset runs. Memory is bounded by the most
/// components that were alive at once, not by how many came and went.
public final class LeakRegistry: Sendable {
    /// 0 while `track` records nothing: its lowest bit is the switch, above that is the number of open scopes.
    ///
    /// One number, so that `track` asks one question, and opening a scope leaves the switch as it is.
    @usableFromInline let switches: Atomic<Int>
    let depth: Int32
    let state = Lock(RegistryState())
    /// The registries of the open scopes that take registrations made here.
    let scopes = Lock<[LeakRegistry]>([])

    /// Makes a registry that is in its first generation.
    ///
    /// - Parameters:
    ///   - isEnabled: whether `track` records anything.
    ///   - depth: how many frames of each registration's call stack are kept: 1...256, others are clamped.
    public init(isEnabled: Bool = true, depth: Int = 32) {
        switches = Atomic(isEnabled ? 1 : 0)
        self.depth = Int32(min(max(depth, 1), Int(OUTL_STACK_DEPTH_MAX)))
    }

    /// Whether `track` records anything; switching off keeps what is recorded.
    ///
    /// It does also while a `LeakScope` over the registry is open; what is set here counts afterwards.
    @inlinable
    public var isEnabled: Bool {
        get { switches.load(ordering: .relaxed) != 0 }
        set {
            if newValue {
                switches.bitwiseOr(1, ordering: .relaxed)
            } else {
                switches.bitwiseAnd(~1, ordering: .relaxed)
            }
        }
    }

    /// Forgets a component under all its names: it is not watched any more, and not counted as registered.
    ///
    /// Of a component whose generation has ended already, that generation's report says that it is gone.
    /// - Complexity: O(1).
    public func untrack(_ component: AnyObject) {
        state.withLock { $0.forget(component) }
        // Whoever forgets a component need not be where it was registered.
        for scope in openScopes { scope.untrack(component) }
    }

    /// The number of the current generation, from 1.
    public var generation: Int {
        state.withLock { $0.generation }
    }

    /// How many distinct components with lifetime `untilReset` were registered in the current generation so far.
    public var registered: Int {
        state.withLock { $0.registered }
    }
}

extension LeakRegistry {
    // Transparent: inlined in debug and release alike, without a frame or a line of its own. So a registry that is off
    // costs a load and a branch, and the frames that a capture leaves out are the same in every build. The compiler
    // accepts it in an extension of a class only.

    /// Registers a component, and returns it.
    ///
    /// The same object registered again under the same key (name, type, site and lifetime) counts once; under another
    /// key it is in the rows of both. A component that is being deinitialised is not recorded.
    ///
    /// - Parameters:
    ///   - component: an object of a class or an actor; it is not retained.
    ///   - name: what reports call it, the type's name by default; evaluated only while the registry is enabled.
    ///   - lifetime: `.untilReset`, or `.process(reason:)` for a component that is meant to outlive resets.
    ///   - fileID: the file of the call; leave it out.
    ///   - line: the line of the call; leave it out.
    ///   - column: the column of the call; leave it out.
    /// - Returns: `component`.
    /// - Complexity: O(1) and a capture of the call stack; a few nanoseconds while the registry is off.
    @_transparent
    @discardableResult
    public func track<Component: AnyObject>(
        _ component: Component, as name: @autoclosure () -> String? = nil, lifetime: Lifetime = .untilReset,
        fileID: String = #fileID, line: UInt = #line, column: UInt = #column
    ) -> Component {
        if isEnabled {
            record(component, name: name(), lifetime: lifetime, fileID: fileID, line: line, column: column)
        }
        return component
    }

    /// Registers a component from the place where `track` is inlined.
    ///
    /// Never inlined, so that its own frame is the one that the capture leaves out.
    @inline(never)
    @usableFromInline
    func record(
        _ component: AnyObject, name: String?, lifetime: Lifetime, fileID: String, line: UInt, column: UInt
    ) {
        // An object that was made a while ago comes from memory while the stack is walked.
        outl_prefetch(Unmanaged.passUnretained(component).toOpaque())
        let stack = outl_stack_table_capture(outl_stack_table_shared(), depth, 1)
        let key = RegistrationKey(
            name: name, type: type(of: component), fileID: fileID, line: UInt32(truncatingIfNeeded: line),
            column: UInt32(truncatingIfNeeded: column), lifetime: lifetime)
        let owner = switches.load(ordering: .relaxed) > 1 ? LeakScope.owner(over: self) : self
        owner.state.withLock { $0.register(component, key: key, stack: stack) }
    }
}

/// What a registry's lock guards.
struct RegistryState: ~Copyable {
    var table = SlotTable()
    private(set) var generation = 1
    private(set) var registered = 0
    var patience = Patience()

    mutating func register(_ component: AnyObject, key: RegistrationKey, stack: UInt32) {
        let insertion = table.insert(component, key: key, generation: generation, stack: stack)
        if key.endsWithGeneration, insertion == .added(representsObject: true, generation: generation) {
            registered += 1
        }
    }

    mutating func forget(_ component: AnyObject) {
        for removed in table.remove(component)
        where removed.representsObject && removed.key.endsWithGeneration && removed.generation == generation {
            registered -= 1
        }
    }

    /// Begins the next generation.
    ///
    /// - Returns: the number of the one that ended, and how many components it registered.
    mutating func beginGeneration() -> (ended: Int, registered: Int) {
        defer {
            generation += 1
            registered = 0
        }
        return (generation, registered)
    }
}
#endif
