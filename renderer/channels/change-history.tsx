import { Redo2, Undo2 } from 'lucide-react'
import { useState, type KeyboardEvent } from 'react'
import { Button } from '../ui/button.tsx'
import { tNodes } from '../ui/text.ts'

export interface ChangeHistory {
  readonly undo: (() => void) | undefined
  readonly redo: (() => void) | undefined
}

interface HistoryPorts<Change> {
  readonly send: (change: Change) => void
  readonly inverseOf: (change: Change) => Change
}

export function useChangeHistory<Change>({ send, inverseOf }: HistoryPorts<Change>) {
  const [past, setPast] = useState<readonly Change[]>([])
  const [future, setFuture] = useState<readonly Change[]>([])
  const [last, next] = [past.at(-1), future.at(-1)]
  const move = (change: Change, before: readonly Change[], after: readonly Change[]): void => {
    setPast(before)
    setFuture(after)
    send(change)
  }
  return {
    change: (change: Change) => move(change, [...past, inverseOf(change)], []),
    undo: last && (() => move(last, past.slice(0, -1), [...future, inverseOf(last)])),
    redo: next && (() => move(next, [...past, inverseOf(next)], future.slice(0, -1))),
  }
}

export function HistoryButtons({ history: { undo, redo } }: { history: ChangeHistory }) {
  return (
    <>
      <Button variant="ghost" disabled={!undo} onClick={undo}>
        {tNodes('{undo2} Undo', { undo2: <Undo2 aria-hidden /> })}
      </Button>
      <Button variant="ghost" disabled={!redo} onClick={redo}>
        {tNodes('{redo2} Redo', { redo2: <Redo2 aria-hidden /> })}
      </Button>
    </>
  )
}

/** Handles Ctrl+Z and Ctrl+Shift+Z, except in a text. */
export function pressHistory(event: KeyboardEvent, { undo, redo }: ChangeHistory): void {
  const isTyped = event.target instanceof HTMLInputElement
  if (isTyped || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z') return
  event.preventDefault()
  const act = event.shiftKey ? redo : undo
  act?.()
}
