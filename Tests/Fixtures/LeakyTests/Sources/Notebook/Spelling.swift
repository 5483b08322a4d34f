/// A spelling checker with rules that ask it for its language.
final class SpellingChecker {
    let language: String
    private var rules: [(String) -> Bool] = []

    init(language: String) {
        self.language = language
        rules.append { word in !word.isEmpty }
        rules.append { word in self.language != "de" || word != "dass" }
    }

    func accepts(_ word: String) -> Bool { rules.allSatisfy { $0(word) } }
}
