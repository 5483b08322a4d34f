package import OutliveModel

extension Backtrace {
    /// `true` if the runtime or a global prepares something that a process needs once, such as the metadata of a type.
    ///
    /// It falls to the code that happens to need it first.
    package var isOfOneTimeWork: Bool {
        isOfGlobalInitializer || functions.contains(where: \.isOfOneTimeWork)
    }

    /// `true` if a key path is instantiated: once if it captures nothing, else each time.
    package var instantiatesKeyPath: Bool { functions.contains { $0.contains("swift_getKeyPath") } }

    /// The names of functions without their arguments, which may name any type.
    private var functions: some Sequence<Substring> {
        frames.lazy.flatMap(\.symbols).map { $0.function.prefix { $0 != "(" && $0 != "<" } }
    }
}

extension Substring {
    /// `true` for a function that does its work once in a process, and finds the result afterwards.
    ///
    /// The functions of the Swift runtime are in its headers `Metadata.h` and `Casting.h`.
    fileprivate var isOfOneTimeWork: Bool {
        let name = drop { $0 == "_" }
        if name.hasPrefix("swift_") {
            return ["Metadata", "WitnessTable", "conformsToProtocol", "FromMangledName", "AssociatedConformance"]
                .contains(where: name.contains)
        }
        return ["swift::threading_impl::once", "pthread_once", "dispatch_once"].contains(where: name.hasPrefix)
    }
}
