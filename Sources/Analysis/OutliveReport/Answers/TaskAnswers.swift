package import OutliveModel

/// Short answers from the tasks of a process or snapshot.
package struct TaskAnswers: Sendable {
    private let report: TaskReport

    package init(_ report: TaskReport) { self.report = report.namesOnly }

    /// The stuck tasks with their fix, then what the others wait for, and actors with a queue.
    package var answer: BriefAnswer {
        let states = AlikeTasks.State.allCases.filter { $0 != .completed && report.count($0) > 0 }.map {
            "\(report.count($0)) \($0.rawValue)"
        }
        let amount = counted(report.tasks, "task") + (states.isEmpty ? "" : ", \(states.joined(separator: ", "))")
        let actors = report.actors.map { actor in
            "\(counted(actor.waiting, "task")) in the queue of \(oneLine(actor.actor))"
        }
        let others = report.groups.filter { $0.stuck == nil && $0.state != .completed }.map { group in
            "\(group.count) of \(elided(oneLine(group.title), to: 100, .middle)) wait for \(group.stateWords)"
                + (group.place.isEmpty ? "" : ", resume in \(oneLine(group.place))")
        }
        let stuck = report.stuck
        guard !stuck.isEmpty else {
            return BriefAnswer("no task is stuck; \(amount)", data: actors + others, next: ["leaks", "memory"])
        }
        let count = stuck.reduce(0) { boundedSum($0, $1.count) }
        var answer = stuck.stuckAnswer(
            heading: "\(counted(count, "task")) that nothing can resume, of \(amount)", next: ["leaks"])
        answer.data += actors + others
        return answer
    }
}

extension [AlikeTasks] {
    /// The stuck tasks: the first with evidence and fix, the others in a line each.
    func stuckAnswer(heading: String, next: [String]) -> BriefAnswer {
        var answer = BriefAnswer(heading, next: next)
        for (index, group) in enumerated() {
            let facts = group.stuckFacts(leak: nil).map { "\($0.name): \(oneLine($0.value))" }
            if index == 0 {
                answer.conclusions += [oneLine(group.stuckTitle)] + facts
                answer.data += group.frames.prefix(4).map { "  in \(oneLine($0.words))" }
            } else {
                let evidence = group.stuck.map { ": \(oneLine($0.evidence))" } ?? ""
                answer.data.append(oneLine(group.stuckTitle) + evidence)
            }
        }
        return answer
    }
}
