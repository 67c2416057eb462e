import type { AttributeConfig } from '#shared/attributes.ts'
import { type EntityType, toEntityType } from '#shared/entities.ts'
import { foldText } from '#shared/text.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { attributesOf } from '../../store/tables/attributes.ts'
import { listLabelled, listStubRows, type StubRow } from '../../store/tables/entities.ts'
import { findByComparables } from '../../store/tables/values.ts'
import type { TargetLabel } from './generation-context.ts'

const maxLabels = 200

/** The choosable entities of a reference: all up to 200, else those whose label is in one of the texts. */
export function listTargetLabels(
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

const maxWords = 2000
const longestLabel = 5

function findMentioned(db: ReadableDb, type: EntityType, texts: readonly string[]): StubRow[] {
  const { primary } = attributesOf(db, type)
  if (!primary) return []
  const ids = findByComparables(db, primary.id, [...runsOfWords(texts)], maxLabels)
  return listStubRows(db, [...new Set(ids)])
}

function runsOfWords(texts: readonly string[]): Set<string> {
  const words = texts.map((text) => text.split(/\s+/).filter(Boolean).slice(0, maxWords))
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
