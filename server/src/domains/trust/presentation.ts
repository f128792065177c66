import { isObject, type JsonObject } from '../../platform/json/index.ts';
import { asList } from './credential-form.ts';
import { tokenIn } from './verify.ts';

/**
 * The credentials of a presentation of W3C VC 2.0: of a token (`vp+jwt`), of an envelope with it, or of bare JSON. Undefined for
 * a text that presents none. The signature of a presentation is not verified: it proves who presents, for a challenge of the
 * verifier, and a page that takes what anybody pastes gives none.
 */
export function credentialsPresentedIn(text: string): readonly string[] | undefined {
  const bare = jsonIn(text);
  const presentation = isPresentation(bare) ? bare : payloadOf(tokenIn(text.trim()));
  if (!isPresentation(presentation)) return undefined;
  const presented = asList(presentation['verifiableCredential']);
  if (presented.length === 0) return undefined;
  return presented.map((each) => (typeof each === 'string' ? each : JSON.stringify(each)));
}

function isPresentation(value: unknown): value is JsonObject {
  return isObject(value) && asList(value['type']).includes('VerifiablePresentation');
}

function payloadOf(token: string): unknown {
  return jsonIn(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
