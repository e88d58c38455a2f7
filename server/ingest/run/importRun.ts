import type { FewerChoice, FewerTracks, TwinChoice } from '../../catalogue/deliveryTarget.ts';
import type { ImportFailure } from '../../catalogue/document/deliveryRules.ts';
import type { AppContext } from '../../platform/context.ts';
import type { ImportOptions } from '../read/releaseMetadata.ts';
import { createDecodeRoom } from '../sound/decodeRoom.ts';
import { findFfmpeg as findFfmpegAt } from '../sound/ffmpeg.ts';
import { type DecodePool, getThreads, openDecodePool } from '../workers/decodePool.ts';
import { openWorkspace, removeAbandonedWorkspaces } from '../workspace/workspace.ts';

export interface ImportContext extends Pick<AppContext, 'db' | 'storage' | 'now' | 'config'> {
  /** Decoder threads for several imports, which the caller closes. Default: threads of this import. */
  decodePool?: DecodePool;
  /** Finds the ffmpeg of these threads. Default: that of the settings. */
  findFfmpeg?: () => Promise<string | undefined>;
}

export interface ImportProgress {
  doneBytes: number;
  totalBytes: number;
  doneReleases: number;
  totalReleases: number;
}

export interface ImportSettings extends ImportOptions {
  /** Decoder threads. Default: one per core, limited by memory. */
  threads?: number;
  /** Ignores an installed ffmpeg. */
  embedded?: boolean;
  onProgress?: (progress: ImportProgress) => void;
  /** Default: refuse. */
  twins?: TwinChoice;
  /** What a delivery means that holds fewer tracks than its release. Default: exchange. */
  fewer?: FewerChoice;
  /** The delivery is one file: another recording of this track of the release. */
  recordingOf?: { releaseId: number; trackid: string };
  /** Makes packages that do not exist. */
  createPackages?: boolean;
  /** A delivery may move a release to another state, which otherwise keeps its dates. */
  confirmed?: boolean;
  /** Reads and decodes everything, and changes nothing. */
  isCheck?: boolean;
  /** A check that keeps what it decodes, for the import that follows. */
  keepsDecoded?: boolean;
  /** A label delivers in the console: a new release is a draft, and its packages must be granted to the label. */
  draftOf?: {
    /** Internal. */
    labelId: number;
    /** Internal id of the release that is delivered again. */
    releaseId: number | undefined;
    /** Internal id of a delivery of the console: what was decoded for it ends with it. */
    deliveryId?: number;
  };
  /** The internal id of the release whose twin a folder would be, instead of a refusal. */
  onTwin?: (releaseId: number) => void;
  /** A delivery holds fewer tracks than its release; when it is to be asked, instead of a refusal. */
  onFewer?: (fewer: FewerTracks) => void;
  /** In the audit trail. Default: the command line. */
  actor?: string;
  onWarning?: (path: string, warning: string) => void;
  /** Warnings that name other labels; a label may not read them. */
  onOperatorWarning?: (path: string, warning: string) => void;
  /** Errors that are no refusals, for the log. */
  onError?: (error: unknown) => void;
}

/** What another folder of the run may not be, too, unless the import of the first one fails. */
export interface Claim {
  root: string;
  isImported: Promise<boolean>;
}

/** Runs a step for one file; records a refusal and gives undefined. */
export type Attempt = <T>(path: string, step: () => Promise<T>) => Promise<T | undefined>;

export type ImportRun = Awaited<ReturnType<typeof startImportRun>>;

export async function startImportRun(
  context: ImportContext,
  settings: ImportSettings,
  addProgress: (bytes: number) => void,
) {
  const { db, now, config, decodePool, findFfmpeg = () => findFfmpegAt(config.ffmpegPath) } = context;
  await removeAbandonedWorkspaces(context);
  const workspace = await openWorkspace(context, settings.isCheck);
  const ffmpeg = settings.embedded ? undefined : await findFfmpeg();
  const pool = decodePool ?? openDecodePool(settings.threads ?? getThreads(ffmpeg));
  const { label, packages, available } = settings;
  return {
    ...workspace,
    db,
    now,
    config,
    pool,
    ffmpeg,
    options: { label, packages, available } satisfies ImportOptions,
    claims: new Map<string, Claim>(),
    twins: settings.twins ?? 'refuse',
    fewer: settings.fewer ?? 'exchange',
    recordingOf: settings.recordingOf,
    /** Internal id of the release that is delivered again, whatever the delivery says about itself. */
    targetId: settings.draftOf?.releaseId ?? settings.recordingOf?.releaseId,
    createPackages: settings.createPackages ?? false,
    confirmed: settings.confirmed ?? false,
    isCheck: settings.isCheck ?? false,
    /** Where audio is kept, and whether it is: MP3, WAV and all that is measured. */
    audio: {
      storage: settings.keepsDecoded ? workspace.keptStorage : workspace.storage,
      isKept: settings.keepsDecoded || !settings.isCheck,
    },
    room: createDecodeRoom(context, settings.draftOf !== undefined),
    draftOf: settings.draftOf,
    actor: settings.actor ?? 'command',
    failed: [] as ImportFailure[],
    leftOut: [] as ImportFailure[],
    warn: settings.onWarning ?? (() => {}),
    warnOperator: settings.onOperatorWarning ?? (() => {}),
    reportTwin: settings.onTwin,
    reportFewer: settings.onFewer,
    reportError: settings.onError ?? (() => {}),
    addProgress,
    async close() {
      if (!decodePool) await pool.close();
      await workspace.close();
    },
  };
}
