import sax from 'sax';

type S3Xml = {
  readonly root: string;
  /** Elements of the root that have text only. */
  readonly fields: Readonly<Record<string, string>>;
  /** Elements of the root that have elements, such as `Contents`, by their fields. */
  readonly items: readonly Readonly<Record<string, string>>[];
};

/** Reads an answer of S3: elements of at most three levels. */
export function readXml(text: string): S3Xml {
  const fields: Record<string, string> = {};
  const items: Record<string, string>[] = [];
  const path: string[] = [];
  let root = '';
  let item: Record<string, string> = {};
  let content = '';
  const parser = sax.parser(true);
  parser.onerror = (error) => {
    throw error;
  };
  parser.onopentag = ({ name }) => {
    if (path.length === 0) root = name;
    if (path.length === 1) item = {};
    path.push(name);
    content = '';
  };
  parser.ontext = (piece) => {
    content += piece;
  };
  parser.onclosetag = (name) => {
    if (path.length === 3) item[name] = content;
    if (path.length === 2 && Object.keys(item).length > 0) items.push(item);
    else if (path.length === 2) fields[name] = content;
    path.pop();
    content = '';
  };
  parser.write(text).close();
  return { root, fields, items };
}
