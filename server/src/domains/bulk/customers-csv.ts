import type { CsvForm } from './csv.ts';

export const CUSTOMERS_CSV: CsvForm = {
  columns: {
    id: 'TEXT',
    externalId: 'TEXT',
    name: 'TEXT',
    email: 'TEXT',
    country: 'TEXT',
    language: 'TEXT',
    tags: 'LIST',
    metadata: 'JSON',
  },
  gather: (cells) => cells,
  spread: (row) => row,
};
