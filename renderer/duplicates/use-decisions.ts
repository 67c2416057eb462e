import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { DuplicateGroup } from '#shared/duplicates.ts'
import { decideGroup, renewDuplicates, undoMerge } from '../api/duplicates-queries.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { t } from '../ui/text.ts'
import { showError, showSuccess, errorText } from '../ui/toast.tsx'
import type { Api } from '../api/client.ts'

interface UndoableDecision {
  readonly takeBack: () => Promise<void>
}

export interface Decisions {
  readonly dismiss: (group: DuplicateGroup) => Promise<void>
  readonly reopen: (group: DuplicateGroup) => Promise<void>
  readonly describeMerged: (editId: string | null, label: string | null, count: number) => void
}

export function useDecisions(onDone: () => void): Decisions {
  const { api } = useWorkspace()
  const queryClient = useQueryClient()
  const done = useRef<UndoableDecision[]>([])
  const renew = () => renewDuplicates(queryClient, api)
  const undo = (): void => {
    const last = done.current.pop()
    if (last) void last.takeBack().then(renew, reportFailure)
  }
  useUndoKey(undo)
  const note = (title: string, takeBack: () => Promise<void>): void => {
    const entry = { takeBack }
    done.current.push(entry)
    const press = () => {
      done.current = done.current.filter((other) => other !== entry)
      void takeBack().then(renew, reportFailure)
    }
    showSuccess(title, { subject: 'duplicates', action: { label: t('Undo'), onPress: press } })
  }
  const decide = async (group: DuplicateGroup, status: 'open' | 'dismissed'): Promise<void> => {
    try {
      await decideGroup(api, group.id, status)
      const before = status === 'open' ? 'dismissed' : 'open'
      note(status === 'open' ? t('The group is open again') : t('Marked as not duplicates'), async () => {
        await decideGroup(api, group.id, before)
      })
      onDone()
      await renew()
    } catch (error) {
      reportFailure(error)
    }
  }
  const describeMerged = (editId: string | null, label: string | null, count: number): void => {
    if (editId !== null) note(mergedText(label, count), () => takeBackMerge(api, editId))
    onDone()
  }
  return {
    dismiss: (group: DuplicateGroup) => decide(group, 'dismissed'),
    reopen: (group: DuplicateGroup) => decide(group, 'open'),
    describeMerged,
  }
}

function reportFailure(error: unknown): void {
  showError(t('This could not be done'), { description: errorText(error) })
}

function useUndoKey(undo: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event
    const isTyping = target instanceof HTMLInputElement && !['radio', 'checkbox'].includes(target.type)
    if (!isUndo(event) || isTyping) return
    event.preventDefault()
    event.stopPropagation()
    undo()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => press(event)
    window.addEventListener('keydown', listen, true)
    return () => window.removeEventListener('keydown', listen, true)
  }, [])
}

function isUndo({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'z' && (ctrlKey || metaKey) && !shiftKey
}

export function mergedText(label: string | null, count: number): string {
  return t('{count, plural, one {One was} other {# were}} merged into {label}', {
    count,
    label: label ?? t('No name'),
  })
}

async function takeBackMerge(api: Api, editId: string): Promise<void> {
  const left = await undoMerge(api, editId)
  if (left === 0) return showSuccess(t('The merge was undone'), { subject: 'duplicates' })
  return showError(
    t('The merge was undone except for {count, plural, one {# change} other {# changes}}', { count: left }),
    {
      description: t('These have been changed again since, or are no longer in the trash.'),
    },
  )
}
