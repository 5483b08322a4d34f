extension Backtrace {
    /// Returns `true` if the stack comes first in an order that is the same in each run, whatever folder the modules are
    /// in: by the file names of the modules and by the offsets, from the innermost frame.
    func precedes(_ other: Self) -> Bool {
        for (own, others) in zip(frames, other.frames) where own != others {
            if own.module != others.module {
                let (file, otherFile) = (lastComponent(of: own.module), lastComponent(of: others.module))
                if file != otherFile { return file < otherFile }
            }
            if own.offset != others.offset { return own.offset < others.offset }
        }
        return frames.count < other.frames.count
    }
}
