import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { EntityType } from '#shared/entities.ts'
import type { ProposedSemanticType, SemanticReason } from '#shared/schemas/app-surface.ts'
import { attributesKey, chooseMeanings, proposedMeaningsQuery } from '../api/attributes-queries.ts'
import { undoEdit } from '../api/changes-queries.ts'
import { semanticTypeText } from '../query/semantic-type-texts.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { TickList, useTicked } from '../ui/tick-list.tsx'
import { errorText, showError, showSuccess } from '../ui/toast.tsx'
import { t } from '../ui/text.ts'

const reasonTexts = (): Record<SemanticReason, string> => ({
  key: t('Its key'),
  name: t('Its name'),
  content: t('Its values'),
  reference: t('What it refers to'),
})

/** Says how many attributes could be given a meaning, and offers to look at the proposals. */
export function MeaningProposals({ type }: { type: EntityType }) {
  const { workspace } = useWorkspace()
  const { data: proposals } = useQuery(proposedMeaningsQuery(workspace.id, type))
  const [isOpen, setOpen] = useState(false)
  if (!proposals || proposals.length === 0) return null
  return (
    <>
      <Notice
        tone="info"
        title={t(
          'What {count, plural, one {# attribute means} other {# attributes mean}} can be said for channels and imports',
          { count: proposals.length },
        )}
      >
        <Button onClick={() => setOpen(true)}>{t('Show the proposals')}</Button>
      </Notice>
      {isOpen && <MeaningsDialog {...{ type, proposals }} onClose={() => setOpen(false)} />}
    </>
  )
}

interface MeaningsDialogProps {
  readonly type: EntityType
  readonly proposals: readonly ProposedSemanticType[]
  readonly onClose: () => void
}

function MeaningsDialog({ type, proposals, onClose }: MeaningsDialogProps) {
  const rows = proposals.map(({ key, name, semantic_type: meaning, reason, filled, total, values }) => ({
    id: key,
    label: name,
    cells: [
      semanticTypeText(meaning),
      reasonTexts()[reason],
      values.join(' · '),
      t('{filled} of {total}', { filled, total }),
    ],
  }))
  const { ticked, setTicked } = useTicked(rows)
  const saving = useSaving(type, onClose)
  const chosen = proposals.filter(({ key }) => ticked.has(key))
  return (
    <Dialog
      title={t('What the attributes mean')}
      description={t(
        'Channels fill their fields by these meanings, and imports find the right column. Untick what is wrong.',
      )}
      open
      onClose={onClose}
      size="wide"
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button
            variant="primary"
            busy={saving.isPending}
            disabled={chosen.length === 0}
            onClick={() => saving.mutate(chosen)}
          >
            {t('Use {count, plural, one {# meaning} other {# meanings}}', { count: chosen.length })}
          </Button>
        </>
      }
    >
      <TickList
        label={t('What the attributes mean')}
        columns={[t('Attribute'), t('Meaning'), t('Because of'), t('Values'), t('Filled')]}
        {...{ rows, ticked }}
        onTick={setTicked}
      />
    </Dialog>
  )
}

function useSaving(type: EntityType, onDone: () => void) {
  const { api, workspace } = useWorkspace()
  const queryClient = useQueryClient()
  const refresh = () => queryClient.invalidateQueries({ queryKey: attributesKey(workspace.id) })
  return useMutation({
    mutationFn: (chosen: readonly ProposedSemanticType[]) =>
      chooseMeanings(
        workspace.id,
        type,
        chosen.map(({ key, semantic_type: meaning }) => ({ key, semantic_type: meaning })),
      ),
    onError: (error) => showError(t('The meanings were not saved'), { description: errorText(error) }),
    onSuccess: async ({ data: { changed: count }, edit_id: edit }) => {
      await refresh()
      const undo = (id: string) => ({
        label: t('Undo'),
        onPress: () => void undoEdit(api, id).then(refresh),
      })
      showSuccess(
        t('{count, plural, one {# attribute has} other {# attributes have}} a meaning now', { count }),
        edit === null ? {} : { action: undo(edit) },
      )
      onDone()
    },
  })
}
