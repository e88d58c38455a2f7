import { type ReactNode, useState } from 'react';

interface Props {
  src: string;
  alt: string;
  /** Pixels, for its place until it is here. */
  height: number;
  className: string | undefined;
  /** Stands in when it cannot be loaded. */
  instead?: ReactNode;
}

/** A small picture that leaves no broken sign behind. */
export function Picture({ src, alt, height, className, instead = null }: Props) {
  const [missing, setMissing] = useState<string>();
  if (src === missing) return instead;
  return (
    <img
      src={src}
      alt={alt}
      title={alt || undefined}
      height={height}
      className={className}
      decoding="async"
      onError={() => setMissing(src)}
    />
  );
}
