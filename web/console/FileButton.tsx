import { FileUp, FolderUp } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '../design/Button.tsx';
import { useText } from '../platform/text.ts';
import { type ChosenFiles, readChosen } from './chosenFiles.ts';

/** Buttons that choose files, and a folder. */
export function FileButtons({ onChoose }: { onChoose: (chosen: ChosenFiles) => void }) {
  const t = useText();
  return (
    <>
      <FileButton isFolder text={t('deliver.choose-folder')} onChoose={onChoose} />
      <FileButton text={t('deliver.choose-files')} onChoose={onChoose} />
    </>
  );
}

interface FileButtonProps {
  isFolder?: boolean;
  /** Of one file; without it, several of any kind are chosen. */
  accept?: string;
  text: string;
  onChoose: (chosen: ChosenFiles) => void;
}

export function FileButton({ isFolder = false, accept, text, onChoose }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple={accept === undefined}
        accept={accept}
        hidden
        aria-label={text}
        {...(isFolder && { webkitdirectory: '' })}
        onChange={({ target }) => {
          const chosen = readChosen(target.files ?? []);
          // The same files can be chosen again.
          target.value = '';
          if (chosen.files.length > 0) onChoose(chosen);
        }}
      />
      <Button size="small" icon={isFolder ? FolderUp : FileUp} onClick={() => input.current?.click()}>
        {text}
      </Button>
    </>
  );
}
