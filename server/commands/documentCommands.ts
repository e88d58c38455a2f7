import { DocumentPatch } from '@promenade/contract/delivery';
import { mergeDocument } from '../catalogue/document/document.ts';
import { editRelease, findFormerValues, parseChangeId } from '../catalogue/document/editRelease.ts';
import { diffPatch } from '../catalogue/document/mergePatch.ts';
import { readDocument } from '../catalogue/document/readDocument.ts';
import { setBackRelease } from '../catalogue/publish.ts';
import { requireRelease } from '../operator/releases.ts';
import { UsageError } from '../platform/process/command.ts';
import { forEachLine, formatRow } from './auditCommands.ts';
import { type Commands, command, flag, many, RELEASE, value } from './command.ts';

export const documentCommands: Commands = {
  document: command({
    arguments: { release: RELEASE },
    summary: 'prints everything that is said about the release, and what of it was edited, as JSON',
    run: async ({ db }, { release }, print) => {
      const { id, releaseid } = await requireRelease(db, release);
      const { delivered, edits, version } = await readDocument(db, id);
      const document = mergeDocument(delivered, edits);
      const result = { releaseid, version, document, edits, delivered: diffPatch(document, delivered) };
      print(JSON.stringify(result, null, 2), result);
    },
  }),
  edit: command({
    arguments: { release: RELEASE },
    options: { set: many(value('FIELD=VALUE', 'FIELD=VALUE')), undo: value('CHANGE', 'a change'), yes: flag },
    summary:
      'changes fields of the release, which later deliveries keep: title, upc, genres, tracks.TRACKID.isrc …; an empty VALUE ' +
      'removes the field, lists and numbers are JSON; --undo takes back a change of the history, for 30 days also a delivery ' +
      'or another recording',
    check: ({ set, undo }) => {
      parseFields(set);
      return (set.length === 0) === (undo === undefined) && 'edit needs --set or --undo.';
    },
    run: async (context, { release, set, undo = '', yes: confirmed }, print) => {
      const { id, releaseid, title } = await requireRelease(context.db, release);
      const change = set.length > 0 ? parseFields(set) : await findFormerValues(context.db, releaseid, undo);
      const line = parseChangeId(undo);
      const options = { now: context.now(), actor: 'command', confirmed };
      if (change) await editRelease(context, id, change, 'command', { confirmed });
      else if (line === undefined || !(await setBackRelease(context.db, id, line, options)))
        throw new Error(`The release has no edit ${undo} in its history, and no delivery that can be set back.`);
      print(`Changed "${title}" (${releaseid}).`, { releaseid });
    },
  }),
  history: command({
    arguments: { release: RELEASE },
    summary: 'prints who changed what of the release, oldest first; each line begins with the number of the change',
    run: async ({ db }, { release }, print) => {
      const { releaseid } = await requireRelease(db, release);
      const filter = { since: undefined, subjects: [releaseid], actors: undefined };
      await forEachLine(db, filter, (row) => print(`${row.id}  ${formatRow(row)}`, row));
    },
  }),
};

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

/** The first problem that is not about the type of a value: the contract has a sentence for it. */
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
