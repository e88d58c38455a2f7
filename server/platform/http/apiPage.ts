import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ErrorCode, errors } from '@promenade/contract/errors';
import type { Route } from '@promenade/contract/route';
import { UPLOADS_PATH } from '@promenade/contract/uploads';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../context.ts';
import { escape as escapeHtml } from '../mail/mailLayout.ts';
import { deliveryExample } from './deliveryExample.ts';
import { type ApiDocument, type ApiOperation, buildDocument, listRefusals } from './openapi.ts';

const PAGE_POLICY = "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * Serves the OpenAPI 3.1 document of all routes, and a page made from it.
 * @param uploadCalls which are no routes of the contract
 */
export function apiDocumentRoutes(
  app: FastifyInstance,
  { address }: Pick<AppContext, 'address'>,
  uploadCalls: Route,
): void {
  const texts = new Map<string, string>();
  const serveText = (path: string, type: string, make: () => string | Promise<string>) =>
    app.get(path, async (_request, reply) => {
      const text = texts.get(path) ?? (await make());
      texts.set(path, text);
      if (type === 'text/html') reply.header('content-security-policy', PAGE_POLICY);
      return reply.type(`${type}; charset=utf-8`).send(text);
    });
  const getDocument = () => buildDocument(app.servedRoutes);
  serveText('/api/openapi.json', 'application/json', () => JSON.stringify(getDocument()));
  serveText('/api/docs', 'text/html', () => renderApiPage(getDocument(), address.url, uploadCalls));
  serveText('/api/docs.css', 'text/css', () => readFile(join(import.meta.dirname, 'apiPage.css'), 'utf8'));
}

/** The keywords of JSON Schema that the document uses. */
interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  pattern?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema | false;
  prefixItems?: Schema[];
  additionalProperties?: Schema | boolean;
  anyOf?: Schema[];
  oneOf?: Schema[];
}

/** Tags of calls that a personal access token opens come first. */
const FIRST_TAGS = ['label', 'operator'];

/**
 * The page of `/api/docs`: HTML without a script.
 * @param address of the installation
 */
function renderApiPage({ info, tags, paths, components }: ApiDocument, address: string, uploadCalls: Route): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const names = [...new Set([...FIRST_TAGS, ...tags.map(({ name }) => name)])];
  const groups = names.map((name) => ({
    name,
    calls: operations.filter(({ operation }) => operation.tags.includes(name)),
  }));
  const objects = Object.entries(components.schemas as Record<string, Schema>).sort(([a], [b]) => (a < b ? -1 : 1));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${info.title} API</title>
<link rel="stylesheet" href="/api/docs.css">
</head>
<body>
<nav aria-label="Contents">
<ul>
<li><a href="#start">Start</a></li>
<li><a href="#delivery">A delivery by curl</a></li>
${groups.map(({ name, calls }) => `<li><a href="#tag-${name}">${name}</a> <small>${calls.length}</small></li>`).join('\n')}
<li><a href="#objects">Objects</a> <small>${objects.length}</small></li>
</ul>
</nav>
<main>
<h1 id="start">${info.title} API</h1>
${renderStart(components.responses.Refused.description)}
<h2 id="delivery">A delivery by curl</h2>
${deliveryExample(address)
  .map(({ text, lines }) => `<p>${renderText(text)}</p>\n<pre><code>${escapeHtml(lines)}</code></pre>`)
  .join('\n')}
${renderUploads(uploadCalls)}
${groups.map(renderGroup).join('\n')}
<h2 id="objects">Objects</h2>
${objects.map(([name, schema]) => `<section id="object-${name}">\n<h3>${name}</h3>\n${renderSchema(schema)}\n</section>`).join('\n')}
</main>
</body>
</html>
`;
}

const renderStart = (refusals: string): string => `<p>Every path is below <code>/api</code>. Requests and answers are
JSON; the <a href="/api/openapi.json">OpenAPI 3.1 document</a> describes the same calls for programs.</p>
<p><b>Tokens.</b> Label staff and operators create a personal access token in
<a href="/settings-preferences">their settings</a> and send it as <code>Authorization: Bearer promenade_…</code>. It
does what its owner may do, by the calls marked <i class="mark">token</i>; the others need the access token of a
session, which <a href="#signIn"><code>signIn</code></a> answers, unless they are marked
<i class="mark">public</i>.</p>
<p><b>Lists</b> take <code>page</code>, from 1, and <code>pagesize</code>, and answer <code>items</code> with their
<code>total</code>. Days are <code>YYYY-MM-DD</code>, instants are ISO 8601 in UTC.</p>
<p><b>Changes</b> with <code>If-Match</code> send the <code>ETag</code> of the answer that was read; after 412, read
again.</p>
<p><b>Refusals</b> are <a href="#object-ErrorAnswer"><code>ErrorAnswer</code></a>: go by the code, the sentence is for
people. Beside its own ones every call has these; after 429 and 503, wait as <code>Retry-After</code> says.</p>
${renderRefusals(listCodes(refusals))}`;

const renderUploads = (uploadCalls: Route): string => `<section id="uploads">
<h3>Uploads</h3>
<p>Files are sent by <a href="https://tus.io/protocols/resumable-upload">tus 1.0</a> below
<code>${UPLOADS_PATH}</code>, by any of its clients: <code>POST</code> answers the <code>Location</code> of a file, which
<code>PATCH</code> continues, <code>HEAD</code> asks for and <code>DELETE</code> removes. <code>Upload-Metadata</code> has
<code>deliveryid</code> and <code>path</code>.</p>
<h4>Refusals</h4>
${renderRefusals([...listRefusals(uploadCalls)])}
</section>`;

/** Marks `code` and escapes the rest. */
const renderText = (text: string): string => escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');

interface Call {
  path: string;
  method: string;
  operation: ApiOperation;
}

const renderGroup = ({ name, calls }: { name: string; calls: Call[] }): string => `<h2 id="tag-${name}">${name}</h2>
<ul class="calls">
${calls.map(({ method, path, operation }) => `<li><a href="#${operation.operationId}"><b>${method}</b> <code>${breakPath(path)}</code></a> ${renderText(operation.summary)}</li>`).join('\n')}
</ul>
${calls.map(renderCall).join('\n')}`;

/** Lets a long path break before each of its names. */
const breakPath = (path: string): string => escapeHtml(path).replaceAll('/', '<wbr>/');

function renderCall({ method, path, operation }: Call): string {
  const { operationId, summary, security, parameters, requestBody, responses } = operation;
  const kinds = security.flatMap((kind) => Object.keys(kind));
  const mark = kinds.length === 0 ? 'public' : kinds.includes('token') && 'token';
  const fields = parameters.map(({ name, in: location, required, schema }) =>
    renderField(name, schema, !required, location),
  );
  const answers = Object.entries(responses).filter(([status]) => status < '4');
  const refusals = Object.entries(responses).filter(([status]) => status >= '4');
  return `<section id="${operationId}">
<h3><b>${method}</b> <code>${breakPath(path)}</code></h3>
<p>${renderText(summary)} <i class="mark">${operationId}</i>${mark ? ` <i class="mark">${mark}</i>` : ''}</p>
${parameters.length > 0 ? `<h4>Parameters</h4>\n${renderTable(['Name', 'Type'], fields)}` : ''}
${requestBody ? `<h4>Body</h4>\n${renderSchema(requestBody.content['application/json'].schema)}` : ''}
${answers.map(([status, answer]) => `<h4>Answer ${status}</h4>\n${renderAnswer(answer)}`).join('\n')}
<h4>Refusals</h4>
${renderRefusals(refusals.flatMap(([, { description = '' }]) => listCodes(description)))}
</section>`;
}

function renderAnswer({ content = {} }: ApiOperation['responses'][string]): string {
  const [first] = Object.entries(content);
  if (!first) return '<p>No content.</p>';
  const [type, { schema }] = first;
  return schema ? renderSchema(schema) : `<p>A file, <code>${escapeHtml(type)}</code>.</p>`;
}

/** The codes at the beginning of lines. */
const listCodes = (description: string): ErrorCode[] =>
  [...description.matchAll(/^`(\w+)`/gm)].map(([, code]) => code as ErrorCode);

const renderRefusals = (codes: ErrorCode[]): string => {
  const rows = codes.map((code) => {
    const [status, sentence] = errors[code];
    return renderRow(`${status} <code>${code}</code>`, escapeHtml(sentence));
  });
  return renderTable(['Status and code', 'Sentence'], rows);
};

const renderTable = (head: string[], rows: string[]): string => `<table>
<thead><tr>${head.map((name) => `<th scope="col">${name}</th>`).join('')}</tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table>`;

const renderRow = (head: string, cell: string): string => `<tr><th scope="row">${head}</th><td>${cell}</td></tr>`;

/** A table of the fields of a value, those inside included, or its type when it has none. */
function renderSchema(schema: Schema): string {
  const rows = listFields(schema, '').map(({ name, field, isOptional }) => renderField(name, field, isOptional));
  const type = rows.length === 0 || schema.type !== 'object' ? `<p>${renderType(schema)}</p>\n` : '';
  return type + (rows.length > 0 ? renderTable(['Field', 'Type'], rows) : '');
}

const renderField = (name: string, field: Schema, isOptional: boolean, location = ''): string => {
  const notes = [location, isOptional && 'optional'].filter(Boolean).join(', ');
  return renderRow(
    `<code>${escapeHtml(name).replaceAll('.', '<wbr>.')}</code>${notes && ` <small>${notes}</small>`}`,
    [renderType(field), ...listLimits(field)].join('<br>'),
  );
};

interface Field {
  name: string;
  field: Schema;
  isOptional: boolean;
}

/** Fields of inner objects follow their object: `tracks[].title`. */
function listFields(
  { properties, required = [], items, additionalProperties, ...schema }: Schema,
  path: string,
): Field[] {
  const own = Object.entries(properties ?? {}).flatMap(([name, field]) => {
    const inner = path === '' ? name : `${path}.${name}`;
    return [{ name: inner, field, isOptional: !required.includes(name) }, ...listFields(field, inner)];
  });
  const others = [schema.anyOf, schema.oneOf].flatMap((all) => (all ?? []).flatMap((one) => listFields(one, path)));
  return [
    ...own,
    ...others,
    ...(items ? listFields(items, `${path}[]`) : []),
    ...(typeof additionalProperties === 'object' ? listFields(additionalProperties, `${path}{}`) : []),
  ];
}

function renderType(schema: Schema): string {
  const { $ref, type, format, items, prefixItems, additionalProperties } = schema;
  if ($ref !== undefined) return renderReference($ref.slice($ref.lastIndexOf('/') + 1));
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return [...new Set(choices.map(renderType))].join(' or ');
  if (schema.const !== undefined) return renderValue(schema.const);
  if (schema.enum) return schema.enum.map(renderValue).join(', ');
  if (prefixItems) return `array of ${prefixItems.map(renderType).join(' and ')}`;
  if (items) return `array of ${renderType(items)}`;
  if (typeof additionalProperties === 'object') return `object, each value: ${renderType(additionalProperties)}`;
  const words = [type ?? 'any value'].flat().join(' or ');
  return format === undefined ? words : `${words} (${format})`;
}

const renderReference = (name: string): string => `<a href="#object-${name}">${name}</a>`;
const renderValue = (value: unknown): string => `<code>${escapeHtml(JSON.stringify(value))}</code>`;

/** The limits of a value, one a line. */
function listLimits(schema: Schema): string[] {
  const { minLength, maxLength, minimum, maximum, minItems, maxItems, items } = schema;
  const inner = [schema.anyOf ?? [], items || []].flat().flatMap(listLimits);
  return [
    renderRange(minLength, maxLength, ' characters'),
    renderRange(minimum, maximum, ''),
    renderRange(minItems, maxItems, ' items'),
    schema.default === undefined ? '' : `default ${renderValue(schema.default)}`,
    ...inner,
  ].filter(Boolean);
}

function renderRange(min: number | undefined, max: number | undefined, unit: string): string {
  const hasMax = max !== undefined && max < Number.MAX_SAFE_INTEGER;
  const hasMin = min !== undefined && min > Number.MIN_SAFE_INTEGER;
  if (hasMin && hasMax) return min === max ? `${min}${unit}` : `${min} to ${max}${unit}`;
  if (hasMax) return `at most ${max}${unit}`;
  return hasMin ? `at least ${min}${unit}` : '';
}
