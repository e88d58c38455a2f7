import * as lists from '@promenade/contract/lists/lists';
import { LIST_FILE_BYTES_MAX, XLSX_TYPE } from '@promenade/contract/lists/lists';
import type { FastifyInstance } from 'fastify';
import { requireStaffLabel } from '../catalogue/staffReleases.ts';
import type { AppContext } from '../platform/context.ts';
import { formatCsv } from '../platform/http/csv.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { sendTable } from '../platform/http/sendTable.ts';
import { serve } from '../platform/http/serve.ts';
import { toListTable } from './exportList.ts';
import { listChoices } from './groupQueries.ts';
import { countPeople, makeGroup } from './groups.ts';
import { importPeople } from './importPeople.ts';
import { changePerson, deleteList, makeList, removePerson, renameList, requireList } from './lists.ts';
import * as queries from './queries.ts';

export function listsRoutes(app: FastifyInstance, context: AppContext): void {
  const { db } = context;
  serve(app, lists.peopleLists, async ({ caller, query: { labelid, ...page } }) => {
    const { id } = await requireStaffLabel(db, caller, labelid);
    return queries.readLists(db, id, page);
  });
  serve(app, lists.makeList, ({ caller, body, db }) => makeList({ ...context, db }, caller, body));
  serve(app, lists.makeGroup, ({ caller, body, db }) => makeGroup({ ...context, db }, caller, body));
  serve(app, lists.countPeople, ({ caller, body }) => countPeople(context, caller, body));
  serve(app, lists.groupChoices, async ({ caller, query: { labelid } }) => {
    const { id } = await requireStaffLabel(db, caller, labelid);
    return listChoices(db, id);
  });
  serve(app, lists.peopleList, async ({ caller, params }) => {
    const { id, role } = await requireList(db, caller, params.listid);
    return { ...(await queries.getList(db, id)), mayedit: role !== 'viewer', tags: await queries.listTags(db, id) };
  });
  serve(app, lists.renameList, ({ caller, params, body }) => renameList(context, caller, params.listid, body.name));
  serve(app, lists.deleteList, ({ caller, params }) => deleteList(context, caller, params.listid));
  serve(app, lists.listPeople, async ({ caller, params, query }) => {
    const { id, isOfRecipients } = await requireList(db, caller, params.listid);
    return isOfRecipients ? queries.readRecipients(db, id, query) : queries.readPeople(db, id, query);
  });
  serve(app, lists.changePerson, ({ caller, params, body }) => changePerson(context, caller, params, body));
  serve(app, lists.removePerson, ({ caller, params }) => removePerson(context, caller, params));
  serve(app, lists.listTable, async ({ caller, params, reply }) => {
    const { id, name, columns } = await requireList(db, caller, params.listid);
    sendTable(reply, name, 'csv', formatCsv(toListTable(columns, await queries.listExported(db, id))));
  });
  serve(app, lists.listHistory, async ({ caller, params: { listid }, query }) => {
    await requireList(db, caller, listid);
    return queries.readListHistory(db, listid, query);
  });
  void app.register(async (files) => {
    const options = { parseAs: 'buffer', bodyLimit: LIST_FILE_BYTES_MAX } as const;
    files.removeContentTypeParser('text/plain');
    files.addContentTypeParser(['text/csv', 'text/plain', XLSX_TYPE], options, (_request, body, done) =>
      done(null, body),
    );
    serve(files, lists.importPeople, ({ caller, params, query, request }) => {
      const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
      if (type === undefined) throw new Refusal('UNSUPPORTED_MEDIA_TYPE');
      return importPeople(context, caller, {
        ...params,
        ...query,
        columns: query.columns,
        charset: query.charset,
        type,
        body: request.body,
        preview: query.preview === 'true',
        hidden: query.hidden === '1',
      });
    });
  });
}
