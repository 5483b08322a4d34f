package import OutliveModel
package import OutliveSupport

extension OpenMetrics {
    /// Returns the figures of a watched process.
    package init(_ look: WatchLook) {
        self.init()
        let program = look.executable.split(separator: "/").last.map(String.init) ?? look.executable
        func one(_ value: Int, _ labels: KeyValuePairs<String, String> = [:]) -> [Sample] {
            [Sample(Double(value), labels: labels)]
        }
        add(
            "outlive_watched_process", help: "1 for the watched process.",
            one(1, ["pid": "\(look.processID)", "program": program]))
        add("outlive_watch_cycles", .counter, help: "Cycles that have ended.", one(look.cycles))
        if let grows = look.grows {
            add("outlive_growing", help: "1 if growth of the heap would be reported as a leak.", one(grows ? 1 : 0))
        }
        add("outlive_live_objects", help: "Live Swift objects.", one(look.heap.objects))
        add("outlive_live_objects_bytes", help: "Bytes of the live Swift objects.", one(look.heap.bytes))
        add("outlive_other_blocks", help: "Live blocks that are not Swift objects.", one(look.heap.rawBlocks))
        add("outlive_other_blocks_bytes", help: "Bytes of these blocks.", one(look.heap.rawBytes))
        add("outlive_pause_seconds", help: "The time for which the process was stopped.", look.heap.pauseSeconds)
        if let vitals = look.vitals {
            add("outlive_resident_memory_bytes", help: "The resident memory.", one(vitals.residentBytes))
            add("outlive_threads", help: "Threads.", one(vitals.threads))
            add("outlive_open_descriptors", help: "Open file descriptors.", one(vitals.descriptors))
            for metric in Metric.resources {
                guard let value = vitals.resources?[metric] else { continue }
                add("outlive_\(metric.rawValue.snakeCased)", help: "\(metric.words.capitalizedFirst).", one(value))
            }
        }
        if let memory = look.memory { add(memory) }
    }

    private mutating func add(_ memory: MemoryBreakdown) {
        add(
            "outlive_memory_bytes", help: "The resident memory by part; the parts add up to it.",
            memory.parts.map { Sample(Double($0.bytes), labels: ["part": $0.kind.rawValue]) })
        if let free = memory.free {
            add(
                "outlive_malloc_trim_bytes", help: "The resident memory that malloc_trim(0) would return.",
                Double(free.trim))
        }
    }
}
