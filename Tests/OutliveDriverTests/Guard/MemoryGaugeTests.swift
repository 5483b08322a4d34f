import Foundation
import OutliveModel
import Testing

@testable import OutliveDriver

/// The limits of memory, read from copies of the kernel's files.
@Suite struct MemoryGaugeTests {
    private let root = FileManager.default.temporaryDirectory.appending(path: "gauge-\(UUID().uuidString)")

    private static let meminfo = "MemTotal:       1000 kB\nMemFree:  10 kB\nMemAvailable:    300 kB\n"
    private static let first = "30 20 0:27 / /sys/fs/cgroup/memory rw,nosuid shared:9 - cgroup cgroup rw,memory\n"
    private static let second = "30 20 0:27 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n"

    private func files(_ texts: [String: String]) throws -> SystemFiles {
        let all = ["/proc/meminfo": Self.meminfo, "/proc/self/cgroup": "0::/outlive\n"].merging(texts) { $1 }
        for (path, text) in all {
            let file = root.appending(path: path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
        return SystemFiles(root: root.path)
    }

    private func reading(_ texts: [String: String]) throws -> MemoryReading? {
        defer { try? FileManager.default.removeItem(at: root) }
        return try MemoryGauge(of: 47, at: .share(0.9), files: files(texts)).reading()
    }

    @Test func `A cgroup of version 2 counts without the pages of files, which can be dropped`() throws {
        let reading = try reading([
            "/proc/47/cgroup": "0::/app\n", "/proc/self/mountinfo": Self.second,
            "/sys/fs/cgroup/app/memory.max": "500000\n", "/sys/fs/cgroup/app/memory.current": "300000\n",
            "/sys/fs/cgroup/app/memory.stat": "anon 150000\ninactive_file 40000\nactive_file 60000\n",
            "/sys/fs/cgroup/memory.stat": "",
        ])
        #expect(
            reading
                == MemoryReading(used: 200_000, threshold: 450_000, owner: "the memory cgroup /app", limit: 500_000))
    }

    @Test func `A cgroup of version 1 is read where its controller is mounted`() throws {
        let reading = try reading([
            "/proc/47/cgroup": "5:cpu,cpuacct:/\n4:memory:/a b:c\n0::/\n",
            "/proc/self/mountinfo": Self.second + Self.first.replacing("memory rw", with: "mem\\040ory rw"),
            "/sys/fs/cgroup/mem ory/a b:c/memory.limit_in_bytes": "500000\n",
            "/sys/fs/cgroup/mem ory/a b:c/memory.usage_in_bytes": "480000\n",
            "/sys/fs/cgroup/mem ory/a b:c/memory.stat":
                "inactive_file 1\ntotal_inactive_file 5000\ntotal_active_file 10000\n",
        ])
        #expect(reading?.used == 465_000)
        #expect(reading?.owner == "the memory cgroup /a b:c")
        #expect(reading?.isReached == true)
    }

    @Test func `The nearest of several limits counts, that of the cgroup or of one around it`() throws {
        var texts = [
            "/proc/47/cgroup": "0::/pod/app\n", "/proc/self/mountinfo": Self.second,
            "/sys/fs/cgroup/pod/memory.max": "800000\n", "/sys/fs/cgroup/pod/memory.current": "700000\n",
            "/sys/fs/cgroup/pod/memory.stat": "", "/sys/fs/cgroup/pod/app/memory.max": "500000\n",
            "/sys/fs/cgroup/pod/app/memory.current": "100000\n", "/sys/fs/cgroup/pod/app/memory.stat": "",
        ]
        #expect(try reading(texts)?.owner == "the memory cgroup /pod")
        texts["/sys/fs/cgroup/pod/app/memory.current"] = "499000\n"
        #expect(try reading(texts)?.owner == "the memory cgroup /pod/app")
    }

    @Test(arguments: [
        "0::/app\n", "", "0::/../app\n",
    ])
    func `Without a limit below its memory, the machine is the limit`(membership: String) throws {
        let texts = [
            "/proc/47/cgroup": membership, "/proc/self/mountinfo": Self.second,
            "/sys/fs/cgroup/app/memory.max": "max\n", "/sys/fs/cgroup/memory.max": "9223372036854771712\n",
        ]
        guard !membership.contains("..") else {
            let failure = #expect(throws: Failure.self) { try reading(texts) }
            #expect(failure?.message.contains("/../app of process 47 cannot be seen from here") == true)
            return
        }
        #expect(
            try reading(texts)
                == MemoryReading(used: 716_800, threshold: 921_600, owner: "the machine", limit: 1_024_000))
    }

    @Test func `A cgroup is found below the one that a container sees as the root`() throws {
        let reading = try reading([
            "/proc/47/cgroup": "0::/docker/1f/app\n",
            "/proc/self/mountinfo": "30 20 0:27 /docker/1f /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n",
            "/sys/fs/cgroup/app/memory.max": "500000\n", "/sys/fs/cgroup/app/memory.current": "300000\n",
            "/sys/fs/cgroup/app/memory.stat": "",
        ])
        #expect(reading?.owner == "the memory cgroup /docker/1f/app")
    }

    @Test(arguments: ["/pod", "/pod/app", "/pod/sidecar"])
    func `Outlive refuses to copy memory within the limit that the process is near to`(own: String) throws {
        let failure = #expect(throws: Failure.self) {
            try reading([
                "/proc/47/cgroup": "0::/pod/app\n", "/proc/self/mountinfo": Self.second,
                "/proc/self/cgroup": "0::\(own)\n", "/sys/fs/cgroup/pod/memory.max": "500000\n",
            ])
        }
        #expect(failure?.message.contains("start outlive outside of it") == true)
    }

    @Test func `A size is that of the process, whatever its cgroup`() throws {
        let gauge = try MemoryGauge(of: getpid(), at: .bytes(1000), files: SystemFiles(root: "/nonexistent"))
        let reading = try #require(gauge.reading())
        #expect(reading.isReached && reading.owner == "the process" && reading.limit == nil)
        #expect(try MemoryGauge(of: 1 << 30, at: .bytes(1000), files: SystemFiles(root: "")).reading() == nil)
    }

    @Test func `A threshold is a share or a size`() throws {
        #expect(try MemoryThreshold(parsing: "90%") == .share(0.9))
        #expect(try MemoryThreshold(parsing: "1.5GB") == .bytes(1_500_000_000))
        for text in ["0%", "100%", "%", "-5%", "90.5%", "0", "many", ""] {
            #expect(throws: UsageError.self, "\(text)") { try MemoryThreshold(parsing: text) }
        }
    }
}
