import type { TenantTx } from '../../../platform/database/index.ts';
import { badInput, notFound, type Problem } from '../../../rules/errors/api-error.ts';
import { type DigitalLink, parseDigitalLink } from '../../../rules/gs1/digital-link.ts';
import { problem } from '../../../rules/inputs/problems.ts';
import type { Target } from '../../../rules/mutations/preconditions.ts';
import { findProduct } from '../../products/index.ts';
import { WRITABLE_FIELDS } from '../content/draft.ts';
import { isList } from '../content/mask.ts';
import { amendDpp, type Signing } from '../life/publish.ts';
import type { Dpp, DppContent, Json } from '../model.ts';
import { textIn } from '../projections/content.ts';
import { currentDpp, generateDpp, type Operator, updateDpp } from '../service.ts';
import { findContents } from '../versions/store.ts';
import {
  contentOfElements,
  type ElementPath,
  givenValue,
  mergedWith,
  valueAt,
  withChangeAt,
} from './element.ts';

/** The writing methods of EN 18222, for passports in the compressed and the full form of EN 18223. */

const SPECIFICATION = /^urn:trackway:passport-schema:([\w-]+)(?::[\w.]+)?$/;
/** Parts of the header that a creation decides. */
const OF_CREATION = ['uniqueProductIdentifier', 'contentSpecificationIds', 'category'];

/** CreateDPP: drafts a passport of the product that the GS1 Digital Link names, with the given content. */
export async function createByDocument(
  work: TenantTx,
  given: DppContent,
  operator: Operator,
): Promise<Dpp> {
  const document = compressed(given, {});
  const link = linkIn(document);
  const schemaId = schemaIdIn(document);
  const problems = [...unknownNames(document, OF_CREATION), ...problemsOf(link, schemaId)];
  if (problems.length > 0 || 'code' in link) throw badInput(problems);
  const gtin = link.key.value;
  const product = await findProduct(work, { by: 'gtin', value: gtin });
  if (product === undefined)
    throw badInput([linkProblem('NOT_FOUND', `No product has the GTIN ${gtin}: create it first.`)]);
  const qualifier = (ai: string) => link.qualifiers.find((each) => each.ai === ai)?.value;
  const wanted = {
    schemaId: typeof schemaId === 'string' ? schemaId : undefined,
    category: textIn(document, 'category'),
    batchNumber: qualifier('10'),
    serialNumber: qualifier('21'),
    content: document,
  };
  return generateDpp(work, product, wanted, operator);
}

/** UpdateDPPById: changes a draft, or makes the next version of a published passport (RFC 7396). */
export async function patchByDocument(
  signing: Signing,
  target: Target,
  given: DppContent,
): Promise<Dpp> {
  const { dpp, content } = await currentOf(signing, target);
  const patch = compressed(given, content);
  const problems = unknownNames(patch, []);
  if (problems.length > 0) throw badInput(problems);
  const merged = Object.entries(patch).map(([name, value]): [string, Json] => [
    name,
    mergedWith(content[name], value),
  ]);
  return changedBy(signing, dpp, Object.fromEntries(merged), 'UpdateDPPById');
}

/** UpdateDataElement: the same for one element; null removes it. */
export async function patchElementByDocument(
  signing: Signing,
  target: Target,
  path: ElementPath,
  body: Json,
): Promise<Dpp> {
  const [name = '', ...rest] = path;
  const problems = unknownNames({ [name]: body }, []);
  if (problems.length > 0) throw badInput(problems);
  const { dpp, content } = await currentOf(signing, target);
  const current = valueAt(content, path);
  const value = givenValue(body, path, current);
  if (value === null && current === undefined) throw notFound('The element of the passport');
  const change = { [name]: withChangeAt(content[name], rest, value) };
  return changedBy(signing, dpp, change, 'UpdateDataElement');
}

/** A document in the compressed form. One in the full form has its content in `elements`, which no content has as a name. */
function compressed({ elements, ...header }: DppContent, current: DppContent): DppContent {
  if (elements === undefined) return header;
  const content = contentOfElements(elements, current);
  const twice = Object.keys(content).filter((name) => Object.hasOwn(header, name));
  if (twice.length > 0)
    throw badInput(
      twice.map((name) =>
        problem([name], 'DUPLICATE', 'It is given next to `elements` and in them.'),
      ),
    );
  return { ...header, ...content };
}

async function currentOf(work: Signing, target: Target) {
  const dpp = await currentDpp(work, target);
  const [stored] = await findContents(work, [dpp.id]);
  return { dpp, content: stored?.content ?? {} };
}

/** Changes a draft, or makes the next version. The reason is public, and EN 18222 has no place for one. */
function changedBy(
  signing: Signing,
  { id, status }: Dpp,
  content: DppContent,
  method: string,
): Promise<Dpp> {
  const target: Target = { reference: { by: 'id', value: id } };
  return status === 'DRAFT'
    ? updateDpp(signing, target, { content })
    : amendDpp(signing, target, { word: 'updatedByMethod', values: { method } }, { content });
}

function unknownNames(document: DppContent, others: readonly string[]): Problem[] {
  return Object.keys(document)
    .filter((name) => !WRITABLE_FIELDS.includes(name) && !others.includes(name))
    .map((name) =>
      problem([name], 'UNKNOWN_FIELD', 'This part of a passport is not written by clients.'),
    );
}

function linkIn(document: DppContent): DigitalLink | Problem {
  const { link, problem: fault } = parseDigitalLink(
    textIn(document, 'uniqueProductIdentifier') ?? '',
  );
  if (link === undefined) return linkProblem('INVALID_FORMAT', fault);
  const isKnown = ({ ai }: { readonly ai: string }) => ai === '10' || ai === '21';
  return link.key.ai === '01' && link.qualifiers.every(isKnown)
    ? link
    : linkProblem(
        'INVALID_FORMAT',
        'A passport is of a GTIN (01), with a batch (10) and a serial number (21).',
      );
}

function linkProblem(code: 'INVALID_FORMAT' | 'NOT_FOUND', message: string): Problem {
  return problem(['uniqueProductIdentifier'], code, message);
}

/** Id of the schema that the document names; undefined if it names none. */
function schemaIdIn(document: DppContent): string | undefined | Problem {
  const given = document['contentSpecificationIds'];
  if (given === undefined) return undefined;
  const [first, ...rest] = isList(given) ? given : [null];
  const [, id] = SPECIFICATION.exec(typeof first === 'string' ? first : '') ?? [];
  if (id !== undefined && rest.length === 0) return id;
  const message = 'One schema is expected, such as ["urn:trackway:passport-schema:textile"].';
  return problem(['contentSpecificationIds'], 'INVALID_FORMAT', message);
}

function problemsOf(...found: readonly (DigitalLink | Problem | string | undefined)[]): Problem[] {
  return found.filter((each) => typeof each === 'object' && 'code' in each);
}
