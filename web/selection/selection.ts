/** Releases of one list that are chosen for an action. */
export interface Selection {
  /** While on, a press on a release chooses it. */
  isOn: boolean;
  ids: ReadonlySet<string>;
  /** Where a range begins: the release that was chosen last. */
  anchor: string | undefined;
}

export const noSelection: Selection = { isOn: false, ids: new Set(), anchor: undefined };

/** The selection ends with its last release. */
export function toggleId({ ids }: Selection, id: string): Selection {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return next.size === 0 ? noSelection : { isOn: true, ids: next, anchor: id };
}

/** Chooses everything from the anchor to `id`, and nothing else. `order` has the ids of the list. */
export function extendTo(selection: Selection, order: readonly string[], id: string): Selection {
  const to = order.indexOf(id);
  if (to === -1) return selection;
  const anchorIndex = selection.anchor === undefined ? -1 : order.indexOf(selection.anchor);
  const from = anchorIndex === -1 ? to : anchorIndex;
  const ids = new Set(order.slice(Math.min(from, to), Math.max(from, to) + 1));
  return { isOn: true, ids, anchor: order[from] };
}

/** Forgets what is no longer in the list. */
export function keepListed(selection: Selection, order: readonly string[]): Selection {
  const listed = new Set(order);
  const ids = new Set([...selection.ids].filter((id) => listed.has(id)));
  if (ids.size === selection.ids.size) return selection;
  return ids.size === 0 ? noSelection : { ...selection, ids };
}
