internal import OutliveModel
internal import OutliveSupport

extension HeapExplorer {
    /// The tasks of the process; the ones that nothing resumes come first.
    var tasks: PageSection? {
        guard let tasks = picture.tasks, !tasks.groups.isEmpty else { return nil }
        let stuck = tasks.stuck
        let others = tasks.groups.filter { $0.stuck == nil && $0.state != .completed }.map(TaskRow.init).added
        let heading = "Tasks: \(grouped(tasks.tasks))"
        return PageSection("tasks", "Tasks", heading: heading, tone: stuck.isEmpty ? .plain : .warn) {
            if !stuck.isEmpty {
                HTMLNode.tag("h3") { "\(counted(tasks.stuckTasks, "task")) that nothing can resume" }
                HTMLTable(
                    label: "Tasks that nothing can resume",
                    columns: [.text("Function"), .number("Tasks"), .text("Wait for"), .prose("Why"), .prose("Fix")],
                    noun: "group"
                ).node(stuck) { group in
                    [
                        .code(group.title), .text(grouped(group.count)), .text(group.stateWords),
                        .prose(group.stuck?.evidence ?? "", limit: 400),
                        .prose(group.stuck?.remedy ?? "", limit: 400),
                    ]
                }
            }
            HTMLTable(
                label: "Tasks",
                columns: [.text("Function"), .number("Tasks"), .text("Wait for"), .text("Resumes in")], noun: "group",
                isWide: true
            ).node(others) {
                [.code($0.title), .text(grouped($0.count)), .text($0.stateWords), .place($0.place)]
            }
        }
    }

    /// The parts of the resident memory, with their shares.
    var memory: PageSection? {
        guard let memory = picture.memory, let last = memory.looks.last else { return nil }
        let all = last.resident
        return PageSection("memory", "Memory", heading: "Resident memory: \(bytesText(all))") {
            HTMLNode.paragraph(memory.verdict.words.capitalizedFirst + ".", class: "lead")
            // Evidence may begin with the name of a type.
            HTMLNode.notes(memory.verdict.evidence.map(\.words) + memory.verdict.actions.map(\.words))
            series("Resident bytes by look", memory.looks.map(\.resident))
            series("Bytes of live blocks by look", last.hasAllocator ? memory.looks.map(\.live) : [])
            HTMLTable(
                label: "The parts of resident memory",
                columns: [.text("Part"), .number("Bytes"), .number("Share"), .prose("Largest contents")], noun: "part"
            ).node(last.parts) { part in
                let largest = part.items.prefix(3).map { "\($0.name), \(bytesText($0.bytes))" }
                return [
                    .text(part.kind.words(isAllocatorKnown: last.hasAllocator).capitalizedFirst),
                    .text(bytesText(part.bytes)), .text(shareText(part.bytes, of: all)),
                    .prose(largest.joined(separator: "; "), limit: 300),
                ]
            }
        }
    }

    /// Returns figures of several looks as a line with the first and the last, or an empty node for fewer than two.
    private func series(_ name: String, _ bytes: [Int]) -> HTMLNode {
        guard bytes.count > 1, let first = bytes.first, let last = bytes.last else { return .none }
        return .tag("p") {
            "\(name): \(bytesText(first)) to \(bytesText(last)) "
            Sparkline(counts: bytes, name: name).node
        }
    }
}

/// Tasks in a table that shows no parents, which groups of several parents have in common.
private struct TaskRow {
    let title: String
    let stateWords: String
    let place: String
    var count: Int

    init(_ group: AlikeTasks) {
        (title, stateWords, place, count) = (group.title, group.stateWords, group.place, group.count)
    }
}

extension [TaskRow] {
    /// The rows in their order, added up where they read alike.
    fileprivate var added: [TaskRow] {
        var places: [[String]: Int] = [:]
        return reduce(into: []) { rows, row in
            let key = [row.title, row.stateWords, row.place]
            if let index = places[key] {
                rows[index].count += row.count
            } else {
                places[key] = rows.count
                rows.append(row)
            }
        }
    }
}
