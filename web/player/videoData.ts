import { MEDIA_TOKEN_SECONDS } from '@promenade/contract/limits';
import { videoToken } from '@promenade/contract/media';
import { useQuery } from '@tanstack/react-query';
import { call } from '../platform/api.ts';

/** The address of a video with its token, undefined until loaded. `renew` fetches another token. */
export function useVideoAddress({ trackid, mediaURL }: { trackid: string; mediaURL: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['videoToken', trackid],
    queryFn: ({ signal }) => call(videoToken, { params: { id: trackid } }, { signal }),
    // A new address would restart the video, so a token is reused for half of its life.
    staleTime: (MEDIA_TOKEN_SECONDS / 2) * 1_000,
    retry: false,
  });
  const address = data && `${mediaURL}?${new URLSearchParams({ token: data.data.token })}`;
  return { address, error, renew: () => void refetch() };
}
