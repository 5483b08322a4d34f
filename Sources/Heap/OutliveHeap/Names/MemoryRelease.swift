/// The release of memory that a function of the C library allocates for its caller.
struct MemoryRelease: Hashable, Sendable {
    /// What to do, with `%` in place of the caller: `Close the file that % opens`.
    private let action: String
    /// The function to call.
    private let function: String

    private init(_ action: String, _ function: String) { (self.action, self.function) = (action, function) }

    /// `true` if the caller receives a mere block, rather than something that the C library works with.
    var isOfMemory: Bool { function == Self.ofMemory }
    private static let ofMemory = "free()"

    /// Creates the release of what a function allocates; `nil` for a function without an entry.
    init?(ofMemoryFrom function: String) {
        guard let release = Self.byFunction[function] else { return nil }
        self = release
    }

    /// Returns the sentence that says what to do with the memory of a caller.
    ///
    /// - Parameter place: The location of the caller in brackets, after a space; may be empty.
    func words(for caller: String, _ place: String) -> String {
        action.replacing("%", with: caller) + "\(place) with \(function)."
    }

    private static let byFunction = Dictionary(
        rows.flatMap { row in row.functions.map { ($0, MemoryRelease(row.action, row.release)) } }
            + owned.flatMap { name, others in
                ([name] + others).map { ($0, MemoryRelease("Free the memory that \(name) allocates for %", ofMemory)) }
            },
        uniquingKeysWith: { first, _ in first })

    /// The functions of glibc that open or make something, with the internal ones that a stack contains instead.
    private static let rows: [(action: String, release: String, functions: [String])] = [
        (
            "Close the file that % opens", "fclose()",
            [
                "_IO_fdopen", "_IO_fopen", "_IO_new_fdopen", "_IO_new_fopen", "__fopen_internal", "fdopen", "fmemopen",
                "fopen", "fopen64", "fopencookie", "tmpfile", "tmpfile64",
            ]
        ),
        // The buffer of a file, which the first read or write allocates.
        (
            "Close the file that % uses", "fclose(), or pclose() for one of popen()",
            ["_IO_doallocbuf", "_IO_file_doallocate", "__GI__IO_doallocbuf"]
        ),
        ("Close the pipe that % opens", "pclose()", ["_IO_new_popen", "_IO_popen", "popen"]),
        (
            "Close the folder that % opens", "closedir()",
            ["__alloc_dir", "__fdopendir", "__opendir", "fdopendir", "opendir", "opendir_tail"]
        ),
        (
            "Close the stream that % opens", "fclose(), and free its memory",
            ["__open_memstream", "open_memstream", "open_wmemstream"]
        ),
        ("Free the addresses that % asks for", "freeaddrinfo()", ["gaih_inet", "getaddrinfo"]),
        ("Free the addresses that % asks for", "freeifaddrs()", ["getifaddrs", "getifaddrs_internal"]),
        ("Free the names that % asks for", "if_freenameindex()", ["if_nameindex"]),
        ("Free the paths that % asks for", "globfree()", ["glob", "glob64", "glob_in_dir"]),
        ("Free the words that % asks for", "wordfree()", ["wordexp"]),
        ("Free the expression that % compiles", "regfree()", ["re_compile_internal", "regcomp"]),
        ("Close the conversion that % opens", "iconv_close()", ["iconv_open"]),
        ("Free the locale that % makes", "freelocale()", ["duplocale", "newlocale"]),
        ("Close the traversal that % opens", "fts_close()", ["fts64_open", "fts_open"]),
        ("Close the library that % opens", "dlclose()", ["dlopen"]),
        ("Join or detach the thread that % starts", "pthread_join() or pthread_detach()", ["pthread_create"]),
    ]

    /// The functions whose callers own a block of memory, with internal ones likewise.
    private static let owned: [(String, [String])] = [
        ("asprintf", ["__asprintf", "___asprintf"]), ("canonicalize_file_name", []), ("getcwd", ["__getcwd"]),
        ("get_current_dir_name", []), ("getdelim", ["_IO_getdelim", "__getdelim"]), ("getline", ["__getline"]),
        ("realpath", ["__realpath", "realpath_stk"]), ("scandir", ["__scandir_tail", "scandir64", "scandirat"]),
        ("strdup", ["__strdup"]), ("strndup", ["__strndup"]), ("tempnam", []),
        ("vasprintf", ["_IO_vasprintf", "__vasprintf_internal"]), ("wcsdup", []),
    ]
}
