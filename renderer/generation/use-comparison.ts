import { useEffect, useRef, useState } from 'react'
import { asError } from '#shared/interrupted.ts'
import type { TryOutcome } from '#shared/schemas/generations.ts'
import { tryDefinition, type TriedDefinition } from '../api/generations-queries.ts'

export interface ComparedRow {
  readonly id: string
  readonly label: string | null
  readonly outcomes: readonly [TryOutcome | undefined, TryOutcome | undefined]
}

type Pair = readonly [TriedDefinition, TriedDefinition]

export interface Comparison {
  readonly rows: readonly ComparedRow[]
  readonly isRunning: boolean
  readonly start: (pair: Pair, rows: readonly Pick<ComparedRow, 'id' | 'label'>[], budget?: number) => void
  readonly cancel: () => void
}

/** Asks two prompts about the same rows, row by row; no call is made that could exceed the budget in dollars. */
export function useComparison(workspaceId: string, onRefused: (error: Error) => void): Comparison {
  const [rows, setRows] = useState<readonly ComparedRow[]>([])
  const [isRunning, setIsRunning] = useState(false)
  const running = useRef<AbortController | undefined>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const start: Comparison['start'] = (pair, asked, budget) => {
    const run = new AbortController()
    running.current = run
    setRows(asked.map(({ id, label }) => ({ id, label, outcomes: [undefined, undefined] })))
    setIsRunning(true)
    const answers = askBoth(workspaceId, pair, { ids: asked.map(({ id }) => id), budget, signal: run.signal })
    void (async () => {
      try {
        for await (const [id, outcomes] of answers)
          setRows((shown) => shown.map((row) => (row.id === id ? { ...row, outcomes } : row)))
      } catch (error) {
        if (!run.signal.aborted) onRefused(asError(error))
        setRows((shown) => shown.filter(({ outcomes }) => outcomes[0] !== undefined))
      }
      if (running.current === run) setIsRunning(false)
    })()
  }
  return { rows, isRunning, start, cancel: () => running.current?.abort() }
}

interface RowsToAsk {
  readonly ids: readonly string[]
  readonly budget: number | undefined
  readonly signal: AbortSignal
}

async function* askBoth(
  workspaceId: string,
  [one, other]: Pair,
  { ids, budget, signal }: RowsToAsk,
): AsyncGenerator<readonly [id: string, outcomes: readonly [TryOutcome, TryOutcome]]> {
  let left = budget
  for (const id of ids) {
    // Both calls run at once, so each may cost half of what is left.
    const terms = { id, signal, ...(left !== undefined && { budget: left / 2 }) }
    const outcomes = await Promise.all([
      tryDefinition(workspaceId, one, terms),
      tryDefinition(workspaceId, other, terms),
    ])
    if (left !== undefined) left = Math.max(0, left - (outcomes[0].cost ?? 0) - (outcomes[1].cost ?? 0))
    yield [id, outcomes]
  }
}
