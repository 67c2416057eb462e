import type BetterSqlite3 from 'better-sqlite3'
import { plainText } from '#shared/html-to-text.ts'
import { foldText } from '#shared/text.ts'

/** Gives a connection the functions that the SQL of computed values calls; NULL gives NULL. */
export function registerComputedFunctions(sqlite: BetterSqlite3.Database): void {
  const options = { deterministic: true }
  sqlite.function('fold_text', options, (text: string | null) => (text === null ? null : foldText(text)))
  sqlite.function('plain_text', options, (text: string | null) => (text === null ? null : plainText(text)))
  sqlite.function('number_text', options, (value: number | null) => (value === null ? null : String(value)))
}
