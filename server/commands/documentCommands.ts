import { parseArgs } from 'node:util';
import { DocumentPatch } from '@promenade/contract/delivery';
import { mergeDocument } from '../catalogue/document/document.ts';
import { editRelease, findFormerValues, parseChangeId } from '../catalogue/document/editRelease.ts';
import { diffPatch } from '../catalogue/document/mergePatch.ts';
import { readDocument } from '../catalogue/document/readDocument.ts';
import { setBackRelease } from '../catalogue/publish.ts';
import { requireRelease } from '../operator/releases.ts';
import { UsageError } from '../platform/process/command.ts';
import { forEachLine, formatRow } from './auditCommands.ts';
import { type Action, type Commands, parseArguments } from './command.ts';

export const documentCommands: Commands = {
  document: {
    usage: 'document RELEASE',
    summary: ['prints everything that is said about the release, and what of it was edited, as JSON'],
    parse(args) {
      const { positionals } = parseArguments('document', args, ['one release'], {});
      return async ({ db }, print) => {
        const { id, releaseid } = await requireRelease(db, positionals[0] ?? '');
        const { delivered, edits, version } = await readDocument(db, id);
        const document = mergeDocument(delivered, edits);
        const deliveredValues = diffPatch(document, delivered);
        const result = { releaseid, version, document, edits, delivered: deliveredValues };
        print(JSON.stringify(result, null, 2), result);
      };
    },
  },
  edit: {
    usage: 'edit RELEASE --set FIELD=VALUE … | --undo CHANGE [--yes]',
    summary: [
      'changes fields of the release, which later deliveries keep: title, upc, genres, tracks.TRACKID.isrc …;',
      'an empty VALUE removes the field, lists and numbers are JSON; --undo takes back a change of the history,',
      'for 30 days also a delivery or another recording',
    ],
    parse: parseEdit,
  },
  history: {
    usage: 'history RELEASE',
    summary: ['prints who changed what of the release, oldest first; each line begins with the number of the change'],
    parse(args) {
      const { positionals } = parseArguments('history', args, ['one release'], {});
      return async ({ db }, print) => {
        const { releaseid } = await requireRelease(db, positionals[0] ?? '');
        const filter = { since: undefined, subjects: [releaseid], actors: undefined };
        await forEachLine(db, filter, (row) => print(`${row.id}  ${formatRow(row)}`, row));
      };
    },
  },
};

function parseEdit(args: string[]): Action {
  const options = {
    set: { type: 'string', multiple: true },
    undo: { type: 'string' },
    yes: { type: 'boolean' },
  } as const;
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const [name, ...others] = positionals;
  if (name === undefined || others.length > 0) throw new UsageError('edit needs one release.');
  const { set, undo } = values;
  if ((set === undefined) === (undo === undefined)) throw new UsageError('edit needs --set or --undo.');
  const patch = set && parseFields(set);
  return async (context, print) => {
    const { id, releaseid, title } = await requireRelease(context.db, name);
    const change = patch ?? (await findFormerValues(context.db, releaseid, undo ?? ''));
    const line = parseChangeId(undo ?? '');
    const options = { now: context.now(), actor: 'command', confirmed: values.yes };
    if (change) await editRelease(context, id, change, 'command', { confirmed: values.yes });
    else if (line === undefined || !(await setBackRelease(context.db, id, line, options)))
      throw new Error(`The release has no edit ${undo} in its history, and no delivery that can be set back.`);
    print(`Changed "${title}" (${releaseid}).`, { releaseid });
  };
}

/** Values are texts, or JSON where a text is none of the field's values. */
function parseFields(assignments: string[]): DocumentPatch {
  const patch: Record<string, unknown> = {};
  for (const assignment of assignments) {
    const [, field = '', text = ''] = /^([^=]+)=(.*)$/s.exec(assignment) ?? [];
    if (field === '') throw new UsageError('--set needs FIELD=VALUE.');
    // Their values name stored files.
    if (/^(cover|attachments)\b/.test(field)) throw new UsageError(`${field} is changed in the console.`);
    const readings = (text === '' ? [null] : [text, parseJson(text)]).map((value) => {
      const reading = {};
      setAt(reading, field.split('.'), value);
      return { value, parsed: DocumentPatch.safeParse(reading) };
    });
    const reading = readings.find(({ parsed }) => parsed.success);
    if (!reading) throw new UsageError(`${field}: ${describeIssue(readings.map(({ parsed }) => parsed.error))}.`);
    setAt(patch, field.split('.'), reading.value);
  }
  return DocumentPatch.parse(patch);
}

/** Sentences of the contract rather than those about types. */
function describeIssue(errors: ({ issues: { code?: string; message: string }[] } | undefined)[]): string | undefined {
  const issues = errors.flatMap((error) => error?.issues ?? []);
  return (issues.find(({ code }) => code !== 'invalid_type') ?? issues[0])?.message;
}

function setAt(target: Record<string, unknown>, [name = '', ...path]: string[], value: unknown): void {
  // No path leads out of the patch, to members of Object.prototype.
  if (name in Object.prototype) throw new UsageError(`${name} is no field.`);
  if (path.length === 0) target[name] = value;
  else setAt((target[name] ??= {}) as Record<string, unknown>, path, value);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
