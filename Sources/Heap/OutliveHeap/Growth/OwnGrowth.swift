internal import OutliveModel

extension HeapType {
    /// Returns the reason why growth of this type in a stack is no leak if Outlive itself allocated it, or `nil`.
    ///
    /// Objects that hold a type of the program never have such a reason.
    func reasonOfOwnGrowth(_ backtrace: Backtrace) -> String? {
        guard !holdsProgram, let maker = backtrace.bestSymbol.flatMap({ FunctionName($0.function).module }),
            !isProgramModule(maker)
        else { return nil }
        return "Outlive keeps a history of the last 100 resets"
    }
}
