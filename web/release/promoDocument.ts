import mailStyle from './promoMail.css?url';

const { origin } = window.location;
/**
 * In addition to the policy inherited from the page: no scripts, no forms, images and fonts from this origin only. It is spelled
 * out, because Firefox takes `'self'` in a `srcdoc` document for `about:srcdoc`.
 */
const POLICY = [
  "default-src 'none'",
  `img-src ${origin} data:`,
  `style-src ${origin}`,
  `font-src ${origin}`,
  "form-action 'none'",
].join('; ');

/** Wraps promotional HTML in a document with its own style sheet; links open in a new tab. */
export const promoDocument = (html: string): string => `<!doctype html>
<html dir="auto">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="referrer" content="no-referrer">
<base target="_blank">
<link rel="stylesheet" href="${mailStyle}">
</head>
<body>${html}</body>
</html>`;
