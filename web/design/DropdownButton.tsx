import { type ComponentProps, type ReactNode, useRef, useState } from 'react';
import type { Option } from './DropdownList.tsx';
import { lazyPart } from './lazyPart.ts';

interface Props extends Omit<ComponentProps<'button'>, 'value' | 'onChange'> {
  /** Names the list. */
  label: string;
  value: string;
  options: Option[];
  /** Pixels of the list; the width of the button by default. */
  width?: number;
  maxHeight?: number | undefined;
  onChange: (value: string) => void;
  children: ReactNode;
}

const load = async () => (await import('./DropdownList.tsx')).DropdownList;
const DropdownList = lazyPart(load);

/** A button that opens a listbox. The code of the list loads on hover or focus. */
export function DropdownButton({ label, value, options, width, maxHeight, onChange, ...attributes }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const [listWidth, setListWidth] = useState<number>();
  const prefetch = () => void load().catch(() => undefined);
  const open = () => setListWidth(width ?? button.current?.offsetWidth);
  return (
    <>
      <button
        {...attributes}
        ref={button}
        type="button"
        aria-haspopup="listbox"
        aria-expanded={listWidth !== undefined}
        onPointerEnter={prefetch}
        onFocus={prefetch}
        onClick={open}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          open();
        }}
      />
      {listWidth !== undefined && (
        <DropdownList
          label={label}
          value={value}
          options={options}
          trigger={button}
          width={listWidth}
          maxHeight={maxHeight}
          onChange={onChange}
          onClose={() => setListWidth(undefined)}
        />
      )}
    </>
  );
}
