package import OutliveModel
internal import OutliveSupport

extension AnalysedSnapshot {
    /// Returns the groups of objects, the most retained bytes first. Looking up names blocks the calling thread.
    ///
    /// - Parameters:
    ///   - objects: The objects by type.
    ///   - grouping: The way to group them.
    ///   - withRawBlocks: `true` to add the blocks that are not Swift objects as a group of their own.
    package func groups(
        of objects: [LiveObjects], by grouping: SnapshotGrouping, withRawBlocks: Bool
    ) -> [SnapshotGroup] {
        let packages = grouping == .package ? PackageNames(snapshot, names: names) : nil
        var members: [String: (types: Int, bytes: Int, nodes: [Int])] = [:]
        for type in objects {
            let name =
                switch grouping {
                case .module: type.type.groupModule ?? Self.withoutModule
                case .package: type.type.groupModule.flatMap { packages?.name(ofModule: $0) } ?? Self.withoutModule
                case .generic: type.type.genericName
                }
            members[name, default: (0, 0, [])].types += 1
            members[name]!.bytes = boundedSum(members[name]!.bytes, type.bytes)
            members[name]!.nodes += type.nodes
        }
        if withRawBlocks {
            let nodes = snapshot.nodes.indices.filter { snapshot.type(ofNode: $0) == nil }
            let bytes = nodes.reduce(0) { boundedSum($0, Int(clamping: snapshot.nodes[$1].bytes)) }
            if !nodes.isEmpty { members["blocks that are not Swift objects"] = (1, bytes, nodes) }
        }
        let names = members.keys.sorted()
        let retained = retainedSizes.retainedBytes(ofGroups: names.map { members[$0]!.nodes.sorted() })
        return zip(names, retained).map { name, bytes in
            let group = members[name]!
            return SnapshotGroup(
                name: name, types: group.types, objects: group.nodes.count, bytes: group.bytes, retainedBytes: bytes)
        }.sorted { ($1.retainedBytes, $0.name) < ($0.retainedBytes, $1.name) }
    }

    private static var withoutModule: String { "without a module" }
}

/// The names of the packages of modules, found by the source files of functions in allocation stacks and closures.
private struct PackageNames {
    private let packages: [String: String]
    private let origins: ModuleOrigins

    init(_ snapshot: HeapSnapshot, names: any AddressNames) {
        var stacks = AllocationStacks(snapshot)
        let functions = Set(snapshot.functions.map(\.value)).sorted()
        let frames =
            stacks.frames(ofStacks: snapshot.stacks.indices.map(UInt32.init), names: names)
            + names.functions(of: stacks.frames(ofFunctions: functions))
        var packages: [String: String] = [:]
        for symbol in frames.lazy.flatMap(\.symbols) {
            guard let package = FetchedPackage(symbol), let module = FunctionName(symbol.function).module,
                packages[module] == nil
            else { continue }
            packages[module] = package.name
        }
        self.packages = packages
        origins = ModuleOrigins(seenIn: frames)
    }

    /// Returns the name of a module's package; a library whose source files were not seen is its own.
    func name(ofModule module: String) -> String {
        if isPlatformModule(module) { return "the Swift toolchain" }
        if origins.isProgram(module) { return "the program" }
        return packages[module] ?? module
    }
}
