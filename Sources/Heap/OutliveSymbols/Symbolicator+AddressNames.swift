package import OutliveModel

extension Symbolicator: AddressNames {
    /// Returns the frames with symbols; a closure's forwarder has the line of the closure.
    package func functions(of frames: [Frame]) -> [Frame] {
        let named = zip(frames, symbolicate(frames.map { Backtrace(frames: [$0]) }).backtraces)
            // Symbolication removes Outlive's own frames.
            .map { $1.frames.first ?? $0 }
        return ForwarderLines(self).filled(named)
    }

    /// Returns variable names from the modules' symbol tables, or `nil` for stripped or rebuilt modules.
    package func variables(of frames: [Frame]) -> [String?] {
        var names = [String?](repeating: nil, count: frames.count)
        // Module by module, so that only one table is in memory at a time.
        for (module, places) in Dictionary(grouping: frames.indices, by: { frames[$0].module }) {
            guard let image = ELFImage(path: module), let table = image.symbolTable() else { continue }
            // A rebuilt binary would give wrong names.
            for place in places where frames[place].buildID == nil || frames[place].buildID == image.buildID {
                guard let symbol = table.symbol(.object, containing: frames[place].offset) else { continue }
                names[place] = demangled(table.name(of: symbol))
            }
        }
        return names
    }
}
