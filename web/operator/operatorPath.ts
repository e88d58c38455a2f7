import { generatePath } from 'react-router';
import { paths } from '../platform/paths.ts';

/** The address of a page of the console. */
export const operatorPath = (path: string, params: Record<string, string> = {}): string =>
  generatePath(`${paths.operator}/${path}`, params);
