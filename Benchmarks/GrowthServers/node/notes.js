// A store of notes over HTTP.
//
// usage: notes.js PORT [memory|descriptor]   the second says what every reset leaves behind
'use strict';
const fs = require('node:fs');
const http = require('node:http');

const [port, leak] = process.argv.slice(2);
const notes = new Map();
const left = [];

function leave() {
  if (leak === 'memory') left.push(Buffer.alloc(65536, 1));
  if (leak === 'descriptor') left.push(fs.openSync('/dev/null'));
}

http.createServer((request, response) => {
  if (request.url === '/ready') return response.end('ready\n');
  if (request.method === 'POST') {
    notes.clear();
    leave();
    return response.end('reset\n');
  }
  const count = request.url === '/fill' ? 2000 : 1;
  for (let i = 0; i < count; i++) notes.set(notes.size, 'note '.repeat(40) + notes.size);
  response.end(`${notes.size}\n`);
}).listen(Number(port), '127.0.0.1');
