package import OutliveModel
internal import OutliveSupport

extension Savings {
    /// Adds up what a snapshot's program could save by kind, type and stack, without symbols.
    ///
    /// - Returns: `nil` if the snapshot does not contain it.
    package init?(_ snapshot: HeapSnapshot) {
        guard let savings = snapshot.savings else { return nil }
        struct Site: Hashable {
            var kind: SavingSite.Kind
            var type: HeapType
            var stack: Backtrace
        }
        var stacks = AllocationStacks(snapshot)
        var numbers = NumberTable<Site>()
        var sites: [SavingSite] = []
        var notCompared: HeapAmount?
        for saving in savings {
            guard let kind = saving.kind else {
                notCompared = .sum(notCompared, HeapAmount(objects: saving.blocks, bytes: saving.bytes))
                continue
            }
            let type = saving.type == HeapSnapshot.none ? nil : snapshot.types[Int(saving.type)].type
            let stack = stacks.backtrace(ofStack: saving.stack)
            let number = numbers.number(of: Site(kind: kind, type: type ?? .rawMemory, stack: stack))
            let site = SavingSite(
                kind, type: type ?? .rawMemory, stack: stack, blocks: saving.blocks, bytes: saving.bytes,
                saved: saving.saved, different: kind == .equal ? saving.different : nil)
            if number == sites.count { sites.append(site) } else { sites[number] += site }
        }
        self.init(sites, notCompared: notCompared)
    }
}
