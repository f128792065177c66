import { Link } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { graphql, type ResultOf } from '../../api/graphql.ts';
import { usePlace } from '../../api/place.ts';
import { request } from '../../api/request.ts';
import { useTask } from '../../api/use-task.ts';
import { t } from '../../language.ts';
import { Allowed } from '../../parts/page/allowed.tsx';
import { Disclosure } from '../../parts/page/disclosure.tsx';
import { download } from '../../parts/page/download.ts';
import { TaskFailure } from '../../parts/page/notice.tsx';

const EXPORT = graphql(`
  query ExportResult(
    $id: ID!
    $snapshot: Boolean!
    $pact: Boolean!
    $catenaX: Boolean!
    $ilcd: Boolean!
  ) {
    calculation(id: $id) {
      snapshot @include(if: $snapshot)
      productFootprint @include(if: $pact)
      catenaXPcf @include(if: $catenaX)
      ilcdEpd @include(if: $ilcd) { process flow }
    }
  }
`);

type Exported = NonNullable<ResultOf<typeof EXPORT>['calculation']>;

type Format = {
  readonly label: string;
  readonly wanted: 'snapshot' | 'pact' | 'catenaX' | 'ilcd';
  readonly ending: string;
  /** The text of the file; undefined if the result cannot be stated in this format. */
  readonly textOf: (exported: Exported) => string | undefined;
};

const FORMATS: readonly Format[] = [
  {
    label: 'PACT 3.0.4 (JSON)',
    wanted: 'pact',
    ending: 'pact.json',
    textOf: ({ productFootprint }) => jsonOf(productFootprint),
  },
  {
    label: 'Catena-X PCF 9.0.0 (JSON)',
    wanted: 'catenaX',
    ending: 'catena-x.json',
    textOf: ({ catenaXPcf }) => jsonOf(catenaXPcf),
  },
  {
    label: t('ILCD+EPD 1.2, results (XML)'),
    wanted: 'ilcd',
    ending: 'ilcd-process.xml',
    textOf: ({ ilcdEpd }) => ilcdEpd?.process,
  },
  {
    label: t('ILCD+EPD 1.2, product (XML)'),
    wanted: 'ilcd',
    ending: 'ilcd-flow.xml',
    textOf: ({ ilcdEpd }) => ilcdEpd?.flow,
  },
  {
    label: t('All inputs, for a replay (JSON)'),
    wanted: 'snapshot',
    ending: 'snapshot.json',
    textOf: ({ snapshot }) => jsonOf(snapshot),
  },
];

/** The formats that a result can be taken along in. */
export function ExportResult({
  productId,
  calculationId,
}: {
  readonly productId: string;
  readonly calculationId: string;
}) {
  const place = usePlace();
  const task = useTask(async ({ wanted, ending, textOf }: Format) => {
    const { calculation } = await request(place, EXPORT, {
      id: calculationId,
      snapshot: wanted === 'snapshot',
      pact: wanted === 'pact',
      catenaX: wanted === 'catenaX',
      ilcd: wanted === 'ilcd',
    });
    const text = calculation === null ? undefined : textOf(calculation);
    if (text === undefined)
      throw new Error(
        t('PACT and Catena-X need a FULL result from cradle to gate with all values they require.'),
      );
    download(`${calculationId}-${ending}`, text, mediaTypeOf(ending));
  });
  return (
    <Disclosure
      label={
        <>
          <Download /> {t('Export')}
        </>
      }
    >
      <TaskFailure task={task} />
      <ul className="choices">
        {FORMATS.map((format) => (
          <li key={format.ending}>
            <button
              type="button"
              className="plain"
              disabled={task.isRunning}
              onClick={() => void task.run(format)}
            >
              {format.label}
            </button>
          </li>
        ))}
        <Allowed permission="ASSETS_WRITE" tier="ENTERPRISE">
          <li>
            <Link
              className="button plain"
              to="/app/$organization/$world/assets/new"
              params={place}
              search={{ product: productId, kind: 'FOOTPRINT_REPORT' }}
            >
              {t('Report (PDF) …')}
            </Link>
          </li>
        </Allowed>
      </ul>
    </Disclosure>
  );
}

function jsonOf(value: unknown): string | undefined {
  return value == null ? undefined : JSON.stringify(value, null, 2);
}

function mediaTypeOf(ending: string): string {
  return ending.endsWith('.xml') ? 'application/xml' : 'application/json';
}
