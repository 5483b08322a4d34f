package import OutliveModel

/// Returns a suspect for each class of the program of which each table has more objects than the one before.
///
/// Growth without an end is no proof of a leak, as no table shows what refers to the objects.
///
/// - Parameter tables: Tables of `heap` of one program, the earliest first.
package func growth(over tables: [HeapTable]) -> [Finding] {
    guard tables.count > 1, let last = tables.last else { return [] }
    let types = LeakedTypes(ofProcess: last.process)
    return last.rows.sorted { $0.key < $1.key }.compactMap { name, row in
        let counts = tables.map { $0.rows[name]?.count ?? 0 }
        guard zip(counts, counts.dropFirst()).allSatisfy(<), let type = types.type(name), type.kind == .object,
            type.isOfOwnModule, row.binary.map({ !isOfSystem($0) }) ?? true
        else { return nil }
        var finding = Finding(
            tier: .heap, verdict: .suspect,
            key: ComponentKey(name: type.name, type: type.name, site: .unknown),
            births: [Birth(generation: 1, count: counts[counts.count - 1] - counts[0])], live: counts, warmup: 0,
            bytes: max(row.bytes - (tables[0].rows[name]?.bytes ?? 0), 0))
        finding.tests = []
        return finding
    }
}

/// Returns `true` for the image of a framework of the system or of the C library.
private func isOfSystem(_ image: String) -> Bool {
    Frame(module: image, buildID: nil, offset: 0).isInPlatformLibrary || !isOwnModule(image)
}
