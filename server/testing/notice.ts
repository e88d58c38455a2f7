export interface Notice {
  /** Of the notice itself, such as `To: …`. */
  headers?: string[];
  type?: string;
  statusType?: string;
  fields: string[];
  originalType?: string;
  /** More headers of the returned mail. */
  original?: string[];
}

/** A notice as mail servers send it; the third part holds the returned mail or its headers. */
export function createNotice(
  { type = 'multipart/report; report-type=delivery-status', statusType = 'message/delivery-status', ...notice }: Notice,
  messageid = '<b5c9@music.example>',
): Buffer {
  return Buffer.from(
    [
      ...(notice.headers ?? []),
      `Content-Type: ${type}; boundary="b"`,
      'MIME-Version: 1.0',
      '',
      '--b',
      'Content-Type: text/plain; charset=utf-8',
      '',
      'The mail did not arrive. Status: 5.1.1 Message-ID: <other@music.example>',
      '--b',
      `Content-Type: ${statusType}`,
      '',
      'Reporting-MTA: dns; mx.test.example',
      '',
      ...notice.fields,
      '',
      '--b',
      `Content-Type: ${notice.originalType ?? 'message/rfc822'}`,
      '',
      'Subject: 3 new promos',
      `Message-ID: ${messageid}`,
      ...(notice.original ?? []),
      '',
      'A body',
      '--b--',
      '',
    ].join('\r\n'),
  );
}
