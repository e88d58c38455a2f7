import mailStyle from './promoMail.css?url';

/** Beside the page's own policy, which the frame inherits: nothing runs, nothing is sent, pictures come from here. */
const POLICY = ["default-src 'none'", "img-src 'self' data:", "style-src 'self'", "form-action 'none'"].join('; ');

/** A label's words as a document of its own, on paper; links open tabs. */
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
