import type { Snapshot } from '@trackway/engine';
import { useState } from 'react';
import { graphql } from '../../../api/graphql.ts';
import { usePlace } from '../../../api/place.ts';
import { request } from '../../../api/request.ts';
import { useTask } from '../../../api/use-task.ts';
import { t } from '../../../language.ts';
import { ServiceText } from '../../../parts/service-text/service-text.tsx';
import { figure } from '../../../parts/texts/format.ts';

const SNAPSHOT = graphql(`
  query ResultToReplay($id: ID!) {
    calculation(id: $id) { co2eKg snapshotHash snapshot }
  }
`);

type Replayed = { readonly isSame: boolean; readonly co2eKg: number };

/** Calculates a result again in the browser, from everything that it follows from, and compares the bits. */
export function ReplayCheck({ id, name }: { readonly id: string; readonly name: string }) {
  const place = usePlace();
  const [replayed, setReplayed] = useState<Replayed>();
  const task = useTask(async () => {
    const [{ replay }, { calculation }] = await Promise.all([
      import('@trackway/engine'),
      request(place, SNAPSHOT, { id }),
    ]);
    if (calculation === null || !isSnapshot(calculation.snapshot))
      throw new Error(t('This result has no snapshot.'));
    const { co2eKg, snapshotHash } = replay(calculation.snapshot);
    const isSame = co2eKg === calculation.co2eKg && snapshotHash === calculation.snapshotHash;
    setReplayed({ isSame, co2eKg });
  });
  if (replayed !== undefined)
    return (
      <span role="status">
        {replayed.isSame
          ? t('Same to the bit')
          : t('Differs: {co2eKg} kg', { co2eKg: figure(replayed.co2eKg) })}
      </span>
    );
  return (
    <>
      <button
        type="button"
        className="plain"
        disabled={task.isRunning}
        onClick={() => void task.run(undefined)}
      >
        {task.isRunning ? t('Replaying …') : t('Replay')}
        <span className="visually-hidden"> {t('the result of {name}', { name })}</span>
      </button>
      {task.error && (
        <span role="alert">
          {' '}
          <ServiceText>{task.error.message}</ServiceText>
        </span>
      )}
    </>
  );
}

/** `replay` refuses snapshots of a form that it does not know. */
function isSnapshot(value: unknown): value is Snapshot {
  return typeof value === 'object' && value !== null && 'format' in value;
}
