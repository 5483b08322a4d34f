/// A C library whose functions are looked up at run time, so that builds do not require it.
///
/// It stays loaded until the process ends. Safe to use from any thread.
package struct DynamicLibrary: Sendable {
    /// The handle for `dlsym`, or `RTLD_DEFAULT` for all libraries in the process.
    private nonisolated(unsafe) let handle: UnsafeMutableRawPointer?

    /// The libraries already loaded in the process.
    package static var process: DynamicLibrary {
        // The macro is a cast and is not imported.
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
    /// - Parameter name: The file name, such as `libatspi.so.0`.
    /// - Throws: `SystemError` with the message of the dynamic loader.
    package init(loading name: String) throws {
        guard let handle = dlopen(name, RTLD_NOW | RTLD_GLOBAL) else {
            throw SystemError(dlerror().map { String(cString: $0) } ?? "\(name) cannot be loaded")
        }
        self.handle = handle
    }

    /// Looks up a function.
    ///
    /// - Parameters:
    ///   - name: The name in C.
    ///   - type: The type, as a `@convention(c)` function. It must match the C declaration.
    /// - Throws: `SystemError` if the function does not exist.
    package func function<Function>(_ name: String, as type: Function.Type = Function.self) throws -> Function {
        guard let symbol = dlsym(handle, name) else {
            throw SystemError("there is no function \(name)")
        }
        return unsafeBitCast(symbol, to: type)
    }
}
