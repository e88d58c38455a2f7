import { type ComponentProps, lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import type { Option } from './DropdownList.tsx';

interface Props extends Omit<ComponentProps<'button'>, 'value' | 'onChange'> {
  /** Names the list. */
  label: string;
  value: string;
  options: Option[];
  /** Pixels of the list, and of the tallest, beyond which it scrolls; by itself it is as wide as the button. */
  width?: number;
  maxHeight?: number | undefined;
  onChange: (value: string) => void;
  /** Inside the button. */
  children: ReactNode;
}

const load = async () => ({ default: (await import('./DropdownList.tsx')).DropdownList });
const DropdownList = lazy(load);

/** A button that opens a list to choose from; the list's code comes when the pointer or the focus is near. */
export function DropdownButton({ label, value, options, width, maxHeight, onChange, ...rest }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const [pixels, setPixels] = useState<number>();
  const prefetch = () => void load().catch(() => undefined);
  const open = () => setPixels(width ?? button.current?.offsetWidth);
  return (
    <>
      <button
        {...rest}
        ref={button}
        type="button"
        aria-haspopup="listbox"
        aria-expanded={pixels !== undefined}
        onPointerEnter={prefetch}
        onFocus={prefetch}
        onClick={open}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          open();
        }}
      />
      {pixels !== undefined && (
        <Suspense fallback={null}>
          <DropdownList
            label={label}
            value={value}
            options={options}
            button={button}
            width={pixels}
            maxHeight={maxHeight}
            onChange={onChange}
            onClose={() => setPixels(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}
