import { at, type Client, dataOf } from './client.ts';

/** Resets the sandbox of a client and waits until it is done, however long that takes. */
export async function resetSandbox({ send }: Pick<Client, 'send'>): Promise<void> {
  for (let isReset = false; !isReset; ) {
    const data = dataOf(await send('mutation { resetSandbox { isReset } }'));
    isReset = at(data, 'resetSandbox', 'isReset') === true;
  }
}
