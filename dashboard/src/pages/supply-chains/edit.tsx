import { useState } from 'react';
import { usePlace } from '../../api/place.ts';
import { request } from '../../api/request.ts';
import { useChange } from '../../api/use-change.ts';
import { t } from '../../language.ts';
import {
  countryCell,
  numberCell,
  requiredNumberCell,
  requiredTextCell,
  textCell,
} from '../../parts/forms/cells.ts';
import { LEG_CELLS } from '../../parts/forms/leg-cells.ts';
import { type Cell, RowsEditor } from '../../parts/forms/rows-editor.tsx';
import { TaskFailure } from '../../parts/page/notice.tsx';
import { useUnsaved } from '../../unsaved.ts';
import {
  type ChainInput,
  type FacilityInput,
  type FlowInput,
  type SupplyChain,
  UPDATE_CHAIN,
} from './document.ts';

const FACILITY_CELLS: readonly Cell<FacilityInput>[] = [
  requiredTextCell('key', t('Key')),
  requiredTextCell('name', t('Name')),
  requiredNumberCell('tier', t('Tier')),
  countryCell('country', t('Country'), 'PT'),
];

const MORE_FACILITY_CELLS: readonly Cell<FacilityInput>[] = [
  textCell('supplier', t('Supplier')),
  textCell('activity', t('Activity')),
  textCell('material', t('Material')),
  numberCell('energyKwhPerUnit', t('Energy, kWh per unit')),
  {
    key: 'latitude',
    label: t('Latitude'),
    kind: 'number',
    read: ({ coordinates }) => shown(coordinates?.latitude),
    write: (row, value) => ({
      ...row,
      coordinates: placeOf(typed(value), row.coordinates?.longitude),
    }),
  },
  {
    key: 'longitude',
    label: t('Longitude'),
    kind: 'number',
    read: ({ coordinates }) => shown(coordinates?.longitude),
    write: (row, value) => ({
      ...row,
      coordinates: placeOf(row.coordinates?.latitude, typed(value)),
    }),
  },
];

/** A coordinate that is typed: NaN while it is not whole, so that the service refuses it. */
function typed(value: string): number {
  return value === '' ? Number.NaN : Number(value);
}

function shown(coordinate: number | undefined): number | undefined {
  return Number.isNaN(coordinate) ? undefined : coordinate;
}

/** Null without both coordinates. */
function placeOf(latitude = Number.NaN, longitude = Number.NaN) {
  return Number.isNaN(latitude) && Number.isNaN(longitude) ? null : { latitude, longitude };
}

/** Facilities and flows, saved together as the next version. */
export function ChainEditor({ chain }: { readonly chain: SupplyChain }) {
  const place = usePlace();
  const [stored] = useState<ChainInput>(() => inputOf(chain));
  const [input, setInput] = useState(stored);
  const facilities = input.facilities ?? [];
  const task = useChange(async (_: undefined) => {
    await request(place, UPDATE_CHAIN, { input });
  });
  useUnsaved(input !== stored);
  const keys = facilities.map(({ key, name }) => [key, `${name} (${key})`] as const);
  const flowCells: readonly Cell<FlowInput>[] = [
    { ...requiredTextCell('from', t('From')), choices: keys },
    { ...requiredTextCell('to', t('To')), choices: keys },
    requiredNumberCell('quantity', t('Quantity per unit of the receiver')),
  ];
  return (
    <>
      {/* The editor begins anew with the saved version: what is typed until then would be lost. */}
      <section className="panel stack-6" inert={task.isRunning}>
        <RowsEditor
          title={t('Facilities')}
          one={t('Facility')}
          rows={facilities}
          blank={{ key: `site-${facilities.length + 1}`, name: '', tier: 1 }}
          cells={FACILITY_CELLS}
          more={MORE_FACILITY_CELLS}
          problemOf={(index, key) => task.problemOf(key, 'facilities', index)}
          onChange={(rows) => setInput({ ...input, facilities: [...rows] })}
        />
        <RowsEditor
          title={t('Flows')}
          one={t('Flow')}
          rows={input.flows ?? []}
          blank={{ from: keys.at(-1)?.[0] ?? '', to: keys[0]?.[0] ?? '', quantity: 1 }}
          cells={flowCells}
          problemOf={(index, key) => task.problemOf(key, 'flows', index)}
          onChange={(rows) => setInput({ ...input, flows: [...rows] })}
          inside={(row, index, change) => (
            <RowsEditor
              title={t('Transport')}
              one={t('Transport leg')}
              rows={row.transportLegs ?? []}
              blank={{ method: 'ROAD' }}
              cells={LEG_CELLS}
              problemOf={(_at, key) => task.problemOf(key, 'flows', index)}
              onChange={(transportLegs) => change({ ...row, transportLegs: [...transportLegs] })}
            />
          )}
        />
      </section>
      <div className="panel stack save-bar">
        <TaskFailure task={task} />
        <div className="row">
          <button
            type="button"
            className="main"
            disabled={task.isRunning || input === stored}
            onClick={() => void task.run(undefined)}
          >
            {t('Save')}
          </button>
          <button type="button" disabled={input === stored} onClick={() => setInput(stored)}>
            {t('Undo all')}
          </button>
        </div>
      </div>
    </>
  );
}

/** The stored chain as the input that would write it again. */
function inputOf({ id, version, facilities, flows }: SupplyChain): ChainInput {
  return {
    id,
    expectedVersion: version,
    facilities: facilities.map(({ isInCycle: _isInCycle, ...facility }) => facility),
    flows: flows.map(({ isInCycle: _isInCycle, transportLegs, ...flow }) => ({
      ...flow,
      transportLegs: transportLegs.map(({ distanceKm, distanceSource, ...leg }) => ({
        ...leg,
        // An estimated distance is not declared: it is estimated again.
        distanceKm: distanceSource === 'DECLARED' ? distanceKm : null,
      })),
    })),
  };
}
