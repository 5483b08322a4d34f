import Foundation

final class ReportTrace: @unchecked Sendable {
    let name: String
    private(set) var steps: [String] = []
    init(name: String) { self.name = name }

    func note(_ step: String) { steps.append(step) }
}

enum ReportScope {
    @TaskLocal static var trace: ReportTrace?
}

actor ReportDesk {
    private var refresh: Task<Void, Never>?
    private let refreshesOnce: Bool
    private var built = 0

    init(refreshesOnce: Bool) { self.refreshesOnce = refreshesOnce }

    func build(_ name: String) -> String {
        ReportScope.trace?.note("build \(name)")
        built += 1
        if refreshesOnce { refresh?.cancel() }
        refresh = Task {  // TRUE CULPRIT of --leak tasklocal: inherits the trace, never cancelled
            try? await Task.sleep(for: .seconds(3600))
            if !Task.isCancelled { refreshAll() }
        }
        return "report \(name)"
    }

    private func refreshAll() { built = 0 }
}
