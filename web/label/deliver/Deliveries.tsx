import type { LabelDelivery } from '@promenade/contract/uploads';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { useText } from '../../platform/text.ts';
import { releaseEditorPath } from '../consolePaths.ts';
import { useEditableLabels } from '../data.ts';
import styles from './Deliveries.module.css';
import { DeliveryCard } from './DeliveryCard.tsx';
import { forget, useUploads } from './uploadQueue.ts';
import { isUploading, listFiles } from './uploads.ts';
import { useDeliveries, useLiveDeliveries, useReloadRelease } from './uploadsData.ts';

/** The deliveries that are not releases yet, of a label or for a release. The draft of one that this tab uploaded opens when it is there. */
export function Deliveries({ labelid = '', releaseid }: { labelid?: string; releaseid?: string }) {
  const t = useText();
  const navigate = useNavigate();
  const labels = useEditableLabels();
  const uploads = useUploads();
  const all = useDeliveries().data?.items ?? [];
  useLiveDeliveries();
  const done = all.find(
    (delivery) =>
      delivery.state === 'imported' &&
      delivery.deliveryid in uploads &&
      !hasProblems(delivery, uploads[delivery.deliveryid]),
  );
  useEffect(() => {
    if (!done) return;
    forget(done.deliveryid);
    if (done.releaseid && !isUploading(useUploads.getState())) void navigate(releaseEditorPath(done.releaseid));
  }, [done, navigate]);
  const reload = useReloadRelease();
  const isImporting = all.some((delivery) => delivery.releaseid === releaseid && delivery.state === 'importing');
  useEffect(() => {
    // What an import changed is shown when it ends.
    return isImporting && releaseid ? () => reload(releaseid) : undefined;
  }, [isImporting, releaseid, reload]);
  const open = all.filter(
    (delivery) =>
      (!labelid || delivery.labelid === labelid) &&
      (!releaseid || delivery.releaseid === releaseid) &&
      (['uploading', 'importing', 'refused'].includes(delivery.state) || delivery.deliveryid in uploads),
  );
  if (open.length === 0) return null;
  return (
    <section aria-label={t('deliver.open')}>
      <ul className={styles.deliveries}>
        {open.map((delivery) => (
          <DeliveryCard
            key={delivery.deliveryid}
            delivery={delivery}
            uploads={uploads[delivery.deliveryid]}
            mayEdit={labels.some((label) => label.labelid === delivery.labelid)}
          />
        ))}
      </ul>
    </section>
  );
}

const hasProblems = (delivery: LabelDelivery, uploads: Parameters<typeof listFiles>[1]): boolean =>
  delivery.problems.some(({ isnote }) => !isnote) ||
  listFiles(delivery, uploads).some(({ state }) => state === 'refused');
