import { Link } from '@tanstack/react-router';
import { usePlace } from '../../api/place.ts';
import { rich } from '../../language.ts';
import { CopyLink } from './copy.tsx';

/** A GraphQL request for a shell, to this place. The key is a variable of the shell. */
export function useCurl(query: string): string {
  const { world } = usePlace();
  const endpoint = `${window.location.origin}${world === 'sandbox' ? '/sandbox' : ''}/graphql`;
  return `curl ${endpoint} \\
  -H "X-API-Key: $TRACKWAY_API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '${JSON.stringify({ query })}'`;
}

/** A first request to copy, for a list that requests fill. */
export function CurlSample({ query }: { readonly query: string }) {
  const place = usePlace();
  const text = useCurl(query);
  return (
    <>
      <pre tabIndex={0}>{text}</pre>
      <p className="quiet small">
        <CopyLink text={text} />{' '}
        {rich('<code>TRACKWAY_API_KEY</code> holds a key of <link>API keys</link>.', {
          code: (name) => <span className="code">{name}</span>,
          link: (words) => (
            <Link to="/app/$organization/$world/settings/api-keys" params={place}>
              {words}
            </Link>
          ),
        })}
      </p>
    </>
  );
}
