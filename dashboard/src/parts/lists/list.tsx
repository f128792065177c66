import { keepPreviousData } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '../../language.ts';
import { IS_NARROW } from '../page/narrow.ts';
import { type Column, Rows } from './rows.tsx';

/** A list shows one page of rows, fewer on a phone: a catalogue of 100,000 costs the browser no more than one of 100. */
const PAGE_SIZE = IS_NARROW ? 20 : 50;

/** The part of an address that names a page of a list. */
export type PageSearch = { readonly after?: string; readonly before?: string };

/** Arguments of a connection for the page that the address names. */
export function pageArguments({ after, before }: PageSearch) {
  return before === undefined
    ? { first: PAGE_SIZE, after: after ?? null, last: null, before: null }
    : { first: null, after: null, last: PAGE_SIZE, before };
}

/** The earlier page stays until the next one is there. */
export const KEEP_EARLIER = { placeholderData: keepPreviousData } as const;

export type Connection<Row> = {
  readonly totalCount: number;
  readonly totalCountIsExact: boolean;
  readonly nodes: readonly (Row | null)[];
  readonly pageInfo: {
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
    readonly startCursor: string | null;
    readonly endCursor: string | null;
  };
};

/** Rows of a connection with its pages; `empty` says what to do when there are none. */
export function ListPanel<Row extends object>({
  connection,
  columns,
  caption,
  empty,
  onPage,
}: {
  readonly connection: Connection<Row> | null;
  readonly columns: readonly Column<Row>[];
  readonly caption: string;
  readonly empty: ReactNode;
  readonly onPage: (page: PageSearch) => void;
}) {
  if (connection === null) return null;
  const { nodes, pageInfo } = connection;
  // A page whose rows were deleted has no cursors: the first page has rows.
  const { hasNextPage, hasPreviousPage, startCursor, endCursor } = pageInfo;
  return (
    <div className="panel stack">
      {nodes.length === 0 ? empty : <Rows rows={nodes} columns={columns} caption={caption} />}
      {(hasNextPage || hasPreviousPage) && (
        <nav className="row" aria-label={t('Pages of the list')}>
          <button
            type="button"
            disabled={!hasPreviousPage}
            onClick={() =>
              afterPaint(() => onPage(startCursor === null ? {} : { before: startCursor }))
            }
          >
            <ChevronLeft /> {t('Previous')}
          </button>
          <button
            type="button"
            disabled={!hasNextPage}
            onClick={() => afterPaint(() => onPage(endCursor === null ? {} : { after: endCursor }))}
          >
            {t('Next')} <ChevronRight />
          </button>
        </nav>
      )}
    </div>
  );
}

/** Lets the pressed button be painted before the rows of another page are drawn, which takes longer than a frame. */
function afterPaint(work: () => void): void {
  requestAnimationFrame(() => setTimeout(work));
}

/** "1,310 orders", or "More than 10,000 orders". */
export function countOf(
  connection: Pick<Connection<unknown>, 'totalCount' | 'totalCountIsExact'> | null | undefined,
  sentence: (count: number) => string,
): string {
  if (connection == null) return ' ';
  const { totalCount, totalCountIsExact } = connection;
  const counted = sentence(totalCount);
  return totalCountIsExact ? counted : t('More than {counted}', { counted });
}
