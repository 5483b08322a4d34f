internal import OutliveModel

extension HeapType {
    /// Why it is no leak that objects of this type, allocated in a stack, grow in number: Outlive itself made them, in a
    /// program that links it; nil of everything else, also of what Outlive made of a type of the program.
    func reasonOfOwnGrowth(_ backtrace: Backtrace) -> String? {
        guard !holdsProgram, let maker = backtrace.bestSymbol.flatMap({ FunctionName($0.function).module }),
            !isProgramModule(maker)
        else { return nil }
        return "Outlive itself keeps what it tells of the last resets, of a hundred at most"
    }
}
