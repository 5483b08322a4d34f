internal import Outlive
internal import OutliveHTTPServer

/// The body of `GET /debug/pprof/heap`: the sampled allocations, live and total, for pprof.
///
/// Go's servers use the same path, which the readers of pprof know.
enum ProfileAnswer {
    static let path = "/debug/pprof/heap"

    static func response() throws(Refusal) -> HTTPResponse {
        guard let profile = SampledHeap.profile() else {
            throw Refusal(
                503,
                "allocations of this process are not sampled; start it with the heap tier, and with OUTLIVE_HEAP and "
                    + "OUTLIVE_HEAP_SAMPLE=512000")
        }
        return HTTPResponse(
            fields: [
                "Content-Type": "application/octet-stream", "Cache-Control": "no-store",
                "Content-Disposition": "attachment; filename=\"heap.pb\"", "X-Content-Type-Options": "nosniff",
            ],
            body: .whole(profile))
    }
}
