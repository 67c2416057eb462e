import { type EntityType, parseUuid } from '#shared/entities.ts'
import type { FieldError } from '#shared/errors.ts'
import { type Evidence, maxPassageProposals } from '#shared/proposals.ts'
import type { Passage, ProposalPassages } from '#shared/schemas/proposals.ts'
import { readableEvidence } from './provenance.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { parseJson } from '../../store/database/json.ts'
import { findIdentity, listEntityRows } from '../../store/tables/entities.ts'
import { listProposalRows } from '../../store/tables/proposals.ts'
import { type Answer, dataAnswer } from '../answer.ts'
import { Faults } from '../errors.ts'
import { gatherNamed } from '../generation/gather-inputs.ts'
import { foldCase } from '#shared/text.ts'
import { foldQuoted } from '../generation/read-output.ts'

export interface ReadPassages {
  readonly type: EntityType
  readonly ids: readonly string[]
  readonly faults: readonly FieldError[]
}

export function readPassages(db: ReadableDb, { type, ids, faults: structural }: ReadPassages): Answer {
  const faults = new Faults(structural)
  if (ids.length > maxPassageProposals)
    faults.addExpected('ids', 'too_many_values', { max_items: maxPassageProposals })
  faults.throwIfAny()
  const rows = listProposalRows(
    db,
    ids.flatMap((id) => parseUuid(id) ?? []),
  )
  const entities = new Map(
    listEntityRows(db, [...new Set(rows.map(({ entity }) => entity))]).map(({ id, uuid }) => [id, uuid]),
  )
  const data = rows.map(({ uuid: id, entity, evidence }): ProposalPassages => {
    const quotes = readableEvidence(db, type, parseJson(evidence)).slice(0, maxQuotes)
    return { id, passages: passagesOf(db, type, entities.get(entity) ?? '', quotes) }
  })
  return dataAnswer(200, JSON.stringify(data))
}

const maxQuotes = 12
const aroundCharacters = 320
const beginningCharacters = 640

function passagesOf(
  db: ReadableDb,
  type: EntityType,
  entity: string,
  evidence: readonly Evidence[],
): Passage[] {
  const { values, passages } = gatherNamed(db, type, entity, evidence)
  return evidence.map(({ source, quote }) => {
    const { name, text } = placeOf(source) ?? { name: null, text: null }
    return { name, ...cutOut(text ?? '', quote) }
  })

  function placeOf(source: string): { name: string | null; text: string | null } | undefined {
    const page = passages.find((each) => `source:${each.source}` === source)
    if (!page) return values.find(({ key }) => `attribute:${key}` === source)
    const label = findIdentity(db, parseUuid(page.source) ?? '')?.label
    return { name: label ?? null, text: page.text }
  }
}

export function findQuote(text: string, quote: string): { start: number; end: number } | undefined {
  const wanted = foldQuoted(quote)
  const at = wanted === '' ? -1 : foldQuoted(text).indexOf(wanted)
  if (at < 0) return undefined
  return { start: originOf(text, at), end: originOf(text, at + wanted.length) }
}

// Folding changes lengths, so a position is found by folding word by word, and letter by letter in the last
// word.
function originOf(text: string, folded: number): number {
  let length = 0
  for (const { 0: word, index } of text.trimEnd().matchAll(/\s+|\S+/g)) {
    const isBlank = word.trim() === ''
    const own = isBlank ? (index === 0 ? 0 : 1) : foldCase(word).length
    if (length + own > folded) return isBlank ? index : index + withinWord(word, folded - length)
    length += own
  }
  return text.trimEnd().length
}

function withinWord(word: string, folded: number): number {
  let length = 0
  const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
  for (const { segment, index } of graphemes.segment(word)) {
    if (length >= folded) return index
    length += foldCase(segment).length
  }
  return word.length
}

function cutOut(text: string, quote: string): Omit<Passage, 'name'> {
  const found = findQuote(text, quote)
  if (!found)
    return {
      before: text.slice(0, beginningCharacters),
      match: null,
      after: '',
      ...cuts(text, 0, beginningCharacters),
    }
  const from = Math.max(0, found.start - aroundCharacters)
  const to = found.end + aroundCharacters
  return {
    before: text.slice(from, found.start),
    match: text.slice(found.start, found.end),
    after: text.slice(found.end, to),
    ...cuts(text, from, to),
  }
}

function cuts(text: string, from: number, to: number): { is_cut_before: boolean; is_cut_after: boolean } {
  return { is_cut_before: from > 0, is_cut_after: to < text.length }
}
