import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { usePlace } from '../../api/place.ts';
import { t } from '../../language.ts';
import { jobTitle } from '../../parts/jobs/job-title.ts';
import { figure, labelled, wordsOf } from '../../parts/texts/format.ts';

/** A happening: its name, a line of detail, and its amount or a way to act at the end. */
function Happening({
  title,
  detail,
  end,
}: {
  readonly title: ReactNode;
  readonly detail: ReactNode;
  readonly end?: ReactNode;
}) {
  return (
    <>
      <span>
        {title}
        <span className="detail">{detail}</span>
      </span>
      <span className="end">{end}</span>
    </>
  );
}

type Calculation = {
  readonly id: string;
  readonly kind: string;
  readonly detail: string;
  readonly co2eKg: number | null;
  readonly product: { readonly id: string; readonly name: string } | null;
};

export function CalculationRow({
  calculation: { id, kind, detail, co2eKg, product },
}: {
  readonly calculation: Calculation;
}) {
  const place = usePlace();
  const title =
    product !== null ? (
      <Link to="/app/$organization/$world/products/$id" params={{ ...place, id: product.id }}>
        {product.name}
      </Link>
    ) : kind === 'CATALOGUE' ? (
      <Link to="/app/$organization/$world/products/footprints/$id" params={{ ...place, id }}>
        {t('Calculation of the catalogue')}
      </Link>
    ) : (
      wordsOf(kind)
    );
  return (
    <Happening
      title={title}
      detail={t('Calculated, {detail}', { detail })}
      end={co2eKg !== null && <Kilograms co2eKg={co2eKg} />}
    />
  );
}

function Kilograms({ co2eKg }: { readonly co2eKg: number }) {
  return (
    <>
      <span className="strong">{figure(co2eKg)}</span> kg
    </>
  );
}

type ActivityEvent = {
  readonly type: string;
  readonly data: unknown;
  readonly object?: {
    readonly name?: string;
    readonly last4?: string;
    readonly product?: { readonly name: string } | null;
  } | null;
};

export function EventRow({ event }: { readonly event: ActivityEvent }) {
  const [subject] = event.type.split('.');
  switch (subject) {
    case 'dpp':
      return <PassportRow event={event} />;
    case 'bulk_job':
      return <JobRow event={event} />;
    case 'order':
      return <OrderRow event={event} />;
    case 'api_key':
      return <KeyRow event={event} />;
    default:
      return <EndpointRow event={event} />;
  }
}

type EventProps = { readonly event: ActivityEvent };

const PASSPORTS: Readonly<Record<string, string>> = {
  'dpp.published': t('Passport published'),
  'dpp.amended': t('Passport amended'),
  'dpp.suspended': t('Passport suspended'),
  'dpp.revoked': t('Passport revoked'),
};

function PassportRow({ event: { type, data, object } }: EventProps) {
  const place = usePlace();
  const version = propertyOf(data, 'publishedVersion');
  const isPublic = type === 'dpp.published' || type === 'dpp.amended';
  return (
    <Happening
      title={
        <Link
          to="/app/$organization/$world/passports/$id"
          params={{ ...place, id: textOf(data, 'dppId') }}
        >
          {PASSPORTS[type]}
        </Link>
      }
      detail={[
        object?.product?.name ?? textOf(data, 'externalId'),
        typeof version === 'number' ? t('version {version, number}', { version }) : '',
      ]
        .filter((part) => part !== '')
        .join(', ')}
      end={
        <span className={isPublic ? 'chip ok' : 'chip warn'}>
          {isPublic ? t('Public') : t('Not public')}
        </span>
      }
    />
  );
}

function JobRow({ event: { type, data } }: EventProps) {
  const place = usePlace();
  const counts = propertyOf(data, 'counts');
  const [total, failed] = [numberOf(counts, 'total'), numberOf(counts, 'failed')];
  const hasFailed = type === 'bulk_job.failed';
  const work = { direction: textOf(data, 'direction'), type: textOf(data, 'type'), dryRun: false };
  const job = (text: string) => (
    <Link
      to="/app/$organization/$world/imports/$id"
      params={{ ...place, id: textOf(data, 'jobId') }}
    >
      {text}
    </Link>
  );
  return (
    <Happening
      title={jobTitle(work)}
      detail={
        hasFailed
          ? t('Failed; rows that were written before remain')
          : t('{done, number} of {total, plural, one {# row} other {# rows}}', {
              done: total - failed,
              total,
            })
      }
      end={
        failed > 0
          ? job(t('{count, plural, one {# row refused} other {# rows refused}}', { count: failed }))
          : job(t('View'))
      }
    />
  );
}

function OrderRow({ event: { type, data } }: EventProps) {
  const place = usePlace();
  const name = textOf(data, 'externalId');
  const lines = propertyOf(data, 'lines');
  const count = Array.isArray(lines) ? lines.length : 0;
  const co2eKg = propertyOf(data, 'co2eKg');
  const isReturn = type === 'order.returned';
  return (
    <Happening
      title={
        <Link
          to="/app/$organization/$world/orders/$id"
          params={{ ...place, id: textOf(data, 'orderId') }}
        >
          {isReturn ? t('Order {name} returned', { name }) : t('Order {name} confirmed', { name })}
        </Link>
      }
      detail={t('{count, plural, one {# line} other {# lines}}', { count })}
      end={typeof co2eKg === 'number' && <Kilograms co2eKg={co2eKg} />}
    />
  );
}

const KEYS: Readonly<Record<string, string>> = {
  'api_key.created': t('API key created'),
  'api_key.rotated': t('API key rotated'),
  'api_key.revoked': t('API key revoked'),
};

function KeyRow({ event: { type, object } }: EventProps) {
  const place = usePlace();
  return (
    <Happening
      title={KEYS[type]}
      detail={object?.name === undefined ? '' : `${object.name} …${object.last4}`}
      end={
        <Link to="/app/$organization/$world/settings/api-keys" params={place}>
          {t('View')}
        </Link>
      }
    />
  );
}

function EndpointRow({ event: { data } }: EventProps) {
  const place = usePlace();
  return (
    <Happening
      title={t('Webhook endpoint disabled')}
      detail={labelled(t('Reason'), wordsOf(textOf(data, 'reason')))}
      end={
        <Link
          to="/app/$organization/$world/webhooks/$id"
          params={{ ...place, id: textOf(data, 'webhookEndpointId') }}
        >
          {t('See attempts')}
        </Link>
      }
    />
  );
}

/** A property of the payload of an event, whose form its type has and TypeScript does not know. */
function propertyOf(data: unknown, name: string): unknown {
  return typeof data === 'object' && data !== null
    ? Object.entries(data).find(([key]) => key === name)?.[1]
    : undefined;
}

function textOf(data: unknown, name: string): string {
  const value = propertyOf(data, name);
  return typeof value === 'string' ? value : '';
}

function numberOf(data: unknown, name: string): number {
  const value = propertyOf(data, name);
  return typeof value === 'number' ? value : 0;
}
