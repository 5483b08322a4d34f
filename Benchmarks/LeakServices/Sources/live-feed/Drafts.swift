import Foundation

final class Draft: @unchecked Sendable {
    let title: String
    let text: String
    var approved = false
    init(title: String) {
        self.title = title
        text = String(repeating: "About \(title). ", count: 10)
    }
}

/// Holds drafts until an editor decides.
actor ApprovalDesk {
    private var pending: [String: CheckedContinuation<Bool, Never>] = [:]

    func decision(on draft: Draft) async -> Bool {
        await withCheckedContinuation { continuation in
            pending[draft.title] = continuation  // TRUE CULPRIT of --leak continuation: nothing resumes it
        }
    }

    /// Returns `false` if no draft of this title waits.
    func decide(_ title: String, approved: Bool) -> Bool {
        guard let continuation = pending.removeValue(forKey: title) else { return false }
        continuation.resume(returning: approved)
        return true
    }
}

struct DraftService: Sendable {
    let desk: ApprovalDesk
    let asksEditor: Bool

    func submit(_ name: String) async -> String {
        let draft = Draft(title: "\(name)-\(UUID().uuidString)")
        Task { draft.approved = await desk.decision(on: draft) }
        while asksEditor, await !desk.decide(draft.title, approved: true) { await Task.yield() }
        return "submitted \(name)"
    }
}
