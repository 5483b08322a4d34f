internal import OutliveModel

// Answers may leave the machine, so they contain names of types and functions, and no text that the program made at run
// time. Texts are removed from the values before words are made of them, so that no presentation can bring one back.

extension Report {
    /// The report without texts of the program: arguments, addresses, output, and names that it chose at run time.
    var namesOnly: Report {
        var report = self
        report.host = nil
        (report.plan.launch, report.plan.ready, report.plan.program) = ("", "", nil)
        (report.plan.work, report.plan.probe) = (nil, nil)
        report.findings = findings.map(\.namesOnly)
        report.stuckTasks = stuckTasks?.map(\.namesOnly)
        report.memory?.breakdown.keepNamesOnly()
        report.memory?.verdict.keepNamesOnly()
        report.failures = failures.map { Failure($0.code, $0.code.words) }
        report.notes = []
        for index in report.stateDifferences.indices {
            (report.stateDifferences[index].expected, report.stateDifferences[index].actual) = ("", "")
        }
        return report
    }
}

extension Finding {
    var namesOnly: Finding {
        var finding = self
        // The application chooses the names of registered components.
        if tier == .registry { finding.key.name = key.type }
        // The words of a worker's command line.
        finding.worker = nil
        finding.traces = traces.map(\.namesOnly)
        return finding
    }
}

extension LeakTrace {
    var namesOnly: LeakTrace {
        var trace = self
        for index in steps.indices { trace.steps[index].name = steps[index].name.withoutThreadName }
        if let culprit {
            trace.culprit?.name = culprit.name.withoutThreadName
            trace.culprit?.remedy = culprit.remedy?.withoutThreadName
            trace.culprit?.doubt = culprit.doubt?.withoutThreadName
            trace.culprit?.tasks?.holder = culprit.tasks?.holder?.withoutThreadName
        }
        return trace
    }
}

extension ReportComparison {
    /// The comparison without texts of the program, of which the plans of its runs consist.
    var namesOnly: ReportComparison {
        var comparison = self
        (comparison.old.summary, comparison.new.summary) = ("", "")
        (comparison.runs, comparison.notes) = ([], [])
        comparison.leaks = leaks.map(\.namesOnly)
        for index in comparison.differences.indices { comparison.differences[index].subject = "" }
        comparison.failures = failures.map { Failure($0.code, $0.code.words) }
        return comparison
    }
}

extension ComparedLeak {
    fileprivate var namesOnly: ComparedLeak {
        var leak = self
        if tier == .registry { leak.key.name = key.type }
        leak.culprit = culprit?.withoutThreadName
        return leak
    }
}

extension SnapshotReport {
    var namesOnly: SnapshotReport {
        var report = self
        (report.snapshot.file, report.snapshot.executable, report.notes) = ("", "", [])
        for index in (traces ?? []).indices { report.traces?[index].traces = traces![index].traces.map(\.namesOnly) }
        return report
    }
}

extension TaskReport {
    var namesOnly: TaskReport {
        var report = self
        (report.executable, report.notes, report.groups) = ("", [], groups.map(\.namesOnly))
        return report
    }
}

extension AlikeTasks {
    var namesOnly: AlikeTasks {
        var tasks = self
        tasks.names = []
        tasks.holder = holder?.withoutThreadName
        tasks.stuck?.evidence = stuck?.evidence.withoutThreadName ?? ""
        tasks.stuck?.remedy = stuck?.remedy?.withoutThreadName
        return tasks
    }
}

extension MemoryReport {
    var namesOnly: MemoryReport {
        var report = self
        (report.target, report.notes) = ("", [])
        for index in looks.indices { report.looks[index].keepNamesOnly() }
        report.verdict.keepNamesOnly()
        return report
    }
}

extension MemoryBreakdown {
    fileprivate mutating func keepNamesOnly() {
        executable = ""
        // The other parts are divided by files.
        for index in parts.indices where ![.objects, .blocks].contains(parts[index].kind) { parts[index].items = [] }
    }
}

extension MemoryVerdict {
    fileprivate mutating func keepNamesOnly() {
        guard [.files, .variables].contains(kind) else { return }
        evidence.removeAll { if case .largest = $0 { true } else { false } }
    }
}

extension String {
    /// The text with `a thread` in place of a thread that is named by the program: `stack of thread "upload 17"`.
    fileprivate var withoutThreadName: String {
        guard let start = firstRange(of: "thread \""), let end = self[start.upperBound...].lastIndex(of: "\"")
        else { return self }
        return self[..<start.lowerBound] + "a thread" + self[index(after: end)...]
    }
}
