import { useEffect, useRef, useState } from 'react'
import type { TryOutcome } from '#shared/schemas/generations.ts'
import { tryDefinition, type TriedDefinition } from '../api/generations-queries.ts'
import { asError } from '#shared/interrupted.ts'

export interface TriedRow {
  readonly id: string
  readonly label: string | null
  readonly outcome: TryOutcome | undefined
}

export interface Tries {
  readonly rows: readonly TriedRow[]
  readonly isRunning: boolean
  readonly start: (tried: TriedDefinition, rows: readonly Pick<TriedRow, 'id' | 'label'>[]) => void
  readonly cancel: () => void
}

/**
 * Tries a definition on one row after the other, since the first shows whether the rest is worth its cost.
 */
export function useTries(workspaceId: string, onRefused: (error: Error) => void): Tries {
  const [rows, setRows] = useState<readonly TriedRow[]>([])
  const [isRunning, setIsRunning] = useState(false)
  const running = useRef<AbortController | undefined>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const start: Tries['start'] = (tried, asked) => {
    const run = new AbortController()
    running.current = run
    setRows(asked.map(({ id, label }) => ({ id, label, outcome: undefined })))
    setIsRunning(true)
    const answers = askInTurn(workspaceId, tried, { ids: asked.map(({ id }) => id), signal: run.signal })
    void (async () => {
      try {
        for await (const outcome of answers)
          setRows((shown) => shown.map((row) => (row.id === outcome.id ? { ...row, outcome } : row)))
      } catch (error) {
        if (!run.signal.aborted) onRefused(asError(error))
        setRows((shown) => shown.filter(({ outcome }) => outcome !== undefined))
      }
      if (running.current === run) setIsRunning(false)
    })()
  }
  return { rows, isRunning, start, cancel: () => running.current?.abort() }
}

async function* askInTurn(
  workspaceId: string,
  tried: TriedDefinition,
  { ids, signal }: { readonly ids: readonly string[]; readonly signal: AbortSignal },
): AsyncGenerator<TryOutcome> {
  for (const id of ids) yield await tryDefinition(workspaceId, tried, { id, signal })
}
