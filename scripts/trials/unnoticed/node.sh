# needs: node
# worker threads, children, signals and an exit code
cat >program.js <<'END'
const { Worker, isMainThread, parentPort } = require("worker_threads");
const { spawnSync, fork } = require("child_process");
if (!isMainThread) { parentPort.postMessage(6 * 7); }
else if (process.argv[2] === "child") { process.send("hello"); process.disconnect(); process.exitCode = 4; }
else (async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => new Promise(done => new Worker(__filename).on("message", done))));
    console.log(answers.join(), spawnSync("sh", ["-c", "kill -TERM $$"]).signal);
    const child = fork(__filename, ["child"]);
    child.on("message", text => console.log(text));
    await new Promise(done => child.on("exit", code => { console.log(code); done(); }));
    const kept = setInterval(() => {}, 1000);
    process.on("SIGTERM", () => { console.log("SIGTERM"); clearInterval(kept); process.exitCode = 12; });
    process.kill(process.pid, "SIGTERM");
})();
END
node program.js
