internal import OutliveHeap
internal import OutliveModel

extension ProcessState {
    /// Returns the state with the types of the live objects in a census.
    func adding(_ census: HeapCensus?) -> ProcessState {
        guard let census else { return self }
        var state = self
        state.facts[.types] = liveTypes(in: census)
        return state
    }
}
