export {
  createOrganization,
  findOrganization,
  listOrganizations,
  lockOrganization,
  type Organization,
  organizationNamed,
  setOrganization,
} from './store.ts';
