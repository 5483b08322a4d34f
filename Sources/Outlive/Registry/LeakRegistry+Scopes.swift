#if LiveReset
internal import Synchronization

extension LeakRegistry {
    /// The registries of the scopes that are open over this one.
    var openScopes: [LeakRegistry] {
        switches.load(ordering: .relaxed) > 1 ? scopes.withLock { $0 } : []
    }

    /// Switches this registry on for as long as a scope is open over it.
    func open(_ scope: LeakRegistry) {
        scopes.withLock { $0.append(scope) }
        switches.add(2, ordering: .relaxed)
    }

    /// Undoes `open`; once for each scope, further calls do nothing.
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
