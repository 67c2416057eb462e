import type { EntityType } from '#shared/entities.ts'
import type { Evidence } from '#shared/proposals.ts'
import { foldText } from '#shared/text.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { type EntityRow, findEntity } from '../../store/tables/entities.ts'
import { attributesOf } from '../../store/tables/attributes.ts'
import { findScraped } from '../../store/tables/scraped-sources.ts'
import { ownValues, shownValues } from '../entities/current-values.ts'

/** What is quoted, as sent. */
export type Quote = Pick<Evidence, 'source' | 'quote'>

/**
 * Evidence of scripts and agents, verified where the quote stands in what the named attribute or source holds now, folded as texts
 * compare. Nothing of a source is looked at for somebody who may not read sources.
 */
export function verifyQuotes(
  db: ReadableDb,
  row: EntityRow,
  quotes: readonly Quote[],
  mayReadSources: boolean,
): Evidence[] {
  return quotes.map(({ source, quote }) => {
    const passage = findPassage(db, row, source, mayReadSources)
    return { source, quote, verified: passage !== undefined && holds(passage, quote) }
  })
}

function holds(passage: string, quote: string): boolean {
  const wanted = fold(quote)
  return wanted !== '' && fold(passage).includes(wanted)
}

// Pages and documents break lines where the quote of a person has blanks.
function fold(text: string): string {
  return foldText(text).replace(/\s+/gu, ' ')
}

function findPassage(
  db: ReadableDb,
  row: EntityRow,
  source: string,
  mayReadSources: boolean,
): string | undefined {
  const [kind, ...rest] = source.split(':')
  const name = rest.join(':')
  if (kind === 'attribute') return textOf(shownValues(db, row, [name])[name])
  if (kind !== 'source' || !mayReadSources) return undefined
  const found = findEntity(db, 'source', name.toLowerCase())
  return found && sourceText(db, found)
}

function sourceText(db: ReadableDb, source: EntityRow): string {
  const attributes = attributesOf(db, 'source' satisfies EntityType)
  const values = ownValues(db, source, attributes, [...attributes.byKey.keys()])
  const texts = Object.values(values).filter((value) => typeof value === 'string')
  return [...texts, findScraped(db, source.id)?.text ?? ''].join('\n')
}

/** What an attribute shows, as a person reads it. */
function textOf(value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined
  if (typeof value === 'string') return value
  if (typeof value !== 'object') return JSON.stringify(value)
  return (Array.isArray(value) ? value : [value])
    .map(({ label }: { label?: string | null }) => label ?? '')
    .join(', ')
}
