-- Phases of a result next to its total: those of a catalogue are summed without unpacking every result. Null for results of
-- before, and for catalogues. Not compressed and not stored apart: ten numbers are read for a thousand products at once.

alter table calculations add phases float8[];
alter table calculations alter phases set storage plain;
