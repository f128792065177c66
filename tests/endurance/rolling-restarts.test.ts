import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { emptyTestDatabase } from '../../server/src/platform/database/testing.ts';
import { startBalancer } from '../balancer.ts';
import { sendForId } from '../http/client.ts';
import { seededClient, sharedServices } from '../shared-services.ts';
import { roundsOf } from './share.ts';

const RESTARTS = roundsOf(100);
const WRITERS = 4;
const PAUSE_MS = 20;

test(`${RESTARTS} restarts of one process after the other break no request`, async () => {
  const services = await sharedServices(await emptyTestDatabase());
  after(() => rm(services.dataFolder, { recursive: true, force: true }));
  const balancer = await startBalancer();
  after(balancer.stop);
  let running = [await services.start(), await services.start()];
  for (const { url } of running) await balancer.add(url);
  const { send } = await seededClient(running[0], services, balancer.url);

  let isOver = false;
  let answered = 0;
  const writers = Array.from({ length: WRITERS }, async (_, number) => {
    for (let round = 0; !isOver; round += 1) {
      await sendForId({ send }, 'createProduct', 'product', { name: `Shirt ${number} ${round}` });
      answered += 1;
      await sleep(PAUSE_MS);
    }
  });
  const restarting = async () => {
    for (let round = 0; round < RESTARTS; round += 1) {
      const [oldest, ...others] = running;
      assert.equal(await oldest?.stop(), 0);
      balancer.remove(oldest?.url ?? '');
      const next = await services.start();
      await balancer.add(next.url);
      running = [...others, next];
    }
    isOver = true;
  };
  await Promise.all([restarting(), ...writers]);
  for (const service of running) await service.stop();
  assert.ok(answered > RESTARTS * WRITERS, `${answered} requests`);
});
