import Testing

@testable import Notebook

struct CommentTests {
    @Test func answersFollowTheQuestion() async {
        let question = Comment.discussion()
        await Task.yield()
        #expect(question.answers.map(\.text) == ["Yes, since May."])
    }

    @Test func answersKnowTheQuestion() async {
        let question = Comment.discussion()
        await Task.yield()
        #expect(question.answers.first?.parent === question)
    }
}
