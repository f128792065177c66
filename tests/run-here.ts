import { run } from '../server/src/cli/run.ts';

/**
 * Runs a command in the process of the test: a process of its own takes more than a second of CPU time to load the code
 * (`runCli`, for what only a process shows).
 */
export async function runHere(
  words: readonly string[],
  settings: Readonly<Record<string, string>>,
): Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }> {
  const before = { ...process.env };
  Object.assign(process.env, settings);
  let stdout = '';
  let stderr = '';
  try {
    const code = await run(words, {
      print: (text) => {
        stdout += `${text}\n`;
      },
      complain: (text) => {
        stderr += `${text}\n`;
      },
    });
    return { code, stdout, stderr };
  } finally {
    for (const name of Object.keys(settings)) delete process.env[name];
    Object.assign(process.env, before);
  }
}
