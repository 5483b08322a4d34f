internal import OutliveModel
internal import OutliveSupport

/// The subject of the page, which opens it: its answer heads the page, and its section follows.
extension HeapExplorer {
    /// The answer to the question of the page, or `nil` if it is about the heap.
    var subjectSentence: String? {
        switch picture.subject {
        case .heap: return nil
        case .memory: return picture.memory.map { $0.verdict.words.capitalizedFirst + "." }
        case .tasks:
            guard let tasks = picture.tasks, tasks.tasks > 0 else { return "No task is alive." }
            guard tasks.stuckTasks > 0 else {
                let end = tasks.tasks == 1 ? "which is not stuck" : "none of them stuck"
                return "\(counted(tasks.tasks, "task")), \(end)."
            }
            return "\(counted(tasks.stuckTasks, "task")) that nothing can resume, of \(grouped(tasks.tasks))."
        }
    }

    /// The tone of the head. A finding without a fault is plain, which has another icon than a warning.
    var subjectTone: Tone {
        switch picture.subject {
        case .heap: heapTone
        case .memory: memoryGrowth == nil ? .plain : .warn
        case .tasks: picture.tasks.map { $0.stuckTasks > 0 } == true ? .warn : .plain
        }
    }

    /// The number of tasks, on a page about them.
    var taskFigure: KeyFigure? {
        guard picture.subject == .tasks, let tasks = picture.tasks else { return nil }
        return KeyFigure(
            name: "Tasks", value: grouped(tasks.tasks),
            note: tasks.stuckTasks > 0 ? "\(grouped(tasks.stuckTasks)) of them stuck" : "none is stuck",
            tone: tasks.stuckTasks > 0 ? .warn : nil)
    }

    /// Returns the sections with the one of the subject first.
    func leading(_ sections: [PageSection]) -> [PageSection] {
        sections.filter { $0.id == picture.subject.section } + sections.filter { $0.id != picture.subject.section }
    }
}

extension HeapPicture.Subject {
    /// The subject in the title of the page.
    var noun: String {
        switch self {
        case .heap: "heap"
        case .tasks: "tasks"
        case .memory: "memory"
        }
    }

    /// The section of the subject, or `nil` for the heap, whose sections come first in any case.
    fileprivate var section: String? { self == .heap ? nil : noun }
}
