#if canImport(Testing)
internal import Testing

extension Issue {
    /// Records survivors at their registration site.
    ///
    /// - Parameter comment: a line to add, if any.
    static func record(_ complaint: LeakComplaint, adding comment: String?) {
        let location = SourceLocation(
            fileID: complaint.fileID, filePath: complaint.path, line: complaint.line, column: complaint.column)
        let text = [complaint.text, comment].compactMap(\.self).joined(separator: "\n")
        record(Comment(rawValue: text), severity: .error, sourceLocation: location)
    }
}
#endif
