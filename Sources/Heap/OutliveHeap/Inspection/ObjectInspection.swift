package import OutliveModel

extension SnapshotInput {
    /// Returns the report of one block. Looking up names blocks the calling thread.
    ///
    /// - Parameters:
    ///   - address: An address in the block.
    ///   - showsContents: `true` to include the contents of texts.
    /// - Throws: `Failure` if no block contains the address.
    package func objectReport(at address: UInt64, showsContents: Bool = false) throws(Failure) -> ObjectReport {
        guard let node = snapshot.node(containing: address) else {
            throw Failure(
                .noCensus,
                "no live block of \(path) contains 0x\(String(address, radix: 16)); outlive heap \(path) --top lists "
                    + "addresses")
        }
        var notes = analysed.notes
        if snapshot.objectContents == nil {
            notes.append(
                "values and reference counts are known only of a process or core file that is inspected from outside: "
                    + "outlive heap --object ADDRESS --attach PID")
        }
        return ObjectReport(
            toolVersion: toolVersion, snapshot: SnapshotFacts(snapshot, file: path),
            object: analysed.details(ofNode: node, showsContents: showsContents), notes: notes)
    }
}
