import { selectCell, shiftRows } from '../model/selection.ts'
import type { GridSession } from './grid-session.ts'

/**
 * Keeps the cursor and an open editor on their entity when rows are added or removed above: typing must
 * not go into a neighbour.
 */
export class CursorAnchor {
  readonly #session: GridSession
  #entityId: string | undefined
  #isRevealing = false
  #isExchanging = false

  constructor(session: GridSession) {
    this.#session = session
    session.selection.subscribe(() => this.#remember())
  }

  revealNext(): void {
    this.#isRevealing = true
  }

  exchange(before: string, after: string, run: () => void): void {
    this.#isExchanging = true
    run()
    this.#isExchanging = false
    if (this.#entityId === before) this.#entityId = after
    this.#session.editor.set((editor) =>
      editor?.entityId === before ? { ...editor, entityId: after } : editor,
    )
    this.follow()
  }

  follow(): void {
    if (this.#isExchanging) return
    const selection = this.#session.selection.get()
    if (!selection) return
    const here = this.#session.shownAt(selection.cursor.row)?.id
    if (here === undefined) return this.#stayInside(selection.cursor.row)
    if (here === this.#entityId) return
    const row = this.#entityId === undefined ? undefined : this.#session.rowOf(this.#entityId)
    if (row === undefined) return this.#isRevealing ? undefined : this.#remember()
    this.#shift(row - selection.cursor.row)
  }

  /**
   * Call when a list replaces another: the cursor stays on its row in the same list, and goes to the start
   * in another.
   */
  arrive(isSame: boolean): void {
    const { selection, rowCount, screen } = this.#session
    const columnId = selection.get()?.cursor.columnId
    if (columnId === undefined || rowCount === 0) return selection.set(() => undefined)
    if (isSame) this.follow()
    else selection.set(selectCell({ row: 0, columnId }))
    const cursor = selection.get()?.cursor
    if (cursor) screen.reveal(cursor)
  }

  // With fewer rows the cursor moves to the last one. An open editor has to stay visible.
  #stayInside(row: number): void {
    const last = this.#session.rowCount - 1
    if (last >= 0 && row > last) this.#shift(last - row)
  }

  #remember(): void {
    this.#isRevealing = false
    const cursor = this.#session.selection.get()?.cursor
    this.#entityId = cursor && this.#session.shownAt(cursor.row)?.id
  }

  #shift(rows: number): void {
    const { selection, editor } = this.#session
    const isRevealing = this.#isRevealing
    selection.set((present) => present && shiftRows(present, rows))
    editor.set(
      (present) => present && { ...present, cell: { ...present.cell, row: present.cell.row + rows } },
    )
    const cursor = selection.get()?.cursor
    if (isRevealing && cursor) this.#session.screen.reveal(cursor)
    this.#isRevealing = false
  }
}
