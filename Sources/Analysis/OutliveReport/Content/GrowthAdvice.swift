internal import OutliveModel

extension Metric {
    /// What to do about growth, or `nil` where the row of the table says it.
    var advice: String? {
        switch self {
        case .resetSeconds, .residentBytes, .liveComponents, .threads, .descriptors: nil
        case .children:
            "Processes that the program starts are not ended: end each one when its work is done "
                + "(Process.terminate(), kill) and wait for it."
        case .zombies:
            "Processes that have ended are not waited for: call waitpid() or Process.waitUntilExit() for each one, or "
                + "ignore SIGCHLD."
        case .timers: "POSIX timers are not deleted: call timer_delete() for each timer_create()."
        case .inotifyWatches:
            "Watches of files are not removed: call inotify_rm_watch(), or close the descriptor of inotify."
        case .pendingSignals:
            "A signal is blocked and queued again and again: take it (sigwaitinfo(), signalfd()), or do not block it."
        case .fileLocks:
            "File locks are not released: unlock (flock() with LOCK_UN, fcntl() with F_UNLCK), or close the file."
        case .sharedMemory:
            "Segments of shared memory are not removed: munmap() and close(), and shm_unlink() or shmctl() with "
                + "IPC_RMID."
        case .semaphores: "Sets of System V semaphores are not removed: call semctl() with IPC_RMID."
        case .leftFiles: "Files stay in the temporary folder: remove each one when it is no longer needed."
        case .untouchedBytes: "Memory is mapped and not used: call munmap() for each mmap()."
        case .childBytes:
            "A process that the program started grows: find its number with ps, and run outlive watch with it."
        case .childDescriptors, .childThreads:
            "A process that the program started keeps opening files or starting threads: see /proc/PID/fd and "
                + "/proc/PID/task of each one."
        }
    }
}
