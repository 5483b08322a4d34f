package import OutliveDriver
internal import OutliveJudgement
package import OutliveModel

/// A function that reads the globals and statics from a snapshot.
package typealias ProgramStateReader = @Sendable (HeapFile) throws(Failure) -> ProgramState

extension HeapFile {
    /// Returns the globals and statics in the snapshot, with the names in the source.
    ///
    /// - Throws: `Failure` with the reason if there are none to compare.
    package func programState() throws(Failure) -> ProgramState { try snapshot().programState() }
}
