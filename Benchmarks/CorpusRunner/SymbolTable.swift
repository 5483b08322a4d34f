internal import OutliveModel

struct SymbolTable {
    init(of endings: some Collection<CaseProcess.Ending>) async {}
    func symbolicated(_ run: CaseRun) -> CaseRun { run }
}
