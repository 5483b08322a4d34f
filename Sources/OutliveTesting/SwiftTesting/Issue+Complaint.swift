internal import Testing

extension Issue {
    /// Records what survived, at the place where it was registered.
    static func record(_ complaint: LeakComplaint) {
        let location = SourceLocation(
            fileID: complaint.fileID, filePath: complaint.path, line: complaint.line, column: complaint.column)
        record(Comment(rawValue: complaint.text), severity: .error, sourceLocation: location)
    }
}
