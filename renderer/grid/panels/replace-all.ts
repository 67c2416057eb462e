import type { QueryClient } from '@tanstack/react-query'
import type { BulkEdit } from '#shared/bulk-operations.ts'
import type { FoundCell } from '#shared/schemas/grid.ts'
import { type FindRequest, type TextEdit, findQuery, writeTexts } from '../../query/bulk-requests.ts'
import { t } from '../../ui/text.ts'
import { errorText, showError } from '../../ui/toast.tsx'
import { listedTarget } from '../actions/bulk-target.ts'
import { idsInRows } from '../actions/selected-ids.ts'
import type { GridSession } from '../data/grid-session.ts'
import { rememberEdits, startRun } from './bulk-run.tsx'

export interface Replacement {
  readonly text: string
  readonly replacement: string
  readonly matchesCase: boolean
  readonly isWhole: boolean
}

interface ReplaceAll {
  readonly session: GridSession
  readonly queryClient: QueryClient
  readonly request: FindRequest
  /** The first and last row index of the selection; undefined to replace in every found cell. */
  readonly rows: readonly [number, number] | undefined
  readonly replacement: Replacement
  readonly total: number
}

const maxCellsByEdits = 10_000

/** Replaces a text in all found cells as one step of the history; failures are shown, never thrown. */
export async function replaceAll(input: ReplaceAll): Promise<void> {
  const { session, request, replacement, total } = input
  if (total > maxCellsByEdits && request.rows === undefined)
    return startRun(session, t('Replacing {find}', { find: replacement.text }), [
      replaceAsBulkEdit(session, request, replacement),
    ])
  try {
    await replaceByEdits(input)
  } catch (error) {
    showError(t('The text could not be replaced'), { description: errorText(error) })
  }
  session.source.get()?.refresh()
}

/** Returns the bulk edit that replaces the text in every row of a list. */
export function replaceAsBulkEdit(
  session: GridSession,
  request: FindRequest,
  { text, replacement, matchesCase, isWhole }: Replacement,
): BulkEdit {
  const target = { type: session.type, ...listedTarget(request.query) }
  const attributes = request.columns.filter((key) => isWritableText(session, key))
  if (matchesCase && !isWhole) return { ...target, replace: { find: text, with: replacement, attributes } }
  const replace = isWhole
    ? { find: `^(?:${escapePattern(text)})$`, with: replacement.replaceAll('$', '$$$$'), pattern: true }
    : { find: text, with: replacement }
  const operation = { replace: { ...replace, match_case: matchesCase } }
  return { ...target, set: Object.fromEntries(attributes.map((key) => [key, operation])) }
}

function isWritableText(session: GridSession, key: string): boolean {
  const column = session.columnOf(key)
  return column?.traits.isFreeText === true && column.readOnlyReason === undefined && !column.isSystem
}

/** Returns the text with every occurrence replaced; the replacement is taken literally. */
export function replaceText(
  stored: string,
  { text, replacement, matchesCase, isWhole }: Replacement,
): string {
  if (isWhole) return replacement
  if (matchesCase) return stored.replaceAll(text, () => replacement)
  return stored.replaceAll(new RegExp(escapePattern(text), 'giu'), () => replacement)
}

function escapePattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
}

/** Returns one edit for each row whose found cells change. */
export function replaceEdits(cells: readonly FoundCell[], replacement: Replacement): TextEdit[] {
  const edits = new Map<string, TextEdit>()
  for (const { id, key, text } of cells) {
    if (text === undefined) continue
    const next = replaceText(text, replacement)
    if (next === text) continue
    const edit = edits.get(id) ?? { id, attributes: {}, if: {} }
    edit.attributes[key] = next
    edit.if[key] = text
    edits.set(id, edit)
  }
  return [...edits.values()]
}

async function replaceByEdits(input: ReplaceAll): Promise<void> {
  const { session, rows, replacement } = input
  const selected = rows && (await requireIds(idsInRows(session, rows)))
  const batches = await readEdits(input, (id) => selected?.has(id) ?? true)
  const editIds: string[] = []
  let written = 0
  let refusal: string | undefined
  for (const edits of batches) {
    const answer = await writeTexts(session.api, session.type, edits)
    if (answer.editId !== null) editIds.push(answer.editId)
    written += answer.written
    refusal ??= answer.refusal
  }
  rememberEdits(session, {
    title: t('Replaced in {written, plural, one {# cell} other {# cells}}', { written }),
    description:
      refusal === undefined ? undefined : t('Some cells were left as they are: {refusal}', { refusal }),
    label: t('replacing of {text}', { text: replacement.text }),
    editIds,
  })
}

async function requireIds(ids: ReturnType<typeof idsInRows>): Promise<ReadonlySet<string>> {
  const read = await ids
  if (!read) throw new Error('The selected rows could not be read. Try again.')
  return read
}

const maxCalls = 200

/**
 * Reads all edits before the first is written: a replaced text may contain the searched one and would be
 * found again, and a written value may move or remove its row in the list.
 */
async function readEdits(
  { session, queryClient, request, replacement }: ReplaceAll,
  isSelected: (id: string) => boolean,
): Promise<TextEdit[][]> {
  const batches: TextEdit[][] = []
  let rows = request.rows
  for (let call = 0; call < maxCalls; call += 1) {
    const { cells, total } = await queryClient.fetchQuery(findQuery(session.api, { ...request, rows }))
    const last = cells.at(-1)?.position
    const isCut = total > cells.length && last !== undefined
    // Some cells of the last row may be missing, so that row begins the next window.
    const whole = isCut ? cells.filter(({ position }) => position < last) : cells
    const edits = replaceEdits(
      whole.filter(({ id }) => isSelected(id)),
      replacement,
    )
    if (edits.length > 0) batches.push(edits)
    if (!isCut) break
    const end = request.rows?.[1]
    rows = end === undefined ? [last] : [last, end]
  }
  return batches
}
