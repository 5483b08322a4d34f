internal import OutliveSymbols

extension Symbolicator {
    /// The one for the cases: they are run on every processor at once, where looking lines up takes its time.
    static var ofCorpus: Symbolicator { Symbolicator(deadline: .seconds(300)) }
}
