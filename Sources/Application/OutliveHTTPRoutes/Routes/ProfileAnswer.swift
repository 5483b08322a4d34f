internal import Outlive
internal import OutliveHTTPServer

extension HTTPResponse {
    /// Returns the answer to `GET /debug/pprof/heap`: the sampled allocations, live and total, for pprof.
    static func heapProfile() throws(Refusal) -> HTTPResponse {
        guard let profile = sampledHeapProfile() else {
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
