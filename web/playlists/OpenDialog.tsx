import { LazyDialog } from '../design/LazyDialog.tsx';
import { useText } from '../platform/text.ts';
import { ClearQuestion } from './ClearQuestion.tsx';
import { DeleteQuestion } from './DeleteQuestion.tsx';
import styles from './Picker.module.css';
import { Picker } from './Picker.tsx';
import { PlaylistForm } from './PlaylistForm.tsx';
import { closeDialog, type PlaylistDialog } from './pickerStore.ts';

/** The dialog that is open. */
export function OpenDialog({ dialog }: { dialog: PlaylistDialog }) {
  const t = useText();
  switch (dialog.kind) {
    case 'form':
      return <PlaylistForm playlist={dialog.playlist} suggested={dialog.name} />;
    case 'delete':
      return <DeleteQuestion playlist={dialog.playlist} />;
    case 'clear':
      return <ClearQuestion playlist={dialog.playlist} />;
    case 'picker':
      return (
        <LazyDialog kind="form" title={t('playlist.add')} onClose={closeDialog}>
          <div className={styles.inDialog}>
            <Picker toAdd={dialog.toAdd} onClose={closeDialog} />
          </div>
        </LazyDialog>
      );
  }
}
