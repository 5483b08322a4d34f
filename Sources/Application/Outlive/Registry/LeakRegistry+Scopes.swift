#if LiveReset
internal import OutliveSupport
internal import Synchronization

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
