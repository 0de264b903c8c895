/* Checks the form of a specification file by its JSON Schema, with the line of each error. */
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { type ParsedFile, pointerTo } from './json.ts';
import type { Problem } from './problem.ts';

/* Compiling is the slowest part; tests load many specifications with one schema. */
const compiled = new Map<string, ValidateFunction>();

function compile(schema: string): ValidateFunction {
  const known = compiled.get(schema);
  if (known !== undefined) {
    return known;
  }
  const ajv = new Ajv({ allErrors: true, discriminator: true, strict: true, strictRequired: false });
  const validate = ajv.compile(JSON.parse(schema) as object);
  compiled.set(schema, validate);
  return validate;
}

/** Creates the check for a schema given as text. */
export function makeSchemaCheck(schema: string): (file: ParsedFile) => Problem[] {
  const validate = compile(schema);
  return (file) => {
    if (validate(file.value)) {
      return [];
    }
    const seen = new Map<string, Problem>();
    for (const error of validate.errors ?? []) {
      const problem = explain(file, error);
      if (problem !== null) {
        seen.set(`${problem.line}:${problem.text}`, problem);
      }
    }
    return [...seen.values()];
  };
}

function explain(file: ParsedFile, error: ErrorObject): Problem | null {
  const at = (pointer: string, text: string): Problem => ({ file: file.file, line: file.lineOf(pointer), text });
  const where = describe(error.instancePath);
  const params = error.params as Readonly<Record<string, unknown>>;
  switch (error.keyword) {
    case 'additionalProperties': {
      const key = String(params['additionalProperty']);
      return at(pointerTo(error.instancePath, key), `unknown key '${key}' in ${where}`);
    }
    case 'required':
      return at(error.instancePath, `${where} has no '${String(params['missingProperty'])}'`);
    case 'enum':
      return at(error.instancePath, `${where} must be one of ${listOf(params['allowedValues'])}`);
    case 'discriminator':
      return at(
        pointerTo(error.instancePath, String(params['tag'])),
        params['tagValue'] === undefined
          ? `${where} has no '${String(params['tag'])}'`
          : `${where} has the unknown ${String(params['tag'])} '${String(params['tagValue'])}'`,
      );
    case 'propertyNames':
      return at(pointerTo(error.instancePath, String(params['propertyName'])), `${where} has a wrong name`);
    case 'pattern':
      return error.propertyName === undefined ? at(error.instancePath, `${where} ${error.message ?? ''}`) : null;
    case 'if':
    case 'oneOf':
      return null; /* what is wrong inside is reported by itself */
    default:
      return at(error.instancePath, `${where} ${error.message ?? error.keyword}`);
  }
}

const listOf = (values: unknown): string => (Array.isArray(values) ? values.map(String).join(', ') : String(values));

/** `/calls/adduser/request/userid/max` → `calls.adduser.request.userid.max`. */
function describe(pointer: string): string {
  return pointer === ''
    ? 'the file'
    : pointer.slice(1).replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~');
}
