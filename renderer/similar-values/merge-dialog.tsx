import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import type { AttributeDefinition } from '#shared/attributes.ts'
import type { MergeClusters, MergeClustersResult } from '#shared/similar-values.ts'
import {
  mergePreviewQuery,
  similarValuesKey,
  mergeSimilarValues,
  undoMerge,
} from '../api/similar-values-queries.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageTable } from '../ui/pages.tsx'
import { Skeleton } from '../ui/progress.tsx'
import { t } from '../ui/text.ts'
import { useSimilarValuesLocation } from './use-similar-values.ts'
import { useCallback } from 'react'
import { showError, showSuccess } from '../ui/toast.tsx'
import { asError } from '#shared/interrupted.ts'

interface MergeDialogProps {
  readonly attribute: Pick<AttributeDefinition, 'key' | 'name' | 'is_primary'>
  readonly groups: MergeClusters['groups']
  readonly onClose: () => void
  readonly onMerged: () => void
  readonly onStarted: (jobId: string) => void
}

export function MergeDialog({ attribute, groups, onClose, ...ends }: MergeDialogProps) {
  const { api } = useWorkspace()
  const { type } = useSimilarValuesLocation()
  const preview = useQuery(mergePreviewQuery(api, { type, attribute: attribute.key, groups }))
  const merge = useMerge(attribute.key, ends)
  const isNaming = attribute.is_primary && (type === 'vendor' || type === 'category')
  const error = merge.error ?? preview.error
  return (
    <Dialog
      open
      title={t('Merge values of {name}', { name: attribute.name })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button
            variant="primary"
            busy={merge.isPending}
            disabled={preview.data === undefined}
            onClick={() => merge.mutate([...groups])}
          >
            {t('Merge')}
          </Button>
        </>
      }
    >
      {error !== null && (
        <Notice tone="danger" title={t('The values could not be merged')}>
          {error.message}
        </Notice>
      )}
      {preview.data === undefined && error === null && <Skeleton height={160} />}
      {isNaming && (
        <p>
          {t(
            'Entries with one of these names are merged into the oldest entry with the new name: references to the others move to it, and the others go to the trash.',
          )}
        </p>
      )}
      {preview.data && <WhatChanges result={preview.data} />}
    </Dialog>
  )
}

function WhatChanges({ result }: { result: MergeClustersResult }) {
  const { matching, changed, sample, options } = result
  return (
    <div className="clusters-preview">
      <p>
        {t(
          '{changed, plural, one {# row gets} other {# rows get}} another value, of {matching, plural, one {# that has} other {# that have}} one of these values.',
          { changed, matching },
        )}
      </p>
      {options && options.removed.length > 0 && (
        <p>{t('Options that will be removed: {names}.', { names: options.removed.join(', ') })}</p>
      )}
      {options && options.kept.length > 0 && (
        <p>
          {t('Options that stay, because other rows still have them: {names}.', {
            names: options.kept.join(', '),
          })}
        </p>
      )}
      {sample.length > 0 && (
        <PageTable label={t('What changes')} columns={[t('Row'), t('Before'), t('After')]}>
          {sample.map(({ id, label, old, new: next }) => (
            <tr key={id}>
              <th scope="row">{label ?? t('(no name)')}</th>
              <td className="cluster-value">{String(old)}</td>
              <td className="cluster-value">{String(next)}</td>
            </tr>
          ))}
        </PageTable>
      )}
      {changed > sample.length && (
        <p className="ui-field-hint">
          {t('These are the first of them. All of it can be undone in one step.')}
        </p>
      )}
    </div>
  )
}

function useRefreshSimilarValues(): () => Promise<void> {
  const { api } = useWorkspace()
  const queryClient = useQueryClient()
  return useCallback(
    () => queryClient.invalidateQueries({ queryKey: similarValuesKey(api.workspaceId) }),
    [api, queryClient],
  )
}

export function useShowMerged(): (result: MergeClustersResult) => void {
  const { api } = useWorkspace()
  const refresh = useRefreshSimilarValues()
  return useCallback(
    ({ changed, edit_id: edit }) => {
      const undo = async (): Promise<void> => {
        try {
          const job = await undoMerge(api, edit ?? '')
          showSuccess(job ? t('The merge is being undone') : t('The merge was undone'))
          await refresh()
        } catch (error) {
          showError(t('The merge could not be undone'), { description: asError(error).message })
        }
      }
      void refresh()
      showSuccess(
        t('{count, plural, one {# row has} other {# rows have}} another value', { count: changed }),
        {
          ...(edit !== null && { action: { label: t('Undo'), onPress: () => void undo() } }),
        },
      )
    },
    [api, refresh],
  )
}

interface Merging {
  readonly onMerged: () => void
  readonly onStarted: (jobId: string) => void
}

function useMerge(attribute: string, { onMerged, onStarted }: Merging) {
  const { api } = useWorkspace()
  const { type } = useSimilarValuesLocation()
  const showMerged = useShowMerged()
  return useMutation({
    mutationFn: (groups: MergeClusters['groups']) => mergeSimilarValues(api, { type, attribute, groups }),
    onSuccess: (answer) => {
      if ('status' in answer) return onStarted(answer.id)
      onMerged()
      showMerged(answer)
    },
  })
}
