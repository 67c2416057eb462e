import type { AttributeConfig } from '#shared/attributes.ts'
import { foldText } from '#shared/text.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { parseJson } from '../../store/database/json.ts'
import { attributesOf } from '../../store/tables/attributes.ts'
import {
  type EntityRow,
  findEntity,
  getEntityRow,
  listLabelled,
  listStubRows,
  type StubRow,
} from '../../store/tables/entities.ts'
import type { GenerationContext, GenerationInputs, Passage, TargetLabel } from './generation-context.ts'
import { createHash } from 'node:crypto'
import { type LinkedSource, listLinkedSources, readScrapedText } from '../../store/tables/scraped-sources.ts'
import { contentAttribute } from '../sources/source-request.ts'
import { readFile } from '../files/stored-files.ts'
import { type EntityType, toEntityType } from '#shared/entities.ts'
import { findByComparables } from '../../store/tables/values.ts'

const maxLabels = 200

/** The choosable entities of a reference: all up to 200, else those whose label is in one of the texts. */
function listTargetLabels(
  db: ReadableDb,
  { reference }: AttributeConfig,
  self: string,
  texts: readonly string[],
): TargetLabel[] {
  if (!reference?.type) return []
  const all = listLabelled(db, reference.type, maxLabels + 1)
  const rows = all.length <= maxLabels ? all : findMentioned(db, reference.type, texts)
  return rows.flatMap(([, id, type, label]) =>
    label === null || id === self || toEntityType(type) !== reference.type ? [] : [{ id, label }],
  )
}

const maxReadWords = 2000
const longestLabel = 5

function findMentioned(db: ReadableDb, type: EntityType, texts: readonly string[]): StubRow[] {
  const { primary } = attributesOf(db, type)
  if (!primary) return []
  const ids = findByComparables(db, primary.id, [...runsOfWords(texts)], maxLabels)
  return listStubRows(db, [...new Set(ids)])
}

function runsOfWords(texts: readonly string[]): Set<string> {
  const words = texts.map((text) => text.split(/\s+/).filter(Boolean).slice(0, maxReadWords))
  const runs = new Set<string>()
  for (let length = longestLabel; length > 0; length -= 1) {
    for (const own of words)
      for (let at = 0; at + length <= own.length; at += 1)
        runs.add(formOf(own.slice(at, at + length).join(' ')))
  }
  runs.delete('')
  return runs
}

function formOf(words: string): string {
  return foldText(words.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}.)]+$|\.$/gu, ''))
}

/** About 6,000 tokens. */
const passageBudget = 24_000
const maxWords = 100
const maxInstructions = 4000

export function gatherContext(
  db: ReadableDb,
  definition: AttributeConfig,
  inputs: GenerationInputs,
): GenerationContext {
  const passages = inputs.sources.length > 0 ? readPassages(db, definition, inputs) : []
  const texts = [...inputs.values.map(({ text }) => text ?? ''), ...passages.map(({ text }) => text)]
  return { ...inputs, passages, labels: listTargetLabels(db, definition, inputs.entity.id, texts) }
}

interface SourceText {
  readonly source: string
  readonly text: string
}

interface PassageQuery {
  readonly phrases: readonly string[]
  readonly words: readonly string[]
}

interface Piece {
  readonly source: string
  readonly index: number
  readonly start: number
  readonly end: number
  readonly score: number
}

const pieceLength = 600
const phraseWeight = 5

/**
 * The passages that fit a query best, each with its neighbours, in the order of the texts, within the
 * budget; without a match the beginnings.
 */
export function choosePassages(
  texts: readonly SourceText[],
  wanted: PassageQuery,
  budget: number,
): Passage[] {
  const all = texts.filter(({ text }) => text.trim() !== '')
  const total = all.reduce((sum, { text }) => sum + text.length, 0)
  if (total <= budget) return all.map(({ source, text }) => ({ source, start: 0, text }))
  const pieces = score(all.map(cut), wanted)
  const chosen = choose(pieces, budget)
  return all.flatMap((text, number) =>
    join(
      text,
      (pieces[number] ?? []).filter((piece) => chosen.has(piece)),
    ),
  )
}

type UnscoredPiece = Omit<Piece, 'score'> & { readonly folded: string }

function cut({ source, text }: SourceText): UnscoredPiece[] {
  const pieces: UnscoredPiece[] = []
  for (let start = 0; start < text.length;) {
    const end = endOf(text, start)
    pieces.push({ source, index: pieces.length, start, end, folded: foldText(text.slice(start, end)) })
    start = end
  }
  return pieces
}

function endOf(text: string, start: number): number {
  const most = start + pieceLength
  if (most >= text.length) return text.length
  for (const end of ['\n', '. ', ' ']) {
    const at = text.lastIndexOf(end, most - end.length)
    if (at > start + pieceLength / 3) return at + end.length
  }
  return most
}

/** A word in every piece does not help to rank them. */
function score(pieces: readonly (readonly UnscoredPiece[])[], { phrases, words }: PassageQuery): Piece[][] {
  const all = pieces.flat()
  const weights = words.map((word) => {
    const found = all.filter(({ folded }) => folded.includes(word)).length
    return [word, found === 0 ? 0 : Math.log(all.length / found)] as const
  })
  const scoreOf = (text: string) =>
    phrases.filter((phrase) => text.includes(phrase)).length * phraseWeight +
    weights.reduce((sum, [word, weight]) => sum + (weight > 0 && text.includes(word) ? weight : 0), 0)
  return pieces.map((own) => own.map(({ folded, ...piece }) => ({ ...piece, score: scoreOf(folded) })))
}

function choose(pieces: readonly (readonly Piece[])[], budget: number): ReadonlySet<Piece> {
  const chosen = new Set<Piece>()
  let left = budget
  const take = (piece: Piece | undefined): void => {
    if (!piece || chosen.has(piece) || piece.end - piece.start > left) return
    chosen.add(piece)
    left -= piece.end - piece.start
  }
  const best = pieces
    .flatMap((own) => own.map((piece) => ({ piece, own })))
    .sort((a, b) => b.piece.score - a.piece.score)
  const isFound = (best[0]?.piece.score ?? 0) > 0
  for (const { piece, own } of best) {
    if (left <= 0 || (isFound && piece.score === 0)) break
    take(piece)
    if (!isFound) continue
    take(own[piece.index - 1])
    take(own[piece.index + 1])
  }
  return chosen
}

function join({ source, text }: SourceText, pieces: readonly Piece[]): Passage[] {
  const spans: { start: number; end: number }[] = []
  for (const { start, end } of pieces) {
    const last = spans.at(-1)
    if (last?.end === start) last.end = end
    else spans.push({ start, end })
  }
  return spans.map(({ start, end }) => ({ source, start, text: text.slice(start, end) }))
}

const maxSources = 20
const maxCharacters = 250_000

export function listLinked(db: ReadableDb, entity: number): LinkedSource[] {
  return listLinkedSources(db, entity, maxSources)
}

/** The text of a source: its edited content attribute, else the text as read. */
export function sourceText(db: ReadableDb, source: number, characters = maxCharacters): string {
  const content = contentAttribute(attributesOf(db, 'source'), {})
  const own = content && parseJson(getEntityRow(db, source).attributes)[content.key]
  const isOwn = typeof own === 'string' && own.trim() !== ''
  return isOwn ? own.slice(0, characters) : readScrapedText(db, source, characters)
}

const stored = /^files\/([0-9a-f]{64})\./

export function readStoredPicture(db: ReadableDb, source: string): Uint8Array | undefined {
  const [, hash] = stored.exec(source) ?? []
  return hash === undefined ? undefined : readFile(db, { hash })?.bytes
}

/** Texts are hashed once for each state of their source: staleness is computed for thousands of values. */
const versions = new Map<string, string>()
const maxVersions = 10_000

/** The hash changes only with the text of a source. */
export function sourceVersion(db: ReadableDb, { id, uuid, updated_at: updatedAt }: LinkedSource): string {
  const content = contentAttribute(attributesOf(db, 'source'), {})
  const state = `${uuid} ${updatedAt} ${content?.key ?? ''}`
  const known = versions.get(state)
  if (known !== undefined) return known
  if (versions.size >= maxVersions) versions.clear()
  const version = createHash('sha256').update(sourceText(db, id)).digest('hex').slice(0, 32)
  versions.set(state, version)
  return version
}

function readPassages(db: ReadableDb, definition: AttributeConfig, { entity }: GenerationInputs): Passage[] {
  const row = findEntity(db, entity.type, entity.id)
  if (!row) return []
  const texts = listLinked(db, row.id).map(({ id, uuid }) => ({
    source: uuid,
    text: sourceText(db, id),
  }))
  return choosePassages(texts, wantedOf(db, definition, row), passageBudget)
}

/**
 * A source is searched for the label and identifiers of the entity, the name of the attribute, and the words
 * of its instructions.
 */
function wantedOf(db: ReadableDb, definition: AttributeConfig, row: EntityRow): PassageQuery {
  const { name, key, entity_type: type, custom_instructions: instructions } = definition
  const document = parseJson(row.attributes)
  const identifying = attributesOf(db, type).list.filter(
    ({ extras: { constraints } }) => constraints.unique ?? constraints.check,
  )
  const known = [row.label, name].map((text) => foldText(text ?? ''))
  const keys = identifying.map((attribute) => foldText(String(document[attribute.key] ?? '')))
  const texts = [...known, key, foldText((instructions ?? '').slice(0, maxInstructions))]
  const words = texts.flatMap((text) => text.split(/[^\p{L}\p{N}]+/u))
  return { phrases: distinctiveWords([...known, ...keys]), words: distinctiveWords(words).slice(0, maxWords) }
}

function distinctiveWords(texts: readonly string[]): string[] {
  return [...new Set(texts)].filter((text) => text.length > 2)
}
