import type { FoundCell } from '#shared/schemas/grid.ts'
import type { QueryClient } from '@tanstack/react-query'
import { listedTarget } from '../actions/bulk-target.ts'
import { idsInRows } from '../actions/selected-ids.ts'
import type { GridSession } from '../data/grid-session.ts'
import { rememberEdits, startRun } from './bulk-run-state.ts'
import { type FindRequest, type TextEdit, findQuery, writeTexts } from '../../query/bulk-requests.ts'
import { showError, toMessage } from '../../ui/toast.tsx'
import { t } from '../../ui/text.ts'

interface Replacement {
  readonly text: string
  readonly replacement: string
  readonly isCaseKept: boolean
  readonly isWhole: boolean
}

/** A text with every occurrence replaced; the replacement is taken as it is written. */
export function replaceText(stored: string, { text, replacement, isCaseKept, isWhole }: Replacement): string {
  if (isWhole) return replacement
  if (isCaseKept) return stored.replaceAll(text, () => replacement)
  return stored.replaceAll(
    new RegExp(text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`), 'giu'),
    () => replacement,
  )
}

/** The edits that replace in found cells, one for each row; what stays as it is is left out. */
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

/** How many values the edits write. */
export function valueCount(edits: readonly TextEdit[]): number {
  return edits.reduce((count, { attributes }) => count + Object.keys(attributes).length, 0)
}

/** As many values as one call writes. */
const maxAtOnce = 10_000
const maxCalls = 200

interface ReplaceAll {
  readonly session: GridSession
  readonly queryClient: QueryClient
  readonly request: FindRequest
  /** The rows that are meant as the grid shows them; undefined for all that the request finds. */
  readonly rows: readonly [number, number] | undefined
  readonly replacement: Replacement
  readonly total: number
}

/** Replaces in every found cell: by edits where they are few, by a job of the server where they are many and it can. */
export async function replaceAll({
  session,
  queryClient,
  request,
  rows,
  replacement,
  total,
}: ReplaceAll): Promise<void> {
  const isPlain = replacement.isCaseKept && !replacement.isWhole && request.rows === undefined
  if (total > maxAtOnce && isPlain) {
    const { text: find, replacement: other } = replacement
    const attributes = request.columns.filter((key) => isText(session, key))
    const body = {
      type: session.type,
      ...listedTarget(request.query),
      replace: { find, with: other, attributes },
    }
    return startRun(session, t('Replacing {find}', { find }), [body])
  }
  try {
    await replaceByEdits({ session, queryClient, request, rows, replacement, total })
  } catch (error) {
    showError(t('The text could not be replaced'), { description: toMessage(error) })
  }
  session.source.get()?.refresh()
}

function isText(session: GridSession, key: string): boolean {
  const column = session.columnOf(key)
  return column?.traits.isFreeText === true && column.readOnlyReason === undefined && !column.isSystem
}

// What has been replaced is found no more, so each call asks for the rest; it ends where a call changes nothing.
async function replaceByEdits({
  session,
  queryClient,
  request,
  rows,
  replacement,
}: ReplaceAll): Promise<void> {
  const selected = rows && (await mustRead(idsInRows(session, rows)))
  const editIds: string[] = []
  let written = 0
  let refusal: string | undefined
  for (let call = 0; call < maxCalls; call += 1) {
    const found = await queryClient.fetchQuery(findQuery(session.api, request))
    const cells = found.cells.filter(({ id }) => selected?.has(id) ?? true)
    const edits = replaceEdits(cells, replacement)
    if (edits.length === 0) break
    const answer = await writeTexts(session.api, session.type, edits)
    if (answer.editId !== null) editIds.push(answer.editId)
    written += answer.written
    refusal ??= answer.refusal
    if (answer.written < valueCount(edits) || found.total <= found.cells.length) break
  }
  rememberEdits(session, {
    title: t('Replaced in {written, plural, one {# cell} other {# cells}}', { written }),
    description:
      refusal === undefined ? undefined : t('Some cells were left as they are: {refusal}', { refusal }),
    label: t('replacing of {text}', { text: replacement.text }),
    editIds,
  })
}

async function mustRead(ids: ReturnType<typeof idsInRows>): Promise<ReadonlySet<string>> {
  const read = await ids
  if (!read) throw new Error('The selected rows could not be read. Try again.')
  return read
}
