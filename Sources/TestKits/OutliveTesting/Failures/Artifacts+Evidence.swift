extension Artifacts {
    /// Collects evidence about an application, keeps it and attaches it to the test.
    func keep(
        _ evidence: [any FailureEvidence], of processID: Int32?, attachingTo watch: any FailureObserver
    ) async {
        // A new task, so that a cancelled test, for example by its time limit, is inspected like others.
        await Task {
            for witness in evidence {
                do {
                    for file in try await witness.files(of: processID) {
                        keep(file)
                        watch.attach(file)
                    }
                } catch {
                    note("\(type(of: witness)) collected nothing: \(error)")
                }
            }
        }.value
    }
}
