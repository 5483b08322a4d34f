import Outlive
import Synchronization

/// A reference cycle: an exporter refers strongly to its delegate, and the delegate to the exporter.
struct DelegateCycleLeak: ServicePlugin {
    func attach(to service: NoteService) {
        let exporter = LeakRegistry.shared.track(NoteExporter(), as: "NoteExporter")
        let schedule = LeakRegistry.shared.track(ExportSchedule(exporter), as: "ExportSchedule")
        exporter.setDelegate(schedule)
    }
}

private protocol NoteExporterDelegate: AnyObject, Sendable {
    func exportEnded(count: Int)
}

private final class NoteExporter: Sendable {
    // The mistake: this should be weak.
    private let delegate = Mutex<(any NoteExporterDelegate)?>(nil)

    func setDelegate(_ delegate: any NoteExporterDelegate) {
        self.delegate.withLock { $0 = delegate }
    }

    func export(_ notes: [Note]) {
        delegate.withLock { $0 }?.exportEnded(count: notes.count)
    }
}

private final class ExportSchedule: NoteExporterDelegate {
    private let exporter: NoteExporter
    private let exported = Atomic(0)

    init(_ exporter: NoteExporter) {
        self.exporter = exporter
    }

    func exportEnded(count: Int) {
        exported.add(count, ordering: .relaxed)
    }
}
