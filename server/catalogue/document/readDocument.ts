import type { Db } from '../../platform/database/db.ts';
import { documentFilesOf, documentOf, mergeDocument } from './document.ts';
import {
  findDocument,
  getAudience,
  getStoredDraft,
  getWritten,
  type StoredDocument,
  type StoredRow,
} from './documentQueries.ts';

/**
 * The document of a stored release. When there is none, or a node of an earlier version has imported the release since, the
 * rows say what was delivered.
 */
export async function readDocument(db: Db, id: number): Promise<StoredDocument> {
  const stored = await findDocument(db, id);
  if (stored?.isCurrent) {
    const document = withRow(stored);
    // Documents of earlier versions have neither.
    if (document.delivered.cover && document.delivered.attachments) return document;
    const files = documentFilesOf(await getStoredDraft(db, id));
    return { ...document, delivered: { ...files, ...document.delivered } };
  }
  const [draft, audience] = [await getStoredDraft(db, id), await getAudience(db, id)];
  const { edits = {}, version = 0 } = stored ?? {};
  const { releaseid } = await getWritten(db, id);
  return { delivered: documentOf(draft, audience, releaseid), edits, version, fingerprint: draft.fingerprint };
}

/** The end of a release is set apart from its document, too; documents of earlier versions have no promotional text. */
function withRow({ delivered, edits, ends, promoinfo, ...document }: StoredRow): StoredDocument {
  const said = mergeDocument(delivered, edits).ends;
  const isSame = said === undefined ? ends === null : ends !== null && Date.parse(said) === Date.parse(ends);
  return {
    ...document,
    delivered: delivered.promo === undefined ? { ...delivered, promo: promoinfo } : delivered,
    edits: isSame ? edits : { ...edits, ends },
  };
}
