import { MEDIA_TOKEN_SECONDS } from '@promenade/contract/limits';
import { videoToken } from '@promenade/contract/media';
import { useQuery } from '@tanstack/react-query';
import { call } from '../platform/api.ts';

const keys = { token: (trackid: string) => ['videoToken', trackid] as const };

/** Where a video element fetches a video, its token included; undefined until that is here. `renew` asks for another one. */
export function useVideoAddress({ trackid, mediaURL }: { trackid: string; mediaURL: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: keys.token(trackid),
    queryFn: ({ signal }) => call(videoToken, { params: { id: trackid } }, { signal }),
    // A video that is paused for an hour goes on with the token that it began with.
    staleTime: (MEDIA_TOKEN_SECONDS / 2) * 1_000,
    retry: false,
  });
  const address = data && `${mediaURL}?${new URLSearchParams({ token: data.data.token })}`;
  return { address, error, renew: () => void refetch() };
}
