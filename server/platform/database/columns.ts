import type { ColumnType } from 'kysely';

/** Parsed when read, JSON text when written. */
export type Json<Shape> = ColumnType<Shape, string | null | undefined, string | null>;
export type RequiredJson<Shape> = ColumnType<Shape, string, string>;
/** A day is text `YYYY-MM-DD` both ways. */
export type Day = string;
