/// A comment on a note, with its answers.
final class Comment {
    let text: String
    private(set) var answers: [Answer] = []

    init(_ text: String) { self.text = text }

    func answer(_ text: String) { answers.append(Answer(text, to: self)) }

    /// A question with an answer.
    static func discussion() -> Comment {
        let question = Comment("Is this still true?")
        question.answer("Yes, since May.")
        return question
    }
}

/// An answer, which knows the comment.
final class Answer {
    let text: String
    let parent: Comment

    init(_ text: String, to parent: Comment) {
        self.text = text
        self.parent = parent
    }
}
