import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Automation, AutomationPreview } from '#shared/schemas/automations.ts'
import { automationPreviewQuery, automationsKey, runAutomation } from '../api/automation-queries.ts'
import { useFilterFields } from '../filters/use-filter-fields.ts'
import { ChangeList } from '../jobs/held-run.tsx'
import { formatEntityCount } from '../state/entity-types.ts'
import { useMay } from '../state/rights.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { Skeleton } from '../ui/progress.tsx'
import { t, tMessage } from '../ui/text.ts'
import { showSuccess } from '../ui/toast.tsx'

interface AutomationPreviewProps {
  readonly automation: Automation
  /** Whether it was just turned on, and what matches already is offered to it once. */
  readonly isOffered?: boolean
  readonly onClose: () => void
}

/** The preview of a run, and the run itself. */
export function AutomationPreviewDialog({ automation, isOffered = false, onClose }: AutomationPreviewProps) {
  const { api } = useWorkspace()
  const may = useMay()
  const queryClient = useQueryClient()
  const { data: preview, error } = useQuery(automationPreviewQuery(api, automation.id))
  const run = useMutation({
    mutationFn: () => runAutomation(api, automation.id),
    onSuccess: async () => {
      showSuccess(t('“{name}” runs', { name: automation.name }))
      await queryClient.invalidateQueries({ queryKey: automationsKey(api.workspaceId) })
      onClose()
    },
  })
  const texts = isOffered
    ? { title: t('Run over what matches already?'), close: t('Not now') }
    : { title: t('What “{name}” would change', { name: automation.name }), close: t('Close') }
  return (
    <Dialog
      title={texts.title}
      open
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{texts.close}</Button>
          {may('automations') && (
            <Button
              variant="primary"
              disabled={(preview?.matching ?? 0) === 0}
              busy={run.isPending}
              onClick={() => run.mutate()}
            >
              {t('Run now')}
            </Button>
          )}
        </>
      }
    >
      {[error, run.error].map(
        (fault) =>
          fault && (
            <Notice key={fault.message} tone="danger">
              {fault.message}
            </Notice>
          ),
      )}
      {error === null && <PreviewText automation={automation} preview={preview} />}
    </Dialog>
  )
}

interface PreviewTextProps {
  readonly automation: Automation
  readonly preview: AutomationPreview | undefined
}

function PreviewText({ automation, preview }: PreviewTextProps) {
  const fields = useFilterFields(automation.entity_type)
  if (preview === undefined) return <Skeleton height={120} />
  const { matching, to_change: changed, sample, blocked } = preview
  return (
    <div className="stack">
      <p role="status">
        {t('{all} match now, {count} would change.', {
          all: formatEntityCount(matching, automation.entity_type),
          count: changed,
        })}
      </p>
      {blocked.map(({ action, reason, ...reference }) => (
        <Notice key={action} tone="warning">
          {t('Step {number} cannot be done: {reason}', {
            number: action + 1,
            reason: tMessage(reason, reference),
          })}
        </Notice>
      ))}
      <ChangeList rows={sample} nameOf={(key) => fields.find((field) => field.key === key)?.name ?? key} />
    </div>
  )
}
