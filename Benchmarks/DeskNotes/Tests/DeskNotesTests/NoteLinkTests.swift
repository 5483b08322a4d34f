import Testing

@testable import desk_notes

struct NoteLinkTests {
    @Test(arguments: ["notes://new", "notes://new/"])
    func `A link leads to an empty note`(link: String) {
        #expect(NoteLink(link) == .newNote)
    }

    @Test(arguments: [
        ("notes://note/Ideas", "Ideas"), ("notes://note/Tea%20%26%20milk", "Tea & milk"),
        ("notes://note/%C3%9Cbung", "Übung"), ("notes://note/a/b", "a/b"), ("notes://note/a%2Fb", "a/b"),
    ])
    func `A link leads to the note of a title`(link: String, title: String) {
        #expect(NoteLink(link) == .note(title: title))
    }

    @Test(arguments: [
        "", "Ideas", "notes:", "notes://", "notes://note", "notes://note/", "notes://note/%zz", "notes://new/x",
        "https://note/Ideas", "notes://other/Ideas",
    ])
    func `A URL that is no link to a note leads nowhere`(link: String) {
        #expect(NoteLink(link) == nil)
    }
}
