internal import OutliveSymbols

extension Symbolicator {
    /// A symbolicator with a long deadline: the cases use every processor at once, which slows down looking up lines.
    static var ofCorpus: Symbolicator { Symbolicator(deadline: .seconds(300)) }
}
