#if LiveReset
internal import OutliveSupport

/// The registrations that were alive when their generation ended and that no report has listed yet.
///
/// While this object exists, the table keeps their slots, so that the key of an object remains known after its
/// deallocation.
final class UnsettledRegistrations: Sendable {
    let registry: LeakRegistry
    private let slots: [SlotReference]

    /// Takes over slots whose `holders` count already includes this object.
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

    /// Returns the slots by key, without untracked objects.
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

    /// Returns those slots whose objects are alive, and the number of objects that were deallocated.
    ///
    /// Untracked objects count as neither.
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

    /// Visits the slots in parts that are small enough for holding the registry's lock.
    private static func chunks(of slots: [SlotReference], _ visit: (ArraySlice<SlotReference>) -> Void) {
        for start in stride(from: 0, to: slots.count, by: SlotTable.chunkCapacity) {
            visit(slots[start..<min(start + SlotTable.chunkCapacity, slots.count)])
        }
    }
}
#endif
