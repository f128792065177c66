import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

/** Answers that another server gave, by their paths. */
export type Recorded = {
  readonly status: number;
  readonly headers: readonly string[];
  readonly body: string;
};

/** The limit: Node's HTTP server, sending recorded bytes and doing nothing else. */
const [file = '', port = ''] = process.argv.slice(2);
const recorded: Readonly<Record<string, Recorded>> = JSON.parse(readFileSync(file, 'utf8'));
const answers = new Map(
  Object.entries(recorded).map(([path, { status, headers, body }]) => [
    path,
    { status, headers: [...headers], body: Buffer.from(body, 'base64') },
  ]),
);

createServer((request, response) => {
  const answer = answers.get(request.url ?? '');
  if (answer === undefined) {
    response.writeHead(404).end();
    return;
  }
  response.writeHead(answer.status, answer.headers);
  response.end(answer.body);
}).listen(Number(port), '127.0.0.1');
