internal import OutliveModel

extension ListedFigures {
    /// The leaks and processes: `875 leaked blocks of 103.8 kB in 1 process`.
    var description: String {
        "\(counted(leaks, "leaked block")) of \(bytesText(bytes)) in \(counted(processes, "process", "processes"))"
    }

    /// What is missing: `the output lists 171 of 60436 leaked blocks: it was cut`, or `nil`.
    var gap: String? {
        isPartial
            ? "the output lists \(listed) of \(counted(leaks, "leaked block")): it was cut, or is longer than is read"
            : nil
    }
}
