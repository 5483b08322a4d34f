internal import CGtk3
internal import DeskNotesSettings
internal import Outlive

/// The controller that chooses the window's content and handles its clicks.
@MainActor final class WindowController {
    let window: NotesWindow
    private let library: NotesLibrary
    private let client: SyncClient
    private var account: String?
    private var synchronising: Task<Void, Never>?
    private var tipTimer: Task<Void, Never>?
    private var tip: TipDialog?

    /// Creates a controller of a window without showing the window.
    init(_ window: NotesWindow, library: NotesLibrary, client: SyncClient) {
        self.window = window
        self.library = library
        self.client = client
        LeakRegistry.shared.track(self)
    }

    /// Shows the first page and waits until it is on the screen.
    func open(_ settings: DeskSettings) async {
        if let leak = settings.leak { plant(leak) }
        account = settings.signedIn
        if let link = settings.open {
            follow(link)
        } else if account == nil {
            showLandingPage()
        } else {
            showList()
        }
        if let problem = library.problem { window.say("\(problem)") }
        await window.present()
        if let seconds = settings.tipAfter { showTip(after: .seconds(seconds)) }
    }

    /// Destroys the window and waits until the tasks under way have ended.
    func close() async {
        tipTimer?.cancel()
        synchronising?.cancel()
        tip?.destroy()
        tip = nil
        window.destroy()
        await tipTimer?.value
        await synchronising?.value
    }
}

// MARK: Pages

extension WindowController {
    private func showLandingPage() {
        window.say("")
        window.show(
            LandingPage { [weak self] in
                self?.showSignUp()
            } skip: { [weak self] in
                self?.showList()
            })
    }

    private func showSignUp() {
        window.show(
            SignUpCard { [weak self] signUp in
                self?.account = signUp.email
                self?.showList()
            } close: { [weak self] in
                self?.window.dismissCard()
            })
    }

    private func showList(saying text: String? = nil) {
        window.say(text ?? Self.counted(library.notes.count))
        window.show(
            ListPage(
                library.notes, account: account,
                actions: ListPage.Actions(
                    open: { [weak self] in self?.edit($0) },
                    create: { [weak self] in self?.edit(Note(title: "")) },
                    synchronise: { [weak self] in self?.synchronise() },
                    signOut: { [weak self] in
                        self?.account = nil
                        self?.showLandingPage()
                    })))
    }

    private func edit(_ note: Note) {
        window.say("")
        window.show(
            EditorPage(
                note,
                actions: EditorPage.Actions(
                    save: { [weak self] in self?.save($0) },
                    delete: { [weak self] in self?.delete($0) },
                    back: { [weak self] in self?.leave($0) })))
    }

    /// Follows a link, or shows the list if it leads nowhere.
    private func follow(_ text: String) {
        switch NoteLink(text) {
        case .newNote: edit(Note(title: ""))
        case .note(let title):
            if let note = library.note(titled: title) {
                edit(note)
            } else {
                showList(saying: "no note is called \(title)")
            }
        case nil: showList(saying: "\(text) is no link to a note")
        }
    }

    private func showTip(after delay: Duration) {
        tipTimer = Task { [weak self] in
            try? await Task.sleep(for: delay)
            // A cancelled task means that the window is gone, even if the delay had passed before.
            guard !Task.isCancelled, let self else { return }
            tip = TipDialog(over: window.widget) { [weak self] in
                self?.tip?.destroy()
                self?.tip = nil
            }
        }
    }
}

// MARK: Notes

extension WindowController {
    private func save(_ note: Note) {
        guard !note.title.isEmpty else { return window.say("not saved: a note needs a title") }
        do {
            try library.save(note)
            window.say("saved \(note.title)")
        } catch {
            window.say("not saved: \(error)")
        }
    }

    private func delete(_ note: Note) {
        do {
            try library.delete(note)
            showList(saying: "deleted \(note.title)")
        } catch {
            window.say("not deleted: \(error)")
        }
    }

    private func leave(_ note: Note) {
        let saved = library.notes.first { $0.id == note.id } ?? Note(title: "")
        let isSaved = saved.title == note.title && saved.body == note.body
        showList(saying: isSaved ? nil : "the changes were not saved")
    }

    private func synchronise() {
        guard synchronising == nil else { return }
        window.say("synchronising ...")
        let notes = library.notes
        let client = client
        synchronising = Task { [weak self] in
            var outcome = "synchronised \(Self.counted(notes.count))"
            do { try await client.send(notes) } catch { outcome = "\(error)" }
            // The window is gone then.
            guard !Task.isCancelled, let self else { return }
            synchronising = nil
            window.say(outcome)
        }
    }

    private static func counted(_ number: Int) -> String {
        switch number {
        case 0: "no notes"
        case 1: "1 note"
        default: "\(number) notes"
        }
    }
}
