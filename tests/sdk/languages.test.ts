import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { signWebhook } from '@trackway/sdk';
import { temporaryFolder } from '../../server/src/platform/testing.ts';

/** The verification of the guide in other languages, where their interpreters are installed. */

const GUIDE = readFileSync(join(import.meta.dirname, '../../docs/guides/webhooks.md'), 'utf8');
const folder = await temporaryFolder('languages');

const SECRET = `whsec_${Buffer.from('a secret of this test').toString('base64')}`;
const OTHER = `whsec_${Buffer.from('another secret').toString('base64')}`;
const BODY = '{"id":"evt_1","type":"ping","data":{"note":"ä"}}';

type Case = {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly secrets: readonly string[];
  readonly isValid: boolean;
};

const now = Math.floor(Date.now() / 1_000);
const signed = await signWebhook({ id: 'evt_1', body: BODY, timestampSeconds: now }, SECRET);
const rotated = await signWebhook({ id: 'evt_1', body: BODY, timestampSeconds: now }, [
  OTHER,
  SECRET,
]);
const old = await signWebhook({ id: 'evt_1', body: BODY, timestampSeconds: now - 400 }, SECRET);
const CASES: readonly Case[] = [
  { body: BODY, headers: signed, secrets: [SECRET], isValid: true },
  { body: BODY, headers: signed, secrets: [OTHER, SECRET], isValid: true },
  { body: BODY, headers: rotated, secrets: [SECRET], isValid: true },
  { body: `${BODY} `, headers: signed, secrets: [SECRET], isValid: false },
  { body: BODY, headers: signed, secrets: [OTHER], isValid: false },
  { body: BODY, headers: { ...signed, 'webhook-id': 'evt_2' }, secrets: [SECRET], isValid: false },
  { body: BODY, headers: old, secrets: [SECRET], isValid: false },
];

const GO_MAIN = `package main
import ("encoding/json"; "fmt"; "io"; "net/http"; "os"; "webhook/webhook")
func main() {
  type Case struct { Body string; Headers map[string]string; Secrets []string }
  var cases []Case
  text, _ := io.ReadAll(os.Stdin)
  if err := json.Unmarshal(text, &cases); err != nil { panic(err) }
  results := []bool{}
  for _, c := range cases {
    headers := http.Header{}
    for name, value := range c.Headers { headers.Set(name, value) }
    results = append(results, webhook.Verify([]byte(c.Body), headers, c.Secrets))
  }
  out, _ := json.Marshal(results)
  fmt.Println(string(out))
}`;

/** The program of a language: it reads the cases from stdin and prints what it accepts, as JSON. */
const LANGUAGES: Readonly<Record<string, (code: string) => readonly string[]>> = {
  python: (code) => {
    const main = `${code}
import json, sys
print(json.dumps([verify(c["body"].encode(), c["headers"], c["secrets"]) for c in json.load(sys.stdin)]))`;
    return ['python3', write('verify.py', main)];
  },
  php: (code) => {
    const main = `${code}
$cases = json_decode(stream_get_contents(STDIN), true);
echo json_encode(array_map(fn($c) => verify($c['body'], $c['headers'], $c['secrets']), $cases));`;
    return ['php', write('verify.php', main)];
  },
  go: (code) => {
    write('go.mod', 'module webhook\ngo 1.19\n');
    spawnSync('mkdir', ['-p', join(folder, 'webhook')]);
    write('webhook/verify.go', code);
    write('main.go', GO_MAIN);
    return ['go', 'run', '.'];
  },
};

function write(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

const VERSION: Readonly<Record<string, readonly string[]>> = {
  python: ['python3', '--version'],
  php: ['php', '--version'],
  go: ['go', 'version'],
};

const codes = new Map(
  [...GUIDE.matchAll(/```(python|php|go)\n(.*?)```/gs)].map(([, language = '', code = '']) => [
    language,
    code,
  ]),
);

test('the guide shows the verification in Python, PHP and Go', () => {
  assert.deepEqual([...codes.keys()].sort(), Object.keys(LANGUAGES).sort());
});

for (const [language, programOf] of Object.entries(LANGUAGES)) {
  const [command = '', ...words] = VERSION[language] ?? [];
  if (spawnSync(command, words).status !== 0) continue;
  test(`the verification in ${language} accepts what the service signs, and nothing else`, () => {
    const [interpreter = '', ...args] = programOf(codes.get(language) ?? '');
    const { stdout, stderr } = spawnSync(interpreter, args, {
      cwd: folder,
      input: JSON.stringify(CASES),
      encoding: 'utf8',
    });
    assert.deepEqual(
      JSON.parse(stdout || JSON.stringify(stderr)),
      CASES.map(({ isValid }) => isValid),
    );
  });
}
