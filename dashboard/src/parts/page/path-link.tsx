import { Link, type LinkComponent } from '@tanstack/react-router';

/**
 * A link in the path above a page. The address of the page begins with that of the link, which would be read as the
 * present page otherwise.
 */
export const PathLink: LinkComponent<'a'> = (props) => (
  <Link activeOptions={{ exact: true }} {...props} />
);
