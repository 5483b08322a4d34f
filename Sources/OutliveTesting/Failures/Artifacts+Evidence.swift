extension Artifacts {
    /// Keeps what witnesses see of an application, and attaches it to the test.
    func keep(
        _ evidence: [any FailureEvidence], of processID: Int32?, attachingTo watch: any TestWatch
    ) async {
        // A task of its own: a test that was cancelled, by its time limit say, is to be looked at like others.
        await Task {
            for witness in evidence {
                do {
                    for file in try await witness.files(of: processID) {
                        keep(file)
                        watch.attach(file)
                    }
                } catch {
                    note("\(type(of: witness)) saw nothing: \(error)")
                }
            }
        }.value
    }
}
