internal import OutliveHeap
internal import OutliveModel

extension ProcessState {
    /// The state with the types of which a census counts live objects.
    func adding(_ census: HeapCensus?) -> ProcessState {
        guard let census else { return self }
        var state = self
        state.facts[.types] = liveTypes(in: census)
        return state
    }
}
