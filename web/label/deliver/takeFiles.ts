import { useLocation, useNavigate } from 'react-router';
import { create } from 'zustand';
import type { ChosenFiles } from '../../console/chosenFiles.ts';
import { getRefusalText } from '../../platform/errorText.ts';
import { logError } from '../../platform/logError.ts';
import { useText } from '../../platform/text.ts';
import { staffReleasesPath } from '../consolePaths.ts';
import { useEditableLabels, useStaffDocument } from '../data.ts';
import { isElsewhere, uploadFiles } from './uploadQueue.ts';
import { isContinuation } from './uploads.ts';
import { useDeliveries, useStartDelivery } from './uploadsData.ts';

/** The dialog from which a release is delivered. */
interface Dialog {
  isOpen: boolean;
  /** Waits for its label. */
  chosen: ChosenFiles | undefined;
  /** Why nothing was chosen, or the upload did not start. */
  problem: string | undefined;
}

const closed: Dialog = { isOpen: false, chosen: undefined, problem: undefined };
export const useDialog = create<Dialog>(() => closed);
export const openDialog = (dialog: Partial<Dialog> = {}): void =>
  useDialog.setState({ ...closed, ...dialog, isOpen: true }, true);
export const closeDialog = (): void => useDialog.setState(closed, true);

/** On the editor: what is dropped here delivers its release again. */
export const AGAIN = { 'data-deliver-again': '' };

/** The release of the editor that is open, for those who may deliver it again. */
export function useEditedRelease() {
  const [, releaseid = ''] = /\/releases\/([^/]+)$/.exec(useLocation().pathname) ?? [];
  const { data } = useStaffDocument(releaseid, false);
  return data?.mayedit && data.release.labelid !== null
    ? { ...data.release, labelid: data.release.labelid }
    : undefined;
}

/**
 * Goes on with a delivery that misses these files, else begins one. Asks for the label when there are several, and on an
 * editor whether its release is meant.
 */
export function useTakeFiles() {
  const t = useText();
  const labels = useEditableLabels();
  const deliveries = useDeliveries().data?.items;
  const start = useStart();
  const edited = useEditedRelease();
  return async (reading: ChosenFiles | Promise<ChosenFiles>, isAgain = false): Promise<void> => {
    const chosen = await Promise.resolve(reading).catch((failure: unknown) => {
      logError('Could not read the dropped files', failure);
    });
    if (!chosen || chosen.files.length === 0)
      return openDialog({ problem: t(chosen ? 'deliver.nothing' : 'deliver.unreadable') });
    const begun = deliveries?.find((delivery) => isContinuation(delivery, chosen.files));
    const [label, ...others] = labels;
    if (begun && isElsewhere(begun)) openDialog({ problem: t('deliver.elsewhere-again') });
    else if (begun) uploadFiles(begun, chosen.files);
    else if (!label || (!isAgain && (edited || others.length > 0))) openDialog({ chosen });
    else
      await start(isAgain && edited ? edited : { labelid: label.labelid }, chosen).catch((failure: unknown) =>
        openDialog({ chosen, problem: getRefusalText(failure) || t('deliver.failed') }),
      );
  };
}

/** Begins a delivery, and shows the screen on which its progress is seen: of a release, its editor. */
export function useStart() {
  const navigate = useNavigate();
  const startDelivery = useStartDelivery();
  return async (
    { labelid, releaseid }: { labelid: string; releaseid?: string },
    { name, files }: ChosenFiles,
  ): Promise<void> => {
    uploadFiles(await startDelivery({ labelid, name, ...(releaseid && { releaseid }) }), files);
    closeDialog();
    if (!releaseid) void navigate(staffReleasesPath());
  };
}
