import Foundation

extension ExitFixture {
    /// Ends the program in a way: `return`, `exit`, `thread`, `fork`, `wait`.
    static func end(_ way: String) {
        switch way {
        case "exit": exit(3)
        case "thread": pthread_exit(nil)
        case "fork":
            // The child, which Swift does not start itself, ends before its parent.
            let child = childOfFork()
            if child == 0 { exit(0) }
            var status: Int32 = 0
            waitpid(child, &status, 0)
            _exit(status == 0 ? 0 : 1)
        case "wait":
            // The mask is that of the thread that started the program, which may block all signals.
            var none = sigset_t()
            sigemptyset(&none)
            pthread_sigmask(SIG_SETMASK, &none, nil)
            print("ready")
            fflush(nil)
            while true { pause() }
        default: break
        }
    }

    /// Forks. The Swift compiler does not allow the function by its name.
    private static func childOfFork() -> pid_t {
        typealias Fork = @convention(c) () -> pid_t
        return unsafeBitCast(dlsym(UnsafeMutableRawPointer(bitPattern: 0), "fork")!, to: Fork.self)()
    }
}
