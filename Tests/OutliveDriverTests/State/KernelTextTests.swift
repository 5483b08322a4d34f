import Glibc
import OutliveInspect
import OutliveModel
import OutliveSupport
import Testing

@testable import OutliveDriver

struct KernelTextTests {
    private let restorer = PlaceholderRestorer(
        port: 40_123, directory: "/tmp/outlive-a/0", watchDirectory: "/tmp/outlive-a/0-1", processID: 712)

    @Test func `A text beyond its limit is not read to the end, which it may not have`() {
        #expect(readText("/dev/zero", upTo: 1 << 20) == nil)
        #expect(readText("/proc/self/status", upTo: 1 << 20)?.hasPrefix("Name:") == true)
    }

    @Test func `A status gives signals, file mode mask and credentials`() {
        let status = StatusFile(
            """
            Name:\tmy worker
            Umask:\t0022
            State:\tS (sleeping)
            Uid:\t1000\t1000\t1000\t1000
            Gid:\t0\t5\t0\t0
            Groups:\t4 24 27 
            SigBlk:\t0000000000010001
            SigIgn:\t0000000000001000
            SigCgt:\t0000000500000002
            CapEff:\t00000000a80425fb
            """)
        #expect(status.name == "my worker")
        #expect(!status.hasEnded)
        #expect(status.signals("SigBlk")?.map(\.number) == [1, 17])
        #expect(status.signals("SigNone") == nil)
        #expect(
            status.dispositions == [
                "PIPE": .setting("ignored"), "INT": .setting("caught"),
                "\(SignalNumber(number: 35))": .setting("caught"),
            ])
        #expect(status.fileModeMask == ["umask": .setting("0022")])
        #expect(
            status.credentials == [
                "user": .setting("1000"), "group": .setting("0 5 0 0"), "supplementary groups": .setting("4 24 27"),
                "effective capabilities": .setting("00000000a80425fb"),
            ])
        let zombie = StatusFile("Name:\tsh\nState:\tZ (zombie)")
        #expect(zombie.hasEnded)
        #expect(zombie.dispositions == nil && zombie.fileModeMask == nil && zombie.credentials == nil)
    }

    @Test func `Locks are counted for the process that holds them, and not for one that waits`() {
        let text = """
            1: POSIX  ADVISORY  WRITE 712 fd:01:5711345 1073741824 1073742335
            2: FLOCK  ADVISORY  WRITE 712 fd:01:16224514 0 EOF
            2: -> FLOCK  ADVISORY  WRITE 712 fd:01:16224514 0 EOF
            3: OFDLCK ADVISORY  READ  -1 fd:01:99 0 EOF
            4: FLOCK  ADVISORY  WRITE 7120 fd:01:16224028 0 EOF
            5: broken
            """
        #expect(fileLocks(text, of: 712) == 2)
        #expect(fileLocks(text, of: 9) == 0)
    }

    @Test func `A table of System V objects is read by the names of its columns`() {
        let rows = ipcRows("   key  shmid perms  cpid\n  0  32769  600  712\n  0  x\n")
        #expect(rows.map { $0["cpid"] } == [712, nil])
        #expect(rows.map { $0["shmid"] } == [32769, nil])
        #expect(rows.allSatisfy { $0["creator"] == nil })
        #expect(ipcRows("").isEmpty)
    }

    @Test func `Signals of the user count only if the process has one of real time that is pending`() {
        func pending(_ own: String, _ shared: String, timers: Int = 0) -> Int? {
            StatusFile("SigQ:\t12/96365\nSigPnd:\t\(own)\nShdPnd:\t\(shared)").pendingSignals(timers: timers)
        }
        let none = "0000000000000000"
        #expect(pending(none, none) == 0)
        #expect(pending("0000000000000200", "0000000000000800") == 2)
        #expect(pending(none, "0000008000000000") == 12)
        #expect(pending(none, "0000008000000000", timers: 20) == 1)
        #expect(StatusFile("SigQ:\t12/96365").pendingSignals(timers: 0) == nil)
    }

    @Test func `Memory that is swapped out was used`() {
        let status = StatusFile("VmSize:\t  1000 kB\nVmRSS:\t   300 kB\nVmSwap:\t   100 kB")
        #expect(status.untouchedBytes == 600 * 1024)
        #expect(StatusFile("Name:\tkthreadd").untouchedBytes == nil)
    }

    @Test func `Threads with equal names and masks are one fact, and others are separate`() {
        func thread(_ name: String, _ mask: String) -> (StatusFile, String?) {
            (StatusFile("Name:\t\(name)\nSigBlk:\t\(mask)"), nil)
        }
        let threads = threadsOfProgram([
            thread("main", "0000000000000000"), thread("http-40123", "0000000000000003"),
            thread("http-40123", "0000000000000003"), thread("http-40123", "0000000000000001"),
        ])
        #expect(threads.names(restorer) == ["main": .count(1), "http-{port}": .count(3)])
        #expect(
            threads.masks(restorer) == ["http-{port} blocks HUP INT": .count(1), "http-{port} blocks HUP": .count(1)])
    }

    @Test func `Idle workers of Dispatch are left out, but not busy ones and their threads`() {
        func thread(_ name: String, _ call: String?) -> (StatusFile, String?) {
            (StatusFile("Name:\t\(name)\nSigBlk:\tfffffffe7ffbfeff"), call)
        }
        let idle = "\(futexCall) 0x7f1dd7ce71d0 0x189 0x0 0x7f1dd31f0a98 0x0 0xffffffff 0x7f1d 0x7f1e"
        let stopped = idle.replacing("\(futexCall) ", with: "\(restartCall) ")
        let sleeping = "\(restartCall) 0x0 0x0 0x7f1dd31f0a98 0x7f1dd31f0a98 0x0 0x0 0x7f1d 0x7f1e"
        let polling = "\(restartCall) 0x7f1dd7ce71d0 0x9 0x3e8 0x7f1dd31f0a98 0x0 0x0 0x7f1d 0x7f1e"
        let untimed = "\(futexCall) 0x7f1dd7ce71d0 0x189 0x0 0x0 0x0 0xffffffff 0x7f1d 0x7f1e"
        let threads = threadsOfProgram([
            thread("oot.utility-qos", idle), thread("-qos.overcommit", nil), thread("my-qos", idle),
            thread("oot.utility-qos", stopped), thread("oot.backgro-qos", sleeping),
            thread("oot.backgro-qos", polling),
            thread("oot.default-qos", untimed), thread("oot.default-qos", "running"),
            thread("-qos.overcommit", "35 0x0 0x7ffe"), thread("timer", idle),
        ])
        #expect(
            threads.names(restorer) == [
                "my-qos": .count(1), "oot.default-qos": .count(2), "-qos.overcommit": .count(1), "timer": .count(1),
                "oot.backgro-qos": .count(2),
            ])
        #expect(threads.masks(restorer)["timer blocks all"] == .count(1))
        #expect(threads.masks(restorer)["oot.utility-qos blocks all"] == nil)
    }

    @Test func `Signals that a worker or a starting thread blocks for a while are no state of the program`() {
        func masks(_ name: String, _ mask: String) -> Set<String> {
            let thread = StatusFile("Name:\t\(name)\nSigBlk:\t\(mask)")
            return Set(threadsOfProgram([(thread, "running")]).masks(restorer).keys)
        }
        let (ofWorker, ofStart) = ("fffffffe3bfbea27", "fffffffffffbfeff")
        #expect(masks("oot.default-qos", ofWorker).isEmpty)
        #expect(masks("-qos.overcommit", ofWorker).isEmpty)
        #expect(masks("loop-1", ofStart).isEmpty)
        // What other threads block, and workers beyond that, the program has asked for.
        #expect(masks("loop-1", ofWorker) == ["loop-1 blocks all but ILL TRAP BUS FPE SEGV PIPE PROF SYS"])
        #expect(masks("oot.default-qos", "0000000000000200") == ["oot.default-qos blocks USR1"])
        #expect(masks("oot.default-qos", "fffffffe7ffbfeff") == ["oot.default-qos blocks all"])
    }

    @Test func `A mask is printed by its missing signals if that is shorter`() {
        let thread = StatusFile("Name:\ttimer\nSigBlk:\tfffffffe7ffbfefd")
        #expect(threadsOfProgram([(thread, nil)]).masks(restorer) == ["timer blocks all but INT": .count(1)])
    }

    @Test func `The value of a secret variable is hidden, and a change of it is still visible`() {
        let shown = concealed(["API_TOKEN": "hunter2", "PATH": "/bin"])
        #expect(shown["PATH"] == "/bin")
        #expect(shown["API_TOKEN"]?.hasPrefix("(hidden") == true)
        #expect(shown["API_TOKEN"]?.contains("hunter2") == false)
        #expect(shown == concealed(["API_TOKEN": "hunter2", "PATH": "/bin"]))
        #expect(shown != concealed(["API_TOKEN": "hunter3", "PATH": "/bin"]))
    }

    @Test func `Limits are parsed by column, also without a unit`() {
        let table = limits(
            """
            Limit                     Soft Limit           Hard Limit           Units     
            Max cpu time              unlimited            unlimited            seconds   
            Max open files            1024                 18446744073709551615 files     
            Max nice priority         0                    0                    
            """)
        #expect(
            table == [
                "Max cpu time": "unlimited unlimited seconds", "Max open files": "1024 18446744073709551615 files",
                "Max nice priority": "0 0",
            ])
        #expect(limits("") == nil)
    }

    @Test func `Only files count as mapped, with blanks in their names`() {
        let mappings = Mapping.all(
            in: """
                55d0c0a00000-55d0c0a21000 r--p 00001000 08:01 131081                     /usr/bin/my program
                55d0c1b2e000-55d0c1b4f000 rw-p 00000000 00:00 0                          [heap]
                7f2c1c000000-7f2c1c021000 rw-p 00000000 00:00 0 
                7f2c20000000-7f2c20001000 rw-s 00000000 00:01 1024                       /memfd:pool (deleted)
                nonsense
                """)
        #expect(mappings.map(\.file.path) == ["/usr/bin/my program", "/memfd:pool (deleted)"])
        #expect(mappings.first?.start == 0x55d0_c0a0_0000)
        #expect(mappings.first?.offset == 0x1000)
    }

    @Test func `A process name may contain any character`() {
        let rest = "700 0 -1 4194560 1 2 3 4 5 6 7 8 20 0 1 0 98765 4096 1 18446744073709551615"
        #expect(
            ProcessEntry(stat: "712 (a (b) c) S 1 700 \(rest)")
                == ProcessEntry(id: 712, name: "a (b) c", parent: 1, group: 700, started: 98765, isRunning: true))
        #expect(ProcessEntry(stat: "9 (sh) Z 1 2 \(rest)")?.isRunning == false)
        #expect(ProcessEntry(stat: "9 (sh") == nil)
        #expect(ProcessEntry(stat: "9 (sh) S 1 2 3") == nil)
        #expect(ProcessEntry(stat: "") == nil)
    }

    @Test func `The family of a process is what it started, without itself and its ancestors`() {
        func entry(_ id: pid_t, _ parent: pid_t) -> ProcessEntry {
            ProcessEntry(id: id, name: "p", parent: parent, group: 10, started: 0, isRunning: true)
        }
        // 10 is a wrapper that launched 20 and 11; 31 lost its parent; 40 is unrelated.
        let table = [
            entry(1, 0), entry(10, 1), entry(11, 10), entry(20, 10), entry(21, 20), entry(31, 1), entry(40, 1),
        ]
        let family = table.families(of: table.filter { [10, 31].contains($0.id) })
        #expect(family.map(\.id).sorted() == [10, 11, 20, 21, 31])
        #expect(table.started(by: 20, in: family).map(\.id).sorted() == [11, 21, 31])
        // Rows of different moments may form a circle.
        let circle = [entry(5, 6), entry(6, 5)]
        #expect(circle.started(by: 5, in: circle.families(of: circle)).isEmpty)
    }

    @Test(arguments: [
        ("/tmp/outlive-a/0/notes.log", S_IFREG, "file {dir}/notes.log"), ("/dev/null", S_IFCHR, "device /dev/null"),
        ("/var/x (deleted)", S_IFREG, "file /var/x (deleted)"), ("/run/pipe", S_IFIFO, "fifo /run/pipe"),
        ("/tmp", S_IFDIR, "directory /tmp"), ("pipe:[4711]", S_IFIFO, "pipe"),
        ("socket:[4711]", S_IFSOCK, "socket"),
        ("anon_inode:[eventpoll]", 0, "epoll"), ("anon_inode:[eventfd]", 0, "eventfd"),
        ("anon_inode:inotify", 0, "inotify"), ("anon_inode:[pidfd]", 0, "pidfd"),
        ("/memfd:pool (deleted)", S_IFREG, "memfd pool"), ("net:[4026531840]", S_IFREG, "net"),
    ])
    func `A descriptor is named by kind and target`(target: String, type: mode_t, subject: String) {
        #expect(Descriptor(target: target, type: type).subject(restorer) == subject)
    }

    @Test func `An environment is read entry by entry, and the first of a name counts`() {
        let text = "A=1\0B=x=y\0A=2\0broken\0=odd\0EMPTY=\0"
        #expect(
            ProcessFiles.variables(Array(text.utf8).split(separator: 0)) == ["A": "1", "B": "x=y", "EMPTY": ""])
    }

    @Test func `A locale is variables and mapped archives; it is unknown only if both are`() {
        let files = ["/usr/lib/locale/C.utf8/LC_CTYPE", "/usr/lib/libc.so.6"]
        #expect(
            localeFacts(environment: ["LANG": "C", "LC_ALL": "C.UTF-8", "PATH": "/bin"], files: files) == [
                "LANG": .setting("C"), "LC_ALL": .setting("C.UTF-8"),
                "file /usr/lib/locale/C.utf8/LC_CTYPE": .count(1),
            ])
        #expect(localeFacts(environment: nil, files: nil) == nil)
        #expect(localeFacts(environment: nil, files: []) == [:])
    }
}
