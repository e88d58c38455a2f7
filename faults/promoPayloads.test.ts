// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { sanitizePromo } from '../server/catalogue/document/promoHtml.ts';

const scripts = ['alert(1)', 'top.location="//evil.example"', 'fetch("//evil.example")'];
const handlers =
  'onload onerror onclick onfocus onmouseover ontoggle onanimationstart onbegin onpageshow onpointerenter'.split(' ');
const elements = 'svg img body iframe video audio details input select marquee object style a p math'.split(' ');
const addresses = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java&#x09;script:alert(1)',
  'java\nscript:alert(1)',
  '&#106;avascript:alert(1)',
  '\u0001javascript:alert(1)',
  'vbscript:msgbox(1)',
  'data:text/html,<script>alert(1)</script>',
  'data:image/svg+xml,<svg onload=alert(1)>',
  '//evil.example/x.png',
  'www.evil.example"onclick=alert(1) x="',
  'tel:1" onclick="alert(1)',
  'data:image/png;base64,"><script>alert(1)</script>',
  'https://evil.example/x.png',
  'file:///etc/passwd',
];
const payloads = [
  ...scripts.flatMap((script) => [
    `<script>${script}</script>`,
    `<scr<script>ipt>${script}</scr</script>ipt>`,
    `<SCRIPT/x>${script}</SCRIPT\t>`,
    `<svg><script>${script}</script></svg>`,
    `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=${script}&gt;">`,
    `<noscript><p title="</noscript><img src=x onerror=${script}>">`,
    `<xmp><p title="</xmp><img src=x onerror=${script}>">`,
    `<textarea><p title="</textarea><img src=x onerror=${script}>">`,
    `<title><p title="</title><img src=x onerror=${script}>">`,
    `<style><p title="</style><img src=x onerror=${script}>">`,
    `<template><img src=x onerror=${script}></template>`,
    `<!--><img src=x onerror=${script}>-->`,
    `<![CDATA[><img src=x onerror=${script}>]]>`,
    `<plaintext><img src=x onerror=${script}>`,
  ]),
  ...elements.flatMap((element) => handlers.map((handler) => `<${element} src=x ${handler}="alert(1)">x`)),
  ...addresses.flatMap((address) => [
    `<a href="${address}">x</a>`,
    `<img src="${address}">`,
    `<img srcset="${address} 2x">`,
    `<iframe src="${address}"></iframe>`,
    `<form action="${address}"><button formaction="${address}">x</button></form>`,
    `<svg><a xlink:href="${address}"><text>x</text></a></svg>`,
    `<object data="${address}"></object><embed src="${address}">`,
    `<link rel=stylesheet href="${address}"><base href="${address}"><meta http-equiv=refresh content="0;url=${address}">`,
    `<p style="background:url(${address})">x</p><style>@import '${address}'</style>`,
    `<b style="font-weight:normal" onclick="alert(1)"><span style="font-weight:700" id="${address}">x</span></b>`,
    `<style>.x{display:none}</style><p class=x><a href="${address}"></p><img src="${address}" onerror=alert(1)>`,
    `<html dir="${address}" onload=alert(1)><ol start="${address}"><li value="${address}">x`,
    `<td background="${address}"><table background="${address}">`,
    `<video poster="${address}"><source src="${address}"></video>`,
  ]),
];

const ALLOWED_ATTRIBUTES = /^(title|rel|target|alt|width|height|colspan|rowspan|dir|lang|start|value|reversed|type)$/;
const FORBIDDEN =
  'script,style,iframe,object,embed,form,button,input,svg,math,link,base,meta,template,noscript,video,audio';

const SITE = 'https://music.example/';
/** What a browser makes of the text. */
const parse = (html: string) => new DOMParser().parseFromString(`<body>${html}`, 'text/html').body;

/** Elements and attributes that run, load or send something. */
const findDanger = (body: HTMLElement): string[] => [
  ...Array.from(body.querySelectorAll(FORBIDDEN), ({ outerHTML }) => outerHTML),
  ...Array.from(body.querySelectorAll('*'))
    .flatMap((element) => [...element.attributes])
    .filter(({ name, value }) => !isSafe(name, value))
    .map(({ name, value }) => `${name}=${value}`),
  ...Array.from(body.querySelectorAll('a[href]:not([rel="noopener noreferrer"])'), ({ outerHTML }) => outerHTML),
];

function isSafe(name: string, value: string): boolean {
  if (name === 'src') return /^promo-picture:\d+\.\w+$/.test(value);
  if (name === 'href') return ['http:', 'https:', 'mailto:', 'tel:'].includes(new URL(value, SITE).protocol);
  return ALLOWED_ATTRIBUTES.test(name);
}

test('of at least 150 payloads the sanitiser alone leaves neither script nor foreign address', () => {
  expect(new Set(payloads).size).toBeGreaterThanOrEqual(150);
  // Each alone, and after text that leaves something open.
  for (const payload of payloads.flatMap((one) => [
    one,
    `<p title='${one}`,
    `<b><table><a href="${one}`,
    `<!--${one}`,
  ])) {
    const { html } = sanitizePromo(payload, '/delivery', (path) => (path.endsWith('.png') ? path : undefined));
    expect(findDanger(parse(html)), payload).toEqual([]);
  }
});
