import OutliveModel

extension Report {
    /// A soak whose allocations were counted: some sites with the same number in each cycle, others without.
    static var allocating: Report {
        func stack(_ calls: (function: String, file: String, line: Int)...) -> Backtrace {
            Backtrace(
                frames: calls.enumerated().map { index, call in
                    Backtrace.Frame(
                        module: "/home/user/projects/note-service/.build/debug/note-service", buildID: "c0ffee",
                        offset: UInt64(0x1000 * (call.line + index)),
                        symbols: [
                            Backtrace.Symbol(
                                function: call.function,
                                file: "/home/user/projects/note-service/Sources/App/\(call.file)", line: call.line)
                        ])
                })
        }
        let match = stack(
            ("App.RouteTable.match(Swift.String) -> App.Route", "Router.swift", 81),
            ("App.Router.handle(App.Request) -> App.Response", "Router.swift", 40))
        let encode = stack(("App.JSON.encode(App.Note) -> Swift.Array<Swift.UInt8>", "Messages.swift", 42))
        let array = HeapType(name: "Swift._ContiguousArrayStorage<Swift.UInt8>", kind: .object)
        var report = Report.clean
        var figures = AllocationFigures(
            units: 4, blocks: Spread(median: 41, lowest: 41, highest: 44),
            bytes: Spread(median: 3280, lowest: 3280, highest: 3520),
            temporary: Spread(median: 29, lowest: 29, highest: 29))
        figures.sites = [
            AllocationSite(
                type: array, stack: match, blocks: [30, 30, 30, 30], bytes: [2400, 2400, 2400, 2400],
                temporary: [20, 20, 20, 20]),
            AllocationSite(
                type: .rawMemory, stack: encode, blocks: [11, 14, 11, 11], bytes: [880, 1120, 880, 880],
                temporary: [9, 9, 9, 9]),
        ]
        figures.sitesLeftOut = 3
        figures.peakBytes = 1_170_000
        figures.peak = [
            PeakSite(type: array, stack: encode, amount: HeapAmount(objects: 120, bytes: 900_000)),
            PeakSite(type: .rawMemory, stack: match, amount: HeapAmount(objects: 1, bytes: 270_000)),
        ]
        (figures.sizes, figures.ages) = ([0, 0, 0, 0, 0, 100, 64, 2, 1], [150, 10, 7])
        report.allocations = [figures]
        return report
    }
}
