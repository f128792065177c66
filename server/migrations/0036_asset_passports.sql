-- Documents of passports are assets: they name the passport that they show.

-- A document outlives its passport, which may pass to another organization, so this is no foreign key.
alter table assets add column dpp_id uuid;
