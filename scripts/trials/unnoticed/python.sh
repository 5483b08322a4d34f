# needs: python3
# subprocesses, forks, threads and signal handlers
python3 - <<'END'
import multiprocessing, os, signal, subprocess, sys, threading
multiprocessing.set_start_method("fork")
with multiprocessing.Pool(4) as pool: print(sum(pool.map(abs, range(-1000, 0))))
total = []
threads = [threading.Thread(target=lambda: total.append(sum(range(10000)))) for _ in range(32)]
[thread.start() for thread in threads]; [thread.join() for thread in threads]
print(len(total), subprocess.run(["sh", "-c", "exit 5"]).returncode)
seen = []
for number in [signal.SIGUSR1, signal.SIGUSR2, signal.SIGALRM, signal.SIGHUP, signal.SIGWINCH]:
    signal.signal(number, lambda got, frame: seen.append(got)); os.kill(os.getpid(), number)
print([int(number) for number in seen])
signal.setitimer(signal.ITIMER_REAL, 0.05); signal.pause(); print(int(seen[-1]))
child = os.fork()
if child == 0: os._exit(6)
print(os.waitstatus_to_exitcode(os.waitpid(-1, 0)[1]))
print(os.posix_spawn("/bin/true", ["true"], os.environ) > 0, os.wait()[1])
sys.exit(11)
END
echo "$?"
python3 -c 'import os, signal; os.kill(os.getpid(), signal.SIGINT)' 2>&1 | tail -n 1
python3 -c 'import os; os.abort()'
echo "$?"
