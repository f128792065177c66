export {
  createOrganization,
  findOrganizationByName,
  listOrganizations,
  lockOrganization,
  type Organization,
  updateOrganization,
} from './store.ts';
