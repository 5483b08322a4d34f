extension Frame {
    /// Stands for the callers of a stack that was cut at the limit of its frames.
    package static let cut = Frame(module: "", buildID: nil, offset: 0, symbols: [Symbol(function: "(cut)")])
}

extension Backtrace {
    /// Returns the stack with `Frame.cut` as its outermost frame if it was cut.
    ///
    /// A stack with as many frames as the limit can be whole: its outermost function then starts a thread or program.
    ///
    /// - Parameter limit: The maximum number of frames of a captured stack; 0 if none was captured.
    package func marked(cutAt limit: Int) -> Backtrace {
        guard limit > 0, frames.count >= limit, let last = frames.last,
            !last.symbols.contains(where: { Self.starts.contains($0.function) })
        else { return self }
        return Backtrace(frames: frames + [.cut])
    }

    /// The functions that begin a stack.
    private static let starts: Set<String> = [
        "__clone", "__clone3", "__libc_start_call_main", "__libc_start_main", "_dl_start", "_dl_start_user", "_start",
        "clone", "clone3", "main", "start_thread", "thread_start",
    ]
}
