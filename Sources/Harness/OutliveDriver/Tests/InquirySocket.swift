internal import FoundationEssentials
internal import OutliveModel
internal import OutliveSupport

/// The socket at which the processes of a run of tests ask what their tests left, until the object is released.
///
/// The questions are answered one after the other. Only a process of this user is heard.
final class InquirySocket: Sendable {
    /// The time in which a process has to send its question, and to receive the answer.
    private static let patience = Duration.seconds(10)
    private let thread: ReadingThread
    private let answering: Task<Void, Never>

    /// Listens in the private folder of the run.
    ///
    /// - Parameter reply: Answers a question of a process, whose number is the kernel's.
    /// - Throws: `SystemError` if there is no socket left, for example.
    init(
        in directory: HeapDirectory,
        _ reply: @escaping @Sendable (TestInquiry, _ processID: Int32) async -> TestAnswer
    ) throws {
        let descriptor = openSocket(AF_UNIX, .stream)
        let path = directory.openPath(ofSocket: TestInquiry.socketName)
        guard descriptor >= 0, fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0,
            SocketAddress(path: path)?.withPointer({ bind(descriptor, $0, $1) }) == 0,
            listen(descriptor, Int32(SOMAXCONN)) == 0
        else {
            let reason = systemError()
            if descriptor >= 0 { close(descriptor) }
            throw SystemError("the tests cannot ask at \(directory.path)/\(TestInquiry.socketName): \(reason)")
        }
        let (callers, arrived) = AsyncStream.makeStream(of: InquiringProcess.self)
        thread = try ReadingThread(descriptor, named: "outlive.inquiries") { descriptor in
            while let caller = InquiringProcess(acceptedAt: descriptor) { arrived.yield(caller) }
            return true
        }
        answering = Task.detached {
            for await caller in callers { await Self.answer(caller, reply) }
        }
    }

    deinit {
        answering.cancel()
        thread.stop()
    }

    /// Answers one process; what goes wrong is known there, as the connection ends without an answer.
    private static func answer(
        _ caller: InquiringProcess, _ reply: @Sendable (TestInquiry, _ processID: Int32) async -> TestAnswer
    ) async {
        guard caller.isOfThisUser else { return }
        let question = try? await caller.exchange(within: patience) { socket in
            try socket.receiveAll(upTo: TestInquiry.maximumSize)
        }
        guard let question else { return }
        let answer: TestAnswer
        if let inquiry = try? CheckedJSON(question).decode(TestInquiry.self),
            inquiry.version == TestInquiry.currentVersion
        {
            answer = await reply(inquiry, caller.processID)
        } else {
            answer = TestAnswer(refusal: "the package OutliveTesting and the command are of different versions")
        }
        guard let bytes = try? JSONEncoder().encode(answer) else { return }
        _ = try? await caller.exchange(within: patience) { socket in
            try socket.send(Array(bytes))
            socket.finishSending()
        }
    }
}

/// A process that asks, and its connection.
private final class InquiringProcess: Sendable {
    let processID: Int32
    let isOfThisUser: Bool
    private let socket: StreamSocket
    private let stop = Flag()

    /// Accepts the next connection, or returns `nil` if none waits.
    init?(acceptedAt listener: Int32) {
        guard let accept4, case let descriptor = accept4(listener, nil, nil, Int32(SOCK_CLOEXEC.rawValue)),
            descriptor >= 0
        else { return nil }
        // `ucred`: the process, its user and its group.
        var credentials: [Int32] = [0, -1, -1]
        var size = socklen_t(MemoryLayout<Int32>.size * credentials.count)
        getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &size)
        processID = credentials[0]
        isOfThisUser = UInt32(bitPattern: credentials[1]) == geteuid()
        socket = StreamSocket(accepted: descriptor, stop: stop)
    }

    /// Uses the connection on a thread that may block.
    func exchange<Value: Sendable>(
        within time: Duration, _ body: @escaping @Sendable (borrowing StreamSocket) throws -> Value
    ) async throws -> Value? {
        try await firstOf(timeout: time) { [self] in
            try await withTaskCancellationHandler {
                try await onOwnThread { _ in try body(self.socket) }
            } onCancel: {
                stop.raise()
            }
        }.value
    }
}

private typealias Acceptor =
    @convention(c) (Int32, UnsafeMutablePointer<sockaddr>?, UnsafeMutablePointer<socklen_t>?, Int32) -> Int32
/// Not imported into Swift.
private let accept4: Acceptor? = try? DynamicLibrary.process.function("accept4")
