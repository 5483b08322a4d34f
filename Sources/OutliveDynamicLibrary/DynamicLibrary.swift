#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// A C library whose functions are looked up while the program runs, so that nothing of it is needed to build.
///
/// It stays loaded for the rest of the process. Safe to use from any thread.
package struct DynamicLibrary: Sendable {
    /// What `dlsym` is given: a library's handle, or `RTLD_DEFAULT` for all that the process has loaded.
    private nonisolated(unsafe) let handle: UnsafeMutableRawPointer?

    /// What the process has loaded already.
    package static var process: DynamicLibrary {
        // The macro is a cast, which is not imported.
        #if canImport(Darwin)
        DynamicLibrary(handle: UnsafeMutableRawPointer(bitPattern: -2))
        #else
        DynamicLibrary(handle: nil)
        #endif
    }

    private init(handle: UnsafeMutableRawPointer?) {
        self.handle = handle
    }

    /// Loads a library.
    ///
    /// - Parameter name: its file name, such as `libatspi.so.0`.
    /// - Throws: `DynamicLibraryError` with what the loader says.
    package init(loading name: String) throws {
        guard let handle = dlopen(name, RTLD_NOW | RTLD_GLOBAL) else {
            throw DynamicLibraryError(description: dlerror().map { String(cString: $0) } ?? "\(name) cannot be loaded")
        }
        self.handle = handle
    }

    /// Looks up a function.
    ///
    /// - Parameters:
    ///   - name: its name in C.
    ///   - type: its type, as a `@convention(c)` function: it has to be that of the C declaration.
    /// - Throws: `DynamicLibraryError` when there is none of that name.
    package func function<Function>(_ name: String, as type: Function.Type = Function.self) throws -> Function {
        guard let symbol = dlsym(handle, name) else {
            throw DynamicLibraryError(description: "there is no function \(name)")
        }
        return unsafeBitCast(symbol, to: type)
    }
}

/// A library or a function that is not there.
package struct DynamicLibraryError: Error, CustomStringConvertible {
    /// What is missing.
    package let description: String
}
