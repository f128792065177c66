-- Advice on what to measure next reads the largest FULL footprints of a catalogue, never all of them.

-- The largest gains of measuring a factor, per FULL result (engine/src/measurement.ts).
alter table calculations add column measurement_gains jsonb;

create index products_by_full_footprint on products (organization_id, environment, co2e_kg, id)
  include (calculation_id)
  where footprint_basis <> 'BASIC' and status <> 'ARCHIVED' and co2e_kg is not null;
