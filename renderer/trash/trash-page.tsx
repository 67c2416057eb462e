import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { TrashedEntity } from '#shared/schemas/events.ts'
import { rowsOf } from '../api/entities-queries.ts'
import { restoreFromTrash, trashKey, trashQuery, emptyTrash } from '../api/changes-queries.ts'
import { formatAgo } from '../ui/format-count.ts'
import { typeTexts } from '../state/entity-types.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { Skeleton } from '../ui/progress.tsx'
import { showError, showSuccess } from '../ui/toast.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import { ConfirmDialog } from '../ui/dialog.tsx'
import '../ui/page.css'
import { PageTable } from '../ui/pages.tsx'
import { t } from '../ui/text.ts'

export function TrashPage() {
  const { api } = useWorkspace()
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(trashQuery(api))
  const [isEmptying, setIsEmptying] = useState(false)
  const rows = rowsOf(data)
  const total = data?.pages[0]?.pagination.total ?? 0
  return (
    <div className="api-page">
      <header>
        <h1 className="catalog-title">{t('Trash')}</h1>
        <p className="ui-field-hint">
          {t(
            'What is here is absent everywhere else. Restoring brings it back as it was, with its variants and with the references to it.',
          )}
        </p>
      </header>
      <section className="api-section" aria-labelledby="trash-rows">
        <div className="api-section-head">
          <h2 id="trash-rows">{t('{total, plural, one {# entry} other {# entries}}', { total })}</h2>
          <Button disabled={total === 0} onClick={() => setIsEmptying(true)}>
            {t('Empty the trash')}
          </Button>
        </div>
        {error !== null && <Notice tone="danger">{error.message}</Notice>}
        {rows ? <TrashTable rows={rows} /> : error === null && <Skeleton height={120} />}
        {hasNextPage && (
          <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('Show more')}
          </Button>
        )}
      </section>
      <EmptyTrashDialog open={isEmptying} total={total} onClose={() => setIsEmptying(false)} />
    </div>
  )
}

function TrashTable({ rows }: { rows: readonly TrashedEntity[] }) {
  if (rows.length === 0) {
    return (
      <p className="api-no-keys">
        <Trash2 aria-hidden />
        {t('The trash is empty. Select rows in the grid and choose Move to trash.')}
      </p>
    )
  }
  return (
    <PageTable
      columns={[t('Name'), t('Type'), t('Moved with it'), t('Moved here'), { unseen: t('Restore') }]}
    >
      {rows.map((row) => (
        <TrashRow key={row.id} row={row} />
      ))}
    </PageTable>
  )
}

function TrashRow({ row }: { row: TrashedEntity }) {
  const { api } = useWorkspace()
  const queryClient = useQueryClient()
  const name = row.label ?? t('(no name)')
  const restore = useMutation({
    mutationFn: () => restoreFromTrash(api, [row.id]),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: trashKey(api.workspaceId) })
      showSuccess(t('{name} is back', { name }))
    },
    onError: (error) =>
      showError(t('{name} could not be restored', { name }), { description: error.message }),
  })
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{typeTexts()[row.type].singular}</td>
      <td>
        {row.others === 0 ? '' : t('{others, plural, one {# more} other {# more}}', { others: row.others })}
      </td>
      <td>{formatAgo(row.trashed_at)}</td>
      <td className="api-row-action">
        <Button
          variant="ghost"
          busy={restore.isPending}
          aria-label={t('Restore {name}', { name })}
          onClick={() => restore.mutate()}
        >
          {t('Restore')}
        </Button>
      </td>
    </tr>
  )
}

interface EmptyTrashDialogProps {
  open: boolean
  total: number
  onClose: () => void
}

function EmptyTrashDialog({ open, total, onClose }: EmptyTrashDialogProps) {
  const { api } = useWorkspace()
  const queryClient = useQueryClient()
  const empty = useMutation({
    mutationFn: emptyTrash,
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: trashKey(api.workspaceId) })
      showSuccess(t('The trash is empty'))
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title={t('Empty the trash?')}
      action={t('Remove for good')}
      subject={open ? api : undefined}
      mutation={empty}
      onClose={onClose}
    >
      <p>
        {t(
          '{total, plural, one {# entry} other {# entries}} and what was moved with them will be removed for good. This cannot be undone.',
          { total },
        )}
      </p>
    </ConfirmDialog>
  )
}
