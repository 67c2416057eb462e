import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { MoreHorizontal, Plus, Workflow } from 'lucide-react'
import { useState } from 'react'
import type { Automation } from '#shared/schemas/automations.ts'
import {
  automationsKey,
  automationsQuery,
  changeAutomation,
  deleteAutomation,
} from '../api/automation-queries.ts'
import { Allowed, useMay } from '../state/rights.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { Checkbox } from '../ui/field.tsx'
import { formatMoment, formatPlannedTime } from '../ui/format-count.ts'
import { EmptyState, Notice } from '../ui/notice.tsx'
import { Menu, MenuItem, MenuSeparator } from '../ui/popover.tsx'
import { Skeleton } from '../ui/progress.tsx'
import { cachedByLanguage, t, tMessage } from '../ui/text.ts'
import { showError } from '../ui/toast.tsx'
import { AutomationDialog } from './automation-dialog.tsx'
import { useAutomationNames } from './automation-names.ts'
import { AutomationPreviewDialog } from './automation-preview.tsx'
import { describeAutomation } from './describe-automation.ts'
import './automations.css'

type Step = 'edit' | 'preview' | 'offer' | 'delete'

/** The automations of a workspace, each as a sentence with its switch. */
export function AutomationList() {
  const { api } = useWorkspace()
  const { data: automations } = useQuery(automationsQuery(api))
  const [chosen, setChosen] = useState<{ id: string; step: Step }>()
  const [isCreating, setIsCreating] = useState(false)
  const close = () => setChosen(undefined)
  const subject = automations?.find(({ id }) => id === chosen?.id)
  /** Entities that match already start no run, so that one over them is offered once. */
  const finish = ({ id, trigger, is_on: isOn }: Automation) => {
    setIsCreating(false)
    setChosen(isOn && trigger.on === 'enters' ? { id, step: 'offer' } : undefined)
  }
  return (
    <section className="stack" aria-label={t('Automations')}>
      <p className="ui-field-hint">
        {t('An automation does something by itself: when values change, at a time, or when you say so.')}
      </p>
      <Allowed to="automations">
        <div>
          <Button variant="primary" onClick={() => setIsCreating(true)}>
            <Plus aria-hidden />
            {t('New automation')}
          </Button>
        </div>
      </Allowed>
      <AutomationRows onStep={(id, step) => setChosen({ id, step })} />
      {isCreating && (
        <AutomationDialog automation={undefined} onClose={() => setIsCreating(false)} onSaved={finish} />
      )}
      {chosen && subject && (
        <StepDialog step={chosen.step} automation={subject} onClose={close} onSaved={finish} />
      )}
      <DeleteDialog automation={chosen?.step === 'delete' ? subject : undefined} onClose={close} />
    </section>
  )
}

function AutomationRows({ onStep }: { readonly onStep: (id: string, step: Step) => void }) {
  const { api } = useWorkspace()
  const { data: automations, error } = useQuery(automationsQuery(api))
  if (error !== null) return <Notice tone="danger">{error.message}</Notice>
  if (automations === undefined) return <Skeleton height={120} />
  if (automations.length === 0)
    return (
      <EmptyState icon={Workflow} title={t('Nothing runs by itself yet')}>
        {t('For example: when the price changes, set the status to “In review” and tell the owner.')}
      </EmptyState>
    )
  return (
    <ul className="automation-list">
      {automations.map((automation) => (
        <AutomationRow
          key={automation.id}
          automation={automation}
          onStep={(step) => onStep(automation.id, step)}
        />
      ))}
    </ul>
  )
}

interface StepDialogProps {
  readonly step: Step
  readonly automation: Automation
  readonly onClose: () => void
  readonly onSaved: (automation: Automation) => void
}

function StepDialog({ step, automation, onClose, onSaved }: StepDialogProps) {
  if (step === 'delete') return null
  if (step === 'edit') return <AutomationDialog automation={automation} onClose={onClose} onSaved={onSaved} />
  return <AutomationPreviewDialog automation={automation} isOffered={step === 'offer'} onClose={onClose} />
}

interface AutomationRowProps {
  readonly automation: Automation
  readonly onStep: (step: Step) => void
}

function AutomationRow({ automation, onStep }: AutomationRowProps) {
  const may = useMay()
  const names = useAutomationNames(automation.entity_type, automation.filter)
  const turn = useTurn(automation)
  const sentence = describeAutomation(automation, names)
  const { name, is_on: isOn, off_reason: reason, off_reason_message: message } = automation
  return (
    <li className="automation-row" data-on={isOn}>
      <div className="automation-text">
        <h2>{name}</h2>
        {!sentence.startsWith(name) && <p>{sentence}</p>}
        {reason !== null && (
          <p className="ui-field-error">{message ? tMessage(message.message, message) : reason}</p>
        )}
        <p className="ui-field-hint">{describeRuns(automation)}</p>
      </div>
      <Checkbox
        label={t('On¦automation')}
        checked={isOn}
        disabled={!may('automations') || turn.isPending}
        onChange={(next) => turn.mutate(next, { onSuccess: () => next && offerFor(automation, onStep) })}
      />
      <Menu
        trigger={
          <IconButton label={t('Actions for {name}', { name })}>
            <MoreHorizontal aria-hidden />
          </IconButton>
        }
      >
        <MenuItem onSelect={() => onStep('preview')}>{t('Preview and run…')}</MenuItem>
        {may('automations') && <MenuItem onSelect={() => onStep('edit')}>{t('Edit…')}</MenuItem>}
        <MenuSeparator />
        {may('removing') && <MenuItem onSelect={() => onStep('delete')}>{t('Delete…')}</MenuItem>}
      </Menu>
    </li>
  )
}

function offerFor({ trigger }: Automation, onStep: (step: Step) => void): void {
  if (trigger.on === 'enters') onStep('offer')
}

const outcomeTexts = cachedByLanguage(
  (): Readonly<Record<NonNullable<Automation['last_run']>['outcome'], string>> => ({
    completed: t('went well'),
    failed: t('failed¦run'),
    cancelled: t('was dropped'),
  }),
)

function describeRuns({ last_run: last, next_run: next, runs, trigger }: Automation): string {
  const parts = [
    ...(runs.waiting > 0 ? [t('A run waits for you.')] : []),
    ...(last
      ? [
          t('The last run {outcome}, {when}.', {
            outcome: outcomeTexts()[last.outcome],
            when: formatMoment(last.at),
          }),
        ]
      : [t('It has not run yet.')]),
    ...(next === null ? [] : [t('Next run: {when}.', { when: formatPlannedTime(next) })]),
    ...(trigger.time_zone === undefined ? [] : [t('Time zone: {zone}.', { zone: trigger.time_zone })]),
  ]
  return parts.join(' ')
}

function useTurn({ id }: Automation) {
  const { api } = useWorkspace()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (isOn: boolean) => changeAutomation(api, id, { is_on: isOn }),
    onError: (error: Error) => showError(error.message),
    onSettled: () => queryClient.invalidateQueries({ queryKey: automationsKey(api.workspaceId) }),
  })
}

interface DeleteDialogProps {
  readonly automation: Automation | undefined
  readonly onClose: () => void
}

function DeleteDialog({ automation, onClose }: DeleteDialogProps) {
  const { api } = useWorkspace()
  const queryClient = useQueryClient()
  const deletion = useMutation({
    mutationFn: ({ id }: Automation) => deleteAutomation(api, id),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: automationsKey(api.workspaceId) })
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title={t('Delete this automation?')}
      action={t('Delete the automation')}
      subject={automation}
      mutation={deletion}
      onClose={onClose}
    >
      <p>{t('What it has changed stays. A run of it that waits is dropped.')}</p>
    </ConfirmDialog>
  )
}
