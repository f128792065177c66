import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { mapInTurns } from '../../platform/concurrency/event-loop.ts';
import { MAX_PROBLEMS_OF_ITEM, type Problem } from '../../rules/errors/api-error.ts';
import { type Path, problem } from '../../rules/inputs/problems.ts';
import { momentOf } from '../../rules/values/moment.ts';
import {
  type DppContent,
  isList,
  isObject,
  type Json,
  personalDataProblems,
} from '../passports/index.ts';
import { epcProblem, identityOfEpc } from './identifiers.ts';
import { ACTIONS, type CheckedEvent, EVENT_TYPES, type EventType } from './model.ts';
import { BUSINESS_STEPS, DISPOSITIONS, IDENTIFIER_LISTS, QUANTITY_LISTS } from './vocabulary.ts';

const MOST_BYTES = 20_000;
const MOST_IDENTIFIERS = 500;
const MOST_TEXT = 1_000;

/** An event in the form that is stored, or the first problems of it. */
export type Checked =
  | { readonly event: CheckedEvent; readonly problems?: undefined }
  | { readonly event?: undefined; readonly problems: readonly Problem[] };

/** Checks events in turns of the event loop: 250 large ones take about 0.1 s. */
export function checkEvents(list: readonly Json[], path: Path): Promise<Checked[]> {
  return mapInTurns(list, (event, at) => checkEvent(event, [...path, at]));
}

/**
 * Checks an event by the rules of EPCIS 2.0 and CBV 2.0. An event without an id gets the digest of its canonical
 * JSON as a `ni` URI (RFC 6920), so that repeating it stores it once.
 */
export function checkEvent(value: Json, path: Path): Checked {
  if (!isObject(value))
    return { problems: [problem(path, 'NOT_AN_OBJECT', 'An event is a JSON object.')] };
  const json = JSON.stringify(value);
  if (Buffer.byteLength(json) > MOST_BYTES) {
    const message = `An event has at most ${MOST_BYTES} bytes of JSON.`;
    return { problems: [problem(path, 'TOO_LONG', message)] };
  }
  const type = EVENT_TYPES.find((each) => each === value['type']);
  if (type === undefined) {
    const message = `type is one of ${EVENT_TYPES.join(', ')}.`;
    return { problems: [problem([...path, 'type'], 'UNKNOWN', message)] };
  }
  const problems = [
    ...timeProblems(value, path),
    ...headProblems(value, path),
    ...shapeProblems(type, value, path),
    ...identifierProblems(value, path),
    ...personalProblems(value, path),
  ];
  if (problems.length > 0) return { problems: problems.slice(0, MAX_PROBLEMS_OF_ITEM) };
  return { event: checkedEvent(type, value) };
}

function checkedEvent(type: EventType, document: DppContent): CheckedEvent {
  const sha256 = createHash('sha256')
    .update(canonicalize(document) ?? '')
    .digest('hex');
  const eventId = textIn(document, 'eventID') ?? `ni:///sha-256;${sha256}`;
  const identities = identifiersOf(document).flatMap((epc) => identityOfEpc(epc) ?? []);
  return {
    eventId,
    isErrorDeclaration: document['errorDeclaration'] !== undefined,
    type,
    action: ACTIONS.find((each) => each === document['action']) ?? null,
    eventTime: new Date(textIn(document, 'eventTime') ?? ''),
    bizStep: textIn(document, 'bizStep') ?? null,
    disposition: textIn(document, 'disposition') ?? null,
    sha256,
    document: { ...document, eventID: eventId },
    identities: [...new Set(identities)],
  };
}

/** EPCIS wants the seconds. */
const TIME = /T\d\d:\d\d:\d\d/;
const OFFSET = /^[+-](0\d|1[0-3]):[0-5]\d$|^[+-]14:00$/;

function timeProblems(event: DppContent, path: Path): Problem[] {
  const [time, offset] = [event['eventTime'], event['eventTimeZoneOffset']];
  return [
    ...(typeof time === 'string' && TIME.test(time) && momentOf(time) !== undefined
      ? []
      : [
          problem(
            [...path, 'eventTime'],
            'INVALID_FORMAT',
            'eventTime is a time of ISO 8601 with seconds and an offset, such as 2026-11-22T09:30:00Z.',
          ),
        ]),
    ...(typeof offset === 'string' && OFFSET.test(offset)
      ? []
      : [
          problem(
            [...path, 'eventTimeZoneOffset'],
            'INVALID_FORMAT',
            'eventTimeZoneOffset is the offset at the place of the event, such as +01:00.',
          ),
        ]),
  ];
}

function headProblems(event: DppContent, path: Path): Problem[] {
  return [
    ...uriProblems(event, 'eventID', path),
    ...wordProblems(event, 'bizStep', BUSINESS_STEPS, path),
    ...wordProblems(event, 'disposition', DISPOSITIONS, path),
    ...['readPoint', 'bizLocation'].flatMap((name) => {
      const place = event[name];
      if (place === undefined) return [];
      if (!isObject(place))
        return [problem([...path, name], 'NOT_AN_OBJECT', `${name} is an object with an id.`)];
      const below = [...path, name];
      return place['id'] === undefined
        ? [problem([...below, 'id'], 'REQUIRED', `${name} has an id.`)]
        : uriProblems(place, 'id', below);
    }),
  ];
}

function uriProblems(object: DppContent, name: string, path: Path): Problem[] {
  const value = object[name];
  if (value === undefined) return [];
  const isUri =
    typeof value === 'string' &&
    value.length <= MOST_TEXT &&
    /^[a-z][a-z0-9+.-]*:\S+$/i.test(value);
  return isUri ? [] : [problem([...path, name], 'INVALID_FORMAT', `${name} is a URI.`)];
}

/** A word of CBV, bare as in JSON-LD, or a URI. */
function wordProblems(
  event: DppContent,
  name: string,
  words: ReadonlySet<string>,
  path: Path,
): Problem[] {
  const value = event[name];
  if (value === undefined || (typeof value === 'string' && words.has(value))) return [];
  if (uriProblems(event, name, path).length === 0) return [];
  return [problem([...path, name], 'UNKNOWN', `${name} is a word of CBV 2.0 or a URI.`)];
}

/** The fields that each type of event must have. */
function shapeProblems(type: EventType, event: DppContent, path: Path): Problem[] {
  const has = (...names: readonly string[]) =>
    names.some((name) => {
      const value = event[name];
      return isList(value) ? value.length > 0 : value !== undefined;
    });
  const needs = (isThere: boolean, name: string, message: string) =>
    isThere ? [] : [problem([...path, name], 'REQUIRED', message)];
  if (type === 'TransformationEvent')
    return [
      ...(event['action'] === undefined
        ? []
        : [problem([...path, 'action'], 'NOT_ALLOWED', 'A TransformationEvent has no action.')]),
      ...needs(
        has('inputEPCList', 'inputQuantityList') || has('transformationID'),
        'inputEPCList',
        'A TransformationEvent without a transformationID has inputs.',
      ),
      ...needs(
        has('outputEPCList', 'outputQuantityList') || has('transformationID'),
        'outputEPCList',
        'A TransformationEvent without a transformationID has outputs.',
      ),
    ];
  const action = ACTIONS.find((each) => each === event['action']);
  const isGrouping = type === 'AggregationEvent' || type === 'AssociationEvent';
  return [
    ...(action === undefined
      ? [problem([...path, 'action'], 'UNKNOWN', `action is one of ${ACTIONS.join(', ')}.`)]
      : []),
    ...(type === 'ObjectEvent'
      ? needs(
          has('epcList', 'quantityList', 'sensorElementList'),
          'epcList',
          'An ObjectEvent has an epcList, a quantityList or a sensorElementList.',
        )
      : []),
    ...(type === 'TransactionEvent'
      ? needs(
          has('bizTransactionList'),
          'bizTransactionList',
          'A TransactionEvent has its transactions.',
        )
      : []),
    ...(isGrouping
      ? [
          ...needs(
            has('parentID') || (type === 'AggregationEvent' && action === 'OBSERVE'),
            'parentID',
            `This ${type} has a parentID.`,
          ),
          ...needs(
            has('childEPCs', 'childQuantityList') || action === 'DELETE',
            'childEPCs',
            `This ${type} has children.`,
          ),
        ]
      : []),
  ];
}

function identifierProblems(event: DppContent, path: Path): Problem[] {
  const malformed = [...IDENTIFIER_LISTS, ...QUANTITY_LISTS].flatMap((name) =>
    listProblems(event[name], [...path, name], isQuantityList(name)),
  );
  const parent = event['parentID'];
  const parentFault = parent === undefined ? undefined : faultOfEpc(parent);
  const count = identifiersOf(event).length;
  return [
    ...malformed,
    ...(parentFault === undefined
      ? []
      : [problem([...path, 'parentID'], 'INVALID_FORMAT', parentFault)]),
    ...(count > MOST_IDENTIFIERS
      ? [
          problem(
            path,
            'TOO_MANY',
            `An event names at most ${MOST_IDENTIFIERS} objects; this names ${count}.`,
          ),
        ]
      : []),
  ];
}

function isQuantityList(name: string): boolean {
  return QUANTITY_LISTS.some((each) => each === name);
}

function listProblems(list: Json | undefined, path: Path, isOfQuantities: boolean): Problem[] {
  if (list === undefined) return [];
  if (!isList(list)) return [problem(path, 'INVALID_VALUE', 'A list is expected.')];
  return list.flatMap((item, at) => {
    const epc = isOfQuantities && isObject(item) ? item['epcClass'] : item;
    const fault = faultOfEpc(epc);
    const quantity = isOfQuantities && isObject(item) ? item['quantity'] : undefined;
    const isNumber = quantity === undefined || (typeof quantity === 'number' && quantity > 0);
    return [
      ...(fault === undefined ? [] : [problem([...path, at], 'INVALID_FORMAT', fault)]),
      ...(isNumber
        ? []
        : [problem([...path, at, 'quantity'], 'OUT_OF_RANGE', 'A quantity is a number above 0.')]),
    ];
  });
}

function faultOfEpc(value: Json | undefined): string | undefined {
  return typeof value === 'string' ? epcProblem(value) : 'An identifier is a text.';
}

/** All identifiers of objects that an event names. */
function identifiersOf(event: DppContent): readonly string[] {
  const parent = textIn(event, 'parentID');
  return [
    ...(parent === undefined ? [] : [parent]),
    ...IDENTIFIER_LISTS.flatMap((name) => itemsOf(event[name])),
    ...QUANTITY_LISTS.flatMap((name) =>
      itemsOf(event[name]).map((item) => (isObject(item) ? item['epcClass'] : undefined)),
    ),
  ].filter((each) => typeof each === 'string');
}

function itemsOf(list: Json | undefined): readonly Json[] {
  return isList(list) ? list : [];
}

/** Every text of the event is checked as those of passports are. */
function personalProblems(value: Json, path: Path): Problem[] {
  if (typeof value === 'string')
    return /^[a-z]+:\S*$/i.test(value) ? [] : personalDataProblems(value, path);
  if (isList(value)) return value.flatMap((item, at) => personalProblems(item, [...path, at]));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, item]) => personalProblems(item, [...path, name]));
}

function textIn(object: DppContent, name: string): string | undefined {
  const value = object[name];
  return typeof value === 'string' ? value : undefined;
}
