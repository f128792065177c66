-- Passports that were published before their GLNs were kept have no pages of GLNs. The stored content is packed, but the
-- signed credential of the version names facility and parties: its payload is the second part of a JWS, in base64url. Parties
-- in roles that UNTP 0.7.0 has no word for (authorised representative, dealer, repairer, back-up provider) are not in it: their GLNs
-- come with the next version.

with texts as (
  select v.organization_id, v.environment, v.dpp_id, translate(split_part(v.jws, '.', 2), '-_', '+/') as payload
  from dpps join dpp_versions v on v.organization_id = dpps.organization_id
    and v.environment = dpps.environment and v.dpp_id = dpps.id and v.number = dpps.published_version
  where (dpps.facility_gln is null or dpps.party_glns is null) and v.jws is not null
), subjects as materialized (
  select organization_id, environment, dpp_id,
    convert_from(decode(rpad(payload, (length(payload) + 3) / 4 * 4, '='), 'base64'), 'UTF8')::jsonb -> 'credentialSubject' as subject
  from texts
), named as materialized (
  select organization_id, environment, dpp_id,
    case when subject #>> '{producedAtFacility,id}' = 'https://id.gs1.org/414/' || (subject #>> '{producedAtFacility,registeredId}')
      then subject #>> '{producedAtFacility,registeredId}' end as facility_gln,
    array(select distinct related #>> '{party,registeredId}'
      from jsonb_array_elements(coalesce(subject -> 'relatedParty', '[]')) as related
      where related #>> '{party,id}' = 'https://id.gs1.org/417/' || (related #>> '{party,registeredId}')) as party_glns
  from subjects
)
update dpps set
  facility_gln = coalesce(dpps.facility_gln, named.facility_gln),
  -- The operator of a passport that has no GLN of it yet is found as a party.
  party_glns = coalesce(dpps.party_glns, nullif(array_remove(named.party_glns, dpps.operator_gln), '{}'))
from named
where dpps.organization_id = named.organization_id and dpps.environment = named.environment and dpps.id = named.dpp_id
  and (dpps.facility_gln is null and named.facility_gln is not null
    or dpps.party_glns is null and array_remove(named.party_glns, dpps.operator_gln) <> '{}');
