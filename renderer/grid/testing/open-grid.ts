import type { KeyboardEvent } from 'react'
import { onTestFinished, vi } from 'vitest'
import type { EntityType } from '#shared/entities.ts'
import { createApi } from '../../api/client.ts'
import { shownText } from '../actions/cell-state.ts'
import { axesOf, select } from '../actions/navigation.ts'
import { formatCell } from '../cells/registry.ts'
import { GridSession } from '../data/grid-session.ts'
import { isMeasured, toColumns } from '../../query/columns.ts'
import { placeColumns } from '../model/geometry.ts'
import { emptyGridQuery, type GridQuery } from '../../query/grid-query.ts'
import { blocksOf, selectCell } from '../model/selection.ts'
import { selectionText, sumTexts, sumUp } from '../actions/selection-sums.ts'
import { clipboardHandlers, takeInput, takeKey } from '../view/editor-events.ts'
import { editorCommands } from '../view/cell-input.tsx'
import type { FakeServer } from './fake-server.ts'

export type Clip = Readonly<Record<string, string>>

export interface TestGrid {
  readonly session: GridSession
  readonly press: (...keys: readonly string[]) => void
  readonly type: (text: string) => void
  readonly goTo: (row: number, column: string) => void
  readonly copy: (kind?: 'onCopy' | 'onCut') => Clip
  readonly paste: (clip: Clip | string) => void
  readonly text: (row: number, column: string) => string
  readonly cursorText: () => string
  readonly status: () => string
  /** Waits until the server has answered all requests and the grid has processed the answers. */
  readonly settle: () => Promise<void>
  readonly show: (query: Partial<GridQuery>) => Promise<void>
}

/**
 * Opens the grid of a type over a server in memory, which replaces the page's `fetch` until the test ends.
 */
export async function openGrid(server: FakeServer, type: EntityType = 'product'): Promise<TestGrid> {
  answerWith(server)
  const session = new GridSession(createApi('test'), type, formatCell)
  const columns = toColumns(server.attributesOf(type))
  const shown = columns.filter((column) => !column.isSystem && !isMeasured(column))
  session.layOut(columns, placeColumns(shown.map((column) => ({ column, width: column.width }))))
  session.offer(editorCommands(session, () => null))
  const settle = () => untilSettled(server, session)
  session.show(emptyGridQuery)
  await settle()
  const cell = (row: number, name: string) => ({
    row: row - 1,
    columnId: columns.find((column) => column.name === name)?.id ?? '',
  })
  const text = (row: number, columnId: string): string => {
    const [entity, column] = [session.rowAt(row), session.columnOf(columnId)]
    return entity && column ? shownText(session, entity, column) : ''
  }
  return {
    session,
    settle,
    press: (...keys) => keys.forEach((key) => takeKey(session, null, toEvent(key))),
    type: (typed) => [...typed].forEach((character) => typeInto(session, character)),
    goTo: (row, name) => select(session, selectCell(cell(row, name))),
    copy: (kind = 'onCopy') => {
      const clip: Record<string, string> = {}
      handClipboard(session, kind, { setData: (format: string, data: string) => (clip[format] = data) })
      return clip
    },
    paste: (clip) => {
      const data: Clip = typeof clip === 'string' ? { 'text/plain': clip } : clip
      handClipboard(session, 'onPaste', { getData: (format: string) => data[format] ?? '' })
    },
    text: (row, name) => text(row - 1, cell(row, name).columnId),
    cursorText: () => {
      const cursor = session.selection.get()?.cursor
      return cursor ? text(cursor.row, cursor.columnId) : ''
    },
    status: () => {
      const selection = session.selection.get()
      if (!selection) return ''
      const { sums } = sumUp(session, blocksOf(selection, axesOf(session)))
      return [selectionText(session, selection), ...sumTexts(session, sums)].join(' · ')
    },
    show: async (query) => {
      session.show({ ...emptyGridQuery, ...query })
      await settle()
    },
  }
}

export function shownColumn({ session, text }: TestGrid, name: string): string[] {
  return Array.from({ length: axesOf(session).rowCount }, (_, index) => text(index + 1, name))
}

/** Outside of a page an address needs its host. */
export class LocalRequest extends Request {
  constructor(input: RequestInfo | URL, init?: RequestInit) {
    super(typeof input === 'string' ? new URL(input, 'http://test') : input, init)
  }
}

function answerWith(server: FakeServer): void {
  vi.stubGlobal('Request', LocalRequest)
  vi.stubGlobal('fetch', (request: Request) => server.fetch(request))
  onTestFinished(() => void vi.unstubAllGlobals())
}

async function untilSettled(server: FakeServer, session: GridSession): Promise<void> {
  for (let quiet = 0; quiet < 10; quiet += 1) {
    const calls = server.calls.length
    await new Promise((resolve) => setTimeout(resolve, 0))
    const isBusy = server.inFlight > 0 || server.calls.length > calls || session.queue.isBusy
    if (isBusy) quiet = 0
  }
}

function typeInto(session: GridSession, character: string): void {
  const value = (session.editor.get()?.text ?? '') + character
  takeInput(session, { value } as HTMLInputElement, false)
}

function toEvent(chord: string): KeyboardEvent {
  const parts = chord.split('+')
  const key = parts.at(-1) ?? ''
  const isDown = (name: string): boolean => parts.slice(0, -1).includes(name)
  return {
    key: key === 'Space' ? ' ' : key,
    keyCode: 0,
    ctrlKey: isDown('Control'),
    shiftKey: isDown('Shift'),
    altKey: isDown('Alt'),
    metaKey: false,
    nativeEvent: { isComposing: false },
    preventDefault: () => undefined,
    stopPropagation: () => undefined,
  } as unknown as KeyboardEvent
}

function handClipboard(
  session: GridSession,
  kind: 'onCopy' | 'onCut' | 'onPaste',
  clipboardData: object,
): void {
  const event = { clipboardData, preventDefault: () => undefined }
  clipboardHandlers(session)[kind](event as unknown as React.ClipboardEvent)
}
