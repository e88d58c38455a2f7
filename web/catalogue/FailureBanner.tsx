import { Banner } from '../design/Banner.tsx';
import { getErrorText, getRefusalText } from '../platform/errorText.ts';
import { useText } from '../platform/text.ts';

/** What failed, and why in the words of the server. */
export function FailureBanner({ title, failure }: { title: string; failure: unknown }) {
  const t = useText();
  const { message, values } = getErrorText(failure);
  return (
    <Banner kind="error" title={title}>
      {getRefusalText(failure) ?? t(message, values)}
    </Banner>
  );
}
