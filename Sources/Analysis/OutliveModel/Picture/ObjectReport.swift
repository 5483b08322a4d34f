/// The results of `outlive heap --object`, from which all formats are rendered.
///
/// Its JSON form is versioned; `docs/report-format.md` specifies the format.
package struct ObjectReport: Codable, Hashable, Sendable {
    /// The version of the JSON form that this code writes.
    package static let currentFormat = 1

    package var format = ObjectReport.currentFormat
    package var toolVersion: String
    package var snapshot: SnapshotFacts
    package var object: ObjectDetails
    /// What is missing, and how to get it.
    package var notes: [String]

    package init(toolVersion: String, snapshot: SnapshotFacts, object: ObjectDetails, notes: [String] = []) {
        (self.toolVersion, self.snapshot, self.object, self.notes) = (toolVersion, snapshot, object, notes)
    }
}
