import { useNavigate } from '@tanstack/react-router';
import { Calculator } from 'lucide-react';
import { useHasTier, usePlace } from '../../../api/place.ts';
import { request } from '../../../api/request.ts';
import { useAnswer } from '../../../api/use-answer.ts';
import { useChange } from '../../../api/use-change.ts';
import { t } from '../../../language.ts';
import { pollWhileBusy } from '../../../parts/jobs/busy.ts';
import { LatestJobs } from '../../../parts/jobs/latest-jobs.tsx';
import { Allowed } from '../../../parts/page/allowed.tsx';
import { permissionNeed, TaskFailure } from '../../../parts/page/notice.tsx';
import { TierNotice } from '../../../parts/page/tier-notice.tsx';
import { LATEST, START } from './document.ts';

/** Calculates the footprints that are missing or outdated, as a job, and shows the latest one. */
export function CalculateFootprints() {
  const place = usePlace();
  const hasTier = useHasTier('GROWTH');
  const navigate = useNavigate();
  const { data } = useAnswer(
    LATEST,
    {},
    { refetchInterval: ({ state }) => pollWhileBusy(state.data?.calculations?.nodes[0]) },
  );
  const task = useChange(
    async (_: undefined) => {
      const input = { asProductFootprint: true };
      const { calculateCatalogue } = await request(place, START, { input });
      return calculateCatalogue?.calculation?.id;
    },
    (id) =>
      id !== undefined &&
      navigate({
        to: '/app/$organization/$world/products/footprints/$id',
        params: { ...place, id },
      }),
  );
  const jobs = (data?.calculations?.nodes ?? []).flatMap((each) =>
    each?.catalogue == null ? [] : [{ ...each, ...each.catalogue }],
  );
  return (
    <>
      <TaskFailure task={task} />
      <TierNotice tier="GROWTH">
        {t(
          'Calculates each product whose footprint is missing or outdated, by its own detail and boundary.',
        )}
      </TierNotice>
      <Allowed
        permission="CALCULATIONS_WRITE"
        tier="GROWTH"
        otherwise={hasTier && <p className="notice">{permissionNeed('CALCULATIONS_WRITE')}</p>}
      >
        <section className="panel stack">
          <p>
            {t(
              'Calculates each product whose footprint is missing or outdated, by its own detail and boundary.',
            )}
          </p>
          <p>
            <button
              type="button"
              className="main"
              disabled={task.isRunning}
              onClick={() => void task.run(undefined)}
            >
              <Calculator /> {t('Calculate footprints')}
            </button>
          </p>
        </section>
      </Allowed>
      <LatestJobs
        title={t('Latest calculation of the catalogue')}
        page="products/footprints"
        items={t('Products')}
        failed={t('Not calculated')}
        jobs={jobs}
      />
    </>
  );
}
