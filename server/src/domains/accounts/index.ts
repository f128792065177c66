export {
  createOrganization,
  listOrganizations,
  lockOrganization,
  type Organization,
  organizationNamed,
  setOrganization,
} from './store.ts';
