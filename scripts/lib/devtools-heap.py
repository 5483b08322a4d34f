"""Loads a heap snapshot into the developer tools of Chromium; used by scripts/check-heapsnapshot.

usage: devtools-heap.py BROWSER SCRATCH FILE [TYPE]

Talks to the browser by the pipes of --remote-debugging-pipe, and takes the parser from the front end that the browser
serves. Exit status: 0 it loads and agrees with the file, 1 not, 3 the browser cannot be used.
"""

import json
import os
import subprocess
import sys
import time

LOAD = """
(async () => {
  const worker = await import('/devtools/entrypoints/heap_snapshot_worker/heap_snapshot_worker.js');
  const progress = { updateStatus() {}, updateProgress() {}, reportProblem(text) { problems.push(text) } };
  const problems = [];
  const warn = console.warn;
  console.warn = (...words) => { problems.push(words.join(' ')); warn(...words); };
  const loader = new worker.HeapSnapshotLoader.HeapSnapshotLoader(
    { sendEvent(name, data) { if (/problem/i.test(name)) problems.push(String(data)) } });
  const reader = document.querySelector('input').files[0].stream().pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    loader.write(value);
  }
  loader.close();
  await loader.parsingComplete;
  // The second half of the work is that of another worker, joined by a port.
  const ports = new MessageChannel();
  const second = new worker.HeapSnapshot.SecondaryInitManager(ports.port2);
  const snapshot = await loader.buildSnapshot(ports.port1);
  const named = [];
  const wanted = %s;
  for (let index = 0; index < snapshot.nodeCount; ++index) {
    const node = snapshot.createNode(index * snapshot.nodeFieldCount);
    if (wanted === null || node.name() !== wanted && !node.name().endsWith('.' + wanted)) continue;
    const retainers = [];
    for (const it = node.retainers(); it.hasNext(); it.next()) {
      const edge = it.item();
      if (edge.isWeak()) continue;
      retainers.push([edge.node().id(), edge.node().name(), edge.name()]);
    }
    named.push({ id: node.id(), name: node.name(), distance: node.distance(), retained: node.retainedSize(), retainers });
  }
  let total = 0;
  for (const size of snapshot.nodes.length ? [snapshot.rootNode().retainedSize()] : []) total += size;
  return JSON.stringify({
    nodes: snapshot.nodeCount, edges: snapshot.containmentEdges.length / 3, total,
    statistics: snapshot.getStatistics ? snapshot.getStatistics() : null, named, problems });
})()
"""


class Browser:
    """A headless browser, spoken to in JSON with a zero byte after each message."""

    def __init__(self, program, scratch):
        commands, self.commands = os.pipe()
        self.answers, answers = os.pipe()

        def give_pipes():
            # First moves them away from 3 and 4, because one may be where the other has to go.
            source, target = os.dup(commands), os.dup(answers)
            os.dup2(source, 3)
            os.dup2(target, 4)

        self.process = subprocess.Popen(
            [program, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
             "--user-data-dir=" + os.path.join(scratch, "profile"), "--remote-debugging-pipe",
             "--remote-debugging-port=0", "about:blank"],
            preexec_fn=give_pipes, close_fds=False, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        os.close(commands)
        os.close(answers)
        self.rest = b""
        self.number = 0
        self.port = self.wait_for_port(os.path.join(scratch, "profile", "DevToolsActivePort"))

    def wait_for_port(self, path):
        for _ in range(600):
            if self.process.poll() is not None:
                raise RuntimeError(f"it ended with {self.process.returncode}")
            if os.path.exists(path) and os.path.getsize(path):
                with open(path) as file:
                    return int(file.readline())
            time.sleep(0.1)
        raise RuntimeError("it does not say what port it listens to")

    def call(self, method, session=None, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        os.write(self.commands, json.dumps(message).encode() + b"\0")
        while True:
            while b"\0" not in self.rest:
                piece = os.read(self.answers, 1 << 16)
                if not piece:
                    raise RuntimeError("it closed the connection")
                self.rest += piece
            text, self.rest = self.rest.split(b"\0", 1)
            answer = json.loads(text)
            if answer.get("id") != self.number:
                continue
            if "error" in answer:
                raise RuntimeError(f"{method}: {answer['error']['message']}")
            return answer["result"]

    def end(self):
        self.process.kill()
        self.process.wait()


def load(program, scratch, path, wanted):
    browser = Browser(program, scratch)
    try:
        # Any page of the front end: modules are imported from the origin of a page.
        address = f"http://127.0.0.1:{browser.port}/devtools/entrypoints/heap_snapshot_worker/heap_snapshot_worker.js"
        target = browser.call("Target.createTarget", url=address)["targetId"]
        session = browser.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for _ in range(100):
            state = evaluate(browser, session, "location.pathname + ' ' + document.readyState")
            if state.startswith("/devtools/") and state.endswith("complete"):
                break
            time.sleep(0.1)
        evaluate(browser, session, "document.body.append(Object.assign(document.createElement('input'), {type: 'file'}))"
                                   " || ''")
        root = browser.call("DOM.getDocument", session)["root"]["nodeId"]
        field = browser.call("DOM.querySelector", session, nodeId=root, selector="input")["nodeId"]
        browser.call("DOM.setFileInputFiles", session, nodeId=field, files=[os.path.abspath(path)])
        return json.loads(evaluate(browser, session, LOAD % json.dumps(wanted or None)))
    finally:
        browser.end()


def evaluate(browser, session, text):
    answer = browser.call("Runtime.evaluate", session, expression=text, awaitPromise=True, returnByValue=True)
    if "exceptionDetails" in answer:
        raise ValueError(answer["exceptionDetails"].get("exception", {}).get("description", str(answer)))
    return answer["result"]["value"]


def retainers_in_file(document, wanted):
    """What the file says: for each node of the name the nodes that hold it by edges that are not weak."""
    meta = document["snapshot"]["meta"]
    width = len(meta["node_fields"])
    nodes, edges, strings = document["nodes"], document["edges"], document["strings"]
    ids = {}
    for index in range(0, len(nodes), width):
        name = strings[nodes[index + 1]]
        if wanted and (name == wanted or name.endswith("." + wanted)):
            ids[index] = nodes[index + 2]
    holders = {id: [] for id in ids.values()}
    weak = meta["edge_types"][0].index("weak")
    place = 0
    for index in range(0, len(nodes), width):
        for _ in range(nodes[index + 4]):
            if edges[place] != weak and edges[place + 2] in ids:
                holders[ids[edges[place + 2]]].append(nodes[index + 2])
            place += 3
    return holders


def main():
    program, scratch, path, wanted = (sys.argv[1:] + [""])[:4]
    try:
        seen = load(program, scratch, path, wanted)
    except RuntimeError as error:
        print(f"check-heapsnapshot: the browser cannot be used: {error}", file=sys.stderr)
        return 3
    except ValueError as error:
        print(f"the developer tools do not load it: {error}")
        return 1
    with open(path) as file:
        document = json.load(file)
    head = document["snapshot"]
    agree = (seen["nodes"], seen["edges"]) == (head["node_count"], head["edge_count"])
    print(f"developer tools: {seen['nodes']} nodes, {seen['edges']} edges, {seen['total']} bytes in all")
    print(f"file:            {head['node_count']} nodes, {head['edge_count']} edges")
    for problem in seen["problems"]:
        print(f"problem: {problem}")
        agree = False
    if wanted:
        expected = retainers_in_file(document, wanted)
        print(f"{wanted}: {len(expected)} nodes in the file, {len(seen['named'])} seen")
        agree = agree and len(expected) == len(seen["named"])
        for node in seen["named"]:
            same = sorted(expected.get(node["id"], [])) == sorted(id for id, _, _ in node["retainers"])
            agree = agree and same
        for node in seen["named"][:5]:
            print(f"  {node['name']} @{node['id']}, distance {node['distance']}, retains {node['retained']} bytes")
            for id, name, edge in node["retainers"][:8]:
                print(f"    {edge} in {name} @{id}")
        print("the retainers are the same" if agree else "the retainers are not the same")
        own = os.path.join(scratch, "own.json")
        if os.path.exists(own):
            with open(own) as file:
                retained = sorted(block["retainedBytes"] for block in json.load(file)["largest"])
            same = retained == sorted(node["retained"] for node in seen["named"])
            print("what they retain is the same" if same else f"what they retain is not the same: {retained[-5:]}")
            agree = agree and same
    return 0 if agree else 1


if __name__ == "__main__":
    sys.exit(main())
