-- A client may submit a version again that the registry refused (EN 18222, RegisterProductDPP): the number of the submission
-- is part of its idempotency key, so that the registry decides again.

alter table dpp_registrations add column submission int not null default 1;
