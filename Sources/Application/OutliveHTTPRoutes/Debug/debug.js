'use strict';
const element = id => document.getElementById(id);
const stored = 'outlive-token';
let token = null;
let stream = null;
let watched = true;

// MARK: The token

function takeToken() {
  const fragment = new URLSearchParams(location.hash.slice(1));
  if (fragment.has('token')) {
    sessionStorage.setItem(stored, fragment.get('token'));
    history.replaceState(null, '', location.pathname);
  }
  useToken(sessionStorage.getItem(stored));
}

function useToken(value) {
  token = value;
  element('access').hidden = Boolean(token);
  element('panels').hidden = !token;
  if (stream) stream.abort();
  if (token) follow(); else showState('offline', 'no token');
}

function refuseToken() {
  sessionStorage.removeItem(stored);
  element('access-reason').textContent =
    'The application does not accept the token: it belongs to another launch, or is not complete.';
  useToken(null);
  element('token').focus();
}

// MARK: Requests

async function ask(path, options = {}) {
  const used = token;
  const headers = { ...options.headers, Authorization: `Bearer ${used}` };
  const response = await fetch(path, { ...options, headers, cache: 'no-store', credentials: 'omit' });
  if (response.status === 401 && used === token) refuseToken();
  return response;
}

async function refresh() {
  const response = await ask('/generations');
  if (response.ok) shown(showHistory)(await response.json());
}

async function reason(response) {
  try { return (await response.json()).error; } catch { return `status ${response.status}`; }
}

/** Reads events for as long as there is a token, over restarts of the connection. */
async function follow() {
  const own = stream = new AbortController();
  let pause = 500;
  while (!own.signal.aborted) {
    try {
      const response = await ask('/events', { signal: own.signal });
      if (response.ok) {
        pause = 500;
        showFault('');
        await refresh();
        await eachLine(response.body, shown(line => showEvent(JSON.parse(line))));
      } else {
        showFault(await reason(response));
      }
    } catch {
      // The connection failed or was closed.
    }
    if (own.signal.aborted) return;
    showState('offline', 'no connection');
    await new Promise(resolve => setTimeout(resolve, pause));
    pause = Math.min(pause * 2, 5000);
  }
}

async function eachLine(body, action) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const lines = (rest + value).split('\n');
    rest = lines.pop();
    lines.filter(Boolean).forEach(action);
  }
}

// MARK: Resetting

/** The lines as they were typed; what follows the last line break is one only if there is anything. */
function lines(id) {
  const lines = element(id).value.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

function call() {
  const body = { id: crypto.randomUUID() };
  if (element('replace-arguments').checked) body.arguments = lines('arguments');
  const environment = new Map();
  // An empty line names no variable.
  for (const line of lines('environment').filter(Boolean)) {
    const at = line.indexOf('=');
    if (at < 1) throw new Error(`"${line}" is no NAME=value`);
    const name = line.slice(0, at);
    if (environment.has(name)) throw new Error(`${name} is there more than once`);
    environment.set(name, line.slice(at + 1));
  }
  if (environment.size) body.environment = Object.fromEntries(environment);
  if (element('replace-fixture').checked) body.fixture = element('fixture').value;
  return body;
}

async function reset() {
  const button = element('reset');
  if (button.getAttribute('aria-disabled') === 'true') return;
  button.setAttribute('aria-disabled', 'true');
  showResult('Resetting…');
  try {
    const response = await ask('/reset', {
      method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(call()),
    });
    const answer = await response.json();
    if (answer.reply) shown(showAnswer)(answer); else showResult(answer.error, 'bad');
  } catch (error) {
    showResult(error.message, 'bad');
  }
  button.removeAttribute('aria-disabled');
}

function showAnswer({ reply, generation, watched }) {
  showWatched(watched);
  showReply(reply);
  element('generation').textContent = generation;
  const seconds = topLevel(reply.phases).reduce((sum, phase) => sum + phase.seconds, 0);
  const failures = reply.failures.map(failure => `${failure.step}: ${failure.message}`).join('; ');
  if (!reply.usable) return showResult(`The application cannot be used. ${failures}`, 'bad');
  const alive = !watched ? 'not watched'
    : reply.aliveAtSweep ? `${reply.aliveAtSweep} alive at the first sweep` : 'nothing of it alive';
  showResult(
    `Generation ${reply.endedGeneration} ended in ${milliseconds(seconds)} ms, ${alive}.`
      + (failures ? ` Failed: ${failures}` : ''), failures ? 'bad' : 'good');
}

// MARK: Display

/** Runs an action and shows its failure; the connection stays. */
function shown(action) {
  return value => {
    try {
      action(value);
    } catch (error) {
      showFault(`This page cannot show what the application sent: ${error}`);
    }
  };
}

function showFault(text) {
  element('fault').textContent = text;
  element('fault').hidden = !text;
}

function showEvent(line) {
  switch (line.event) {
  case 'state':
    showWatched(line.watched);
    element('generation').textContent = line.generation;
    showState(line.ready ? 'ready' : 'unusable', line.ready ? 'ready' : 'not ready');
    break;
  case 'began':
    showState('busy', 'resetting');
    break;
  case 'ended':
    if (!line.reply.refusal) showReply(line.reply);
    break;
  case 'settled':
    showGenerations([...generations, summary(line.report)]);
    showSurvivors(line.report);
    break;
  }
}

function showState(state, text) {
  element('state').dataset.state = state;
  element('state').textContent = text;
}

function showResult(text, kind = '') {
  element('result').dataset.kind = kind;
  element('result').textContent = text;
}

function showReply(reply) {
  showState(reply.usable ? 'ready' : 'unusable', reply.usable ? 'ready' : 'not usable');
  if (reply.kind !== 'reset') return;
  element('generation').textContent = reply.endedGeneration + 1;
  const longest = Math.max(...reply.phases.map(phase => phase.seconds), 1e-9);
  fill('phases', reply.phases.map(phase => {
    const name = cell(phase.name.split('/').slice(1).join('/') || phase.name);
    const bar = document.createElement('span');
    bar.className = 'bar';
    bar.style.width = `${Math.max(1, 100 * phase.seconds / longest)}%`;
    name.append(bar);
    return row([name, cell(milliseconds(phase.seconds), 'number')], phase.name.includes('/') ? 'step' : '');
  }));
}

let processID = null;
let generations = [];
let newest = 0;

const unexpected = survivors => survivors.filter(({ key }) => !key.lifetime?.process);
const summary = report => ({ ...report, survivors: total(unexpected(report.survivors)) });

function showHistory(history) {
  processID = history.processID;
  showWatched(history.watched);
  showGenerations(history.generations);
  newest = 0;
  if (!history.newest) return;
  showSurvivors(history.newest);
  if (history.newest.reply && element('phases').hidden) showReply(history.newest.reply);
}

function showGenerations(summaries) {
  const byNumber = new Map(summaries.map(summary => [summary.generation, summary]));
  generations = [...byNumber.values()].sort((a, b) => a.generation - b.generation).slice(-100);
  fill('generations', generations.toReversed().map(summary => row([
    summary.generation, summary.registered, summary.died, summary.survivors, summary.settleSeconds.toFixed(2),
  ].map(value => cell(value, 'number')))));
}

function showWatched(isWatched) {
  watched = isWatched;
  element('unwatched').hidden = watched;
  element('survivors-empty').hidden = !watched || !element('survivors').hidden;
}

function showSurvivors({ generation, survivors }) {
  // Generations may settle out of order.
  if (generation < newest) return;
  newest = generation;
  element('survivors-of').textContent = `after generation ${generation}`;
  element('survivors-empty').textContent = 'None: everything that was to end has ended.';
  fill('survivors', unexpected(survivors).map(survivor => {
    const { name, type, site } = survivor.key;
    const title = document.createElement('span');
    title.className = 'name';
    title.textContent = name;
    const component = cell('');
    component.append(
      title, detail(type), detail(`registered at ${site.fileID}:${site.line}`), stack(survivor.backtrace?.frames ?? []),
      traceCommand(type));
    const born = survivor.births[0]?.generation;
    const age = born === undefined ? '–' : generation - born + 1;
    const numbers = [total([survivor]), age].map(value => cell(value, 'number'));
    return row([component, ...numbers], age > 1 ? 'old' : '');
  }));
  showWatched(watched);
}

/** The stack of a registration. Its functions have no names here, because only a tool reads debug information. */
function stack(frames) {
  const details = document.createElement('details');
  details.hidden = frames.length === 0;
  const summary = document.createElement('summary');
  summary.textContent = `Stack of the newest registration, ${frames.length} ${frames.length === 1 ? 'frame' : 'frames'}`;
  const list = document.createElement('ol');
  for (const { module, offset, symbols } of frames.slice(0, 32)) {
    const item = document.createElement('li');
    const place = `${module.split('/').at(-1) || '?'}+0x${offset.toString(16)}`;
    item.textContent = symbols?.length ? `${symbols[0].function} (${place})` : place;
    list.append(item);
  }
  details.append(summary, list);
  return details;
}

/** The command that shows what holds the objects. A process cannot compute the trace of its own moving heap. */
function traceCommand(type) {
  if (!processID) return '';
  // The name in a snapshot can have other arguments and context, so only the last part is compared.
  const [name, ...generic] = type.split('<');
  const pattern = (name.split('.').at(-1) || '*') + (generic.length ? '*' : '');
  const details = document.createElement('details');
  const summary = document.createElement('summary');
  summary.textContent = 'What holds it';
  const command = document.createElement('code');
  command.className = 'command';
  command.textContent = `outlive census ${processID} --graph outlive.heap && `
    + `outlive heap outlive.heap --type '${pattern.replaceAll("'", "'\\''")}' --trace`;
  details.append(summary, command);
  return details;
}

const total = survivors =>
  survivors.flatMap(survivor => survivor.births).reduce((sum, birth) => sum + birth.count, 0);
const topLevel = phases => phases.filter(phase => !phase.name.includes('/'));
const milliseconds = seconds => (seconds * 1000).toFixed(seconds < 0.001 ? 3 : seconds < 0.1 ? 1 : 0);

function detail(text) {
  const span = document.createElement('span');
  span.className = 'detail';
  span.textContent = text;
  return span;
}

function cell(text, className = '') {
  const td = document.createElement('td');
  td.className = className;
  td.textContent = text;
  return td;
}

function row(cells, className = '') {
  const tr = document.createElement('tr');
  tr.className = className;
  tr.append(...cells);
  return tr;
}

function fill(id, rows) {
  element(id).tBodies[0].replaceChildren(...rows);
  element(id).hidden = rows.length === 0;
  element(`${id}-empty`).hidden = rows.length > 0;
}

// MARK: User actions

element('reset-form').addEventListener('submit', event => { event.preventDefault(); reset(); });
element('reset-form').addEventListener('keydown', event => {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) { event.preventDefault(); reset(); }
});
element('access-form').addEventListener('submit', event => {
  event.preventDefault();
  sessionStorage.setItem(stored, element('token').value.trim());
  element('token').value = '';
  useToken(sessionStorage.getItem(stored));
  element('reset').focus();
});
element('arguments').addEventListener('input', () => { element('replace-arguments').checked = true; });
element('fixture').addEventListener('input', () => { element('replace-fixture').checked = true; });
addEventListener('hashchange', takeToken);
takeToken();
