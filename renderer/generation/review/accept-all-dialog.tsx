import { useQuery } from '@tanstack/react-query'
import { type ProposalsFilter, fetchProposals, reviewKey } from '../../api/generations-queries.ts'
import { useWorkspace } from '../../state/workspace-context.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { formatCount } from '../../ui/format-count.ts'
import { Notice } from '../../ui/notice.tsx'
import { t } from '../../ui/text.ts'

interface AcceptAllDialogProps {
  readonly asked: ProposalsFilter
  readonly onAccept: (total: number) => void
  readonly onClose: () => void
}

export function AcceptAllDialog({ asked, onAccept, onClose }: AcceptAllDialogProps) {
  const { api } = useWorkspace()
  const isNone = asked.verified === false
  const {
    data: total = 0,
    isPending,
    error,
  } = useQuery({
    queryKey: [...reviewKey(api.workspaceId), 'verified', asked] as const,
    queryFn: async () => (await fetchProposals(api, { ...asked, verified: true }, '', 1)).pagination.total,
    enabled: !isNone,
    staleTime: 0,
  })
  const isEmpty = isNone || (!isPending && total === 0)
  return (
    <Dialog
      title={t('Accept all that are verified?')}
      open
      onClose={onClose}
      size="small"
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button
            variant="primary"
            disabled={isEmpty}
            busy={isPending && !isNone}
            onClick={() => onAccept(total)}
          >
            {isEmpty ? t('Accept') : t('Accept {total}', { total: formatCount(total) })}
          </Button>
        </>
      }
    >
      {error !== null && <Notice tone="danger">{error.message}</Notice>}
      {isEmpty ? (
        <p>{t('None of the filtered open proposals has a quote that was found.')}</p>
      ) : (
        <p>
          {t(
            '{total, plural, one {# filtered proposal has} other {# filtered proposals have}} a quote that was found in its source, counting those not loaded yet. Their values are written. What somebody has changed since stays open. All of it can be undone in one step.',
            { total },
          )}
        </p>
      )}
    </Dialog>
  )
}
