import * as z from 'zod/mini';

/** Where files are in an S3 storage. */
export interface S3Location {
  bucket: string;
  /** Before each key; empty, or with a slash at its end. */
  prefix: string;
  /** The address of the bucket, with a slash at its end. */
  url: string;
  region: string;
}

/** Letters, digits, dots and hyphens, 3 to 63 in all. */
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const PREFIX_PART = /^[\w-][\w.-]*$/;
const DEFAULT_REGION = 'us-east-1';

const Parameters = z.strictObject({
  endpoint: z.optional(
    z.string().check(z.refine(isEndpoint, 'must have as endpoint an http or https address without a query')),
  ),
  region: z.optional(z.string().check(z.regex(/^[a-z0-9-]+$/, 'must have as region a name such as eu-central-1'))),
  pathStyle: z.optional(z.enum(['0', '1'], 'must have as pathStyle 0 or 1')),
});

/**
 * Parses `s3://bucket/prefix?endpoint=…&region=…&pathStyle=1`. Without an endpoint the bucket is at AWS. `pathStyle=1`
 * puts the bucket into the path instead of the host name.
 * @throws the end of a sentence about what is wrong
 */
export function parseS3Url(text: string): S3Location {
  const url = URL.parse(text);
  if (url?.protocol !== 's3:' || url.username || url.password || url.port || url.hash)
    throw new Error('must be s3://bucket/prefix, with the parameters endpoint, region and pathStyle');
  const bucket = url.hostname;
  if (!BUCKET.test(bucket)) throw new Error(`must have the name of a bucket, which "${bucket}" is not`);
  const parts = url.pathname.split('/').filter(Boolean);
  if (!parts.every((part) => PREFIX_PART.test(part)))
    throw new Error('must have a prefix of letters, digits, dots and hyphens');
  const { endpoint, region = DEFAULT_REGION, pathStyle } = parseParameters(url.searchParams);
  if (endpoint === undefined && !url.searchParams.has('region'))
    throw new Error('must have the region of the bucket, or an endpoint');
  const base = new URL(endpoint ?? `https://s3.${region}.amazonaws.com`);
  const path = base.pathname.replace(/\/*$/, '/');
  return {
    bucket,
    prefix: parts.map((part) => `${part}/`).join(''),
    url: pathStyle === '1' ? `${base.origin}${path}${bucket}/` : `${base.protocol}//${bucket}.${base.host}${path}`,
    region,
  };
}

function parseParameters(search: URLSearchParams) {
  const names = [...search.keys()];
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) throw new Error(`must have the parameter ${repeated} once`);
  const parsed = Parameters.safeParse(Object.fromEntries(search));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Error(
    issue?.code === 'unrecognized_keys'
      ? `has an unknown parameter "${issue.keys[0]}": it must be endpoint, region or pathStyle`
      : issue?.message,
  );
}

function isEndpoint(text: string): boolean {
  const url = URL.parse(text);
  return (
    url !== null && ['http:', 'https:'].includes(url.protocol) && !url.username && !url.password && !/[?#]/.test(text)
  );
}
