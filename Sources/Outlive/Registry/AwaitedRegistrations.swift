#if LiveReset
/// The registrations that were alive when their generation ended and that no report has named yet.
///
/// While this exists, their slots are not used again, so that what an object was is known when it is gone.
final class AwaitedRegistrations: Sendable {
    let registry: LeakRegistry
    private let slots: [SlotReference]

    /// Takes over slots whose registrations count this as a holder.
    init(registry: LeakRegistry, slots: [SlotReference]) {
        self.registry = registry
        self.slots = slots
    }

    deinit {
        Self.chunks(of: slots) { slots in
            registry.state.withLock { state in
                for slot in slots { state.table.release(slot) }
            }
        }
    }

    /// The slots by key, without those that were forgotten meanwhile.
    func byKey() -> [RegistrationKey: [SlotReference]] {
        var groups: [RegistrationKey: [SlotReference]] = [:]
        Self.chunks(of: slots) { slots in
            registry.state.withLock { state in
                for slot in slots {
                    guard let key = state.table.registration(at: slot)?.key else { continue }
                    groups[key, default: []].append(slot)
                }
            }
        }
        return groups
    }

    /// Of some of the slots those whose objects are alive, and how many objects are gone.
    ///
    /// What was forgotten meanwhile is neither.
    func look(at slots: [SlotReference]) -> (alive: [SlotReference], gone: Int) {
        var alive: [SlotReference] = []
        var gone = 0
        Self.chunks(of: slots) { slots in
            registry.state.withLock { state in
                for slot in slots {
                    if state.table.isAlive(slot) {
                        alive.append(slot)
                    } else if state.table.registration(at: slot) != nil {
                        gone += 1
                    }
                }
            }
        }
        return (alive, gone)
    }

    /// Visits slots in parts that are small enough to hold the registry's lock for.
    private static func chunks(of slots: [SlotReference], _ visit: (ArraySlice<SlotReference>) -> Void) {
        for start in stride(from: 0, to: slots.count, by: SlotTable.chunkCapacity) {
            visit(slots[start..<min(start + SlotTable.chunkCapacity, slots.count)])
        }
    }
}
#endif
