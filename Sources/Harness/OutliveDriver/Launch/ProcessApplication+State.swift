internal import OutliveInspect
internal import OutliveModel

extension ProcessApplication {
    func stateSnapshot() async throws -> HeapFile? {
        guard let process = processRun, process.isRunning else { return nil }
        let order = StateOrder(key: stateKey, isAlone: true)
        if let directory = process.heap, !configuration.inspectsFromOutside,
            let record = try directory.startRecord(of: process.subject)
        {
            processRun?.censuses += 1
            return try await HeapProcess(record: record, directory: directory)
                .answer(to: HeapRequest(number: UInt32(process.censuses + 1), state: order), timeout: timeout)
        }
        let taken = try await TakenSnapshot(
            of: .process(process.subject), fromOutside: true, withGraph: false, requiresObjects: false, state: order,
            limits: InspectionLimits(timeout: timeout, longestPause: configuration.longestPause))
        // It owns the file.
        processRun?.lastState = taken
        return taken.file
    }
}
