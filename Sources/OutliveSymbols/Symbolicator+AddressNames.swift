public import OutliveModel

extension Symbolicator: AddressNames {
    /// The frames as `symbolicate` names them; a closure's forwarder has the closure's line.
    public func functions(of frames: [Frame]) -> [Frame] {
        let named = zip(frames, symbolicate(frames.map { Backtrace(frames: [$0]) }).backtraces)
            // Outlive's own frames are left out of backtraces.
            .map { $1.frames.first ?? $0 }
        return ForwarderLines(self).filled(named)
    }

    /// The variables by the modules' symbol tables; a stripped or rebuilt module has none.
    public func variables(of frames: [Frame]) -> [String?] {
        var names = [String?](repeating: nil, count: frames.count)
        // Module by module, so that one table at a time is in memory.
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
