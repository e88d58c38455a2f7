import { PackageOpen } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { Button } from '../design/Button.tsx';
import { lazyPart } from '../design/lazyPart.ts';
import { useText } from '../platform/text.ts';
import type { ListSource } from './namingData.ts';
import { useDownloadsEnabled } from './optionsData.ts';

const PickupDialog = lazyPart(async () => (await import('./PickupDialog.tsx')).PickupDialog);

interface Props extends Pick<ComponentProps<typeof Button>, 'size' | 'disabled'> {
  source: ListSource;
}

/** Takes the songs of a list home together, named as the station names its files. */
export function PickupButton({ source, ...button }: Props) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  if (useDownloadsEnabled() !== true) return null;
  return (
    <>
      <Button {...button} icon={PackageOpen} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('pickup.button')}
      </Button>
      {isOpen && <PickupDialog source={source} onClose={() => setOpen(false)} />}
    </>
  );
}
