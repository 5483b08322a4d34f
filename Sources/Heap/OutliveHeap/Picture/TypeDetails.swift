package import OutliveModel

extension AnalysedSnapshot {
    /// The limits of the details of a single type, which bound the time and size of an answer.
    private static let (maximumChains, maximumSites, maximumStacks) = (20_000, 2_000, 200)
    private static let groupsPerStep = [10_000, 1_000, 200, 50, 20, 20, 20, 20]

    /// Returns the paths, references and allocation sites of a type, more of them than a picture of all types has.
    ///
    /// Looking up names blocks the calling thread.
    ///
    /// - Complexity: O(nodes + edges), after the paths, which are made once.
    package func details(ofType type: HeapType) -> PicturedType {
        let nodes = snapshot.nodes(ofType: type)
        let tree = paths.holderTrees(
            of: [nodes], chains: chains, names: names, perType: Self.maximumChains, ofAll: Self.maximumChains)[0]
        var sites = AllocationSites(
            AllocationStacks.named(of: nodes, in: snapshot, by: names), stacksPerSite: Self.maximumStacks)
        var details = PicturedType(nodes, in: snapshot, &sites, tree, limit: Self.maximumSites)
        details.references =
            paths.referenceTrees(
                of: [nodes], names: names, perGroup: Self.groupsPerStep,
                ofAll: Self.groupsPerStep.map { _ in Self.groupsPerStep[0] })[0]
        return details
    }
}
