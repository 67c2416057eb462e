import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ChannelSummary } from '#shared/channels.ts'
import type { FieldReason, MappingProposal } from '#shared/schemas/channels.ts'
import {
  channelsKey,
  completenessKey,
  disableChannel,
  enableChannel,
  mappingProposalsQuery,
  setUpChannel,
} from '../api/channels-queries.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TickList, type TickRow, useTicked } from '../ui/tick-list.tsx'
import { showError, showSuccess } from '../ui/toast.tsx'
import { t } from '../ui/text.ts'

const reasonTexts = (): Record<FieldReason, string> => ({
  semantic_type: t('Its meaning'),
  key: t('Its key'),
  name: t('Its name'),
  words: t('A word for the same'),
  categories: t('The categories'),
})

/** Enables a channel after its proposed fields were shown. */
export function EnableButton({ channel }: { channel: ChannelSummary }) {
  const { key, name } = channel
  const { workspace } = useWorkspace()
  const queryClient = useQueryClient()
  const [proposals, setProposals] = useState<readonly MappingProposal[]>()
  const change = useChannelChange(channel, () => setProposals(undefined))
  const press = async (): Promise<void> => {
    const found = await queryClient.fetchQuery(mappingProposalsQuery(workspace.id, key)).catch(() => [])
    if (found.length === 0) change.mutate([])
    else setProposals(found)
  }
  return (
    <>
      <Button
        aria-label={t('Enable {name}', { name })}
        busy={change.isPending && proposals === undefined}
        onClick={() => void press()}
      >
        {t('Enable')}
      </Button>
      {proposals && (
        <ProposalsDialog
          {...{ name, proposals }}
          isPending={change.isPending}
          onClose={() => setProposals(undefined)}
          onEnable={(unticked) => change.mutate(unticked)}
        />
      )}
    </>
  )
}

/** Proposals of what fills fields, as rows to tick. */
export function proposalRows(proposals: readonly MappingProposal[]): TickRow[] {
  return proposals.map(({ target, name: attribute, reason, values }) => ({
    id: target,
    label: target,
    cells: [attribute, reasonTexts()[reason], values.join(' · ')],
  }))
}

interface ProposalsDialogProps {
  readonly name: string
  readonly proposals: readonly MappingProposal[]
  readonly isPending: boolean
  readonly onClose: () => void
  readonly onEnable: (unticked: readonly string[]) => void
}

function ProposalsDialog({ name, proposals, isPending, onClose, onEnable }: ProposalsDialogProps) {
  const rows = proposalRows(proposals)
  const { ticked, setTicked } = useTicked(rows)
  const unticked = rows.filter(({ id }) => !ticked.has(id)).map(({ id }) => id)
  return (
    <Dialog
      title={t('Enable {name}', { name })}
      description={t(
        'These fields of {name} can be filled with what is there. Untick what is wrong; you can change it later.',
        { name },
      )}
      open
      onClose={onClose}
      size="wide"
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button variant="primary" busy={isPending} data-beginning onClick={() => onEnable(unticked)}>
            {t('Enable with {count, plural, one {# field} other {# fields}}', { count: ticked.size })}
          </Button>
        </>
      }
    >
      <TickList
        label={t('Enable {name}', { name })}
        columns={[t('Field'), t('Filled by'), t('Because of'), t('Values')]}
        {...{ rows, ticked }}
        onTick={setTicked}
      />
    </Dialog>
  )
}

/** Enables a channel without the fields that were unticked, or disables it and keeps its mapping. */
export function useChannelChange(
  { key, name, enabled }: Pick<ChannelSummary, 'key' | 'name' | 'enabled'>,
  onDone: () => void = () => undefined,
) {
  const { workspace } = useWorkspace()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (unticked: readonly string[]) => {
      if (enabled) return disableChannel(workspace.id, key)
      const answer = await enableChannel(workspace.id, key)
      if (unticked.length === 0) return answer
      const mapping = Object.fromEntries(unticked.map((target) => [target, null]))
      return setUpChannel(workspace.id, key, { mapping })
    },
    onSuccess: async ({ unmapped }) => {
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: channelsKey(workspace.id) }),
        queryClient.invalidateQueries({ queryKey: completenessKey(workspace.id) }),
      ])
      if (enabled) showSuccess(t('{name} is disabled', { name }), { description: t('Its mapping is kept.') })
      else showSuccess(t('{name} is enabled', { name }), { description: describeUnmapped(unmapped) })
      onDone()
    },
    onError: (error) => showError(t('{name} was not changed', { name }), { description: error.message }),
  })
}

function describeUnmapped({ length }: readonly string[]): string {
  if (length === 0) return t('Every field it asks for has an attribute.')
  return t(
    '{length, plural, one {# field} other {# fields}} it asks for {length, plural, one {has} other {have}} no attribute yet.',
    { length },
  )
}
