/** Addresses of the receiver. Endpoints take them in turn, because those of customers rarely share a host. */
export const HOSTS = Array.from({ length: 20 }, (_, at) => `127.0.0.${at + 1}`);

export function hostAt(at: number): string {
  return HOSTS[at % HOSTS.length] ?? '';
}
